package org.foretell.cli.run;

import org.foretell.PredictionSetup;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that ask for several runs with different random numbers. */
final class ReplicationOptions {

  @Option(
      names = "--replications",
      paramLabel = "N",
      description =
          "Run N times with different random numbers; the report has the mean, its confidence"
              + " interval and quantiles, and describes a median run in all else.")
  private @Nullable Integer count;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description =
          "How many replications run at once; all cores when not given. The figures do not depend"
              + " on it.")
  private @Nullable Integer threads;

  /** Applies these options to a prediction. */
  void applyTo(PredictionSetup setup) {
    setup.replications(count).threads(threads);
  }
}
