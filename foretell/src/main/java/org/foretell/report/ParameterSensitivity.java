package org.foretell.report;

import java.util.OptionalDouble;

/**
 * The effect of a parameter on a predicted time: by how many percent the time changes for each
 * percent of the parameter. Immutable.
 *
 * @param parameter its name: a parameter of the model, or a figure of the machine
 * @param value as written, with its unit
 * @param number the value in {@code unit}
 * @param unit {@code "s"}, {@code "B/s"}, {@code "s/B"}, {@code "flop/s"}, or {@code "1"} for a
 *     number without unit
 * @param largerIsSlower whether a larger value costs more, as for a latency
 * @param method how it was found
 * @param elasticity by how many percent the time changes for each percent of the parameter; of two
 *     sides their mean
 * @param whenLess the elasticity for a smaller value; empty if only the other one is known
 * @param whenMore the elasticity for a larger value; empty if only the other one is known
 * @param holdsFrom down to which multiple of the value the critical path stays the longest, as far
 *     as the path shows, at least 0; empty if not examined
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

  /** The method by which a sensitivity was found. */
  public enum Method {
    /**
     * Added up along the critical path, in one replay; if two more replays were made, with one
     * percent less and more, they give the two sides.
     */
    DERIVATIVE,
    /** From two replays, with a slightly smaller and a slightly larger value. */
    DIFFERENCE
  }

  /**
   * {@return this sensitivity, with the two sides taken from replays with one percent less and
   * more}
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

  /** {@return whether the parameter is known to change the time at all} */
  public boolean matters() {
    double ofSides = Math.max(Math.abs(whenLess.orElse(0)), Math.abs(whenMore.orElse(0)));
    return Math.max(ofSides, Math.abs(elasticity)) >= LEAST;
  }

  /** {@return whether both sides are known and differ} */
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

  /** {@return the share by which the run is shorter if the parameter is one percent better} */
  public double gainOfOnePercent() {
    OptionalDouble better = largerIsSlower ? whenLess : whenMore;
    double of = better.orElse(elasticity);
    return (largerIsSlower ? of : -of) / 100;
  }

  /** {@return the share by which the run is longer if the parameter is one percent worse} */
  public double lossOfOnePercent() {
    OptionalDouble worse = largerIsSlower ? whenMore : whenLess;
    double of = worse.orElse(elasticity);
    return (largerIsSlower ? of : -of) / 100;
  }

  /**
   * {@return the derivative of the predicted time, seconds per unit of the parameter}
   *
   * @param makespanPs the predicted time, picoseconds
   */
  public double derivative(long makespanPs) {
    return elasticity * makespanPs / 1e12 / number;
  }
}
