package org.foretell.study.campaign;

/**
 * The expected cost of a campaign.
 *
 * @param cases combinations of program, ranks per node, offer, model and what-if
 * @param known replays in the folder that may be used again
 * @param leastReplays if each surface is good enough at once
 * @param mostReplays if no surface is
 * @param secondsPerReplay processor time of a replay, on average over those that are planned
 * @param threads that make them
 */
public record Forecast(
    long cases,
    long known,
    long leastReplays,
    long mostReplays,
    double secondsPerReplay,
    int threads) {
  /** {@return the shortest time, without earlier results} */
  public double leastSeconds() {
    return leastReplays * secondsPerReplay / threads;
  }

  /** {@return the longest time} */
  public double mostSeconds() {
    return mostReplays * secondsPerReplay / threads;
  }
}
