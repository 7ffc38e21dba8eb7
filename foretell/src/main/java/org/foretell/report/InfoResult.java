package org.foretell.report;

import java.io.IOException;
import java.io.Writer;
import java.util.List;

/**
 * What a trace contains: all that {@code sim info} has to tell. Immutable.
 *
 * @param version of Foretell
 * @param trace which trace it is, with its ranks, call sites, phases and notes
 * @param contents its ops, counted by kind
 * @param warnings about settings that say nothing about this trace, one sentence each
 */
public record InfoResult(
    String version, TraceSummary trace, TraceContents contents, List<String> warnings) {
  /** Copies the list. */
  public InfoResult {
    warnings = List.copyOf(warnings);
  }

  /**
   * {@return the JSON of {@code docs/output.md}: what {@code sim info --json} writes, byte for
   * byte}
   */
  public String json() {
    return DocumentText.of(InfoDocument.of(this));
  }

  /**
   * Writes what {@link #json} returns, piece by piece, since a text ends at 2^31 characters.
   *
   * @param out stays open
   * @throws IOException if it cannot be written
   */
  public void writeJson(Writer out) throws IOException {
    DocumentText.write(InfoDocument.of(this), out);
  }
}
