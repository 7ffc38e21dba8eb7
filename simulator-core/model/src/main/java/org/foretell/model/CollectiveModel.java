package org.foretell.model;

/**
 * The cost of collectives by formula: all members wait for the last one, then all finish together
 * {@link #durationPs} later. Answers depend on the call alone.
 */
@FunctionalInterface
public interface CollectiveModel {
  /**
   * {@return the time from the arrival of the last participant until all are done, picoseconds, at
   * least 0}
   *
   * @param call what the members call; not to be kept
   */
  long durationPs(CollectiveCall call);

  /**
   * {@return a time in which no algorithm can carry out the call, picoseconds; 0 where no bound is
   * known}
   *
   * <p>Estimates of calls that are too large to be executed are never below it.
   *
   * @param call what the members call; not to be kept
   */
  default long leastPs(CollectiveCall call) {
    return 0;
  }

  /**
   * {@return what a reduction costs for each byte where collectives are executed as messages and
   * nobody says what it costs, picoseconds; 0 where the model has no figure}
   */
  default double reducePsPerByte() {
    return 0;
  }
}
