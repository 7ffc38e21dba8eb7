package org.foretell;

import java.util.Optional;
import org.foretell.models.noise.Replications;
import org.foretell.observe.Statistics;
import org.foretell.report.PredictionInterval;
import org.foretell.result.Prediction;
import org.foretell.scenario.Experiment;

/** How a run ended, and what else was found out about it. */
record Done(
    Experiment.Ready ready,
    Prediction prediction,
    Statistics statistics,
    long seed,
    Optional<Replications> replications,
    Optional<PredictionInterval> interval,
    boolean intervalLeftOut) {
  static Done of(Experiment.Ready ready, Prediction prediction, Statistics statistics, long seed) {
    return new Done(ready, prediction, statistics, seed, Optional.empty(), Optional.empty(), false);
  }

  /** The same with an interval, or without one since the trace is long. */
  Done with(Optional<PredictionInterval> around, boolean leftOut) {
    return new Done(ready, prediction, statistics, seed, replications, around, leftOut);
  }
}
