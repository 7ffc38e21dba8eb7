package org.foretell.report;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import org.foretell.structure.outline.Outline;

/**
 * The structure of programs.
 *
 * @param version of Foretell
 * @param trace the trace
 * @param times the source of the times of ops
 * @param outlines of ranks with different programs, the lowest rank first
 * @param warnings about settings that have no effect on this trace, and what was left out of it,
 *     one sentence each
 */
public record StructureResult(
    String version,
    TraceSummary trace,
    TimesFrom times,
    List<Outline> outlines,
    List<String> warnings) {
  /** The source of the times of ops. */
  public enum TimesFrom {
    /** From the trace, of bursts and of calls. */
    RECORDED,
    /** From the trace, which has times of bursts only; calls take no time. */
    BURSTS,
    /** From a replay on a machine. */
    SIMULATED
  }

  /** Copies the lists. */
  public StructureResult {
    outlines = List.copyOf(outlines);
    warnings = List.copyOf(warnings);
  }

  /**
   * Writes the JSON of {@code docs/output.md}: what {@code sim structure --json} writes.
   *
   * @param out stays open
   * @throws IOException if it cannot be written
   */
  public void writeJson(Writer out) throws IOException {
    DocumentText.write(StructureDocument.of(this), out);
  }
}
