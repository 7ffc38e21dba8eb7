package org.foretell.study.description;

/**
 * How uncertain figures are sampled, and how many replays that may take.
 *
 * @param draws of all uncertain figures together, at least 1
 * @param seed of everything random
 * @param confidence of all limits and intervals, between 0 and 1
 * @param tolerance relative error of a surface at which no more replays are made for it, above 0
 * @param mostReplays of one surface, at least 1
 * @param mostNearFlips further replays where the decision depends on exact run times: at values of
 *     machine figures at which the first place changes, and at draws in which two offers are nearly
 *     equal; 0 for none
 */
public record SampleSettings(
    int draws, long seed, double confidence, double tolerance, int mostReplays, int mostNearFlips) {
  private static final int USUAL_NEAR_FLIPS = 100;

  /** The defaults of a study file: 1,000 draws, 95 %, surfaces within 1 %. */
  public static final SampleSettings USUAL = new SampleSettings(1000, 1, 0.95, 0.01, 200);

  /**
   * Settings with the usual number of replays near flips.
   *
   * @param draws as above
   * @param seed as above
   * @param confidence as above
   * @param tolerance as above
   * @param mostReplays as above
   */
  public SampleSettings(
      int draws, long seed, double confidence, double tolerance, int mostReplays) {
    this(draws, seed, confidence, tolerance, mostReplays, USUAL_NEAR_FLIPS);
  }
}
