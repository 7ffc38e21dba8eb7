package org.foretell.report;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The sensitivities in the JSON of {@code sim explain}.
 *
 * @param step the share by which parameters were moved
 * @param parameters with continuous values
 * @param steps parameters with discrete values
 * @param tolerance how much more latency the run bears; null if that is not known
 * @param replays how many replays it took
 * @param replaysLeftOut how many more all that is left out would take
 * @param notes about missing results
 */
public record SensitivitiesEntry(
    double step,
    List<SensitivityEntry> parameters,
    List<StepEntry> steps,
    @Nullable ToleranceEntry tolerance,
    int replays,
    int replaysLeftOut,
    List<String> notes) {
  /**
   * A parameter.
   *
   * @param parameter its name
   * @param value as written
   * @param number in {@code unit}
   * @param unit of the number
   * @param method {@code derivative} or {@code difference}
   * @param elasticity percent of the time for each percent of the parameter
   * @param elasticityWhenLess the elasticity towards smaller values; null if unknown
   * @param elasticityWhenMore the elasticity towards larger values; null if unknown
   * @param derivative seconds for each unit
   * @param gainOfOnePercent the share by which the run is shorter if the parameter is one percent
   *     better
   * @param lossOfOnePercent the share by which the run is longer if the parameter is one percent
   *     worse
   * @param holdsFrom down to which value the path stays; null if not examined
   * @param holdsTo up to which value it stays; null if not examined, or if no other path takes over
   * @param sidesDisagree whether smaller and larger values have different effects
   */
  public record SensitivityEntry(
      String parameter,
      String value,
      double number,
      String unit,
      String method,
      double elasticity,
      @Nullable Double elasticityWhenLess,
      @Nullable Double elasticityWhenMore,
      double derivative,
      double gainOfOnePercent,
      double lossOfOnePercent,
      @Nullable Double holdsFrom,
      @Nullable Double holdsTo,
      boolean sidesDisagree) {
    private static SensitivityEntry of(ParameterSensitivity one, long makespanPs) {
      return new SensitivityEntry(
          one.parameter(),
          one.value(),
          one.number(),
          one.unit(),
          one.method().name().toLowerCase(Locale.ROOT),
          one.elasticity(),
          boxed(one.whenLess(), 1),
          boxed(one.whenMore(), 1),
          one.derivative(makespanPs),
          one.gainOfOnePercent(),
          one.lossOfOnePercent(),
          boxed(one.holdsFrom(), one.number()),
          boxed(one.holdsTo(), one.number()),
          one.sidesDisagree());
    }
  }

  /**
   * A parameter with discrete values.
   *
   * @param parameter its name
   * @param value as written
   * @param neighbours its other values
   */
  public record StepEntry(String parameter, String value, List<NeighbourEntry> neighbours) {}

  /**
   * The time with a neighbouring value.
   *
   * @param neighbour the value, as written
   * @param picoseconds null if the program does not finish with this value
   */
  public record NeighbourEntry(String neighbour, @Nullable Long picoseconds) {}

  /**
   * How much more latency the run tolerates.
   *
   * @param parameter which latency
   * @param value as written
   * @param number in seconds
   * @param limits by how much longer the run is
   * @param monotone false if more latency was seen to make it shorter
   * @param replays how many it took
   */
  public record ToleranceEntry(
      String parameter,
      String value,
      double number,
      List<LimitEntry> limits,
      boolean monotone,
      int replays) {}

  /**
   * The growth of latency at which the run becomes longer by a share.
   *
   * @param longer the share
   * @param growthFrom the share by which the latency may grow at least
   * @param growthTo from which on the run is longer; null if that is not known
   * @param estimate the likely limit between the two; null if there is no estimate
   * @param source {@code slope}, {@code bounds}, {@code replays} or {@code estimate}
   */
  public record LimitEntry(
      double longer,
      double growthFrom,
      @Nullable Double growthTo,
      @Nullable Double estimate,
      String source) {}

  static SensitivitiesEntry of(Sensitivities found, long makespanPs) {
    return new SensitivitiesEntry(
        found.step(),
        found.parameters().stream().map(one -> SensitivityEntry.of(one, makespanPs)).toList(),
        found.steps().stream().map(SensitivitiesEntry::step).toList(),
        found.tolerance().map(SensitivitiesEntry::tolerance).orElse(null),
        found.replays(),
        found.replaysLeftOut(),
        found.notes());
  }

  private static StepEntry step(FiniteStep step) {
    return new StepEntry(
        step.parameter(),
        step.value(),
        step.neighbours().stream()
            .map(
                other ->
                    new NeighbourEntry(
                        other.value(),
                        other.predictedPs().isPresent()
                            ? Long.valueOf(other.predictedPs().getAsLong())
                            : null))
            .toList());
  }

  private static ToleranceEntry tolerance(LatencyTolerance found) {
    return new ToleranceEntry(
        found.parameter(),
        found.value(),
        found.number(),
        found.limits().stream()
            .map(
                limit ->
                    new LimitEntry(
                        limit.longer(),
                        limit.growthFrom(),
                        boxed(limit.growthTo(), 1),
                        boxed(limit.estimate(), 1),
                        limit.source().name().toLowerCase(Locale.ROOT)))
            .toList(),
        found.isMonotone(),
        found.replays());
  }

  private static @Nullable Double boxed(OptionalDouble value, double times) {
    return value.isEmpty() || Double.isInfinite(value.getAsDouble())
        ? null
        : Double.valueOf(value.getAsDouble() * times);
  }
}
