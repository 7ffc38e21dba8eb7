package org.foretell.model;

import org.foretell.trace.OpView;

/**
 * The time that a burst takes on the machine being simulated.
 *
 * <p>Called once for each {@code COMPUTE} and each {@code ELAPSE}, in program order for each rank;
 * in any order between ranks. A model that draws random numbers keeps a stream for each rank, so
 * that the order does not matter.
 */
@FunctionalInterface
public interface ComputeModel {
  /**
   * Returns the duration on the simulated machine, picoseconds, at least 0.
   *
   * @param rank world rank
   * @param burst a {@code COMPUTE} or {@code ELAPSE} op; not to be kept
   * @param marker the innermost open phase marker of the rank, or {@link OpView#NONE}
   * @return picoseconds, at least 0
   */
  long durationPs(int rank, OpView burst, int marker);

  /**
   * Returns the duration of a burst that starts at a given time; by default {@link #durationPs(int,
   * OpView, int)}. The engine calls this method. For models that depend on the time, such as a
   * recorded noise.
   *
   * @param rank world rank
   * @param burst a {@code COMPUTE} or {@code ELAPSE} op; not to be kept
   * @param marker the innermost open phase marker of the rank, or {@link OpView#NONE}
   * @param startPs start of the burst; does not decrease from call to call for one rank
   * @return picoseconds, at least 0
   */
  default long durationPs(int rank, OpView burst, int marker, long startPs) {
    return durationPs(rank, burst, marker);
  }

  /**
   * Receives an {@code EVENT} of a rank, which may change the duration of the rank's next bursts;
   * called in program order with its bursts. Ignored by most models.
   *
   * @param rank world rank
   * @param type kind of event, at least 0
   * @param value at least 0; in traces of Paraver's family 0 ends what a value above 0 began
   */
  default void event(int rank, long type, long value) {}
}
