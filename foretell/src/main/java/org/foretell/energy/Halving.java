package org.foretell.energy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;

/**
 * A search for the greatest good value in a range, whose lower end is good. The upper end is tried
 * first.
 *
 * @param good values known to be good, in rising order
 * @param open the value to try next; empty if the search has ended
 */
record Halving(List<Double> good, Optional<Double> open) {
  /** A search that has found a value. */
  static Halving ended(double best) {
    return new Halving(List.of(best), Optional.empty());
  }

  /**
   * How far a search has come.
   *
   * @param step the search ends when the range is no longer than this
   * @param verdict of a value: whether it is good, empty if it was not tried
   */
  static Halving of(
      double from, double to, double step, DoubleFunction<Optional<Boolean>> verdict) {
    List<Double> good = new ArrayList<>(List.of(from));
    double best = from;
    double bad = to;
    double tried = to;
    do {
      Optional<Boolean> known = verdict.apply(tried);
      if (known.isEmpty()) {
        return new Halving(good, Optional.of(tried));
      }
      if (known.get()) {
        best = tried;
        good.add(best);
      } else {
        bad = tried;
      }
      tried = (best + bad) / 2;
    } while (bad - best > step);
    return new Halving(good, Optional.empty());
  }

  /** The greatest value known to be good. */
  double best() {
    return good.get(good.size() - 1);
  }
}
