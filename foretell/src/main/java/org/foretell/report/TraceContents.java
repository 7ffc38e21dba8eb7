package org.foretell.report;

import java.util.List;
import org.foretell.observe.MessageVolume;
import org.foretell.observe.Total;
import org.foretell.trace.OpCode;

/**
 * The ops of a trace, counted as they stand there, with repeats unrolled. Immutable.
 *
 * @param operations ops of all ranks together
 * @param sent point-to-point messages that ranks send, started persistent ones included; not those
 *     to {@code MPI_PROC_NULL}, nor those that collectives are executed by
 * @param kinds the kinds of op that occur, in the order of {@link OpCode}
 * @param work what bursts say of their work
 */
public record TraceContents(
    long operations, MessageVolume sent, List<Kind> kinds, StatedWork work) {
  /** Copies the list. */
  public TraceContents {
    kinds = List.copyOf(kinds);
  }

  /**
   * What the bursts of all ranks say that they do.
   *
   * @param bursts how many say it; 0 if the trace has no such bursts
   * @param flops floating-point operations of these
   * @param memoryBytes what these read from memory and write to it
   */
  public record StatedWork(long bursts, Total flops, Total memoryBytes) {}

  /**
   * One kind of op.
   *
   * @param code the kind
   * @param count how many of them all ranks execute together, at least 1
   * @param ranks how many ranks execute it, at least 1
   * @param bytes payload that ranks send in it; of calls with a size for each rank, the sum of
   *     these
   * @param timePs traced durations of bursts in picoseconds, histograms by their means; zero for
   *     other ops
   */
  public record Kind(OpCode code, long count, int ranks, Total bytes, Total timePs) {}
}
