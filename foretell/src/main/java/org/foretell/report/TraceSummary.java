package org.foretell.report;

import java.util.Collections;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.foretell.trace.Capability;
import org.foretell.trace.CountedBursts;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceTables;

/**
 * The replayed program.
 *
 * @param name of the file, or the caller's name for a trace in memory
 * @param sha256 of the file's bytes (of a folder: of its files in the order of their names; of a
 *     trace in memory: of its native form, not compressed), in hexadecimal; empty if it was not
 *     wanted
 * @param format of the file
 * @param info ranks, origin, notes
 * @param tables names of call sites and phases
 * @param capabilities the features that occur in the trace
 * @param counted sums of what the processor counted during bursts, by number of the call site,
 *     {@link org.foretell.trace.OpView#NONE} for bursts without one; empty if the trace has no
 *     counts
 * @param scheduledOps how many ops a schedule that did not finish has; empty for others
 */
public record TraceSummary(
    String name,
    String sha256,
    String format,
    TraceInfo info,
    TraceTables tables,
    Set<Capability> capabilities,
    SortedMap<Integer, CountedBursts> counted,
    OptionalLong scheduledOps) {
  /** Copies the set and the map. */
  public TraceSummary {
    capabilities = Set.copyOf(capabilities);
    counted = Collections.unmodifiableSortedMap(new TreeMap<>(counted));
  }
}
