package org.foretell.study.campaign;

/**
 * What a campaign will take.
 *
 * @param cases combinations of program, ranks per node, offer, model and what-if
 * @param known replays in the folder that may be used again
 * @param leastReplays if each surface is good enough at once
 * @param mostReplays if no surface is
 * @param secondsPerReplay processor time of a replay, on average over the programs
 * @param threads that make them
 */
public record Forecast(
    long cases,
    long known,
    long leastReplays,
    long mostReplays,
    double secondsPerReplay,
    int threads) {
  /** {@return the least time that it takes, if nothing is known before} */
  public double leastSeconds() {
    return leastReplays * secondsPerReplay / threads;
  }

  /** {@return the most time that it takes} */
  public double mostSeconds() {
    return mostReplays * secondsPerReplay / threads;
  }
}
