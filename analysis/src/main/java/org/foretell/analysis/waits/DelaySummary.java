package org.foretell.analysis.waits;

import java.util.List;
import org.foretell.observe.Total;
import org.foretell.trace.OpCode;

/**
 * What makes ranks wait: where others spent the time by which they were late. Sums over waits, in
 * picoseconds. All places and what is not known add up to all waiting, to the picosecond, and so do
 * ranks and what is not known. Immutable.
 *
 * @param places by kind of op and call site, the most first
 * @param rankPs by rank the waiting for what it did, both its own and that passed on
 * @param unknownPs the waiting of which the cause was not found
 */
public record DelaySummary(List<OfPlace> places, List<Total> rankPs, Total unknownPs) {
  /** Copies the lists. */
  public DelaySummary {
    places = List.copyOf(places);
    rankPs = List.copyOf(rankPs);
  }

  /**
   * What ops of a kind at a call site make others wait.
   *
   * @param code the kind of op
   * @param callSite index into the trace's table of call sites, or {@link
   *     org.foretell.trace.OpView#NONE}
   * @param directPs how long ranks wait for the rank that executed the op, picoseconds
   * @param propagatedPs how long they wait for ranks that had waited for it themselves, picoseconds
   */
  public record OfPlace(OpCode code, int callSite, Total directPs, Total propagatedPs) {
    /** {@return both together} */
    public Total waitPs() {
      return directPs.plus(propagatedPs);
    }
  }
}
