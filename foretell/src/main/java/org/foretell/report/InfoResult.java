package org.foretell.report;

import java.io.IOException;
import java.io.Writer;
import java.util.List;

/**
 * The contents of a trace: the result of {@code sim info}. Immutable.
 *
 * @param version of Foretell
 * @param trace the trace, with its ranks, call sites, phases and notes
 * @param contents its ops, counted by kind
 * @param warnings about settings that have no effect on this trace, and what was left out of it,
 *     one sentence each
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
   * Writes the text of {@link #json}, in pieces, since a string is limited to 2^31 characters.
   *
   * @param out stays open
   * @throws IOException if it cannot be written
   */
  public void writeJson(Writer out) throws IOException {
    DocumentText.write(InfoDocument.of(this), out);
  }
}
