package org.foretell.study.decision;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A value of one figure at which the first place changes, while all others vary in the draws.
 *
 * @param figure name of it
 * @param stated its value in the study
 * @param mean its mean in the draws; as stated if it is exact
 * @param at value at which the first place changes
 * @param from least value that was tried
 * @param to greatest value that was tried
 * @param first offer that is first on average over all draws
 * @param then offer that is first beyond
 * @param isWithinBounds whether the value lies within the bounds that the study states
 * @param fromReplay by which share a figure of the machine differs there from the nearest replay of
 *     a program on one of the two offers, all other figures as stated; empty for other figures
 */
public record FlipPoint(
    String figure,
    double stated,
    double mean,
    double at,
    double from,
    double to,
    String first,
    String then,
    boolean isWithinBounds,
    OptionalDouble fromReplay) {
  /** The greatest distance to a replay at which a change of the first place counts as confirmed. */
  public static final double CONFIRMED_WITHIN = 1e-3;

  /** {@return by which share of its mean the figure has to change, above 0 if it has to rise} */
  public double change() {
    return at / mean - 1;
  }

  /** {@return whether replays of both offers confirm it; empty for figures of no machine} */
  public Optional<Boolean> isConfirmed() {
    return fromReplay.isEmpty()
        ? Optional.empty()
        : Optional.of(fromReplay.getAsDouble() <= CONFIRMED_WITHIN);
  }
}
