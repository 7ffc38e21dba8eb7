package org.foretell.model;

import org.foretell.trace.OpView;

/**
 * The time that a burst takes on the machine being simulated.
 *
 * <p>Called once for each {@code COMPUTE} and each {@code ELAPSE}, for each rank in program order;
 * between ranks in any order. A model that draws random numbers keeps a stream for each rank, so
 * that the order does not matter.
 */
@FunctionalInterface
public interface ComputeModel {
  /**
   * Duration on the simulated machine, picoseconds, at least 0.
   *
   * @param rank world rank
   * @param burst a {@code COMPUTE} or {@code ELAPSE} op; not to be kept
   * @param marker the innermost open phase marker of the rank, or {@link OpView#NONE}
   * @return picoseconds, at least 0
   */
  long durationPs(int rank, OpView burst, int marker);

  /**
   * As {@link #durationPs(int, OpView, int)}, which it is by default; this is what the engine asks.
   * For models that depend on the time of day, such as a recorded noise.
   *
   * @param rank world rank
   * @param burst a {@code COMPUTE} or {@code ELAPSE} op; not to be kept
   * @param marker the innermost open phase marker of the rank, or {@link OpView#NONE}
   * @param startPs when the burst starts; does not decrease from call to call for one rank
   * @return picoseconds, at least 0
   */
  default long durationPs(int rank, OpView burst, int marker, long startPs) {
    return durationPs(rank, burst, marker);
  }

  /**
   * Takes note of an {@code EVENT} of a rank, which may change how long the rank's next bursts
   * take; called in program order with its bursts. Ignored by most models.
   *
   * @param rank world rank
   * @param type kind of event, at least 0
   * @param value at least 0; in traces of Paraver's family 0 ends what a value above 0 began
   */
  default void event(int rank, long type, long value) {}
}
