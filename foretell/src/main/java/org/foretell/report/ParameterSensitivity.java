package org.foretell.report;

import java.util.OptionalDouble;

/**
 * What a parameter does to a predicted time: by how many percent that changes for each percent of
 * the parameter. Immutable.
 *
 * @param parameter its name: one of the model, or a figure of the machine
 * @param value as written, with its unit
 * @param number the value in {@code unit}
 * @param unit {@code "s"}, {@code "B/s"}, {@code "s/B"}, {@code "flop/s"}, or {@code "1"} for a
 *     number without unit
 * @param largerIsSlower whether a larger value is one that costs more, as of a latency
 * @param method how it was found
 * @param elasticity by how many percent the time changes for each percent of the parameter; of two
 *     sides their mean
 * @param whenLess the elasticity for less of the parameter; empty if only the other one is known
 * @param whenMore the elasticity for more of it; empty if only the other one is known
 * @param holdsFrom down to which multiple of the value the critical path stays the longest, as far
 *     as it tells, at least 0; empty where it was not looked at
 * @param holdsTo the same upwards; infinite if no other path was seen to take over
 */
public record ParameterSensitivity(
    String parameter,
    String value,
    double number,
    String unit,
    boolean largerIsSlower,
    Method method,
    double elasticity,
    OptionalDouble whenLess,
    OptionalDouble whenMore,
    OptionalDouble holdsFrom,
    OptionalDouble holdsTo) {
  /** Of the larger of two elasticities, what the other may differ by and still be called equal. */
  private static final double EQUAL = 0.1;

  /** Elasticities below do not tell: a change of a millionth for a change of the parameter. */
  private static final double LEAST = 1e-6;

  /** How a sensitivity is found. */
  public enum Method {
    /**
     * Added up along the critical path, in one replay; where two more replays were made, with one
     * percent less and more, the sides are theirs.
     */
    DERIVATIVE,
    /** From two replays, with a little less and a little more of the parameter. */
    DIFFERENCE
  }

  /**
   * {@return this, with what replays say of one percent less and more}
   *
   * @param replays of the same parameter, found by difference
   */
  public ParameterSensitivity withSidesOf(ParameterSensitivity replays) {
    return new ParameterSensitivity(
        parameter,
        value,
        number,
        unit,
        largerIsSlower,
        method,
        elasticity,
        replays.whenLess,
        replays.whenMore,
        holdsFrom,
        holdsTo);
  }

  /** {@return whether the parameter changes the time at all, as far as is known} */
  public boolean matters() {
    double ofSides = Math.max(Math.abs(whenLess.orElse(0)), Math.abs(whenMore.orElse(0)));
    return Math.max(ofSides, Math.abs(elasticity)) >= LEAST;
  }

  /** {@return whether both sides are known, and one is not what the other is} */
  public boolean sidesDisagree() {
    if (whenLess.isEmpty() || whenMore.isEmpty()) {
      return false;
    }
    double less = whenLess.getAsDouble();
    double more = whenMore.getAsDouble();
    double larger = Math.max(Math.abs(less), Math.abs(more));
    return larger >= LEAST && Math.abs(less - more) > EQUAL * larger;
  }

  /**
   * {@return whether the run becomes shorter when the parameter becomes worse, or longer when it
   * becomes better}
   */
  public boolean isAnomalous() {
    double sign = largerIsSlower ? 1 : -1;
    return matters() && Math.min(sign * whenLess.orElse(0), sign * whenMore.orElse(0)) <= -LEAST;
  }

  /** {@return the share by which the run is shorter when the parameter is one percent better} */
  public double gainOfOnePercent() {
    OptionalDouble better = largerIsSlower ? whenLess : whenMore;
    double of = better.orElse(elasticity);
    return (largerIsSlower ? of : -of) / 100;
  }

  /** {@return the share by which the run is longer when the parameter is one percent worse} */
  public double lossOfOnePercent() {
    OptionalDouble worse = largerIsSlower ? whenMore : whenLess;
    double of = worse.orElse(elasticity);
    return (largerIsSlower ? of : -of) / 100;
  }

  /**
   * {@return the derivative of the predicted time, seconds for each unit of the parameter}
   *
   * @param makespanPs the predicted time, picoseconds
   */
  public double derivative(long makespanPs) {
    return elasticity * makespanPs / 1e12 / number;
  }
}
