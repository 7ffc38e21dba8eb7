package org.foretell.procurement.decision;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/** Where the first place changes as one figure moves. */
public final class FlipPoints {
  private FlipPoints() {}

  /**
   * A change of the first place.
   *
   * @param at value of the figure, between the two that were tried last
   * @param before number of the offer that is first below it
   * @param after number of the offer that is first above it
   */
  public record Flip(double at, int before, int after) {}

  /**
   * {@return all changes of the first place between neighbouring values of a grid, from the least;
   * two changes within one step of the grid can be missed}
   *
   * @param first number of the offer that is first at a value of the figure
   * @param low least value that is tried
   * @param high greatest one, above {@code low}
   * @param steps of the grid, at least 1
   * @param tolerance to which each change is found, above 0, in the unit of the figure
   */
  public static List<Flip> of(
      ToIntFunction<Double> first, double low, double high, int steps, double tolerance) {
    if (!(low < high) || steps < 1 || !(tolerance > 0)) {
      throw new IllegalArgumentException(
          "from " + low + " to " + high + " in " + steps + " steps, to " + tolerance);
    }
    List<Flip> flips = new ArrayList<>();
    double from = low;
    int before = first.applyAsInt(from);
    for (int step = 1; step <= steps; step++) {
      double to = step == steps ? high : low + (high - low) * step / steps;
      int after = first.applyAsInt(to);
      while (after != before) {
        // A third offer may lie between: its flips are found one by one.
        Flip flip = within(first, from, before, to, tolerance);
        flips.add(flip);
        from = flip.at;
        before = flip.after;
      }
      from = to;
    }
    return flips;
  }

  private static Flip within(
      ToIntFunction<Double> first, double from, int before, double to, double tolerance) {
    double low = from;
    double high = to;
    int after = first.applyAsInt(high);
    while (high - low > tolerance) {
      double middle = low + (high - low) / 2;
      if (middle <= low || middle >= high) {
        break;
      }
      int there = first.applyAsInt(middle);
      if (there == before) {
        low = middle;
      } else {
        high = middle;
        after = there;
      }
    }
    return new Flip(high, before, after);
  }
}
