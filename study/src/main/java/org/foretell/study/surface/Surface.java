package org.foretell.study.surface;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The run time of a program as a function of the factors of uncertain figures.
 *
 * <p>Immutable.
 */
public final class Surface {
  private final List<Axis> axes;
  private final Interpolation interpolation;
  private final double largestError;
  private final List<Point> points;
  private final int replays;

  /**
   * A surface that is known.
   *
   * @param axes of the variables that matter; none if no variable does
   * @param interpolation in their coordinates
   * @param largestError as {@link #largestError()} gives it
   * @param points all different replays, whether it goes through them or near them
   * @param replays as {@link #replays()} gives it
   */
  Surface(
      List<Axis> axes,
      Interpolation interpolation,
      double largestError,
      List<Point> points,
      int replays) {
    this.axes = List.copyOf(axes);
    this.interpolation = interpolation;
    this.largestError = largestError;
    this.points = List.copyOf(points);
    this.replays = replays;
  }

  /**
   * A replay.
   *
   * @param factors by variable
   * @param seconds the time, above 0
   */
  public record Point(Map<String, Double> factors, double seconds) {
    /** Copies. */
    public Point {
      factors = Map.copyOf(factors);
      if (!(seconds > 0)) {
        throw new IllegalArgumentException("a time of " + seconds + " s");
      }
    }
  }

  /**
   * {@return the time at factors}
   *
   * @param factors by variable; those that do not matter may be left out
   */
  public double seconds(Map<String, Double> factors) {
    return interpolation.at(coordinates(axes, factors));
  }

  /**
   * {@return by which share factors differ from those of the nearest replay, the variable that
   * differs most}
   *
   * @param factors by variable; those that do not matter may be left out
   */
  public double distance(Map<String, Double> factors) {
    double least = Double.POSITIVE_INFINITY;
    for (Point point : points) {
      double most = 0;
      for (Axis axis : axes) {
        double there = Objects.requireNonNull(point.factors.get(axis.name()));
        double factor = Objects.requireNonNull(factors.get(axis.name()));
        most = Math.max(most, Math.abs(there / factor - 1));
      }
      least = Math.min(least, most);
    }
    return least;
  }

  static double[] coordinates(List<Axis> axes, Map<String, Double> factors) {
    double[] coordinates = new double[axes.size()];
    for (int i = 0; i < coordinates.length; i++) {
      Axis axis = axes.get(i);
      coordinates[i] =
          axis.coordinate(
              Objects.requireNonNull(
                  factors.get(axis.name()), () -> "no factor of " + axis.name()));
    }
    return coordinates;
  }

  /** {@return the variables that change the time} */
  public List<Axis> axes() {
    return axes;
  }

  /** {@return what it is computed from} */
  public Interpolation interpolation() {
    return interpolation;
  }

  /**
   * {@return the greatest relative error at replays that were made after the surface was, before
   * they were added to it; 0 if no variable matters}
   */
  public double largestError() {
    return largestError;
  }

  /** {@return how many replays it is made from} */
  public int replays() {
    return replays;
  }
}
