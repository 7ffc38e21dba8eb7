package org.foretell.observe;

import org.foretell.trace.OpCode;

/**
 * The ops of one kind at one call site, of all ranks. Ops without a call site are not included.
 *
 * @param callSite index into the trace's table of call sites
 * @param code the kind of op
 * @param count how many, at least 1
 * @param timePs time in them, waiting included, picoseconds
 * @param maxTimePs time in the longest, picoseconds
 * @param waitPs the part of the time spent waiting for other ranks, picoseconds
 * @param bytes as in {@link EventSummary}
 */
public record CallSiteSummary(
    int callSite,
    OpCode code,
    long count,
    Total timePs,
    long maxTimePs,
    Total waitPs,
    Total bytes) {
  /** {@return the mean time of an op, picoseconds} */
  public double meanTimePs() {
    return timePs.mean(count);
  }
}
