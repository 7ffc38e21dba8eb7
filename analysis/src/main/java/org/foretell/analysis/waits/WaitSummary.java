package org.foretell.analysis.waits;

import java.util.List;
import java.util.Optional;
import org.foretell.observe.Total;
import org.foretell.trace.OpCode;

/**
 * How long ranks wait for each other, and why. Sums over ranks, in picoseconds. Immutable.
 *
 * @param states by pattern, in the order of {@link WaitState}; together they are all waiting
 * @param sites by pattern and call site, the longest first; together they are all waiting
 * @param ranks all ranks, in order
 * @param wrongOrderSameSourcePs the part of late senders that a rank could have avoided by first
 *     receiving a message that the same rank had already sent
 * @param wrongOrderOtherSourcePs the part that it could have avoided by first receiving a message
 *     of another rank
 * @param lateCalls late calls of messages, by kind, the latest first
 * @param delays the causes of waiting; empty for task graphs
 */
public record WaitSummary(
    List<OfState> states,
    List<OfSite> sites,
    List<OfRank> ranks,
    Total wrongOrderSameSourcePs,
    Total wrongOrderOtherSourcePs,
    List<OfLateCall> lateCalls,
    Optional<DelaySummary> delays) {
  /** Copies the lists. */
  public WaitSummary {
    states = List.copyOf(states);
    sites = List.copyOf(sites);
    ranks = List.copyOf(ranks);
    lateCalls = List.copyOf(lateCalls);
  }

  /**
   * Waits of a pattern.
   *
   * @param state the pattern
   * @param count how often
   * @param waitPs how long, picoseconds
   */
  public record OfState(WaitState state, long count, Total waitPs) {}

  /**
   * Waits of a pattern in ops of a kind at a call site.
   *
   * @param state the pattern
   * @param code the kind of op
   * @param callSite index into the trace's table of call sites, or {@link
   *     org.foretell.trace.OpView#NONE}
   * @param count how often
   * @param waitPs how long, picoseconds
   */
  public record OfSite(WaitState state, OpCode code, int callSite, long count, Total waitPs) {}

  /**
   * Late calls of a kind at a call site.
   *
   * @param kind how they are late
   * @param code the kind of op
   * @param callSite index into the trace's table of call sites, or {@link
   *     org.foretell.trace.OpView#NONE}
   * @param count how often, by messages
   * @param latePs how long other ranks waited for them; for a late wait how long messages had been
   *     complete; picoseconds
   */
  public record OfLateCall(Lateness kind, OpCode code, int callSite, long count, Total latePs) {}

  /**
   * Waits of a rank.
   *
   * @param rank its number
   * @param waitPs how long it waits for other ranks, picoseconds
   * @param causedPs how long other ranks wait for it in messages, at windows and for locks,
   *     picoseconds
   */
  public record OfRank(int rank, long waitPs, Total causedPs) {}
}
