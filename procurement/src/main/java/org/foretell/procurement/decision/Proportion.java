package org.foretell.procurement.decision;

import org.hipparchus.special.Erf;

/**
 * A share of draws, and the confidence limits of the probability that it estimates.
 *
 * <p>The limits are Wilson's, which also hold near 0 and 1: E. B. Wilson, "Probable inference, the
 * law of succession, and statistical inference", 1927.
 *
 * @param share 0 to 1
 * @param low lower limit
 * @param high upper limit
 */
public record Proportion(double share, double low, double high) {
  /**
   * {@return a share with its limits}
   *
   * @param successes at least 0; a draw in which several offers are equally good counts as a
   *     fraction for each
   * @param draws at least 1
   * @param confidence that the limits enclose the probability, between 0 and 1, such as 0.95
   */
  public static Proportion of(double successes, int draws, double confidence) {
    if (draws < 1 || !(successes >= 0 && successes <= draws)) {
      throw new IllegalArgumentException(successes + " of " + draws + " draws");
    }
    if (!(confidence > 0 && confidence < 1)) {
      throw new IllegalArgumentException(
          "the confidence must be between 0 and 1, but is " + confidence);
    }
    double z = Math.sqrt(2) * Erf.erfInv(confidence);
    double share = successes / draws;
    double stretch = 1 + z * z / draws;
    double centre = (share + z * z / (2 * draws)) / stretch;
    double half =
        z * Math.sqrt(share * (1 - share) / draws + z * z / (4.0 * draws * draws)) / stretch;
    return new Proportion(
        share,
        successes == 0 ? 0 : Math.max(0, centre - half),
        successes == draws ? 1 : Math.min(1, centre + half));
  }
}
