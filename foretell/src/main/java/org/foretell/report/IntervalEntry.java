package org.foretell.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.foretell.time.Ps;
import org.jspecify.annotations.Nullable;

/**
 * The range of a prediction, in the JSON.
 *
 * @param lowSeconds the least time
 * @param highSeconds the greatest time
 * @param figuresLowSeconds the least time that figures of the machine within their bounds give
 * @param figuresHighSeconds the greatest time that they give
 * @param extrapolationError relative error that the hold-out of an extrapolated trace measured;
 *     null if the run was traced or no error was measured
 * @param dependsMostOn the name of the figure with the largest effect on the prediction, or
 *     "model"; null if nothing affects it
 * @param figures those that may affect the run, the largest effect first
 * @param models other models that fit the machine
 * @param runs how many replays it took
 */
public record IntervalEntry(
    double lowSeconds,
    double highSeconds,
    double figuresLowSeconds,
    double figuresHighSeconds,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double extrapolationError,
    @Nullable String dependsMostOn,
    List<FigureEntry> figures,
    List<ModelEntry> models,
    int runs) {

  /**
   * The effect of a figure of the machine.
   *
   * @param figure its name
   * @param value used for the prediction, with its unit
   * @param from the least value
   * @param to the greatest value
   * @param fromSeconds the time with the smallest value; null if there is none
   * @param toSeconds the time with the largest value; null if there is none
   */
  public record FigureEntry(
      String figure,
      String value,
      String from,
      String to,
      @Nullable Double fromSeconds,
      @Nullable Double toSeconds) {}

  /**
   * The prediction of another model.
   *
   * @param model its name
   * @param predictedSeconds null if it has no prediction
   * @param failure the reason why it has no prediction; null if it has one
   */
  public record ModelEntry(
      String model, @Nullable Double predictedSeconds, @Nullable String failure) {}

  static IntervalEntry of(PredictionInterval interval) {
    return new IntervalEntry(
        Ps.toSeconds(interval.lowPs()),
        Ps.toSeconds(interval.highPs()),
        Ps.toSeconds(interval.figuresLowPs()),
        Ps.toSeconds(interval.figuresHighPs()),
        interval.extrapolationError() == 0 ? null : Double.valueOf(interval.extrapolationError()),
        interval.dependsMostOn().orElse(null),
        interval.figures().stream()
            .map(
                effect ->
                    new FigureEntry(
                        effect.range().figure(),
                        effect.range().value(),
                        effect.range().from(),
                        effect.range().to(),
                        seconds(effect.fromPs()),
                        seconds(effect.toPs())))
            .toList(),
        interval.models().stream()
            .map(
                other ->
                    new ModelEntry(other.model(), seconds(other.predictedPs()), other.failure()))
            .toList(),
        interval.runs());
  }

  private static @Nullable Double seconds(@Nullable Long ps) {
    return ps == null ? null : Double.valueOf(Ps.toSeconds(ps));
  }
}
