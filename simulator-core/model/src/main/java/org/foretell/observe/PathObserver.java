package org.foretell.observe;

/**
 * Is told of the critical path of a simulation: the legs that follow one after the other from time
 * 0 to the end of the last rank, each of which could begin only when the one before it was over.
 * Their lengths add up to the predicted time, to the picosecond.
 *
 * <p>Legs come in order of time, while the simulation runs, as soon as it is certain that whatever
 * comes later will follow from them. Callbacks allocate nothing, come on the simulation's thread,
 * and cannot change a prediction.
 */
@FunctionalInterface
public interface PathObserver {
  /**
   * The next leg of the path.
   *
   * @param leg a view, to be read during the call and not kept
   */
  void leg(PathLeg leg);
}
