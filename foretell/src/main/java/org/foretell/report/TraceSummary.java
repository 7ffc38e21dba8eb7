package org.foretell.report;

import java.util.OptionalLong;
import java.util.Set;
import org.foretell.trace.Capability;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceTables;

/**
 * The replayed program.
 *
 * @param name of the file, or the caller's name for a trace in memory
 * @param sha256 of the file's bytes (of a folder: of its files in the order of their names; of a
 *     trace in memory: of its native form, not compressed), in hexadecimal
 * @param format of the file
 * @param info ranks, origin, notes
 * @param tables names of call sites and phases
 * @param capabilities the features that occur in the trace
 * @param scheduledOps how many ops a schedule that did not finish has; empty for others
 */
public record TraceSummary(
    String name,
    String sha256,
    String format,
    TraceInfo info,
    TraceTables tables,
    Set<Capability> capabilities,
    OptionalLong scheduledOps) {
  /** Copies the set. */
  public TraceSummary {
    capabilities = Set.copyOf(capabilities);
  }
}
