package org.foretell.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import org.foretell.models.noise.Replications;
import org.foretell.time.Ps;
import org.jspecify.annotations.Nullable;

/**
 * Replications in the JSON of a run. Figures are null if too few runs finished.
 *
 * @param count how many were requested
 * @param completed how many came to their end
 * @param meanSeconds of the completed runs
 * @param standardDeviationSeconds of the completed runs
 * @param meanConfidence95 by Student's distribution
 * @param quantiles of the completed runs, including the minimum and the maximum
 * @param shown index of the run that the rest of the document describes
 * @param runs in order
 */
public record ReplicationsEntry(
    int count,
    int completed,
    @Nullable Double meanSeconds,
    @Nullable Double standardDeviationSeconds,
    @Nullable Interval meanConfidence95,
    List<Quantile> quantiles,
    int shown,
    List<Run> runs) {
  private static final double[] PROBABILITIES = {0, 0.05, 0.25, 0.5, 0.75, 0.95, 1};

  /**
   * A range.
   *
   * @param lowSeconds its lower end
   * @param highSeconds its upper end
   */
  public record Interval(double lowSeconds, double highSeconds) {}

  /**
   * The run time that a share of the runs does not exceed.
   *
   * @param probability the share, from 0 to 1
   * @param seconds the run time
   */
  public record Quantile(double probability, double seconds) {}

  /**
   * A single run.
   *
   * @param seed of everything random in it
   * @param predictedSeconds null unless it came to its end
   */
  public record Run(long seed, @Nullable Double predictedSeconds) {}

  static ReplicationsEntry of(Replications replications) {
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < replications.count(); i++) {
      runs.add(
          new Run(
              replications.seed(i),
              replications.completed(i) ? Ps.toSeconds(replications.predictedPs(i)) : null));
    }
    double mean = replications.meanSeconds();
    double radius = replications.confidenceSeconds();
    return new ReplicationsEntry(
        replications.count(),
        replications.completed(),
        known(mean),
        known(replications.standardDeviationSeconds()),
        Double.isNaN(radius) ? null : new Interval(mean - radius, mean + radius),
        replications.completed() == 0
            ? List.of()
            : DoubleStream.of(PROBABILITIES)
                .mapToObj(p -> new Quantile(p, replications.quantileSeconds(p)))
                .toList(),
        replications.representative(),
        runs);
  }

  private static @Nullable Double known(double value) {
    return Double.isNaN(value) ? null : value;
  }
}
