package org.foretell.model;

/**
 * The cost of collectives by formula: all members wait for the last one, then all finish together
 * {@link #durationPs} later. Results depend on the call alone.
 */
@FunctionalInterface
public interface CollectiveModel {
  /**
   * {@return the time from the arrival of the last participant until all are done, picoseconds, at
   * least 0}
   *
   * @param call the call of the members; not to be kept
   */
  long durationPs(CollectiveCall call);

  /**
   * {@return a lower bound for the time of the call under any algorithm, picoseconds; 0 if no bound
   * is known}
   *
   * <p>Estimates for calls that are too large to be executed never fall below it.
   *
   * @param call the call of the members; not to be kept
   */
  default long leastPs(CollectiveCall call) {
    return 0;
  }

  /**
   * {@return the default cost of a reduction for each byte, for collectives executed as messages,
   * picoseconds; 0 if the model has no figure}
   */
  default double reducePsPerByte() {
    return 0;
  }
}
