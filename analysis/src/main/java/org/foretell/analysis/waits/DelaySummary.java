package org.foretell.analysis.waits;

import java.util.List;
import org.foretell.observe.Total;
import org.foretell.trace.OpCode;

/**
 * The causes of waiting: where late ranks spent their time. Sums over waits, in picoseconds. All
 * places and the unknown part add up to all waiting, to the picosecond, and so do ranks and the
 * unknown part. Immutable.
 *
 * @param places by kind of op and call site, the most first
 * @param rankPs by rank the waiting that it caused, directly or through other ranks
 * @param unknownPs the waiting whose cause was not found
 */
public record DelaySummary(List<OfPlace> places, List<Total> rankPs, Total unknownPs) {
  /** Copies the lists. */
  public DelaySummary {
    places = List.copyOf(places);
    rankPs = List.copyOf(rankPs);
  }

  /**
   * The waiting that ops of a kind at a call site cause on other ranks.
   *
   * @param code the kind of op
   * @param callSite index into the trace's table of call sites, or {@link
   *     org.foretell.trace.OpView#NONE}
   * @param directPs how long ranks wait for the rank that executed the op, picoseconds
   * @param propagatedPs how long they wait for ranks that had waited for it themselves, picoseconds
   */
  public record OfPlace(OpCode code, int callSite, Total directPs, Total propagatedPs) {
    /** {@return the sum of both} */
    public Total waitPs() {
      return directPs.plus(propagatedPs);
    }
  }
}
