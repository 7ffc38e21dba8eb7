package org.foretell.procurement.decision;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import org.hipparchus.analysis.solvers.AllowedSolution;
import org.hipparchus.analysis.solvers.BracketingNthOrderBrentSolver;

/** Where the first place changes as one figure moves. */
public final class FlipPoints {
  private static final int ORDER = 5;
  private static final int MOST_EVALUATIONS = 200;

  private static final double NARROWEST = 1.0 / 256;
  private static final double WIDENED = 4;

  /** A lead is large if it is so many times the bend. */
  private static final double SAFETY = 2;

  /** A lead is nearly straight if its bend is such a share of its change. */
  private static final double STRAIGHT = 0.1;

  private final DoubleFunction<double[]> goodness;
  private final double tolerance;
  private final List<Flip> flips = new ArrayList<>();

  private FlipPoints(DoubleFunction<double[]> goodness, double tolerance) {
    this.goodness = goodness;
    this.tolerance = tolerance;
  }

  /**
   * A change of the first place.
   *
   * @param at value of the figure, where both are equally good within the tolerance
   * @param before number of the offer that is first below it
   * @param after number of the offer that is first above it
   */
  public record Flip(double at, int before, int after) {}

  /** A value of the figure, and how good all offers are there. */
  private record Place(double at, double[] goodness) {
    int best() {
      int best = 0;
      for (int offer = 1; offer < goodness.length; offer++) {
        if (goodness[offer] > goodness[best]) {
          best = offer;
        }
      }
      return best;
    }

    double lead(int offer, int other) {
      return goodness[offer] - goodness[other];
    }
  }

  /**
   * {@return all changes of the first place, from the least}
   *
   * <p>The range is halved until, in each part, the leads of offers over each other are nearly
   * straight, or so large that no bend as seen in the middle brings them to 0. What bends more
   * sharply than that within a part can be missed. Costs 3 evaluations where all is straight, at
   * most 2 to the power of {@code halvings + 1}, and about five for each change.
   *
   * @param goodness how good each offer is at a value of the figure; more is better, and the first
   *     of equals is the best; continuous
   * @param low least value that is tried
   * @param high greatest one, above {@code low}
   * @param halvings at most, at least 0
   * @param tolerance to which each change is found, above 0, in the unit of the figure
   */
  public static List<Flip> of(
      DoubleFunction<double[]> goodness, double low, double high, int halvings, double tolerance) {
    if (!(low < high) || halvings < 0 || !(tolerance > 0)) {
      throw new IllegalArgumentException(
          "from " + low + " to " + high + " in " + halvings + " halvings, to " + tolerance);
    }
    FlipPoints search = new FlipPoints(goodness, tolerance);
    search.halve(search.place(low), search.place(high), halvings);
    return List.copyOf(search.flips);
  }

  /**
   * {@return a change of the first place near one that was found with a rougher goodness; empty if
   * there is none}
   *
   * @param goodness as of {@link #of}
   * @param rough what was found
   * @param low least value that is tried
   * @param high greatest one
   * @param tolerance to which the change is found, above 0, in the unit of the figure
   */
  public static Optional<Flip> near(
      DoubleFunction<double[]> goodness, Flip rough, double low, double high, double tolerance) {
    FlipPoints search = new FlipPoints(goodness, tolerance);
    for (double width = (high - low) * NARROWEST; width <= high - low; width *= WIDENED) {
      Place from = search.place(Math.max(low, rough.at - width));
      Place to = search.place(Math.min(high, rough.at + width));
      if (from.lead(rough.before, rough.after) >= 0 && to.lead(rough.before, rough.after) <= 0) {
        double at = search.root(from, to, rough.before, rough.after);
        return Optional.of(new Flip(at, rough.before, rough.after));
      }
    }
    return Optional.empty();
  }

  private void halve(Place from, Place to, int halvings) {
    Place middle = place(from.at + (to.at - from.at) / 2);
    if (halvings > 0 && !isPlain(from, middle, to)) {
      halve(from, middle, halvings - 1);
      halve(middle, to, halvings - 1);
    } else {
      find(from, middle);
      find(middle, to);
    }
  }

  private static boolean isPlain(Place from, Place middle, Place to) {
    int offers = from.goodness.length;
    for (int one = 0; one < offers; one++) {
      for (int other = 0; other < one; other++) {
        if (!isPlain(from.lead(one, other), middle.lead(one, other), to.lead(one, other))) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean isPlain(double from, double middle, double to) {
    double bend = Math.abs(middle - (from + to) / 2);
    double least = Math.min(Math.abs(middle), Math.min(Math.abs(from), Math.abs(to)));
    boolean isOfOneSign = Math.signum(from) == Math.signum(middle) && middle * to > 0;
    return (isOfOneSign && least > SAFETY * bend) || bend <= STRAIGHT * Math.abs(to - from);
  }

  private Place place(double at) {
    return new Place(at, goodness.apply(at));
  }

  private void find(Place from, Place to) {
    int before = from.best();
    int after = to.best();
    if (before == after) {
      return;
    }
    Place root = place(root(from, to, before, after));
    int third = root.best();
    boolean isSplit =
        third != before
            && third != after
            && root.at > from.at
            && root.at < to.at
            && to.at - from.at > tolerance;
    if (isSplit) {
      // Another offer lies between.
      find(from, root);
      find(root, to);
    } else {
      flips.add(new Flip(root.at, before, after));
    }
  }

  /**
   * Where the lead of one over the other is 0: it is not below at the start, nor above at the end.
   */
  private double root(Place from, Place to, int before, int after) {
    if (from.lead(before, after) <= 0) {
      return from.at;
    }
    if (to.lead(before, after) >= 0) {
      return to.at;
    }
    return new BracketingNthOrderBrentSolver(0, tolerance, 0, ORDER)
        .solve(
            MOST_EVALUATIONS,
            value -> place(value).lead(before, after),
            from.at,
            to.at,
            AllowedSolution.ANY_SIDE);
  }
}
