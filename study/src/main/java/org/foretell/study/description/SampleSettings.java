package org.foretell.study.description;

/**
 * How uncertain figures are sampled, and how many replays that may take.
 *
 * @param draws of all uncertain figures together, at least 1
 * @param seed of everything random
 * @param confidence of all limits and intervals, between 0 and 1
 * @param tolerance relative error of a surface at which no more replays are made for it, above 0
 * @param mostReplays of one surface, at least 1
 */
public record SampleSettings(
    int draws, long seed, double confidence, double tolerance, int mostReplays) {
  /** The defaults of a study file: 1,000 draws, 95 %, surfaces within 1 %. */
  public static final SampleSettings USUAL = new SampleSettings(1000, 1, 0.95, 0.01, 200);
}
