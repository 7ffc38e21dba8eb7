package org.foretell.scale;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.foretell.Foretell;
import org.foretell.generators.synthetic.SyntheticOption;
import org.foretell.generators.synthetic.SyntheticTrace;
import org.foretell.report.RunResult;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.MemoryTrace;

/** Replays the sizes of a series. The given size, and no other, fixes its time per point. */
final class ScalePrediction {
  /** Calls of collectives are executed, not estimated, up to as many steps as Foretell can. */
  private static final String EXECUTED_STEPS = "16777216";

  private static final double CLOSE = 1e-4;
  private static final double CLOSE_BELOW_JUMP = 1e-3;
  private static final int MOST_ROUNDS = 60;

  /** A time per point below that of any program here. */
  private static final double FIRST_PS = 100;

  private final ScaleSeries series;

  private ScalePrediction(ScaleSeries series) {
    this.series = series;
  }

  /** {@return the predictions of all sizes with at most some ranks, and the given one} */
  static ScaleResult of(ScaleSeries series, int mostRanks) {
    ScalePrediction prediction = new ScalePrediction(series);
    if (series.given().isEmpty()) {
      return new ScaleResult(series.name(), null, prediction.sizes(0, mostRanks));
    }
    double pointPs = prediction.pointPs(series.given().get());
    return new ScaleResult(series.name(), pointPs, prediction.sizes(pointPs, mostRanks));
  }

  private List<ScaleResult.Size> sizes(double pointPs, int mostRanks) {
    return series.sizes().stream()
        .filter(size -> size.ranks() <= mostRanks || series.given().stream().anyMatch(size::equals))
        .map(size -> new ScaleResult.Size(size.nodes(), seconds(size, pointPs)))
        .toList();
  }

  /**
   * The time per point with which the replay of a size takes as long as published. The replay grows
   * with it almost linearly, so interpolation in an interval, by turns with halving it, finds it in
   * a few rounds. Where messages meet in another order it jumps; then the time just below the jump
   * counts, if that is near enough.
   */
  private double pointPs(ScaleSeries.Size size) {
    double wanted = series.figure().seconds(size.value());
    double ps = 0;
    double seconds = seconds(size, ps);
    if (seconds >= wanted) {
      throw new IllegalStateException(
          String.format(
              Locale.ROOT,
              "%s: on %d nodes communication alone takes %.4g s, no less than the published %.4g s",
              series.name(),
              size.nodes(),
              seconds,
              wanted));
    }
    double highPs = FIRST_PS;
    double highSeconds = seconds(size, highPs);
    while (highSeconds < wanted) {
      ps = highPs;
      seconds = highSeconds;
      highPs *= 10;
      highSeconds = seconds(size, highPs);
    }
    for (int round = 0; round < MOST_ROUNDS; round++) {
      double share = round % 2 == 0 ? (wanted - seconds) / (highSeconds - seconds) : 0.5;
      double middlePs = ps + share * (highPs - ps);
      double middleSeconds = seconds(size, middlePs);
      if (Math.abs(middleSeconds / wanted - 1) < CLOSE) {
        return middlePs;
      }
      if (middleSeconds < wanted) {
        ps = middlePs;
        seconds = middleSeconds;
      } else {
        highPs = middlePs;
        highSeconds = middleSeconds;
      }
    }
    if (1 - seconds / wanted < CLOSE_BELOW_JUMP) {
      return ps;
    }
    throw new IllegalStateException(
        series.name() + ": no time per point found with which " + size + " takes " + wanted + " s");
  }

  private double seconds(ScaleSeries.Size size, double pointPs) {
    SyntheticTrace trace = SyntheticTrace.of(series.program(), size.ranks());
    for (Map.Entry<SyntheticOption, String> option : series.options().entrySet()) {
      trace = trace.with(option.getKey(), option.getValue());
    }
    if (series.given().isPresent()) {
      trace =
          trace.with(SyntheticOption.TIME_PER_POINT, String.format(Locale.ROOT, "%.6fps", pointPs));
    }
    if (size.grid().isPresent()) {
      trace = trace.with(SyntheticOption.GRID, size.grid().get());
    }
    try (TraceSource source = inMemory(trace)) {
      RunResult result =
          Foretell.prediction()
              .machine(series.machine())
              .trace(source, series.name())
              .model(series.model())
              .placement(series.placement())
              .ranksPerNode(series.ranksPerNode())
              .parameter("collectives.exactUpTo", EXECUTED_STEPS)
              .interval(false)
              .run();
      return result.predictedSeconds() / series.steps() * series.stepsPerOperation();
    }
  }

  private static TraceSource inMemory(SyntheticTrace trace) {
    try (MemoryTrace.Builder builder = MemoryTrace.builder()) {
      trace.writeTo(builder);
      return builder.build();
    }
  }
}
