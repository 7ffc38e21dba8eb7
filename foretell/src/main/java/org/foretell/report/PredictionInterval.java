package org.foretell.report;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.foretell.machine.FigureRange;
import org.foretell.time.Quantity;
import org.jspecify.annotations.Nullable;

/**
 * The range of a prediction, given the bounds of the machine's figures and the other models; {@code
 * docs/uncertainty.md} describes the method and its limits. Immutable.
 *
 * @param predictedPs the prediction that the interval is around, picoseconds
 * @param lowPs the least time, picoseconds; never above {@code predictedPs}
 * @param highPs the greatest time, picoseconds; never below {@code predictedPs}
 * @param figuresLowPs the least time that figures within their bounds give, picoseconds
 * @param figuresHighPs the greatest time that they give, picoseconds
 * @param extrapolationError relative error of the run time that the hold-out of an extrapolated
 *     trace measured, at least 0; 0 if the run was traced or no error was measured
 * @param figures those that may affect the run, the largest effect first
 * @param models other models that fit the machine, in alphabetical order
 * @param runs the number of replays, besides that of the prediction
 * @param elapsedSeconds the wall-clock time of the replays; the only figure that differs from run
 *     to run, so it is not in the JSON
 */
public record PredictionInterval(
    long predictedPs,
    long lowPs,
    long highPs,
    long figuresLowPs,
    long figuresHighPs,
    double extrapolationError,
    List<FigureEffect> figures,
    List<OtherModel> models,
    int runs,
    double elapsedSeconds) {
  /** The value of {@link #dependsMostOn} if it is not a figure. */
  public static final String MODEL = "model";

  private static final double PERCENT = 100;

  /** From so many per cent on, tenths are noise. */
  private static final double WHOLE_PERCENT = 0.95;

  private static final double LEAST_PERCENT = 0.05;
  private static final double MANY_PERCENT = 300;

  /** Copies the lists, and sorts figures by effect. */
  public PredictionInterval {
    long predicted = predictedPs;
    figures =
        figures.stream()
            .sorted(
                Comparator.comparingLong((FigureEffect figure) -> -figure.spreadPs(predicted))
                    .thenComparing(figure -> figure.range().figure()))
            .toList();
    models = List.copyOf(models);
  }

  /**
   * The effect of one figure of the machine on the prediction.
   *
   * @param range the figure and its bounds
   * @param fromPs the time with the figure at its smallest value, picoseconds; null if there is
   *     none
   * @param toPs the time with the figure at its largest value, picoseconds; null if there is none
   */
  public record FigureEffect(FigureRange range, @Nullable Long fromPs, @Nullable Long toPs) {
    /**
     * {@return by how much the prediction changes between the bounds, picoseconds}
     *
     * @param predictedPs the prediction, which lies between them
     */
    public long spreadPs(long predictedPs) {
      long from = fromPs == null ? predictedPs : fromPs;
      long to = toPs == null ? predictedPs : toPs;
      return Math.max(Math.max(from, to), predictedPs) - Math.min(Math.min(from, to), predictedPs);
    }
  }

  /**
   * The prediction of another model, with the nominal figures of the machine.
   *
   * @param model its name
   * @param predictedPs its prediction, picoseconds; null if it has none
   * @param failure the reason why it has no prediction, in a line; null if it has one
   */
  public record OtherModel(String model, @Nullable Long predictedPs, @Nullable String failure) {}

  /** {@return the shortest time that any model predicts, picoseconds} */
  public long modelsLowPs() {
    return models.stream()
        .map(OtherModel::predictedPs)
        .filter(ps -> ps != null)
        .mapToLong(Long::longValue)
        .reduce(predictedPs, Math::min);
  }

  /** {@return the longest time that any model predicts, picoseconds} */
  public long modelsHighPs() {
    return models.stream()
        .map(OtherModel::predictedPs)
        .filter(ps -> ps != null)
        .mapToLong(Long::longValue)
        .reduce(predictedPs, Math::max);
  }

  /**
   * {@return the name of the figure with the largest effect on the prediction, or {@link #MODEL} if
   * the models differ by more; empty if nothing affects it}
   */
  public Optional<String> dependsMostOn() {
    long models = modelsHighPs() - modelsLowPs();
    Optional<FigureEffect> figure = weightiest();
    if (figure.isPresent() && figure.get().spreadPs(predictedPs) >= models) {
      return Optional.of(figure.get().range().figure());
    }
    return models > 0 ? Optional.of(MODEL) : Optional.empty();
  }

  private Optional<FigureEffect> weightiest() {
    return figures.stream().findFirst().filter(figure -> figure.spreadPs(predictedPs) > 0);
  }

  /** {@return the interval and its basis, in a line for people} */
  public String text() {
    return String.format(
        Locale.US,
        "Between %s and %s: %s; %s%s%s",
        Quantity.formatTime(lowPs),
        Quantity.formatTime(highPs),
        figuresText(),
        modelsText(),
        extrapolationError == 0
            ? ""
            : String.format(Locale.US, "; extrapolation +-%.1f%%", PERCENT * extrapolationError),
        dependsMostOn()
            .map(what -> "; depends most on " + (what.equals(MODEL) ? "the model" : what))
            .orElse(""));
  }

  private String figuresText() {
    if (figures.isEmpty()) {
      return "no figure in use has bounds";
    }
    String change = change(figuresLowPs, figuresHighPs);
    return weightiest()
        .filter(figure -> !change.isEmpty())
        .map(figure -> "figures of the machine " + change + " (most by " + name(figure) + ")")
        .orElse("no figure of the machine changes it");
  }

  private static String name(FigureEffect figure) {
    return figure.range().figure();
  }

  private String modelsText() {
    String predicted =
        models.stream()
            .filter(model -> model.predictedPs() != null)
            .map(model -> model.model() + " " + formatted(model.predictedPs()))
            .collect(Collectors.joining(", "));
    String change = change(modelsLowPs(), modelsHighPs());
    return predicted.isEmpty()
        ? "no other model fits"
        : "models " + (change.isEmpty() ? "agree" : change) + " (" + predicted + ")";
  }

  private static String formatted(@Nullable Long ps) {
    return ps == null ? "none" : Quantity.formatTime(ps);
  }

  /** By how much the time falls and grows, each if it does. */
  private String change(long lowestPs, long highestPs) {
    return (part("-", lowestPs) + " " + part("+", highestPs)).strip();
  }

  /** A difference as a share of the prediction, and one that is many times it as a multiple. */
  private String part(String sign, long otherPs) {
    double percent = PERCENT * Math.abs(otherPs - predictedPs) / Math.max(1, predictedPs);
    if (percent < LEAST_PERCENT) {
      return "";
    }
    if (percent >= MANY_PERCENT) {
      return String.format(Locale.US, "up to %,.0f times", otherPs / (double) predictedPs);
    }
    return String.format(
        Locale.US, percent < WHOLE_PERCENT ? "%s%.1f%%" : "%s%.0f%%", sign, percent);
  }
}
