package org.foretell.observe;

/**
 * Receives the critical path of a simulation: consecutive legs from time 0 to the end of the last
 * rank, each of which could begin only at the end of the previous one. Their lengths add up to the
 * predicted time, to the picosecond.
 *
 * <p>Legs come in order of time, during the simulation, as soon as they are certain to be on the
 * path. Callbacks allocate nothing, run on the simulation's thread, and cannot change a prediction.
 */
@FunctionalInterface
public interface PathObserver {
  /**
   * Called for the next leg of the path.
   *
   * @param leg a view, to be read during the call and not kept
   */
  void leg(PathLeg leg);
}
