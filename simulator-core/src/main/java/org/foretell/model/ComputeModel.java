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
   * @param burst a {@code COMPUTE} or {@code ELAPSE} op; not to be kept
   * @param marker the innermost open phase marker of the rank, or {@link OpView#NONE}
   */
  long durationPs(int rank, OpView burst, int marker);
}
