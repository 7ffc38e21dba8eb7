package org.foretell.study.surface;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.foretell.study.description.Estimate;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.QRDecomposition;

/**
 * What the critical path of the replay with all figures as stated says of each variable. Immutable.
 */
public final class Slopes {
  /** The share of itself by which a factor is greater where its slope is taken. */
  public static final double STEP = 0.01;

  static final Slopes NONE = new Slopes(Map.of());

  private final Map<String, Double> changes;

  /**
   * Slopes.
   *
   * @param changes by variable by how much longer the run is, in seconds, if the factor is greater
   *     by {@link #STEP} of itself
   */
  Slopes(Map<String, Double> changes) {
    this.changes = Map.copyOf(changes);
  }

  boolean isEmpty() {
    return changes.isEmpty();
  }

  boolean has(String variable) {
    return changes.containsKey(variable);
  }

  /** Whether more of a variable takes longer. */
  boolean isLonger(String variable) {
    return change(variable) > 0;
  }

  private double change(String variable) {
    return Objects.requireNonNull(changes.get(variable), variable);
  }

  /** What is longer with a greater factor is latency or work; what is shorter is a speed. */
  Axis axis(String variable, Estimate factor) {
    return new Axis(variable, factor.from(), factor.to(), change(variable) < 0);
  }

  /** The slope in a coordinate, in seconds; NaN if it is not known. */
  double of(Axis axis, double factor) {
    return has(axis.name())
        ? change(axis.name()) / (axis.coordinate(factor * (1 + STEP)) - axis.coordinate(factor))
        : Double.NaN;
  }

  /** The most that a variable does within its bounds, in seconds, if its slope is all there is. */
  double effect(Axis axis, double factor) {
    double at = axis.coordinate(factor);
    return Math.abs(of(axis, factor)) * Math.max(1 - at, 1 + at);
  }

  /**
   * Whether replays all over the bounds say the same: the slopes of the plane that fits them best
   * differ from these, over all of the bounds, by a share of the time at most.
   */
  boolean agree(
      List<Axis> axes, Map<Map<String, Double>, Double> replays, double[] slopes, double share) {
    int size = replays.size();
    if (size < axes.size() + 2) {
      return true;
    }
    double[][] rows = new double[size][axes.size() + 1];
    double[] seconds = new double[size];
    int row = 0;
    double sum = 0;
    for (Map.Entry<Map<String, Double>, Double> replay : replays.entrySet()) {
      rows[row][axes.size()] = 1;
      for (int d = 0; d < axes.size(); d++) {
        Axis axis = axes.get(d);
        rows[row][d] = axis.coordinate(Objects.requireNonNull(replay.getKey().get(axis.name())));
      }
      seconds[row] = replay.getValue();
      sum += replay.getValue();
      row++;
    }
    double[] plane =
        new QRDecomposition(new Array2DRowRealMatrix(rows, false))
            .getSolver()
            .solve(new ArrayRealVector(seconds, false))
            .toArray();
    for (int d = 0; d < axes.size(); d++) {
      // The coordinate goes from -1 to 1. NaN: there is nothing to compare.
      if (2 * Math.abs(plane[d] - slopes[d]) > share * sum / size) {
        return false;
      }
    }
    return true;
  }
}
