package org.foretell.study.surface;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

  /** The replays of the last surface, in their order, and the places of those that differ. */
  private final List<Map<String, Double>> placed = new ArrayList<>();

  private final Map<List<Double>, Placed> distinct = new LinkedHashMap<>();

  /** Those of the last surface to which no later one is near. */
  private final List<Placed> apart = new ArrayList<>();

  /** A replay, and its place among the coordinates of the axes. */
  private record Placed(Surface.Point point, double[] at) {}

  /**
   * {@return the surface through replays}
   *
   * @param axes of the variables that matter
   * @param slopes at the first replay, by axis; NaN if not known
   * @param replays times in seconds by factors, in the order in which they were made
   * @param error as {@link Surface#largestError()} gives it
   */
  Surface through(
      List<Axis> axes, double[] slopes, Map<Map<String, Double>, Double> replays, double error) {
    if (!axes.equals(this.axes)
        || !Arrays.equals(slopes, this.slopes)
        || !isBeginning(replays.keySet())) {
      this.axes = List.copyOf(axes);
      this.slopes = slopes.clone();
      placed.clear();
      distinct.clear();
      apart.clear();
      system = null;
    }
    replays.entrySet().stream()
        .skip(placed.size())
        .toList()
        .forEach(one -> place(one.getKey(), one.getValue()));
    List<Placed> all = List.copyOf(distinct.values());
    List<Placed> points = apart.size() > axes.size() ? apart : all;
    return new Surface(
        axes,
        system(points).solved(),
        error,
        all.stream().map(Placed::point).toList(),
        replays.size());
  }

  /** Whether the last surface has the first of these replays, and no other ones. */
  private boolean isBeginning(Set<Map<String, Double>> replays) {
    Iterator<Map<String, Double>> next = replays.iterator();
    return placed.stream().allMatch(before -> next.hasNext() && before.equals(next.next()));
  }

  private void place(Map<String, Double> factors, double seconds) {
    placed.add(factors);
    double[] at = Surface.coordinates(axes, factors);
    Placed one = new Placed(new Surface.Point(factors, seconds), at);
    // Replays that differ in nothing but variables that do not matter are one point.
    if (distinct.putIfAbsent(Arrays.stream(at).boxed().toList(), one) == null) {
      setApart(one);
    }
  }

  private void setApart(Placed one) {
    if (apart.isEmpty()) {
      apart.add(one);
    } else if (!isNear(apart.get(0).at, one.at, NEAREST)) {
      boolean isNearOthers =
          apart.stream().skip(1).anyMatch(before -> isNear(before.at, one.at, APART));
      apart.add(one);
      if (isNearOthers) {
        spread();
      }
    }
  }

  /**
   * Drops those to which a later one is near: a surface through both swings, since times jump as
   * the order of messages changes. The first one stays.
   */
  private void spread() {
    List<Placed> all = List.copyOf(distinct.values());
    Deque<Placed> later = new ArrayDeque<>();
    for (int i = all.size() - 1; i > 0; i--) {
      double[] at = all.get(i).at;
      if (!isNear(all.get(0).at, at, NEAREST)
          && later.stream().noneMatch(one -> isNear(one.at, at, APART))) {
        later.addFirst(all.get(i));
      }
    }
    apart.clear();
    apart.add(all.get(0));
    apart.addAll(later);
  }

  private RadialSystem system(List<Placed> points) {
    RadialSystem before = system;
    if (before == null || !isBeginning(before.points(), points)) {
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
