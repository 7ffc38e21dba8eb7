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
          "Run N times with different random numbers. The report has the mean, its confidence"
              + " interval and quantiles; its other parts describe a median run.")
  private @Nullable Integer count;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description =
          "Number of threads: for replications, or for parts of a long trace under simple, loggops,"
              + " loggops-atlahs and max-rate (default: all cores). It does not affect the"
              + " results.")
  private @Nullable Integer threads;

  /** Applies these options to a prediction. */
  void applyTo(PredictionSetup setup) {
    setup.replications(count).threads(threads);
  }

  /** Whether one of them is there. */
  boolean areGiven() {
    return count != null || threads != null;
  }
}
