package org.foretell.report;

import java.util.List;
import org.foretell.observe.MessageVolume;
import org.foretell.observe.Total;
import org.foretell.trace.OpCode;

/**
 * The ops of a trace, counted with repeats unrolled. Immutable.
 *
 * @param operations ops of all ranks together
 * @param sent point-to-point messages that ranks send, including started persistent ones; without
 *     messages to {@code MPI_PROC_NULL} and messages inside collectives
 * @param kinds the kinds of op that occur, in the order of {@link OpCode}
 * @param work the work that bursts state
 */
public record TraceContents(
    long operations, MessageVolume sent, List<Kind> kinds, StatedWork work) {
  /** Copies the list. */
  public TraceContents {
    kinds = List.copyOf(kinds);
  }

  /**
   * The work that the bursts of all ranks state.
   *
   * @param bursts how many state their work; 0 if there are none
   * @param flops floating-point operations of these
   * @param memoryBytes bytes that these read from memory and write to it
   */
  public record StatedWork(long bursts, Total flops, Total memoryBytes) {}

  /**
   * Ops of a kind.
   *
   * @param code the kind
   * @param count how often all ranks together execute it, at least 1
   * @param ranks how many ranks execute it, at least 1
   * @param bytes payload that ranks send in it; of calls with a size for each rank, the sum of
   *     these
   * @param timePs traced durations of bursts in picoseconds, histograms by their means; zero for
   *     other ops
   */
  public record Kind(OpCode code, long count, int ranks, Total bytes, Total timePs) {}
}
