package org.foretell.study.surface;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes the surfaces of a search. Most of them have the points of the one before and a few more, so
 * that only those cost something. For one thread.
 */
final class SurfaceFit {
  /** Interpolation through points that are nearer to each other suffers from rounding. */
  static final double NEAREST = 5e-4;

  /** One of a hundred steps between the bounds. */
  static final double APART = 0.02;

  private List<Axis> axes = List.of();
  private double[] slopes = new double[0];
  private @Nullable RadialSystem system;

  /** A replay, and its place among the coordinates of the axes. */
  private record Placed(Surface.Point point, double[] at) {}

  /**
   * {@return the surface through replays}
   *
   * @param axes of the variables that matter
   * @param slopes at the first replay, by axis; NaN if not known
   * @param replays times in seconds by factors
   * @param error as {@link Surface#largestError()} gives it
   */
  Surface through(
      List<Axis> axes, double[] slopes, Map<Map<String, Double>, Double> replays, double error) {
    // Replays that differ in nothing but variables that do not matter are one point.
    Map<List<Double>, Placed> distinct = new LinkedHashMap<>();
    replays.forEach(
        (factors, seconds) -> {
          double[] at = Surface.coordinates(axes, factors);
          distinct.putIfAbsent(
              Arrays.stream(at).boxed().toList(),
              new Placed(new Surface.Point(factors, seconds), at));
        });
    List<Placed> all = List.copyOf(distinct.values());
    return new Surface(
        axes,
        system(axes, slopes, spread(all, axes.size())).solved(),
        error,
        all.stream().map(Placed::point).toList(),
        replays.size());
  }

  private RadialSystem system(List<Axis> axes, double[] slopes, List<Placed> points) {
    RadialSystem before = system;
    if (before == null
        || !axes.equals(this.axes)
        || !Arrays.equals(slopes, this.slopes)
        || !isBeginning(before.points(), points)) {
      this.axes = List.copyOf(axes);
      this.slopes = slopes.clone();
      system =
          new RadialSystem(
              points.stream().map(Placed::at).toList(),
              points.stream().mapToDouble(one -> one.point.seconds()).toArray(),
              slopes);
      return system;
    }
    points
        .subList(before.points().size(), points.size())
        .forEach(one -> before.add(one.at, one.point.seconds()));
    return before;
  }

  private static boolean isBeginning(List<double[]> before, List<Placed> points) {
    if (before.size() > points.size()) {
      return false;
    }
    for (int i = 0; i < before.size(); i++) {
      if (!Arrays.equals(before.get(i), points.get(i).at)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Without those to which a later one is near: a surface through both swings, since times jump as
   * the order of messages changes. The first one stays.
   */
  private static List<Placed> spread(List<Placed> points, int dimensions) {
    List<Placed> later = new ArrayList<>();
    boolean[] stays = new boolean[points.size()];
    stays[0] = true;
    for (int i = points.size() - 1; i > 0; i--) {
      double[] at = points.get(i).at;
      if (!isNear(points.get(0).at, at, NEAREST)
          && later.stream().noneMatch(one -> isNear(one.at, at, APART))) {
        stays[i] = true;
        later.add(points.get(i));
      }
    }
    if (later.size() < dimensions) {
      return points;
    }
    List<Placed> apart = new ArrayList<>();
    for (int i = 0; i < stays.length; i++) {
      if (stays[i]) {
        apart.add(points.get(i));
      }
    }
    return apart;
  }

  /** {@return whether no coordinate differs by as much as a distance} */
  static boolean isNear(double[] one, double[] other, double distance) {
    for (int d = 0; d < one.length; d++) {
      if (Math.abs(one[d] - other[d]) >= distance) {
        return false;
      }
    }
    return true;
  }
}
