package org.foretell.energy;

import java.util.Optional;
import java.util.function.DoubleFunction;

/**
 * A search for the greatest good value in a range, whose lower end is good. The upper end is tried
 * first.
 *
 * @param best the greatest value known to be good
 * @param open the value to try next; empty if the search has ended
 */
record Halving(double best, Optional<Double> open) {
  /** The end of a search in an empty range from 0. */
  static final Halving NOTHING = new Halving(0, Optional.empty());

  /**
   * How far a search has come.
   *
   * @param halvings how often the range is halved
   * @param verdict of a value: whether it is good, empty if it was not tried
   */
  static Halving of(
      double from, double to, int halvings, DoubleFunction<Optional<Boolean>> verdict) {
    double good = from;
    double bad = to;
    double tried = to;
    for (int step = 0; step <= halvings; step++) {
      Optional<Boolean> known = verdict.apply(tried);
      if (known.isEmpty()) {
        return new Halving(good, Optional.of(tried));
      }
      if (known.get()) {
        good = tried;
      } else {
        bad = tried;
      }
      if (good == to) {
        break;
      }
      tried = (good + bad) / 2;
    }
    return new Halving(good, Optional.empty());
  }
}
