package org.foretell.procurement.metric;

import java.util.List;
import java.util.OptionalDouble;

/**
 * The weighted geometric mean, {@code (prod v_i^w_i)^(1 / sum w_i)}. The ratio of the means of two
 * offers does not depend on the reference that the values are divided by, and its logarithm is
 * linear in the weights.
 *
 * <p>Immutable.
 *
 * @param values above 0
 * @param weights at least 0, one for each value, not all 0
 */
public record WeightedGeometricMean(List<Double> values, List<Double> weights) {
  /** Checks and copies. */
  public WeightedGeometricMean {
    values = List.copyOf(values);
    weights = List.copyOf(weights);
    if (values.isEmpty() || values.size() != weights.size()) {
      throw new IllegalArgumentException(
          values.size()
              + " values and "
              + weights.size()
              + " weights; expected one weight a value");
    }
    values.forEach(value -> Amount.positive("a value", value));
    weights.forEach(weight -> Amount.notNegative("a weight", weight));
    Amount.positive("the sum of the weights", sum(weights));
  }

  /** {@return the mean; computed from logarithms, so that no product overflows} */
  public double mean() {
    return Math.exp(logarithm());
  }

  private double logarithm() {
    double sum = 0;
    for (int i = 0; i < values.size(); i++) {
      sum += weights.get(i) * Math.log(values.get(i));
    }
    return sum / sum(weights);
  }

  /**
   * {@return the weight of one value at which this mean equals another one, with all other weights
   * unchanged; empty if no weight of at least 0 makes them equal, or if every weight does}
   *
   * @param other with the same weights
   * @param index of the value
   */
  public OptionalDouble equalAtWeight(WeightedGeometricMean other, int index) {
    if (!weights.equals(other.weights)) {
      throw new IllegalArgumentException("the two means have different weights");
    }
    double rest = 0;
    for (int i = 0; i < values.size(); i++) {
      if (i != index) {
        rest += weights.get(i) * Math.log(values.get(i) / other.values.get(i));
      }
    }
    double own = Math.log(values.get(index) / other.values.get(index));
    double weight = -rest / own;
    boolean isPossible = own != 0 && weight >= 0 && (rest != 0 || hasOtherWeight(index));
    return isPossible ? OptionalDouble.of(weight) : OptionalDouble.empty();
  }

  private boolean hasOtherWeight(int index) {
    for (int i = 0; i < weights.size(); i++) {
      if (i != index && weights.get(i) > 0) {
        return true;
      }
    }
    return false;
  }

  private static double sum(List<Double> weights) {
    return weights.stream().mapToDouble(Double::doubleValue).sum();
  }
}
