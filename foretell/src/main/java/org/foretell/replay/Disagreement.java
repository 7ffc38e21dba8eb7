package org.foretell.replay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ModelProvider;
import org.foretell.pool.HeldTrace;
import org.foretell.pool.ReplayPool;
import org.foretell.replay.Mechanism.Side;
import org.foretell.report.CostParts;
import org.foretell.report.CostParts.Part;
import org.foretell.report.PredictionInterval;
import org.foretell.report.PredictionInterval.OtherModel;
import org.foretell.report.RunStatistics;
import org.foretell.report.RunsListener;
import org.foretell.scenario.Experiment;
import org.foretell.scenario.ModelContent;
import org.foretell.scenario.Scenario;
import org.foretell.setting.CollectiveChoice;
import org.foretell.setting.ModelRegistry;
import org.foretell.time.Quantity;
import org.foretell.trace.TraceSource;

/** Says why two models differ much on a trace, which takes twelve replays. */
public final class Disagreement {
  /** From this factor on it is said. */
  static final double MUCH = 2;

  private Disagreement() {}

  /**
   * Why the model that differs most predicts another time, in a sentence; empty if none differs
   * much. Takes a dozen replays.
   *
   * @param scenario that was predicted
   * @param interval around the prediction
   * @param statistics of the prediction
   * @param pool makes the replays
   * @param told hears how many of them are done; called by any thread
   */
  public static Optional<String> of(
      Scenario scenario,
      ModelRegistry registry,
      PredictionInterval interval,
      RunStatistics statistics,
      ReplayPool pool,
      HeldTrace trace,
      RunsListener told) {
    return farthest(interval)
        .map(
            other ->
                text(
                    new MoreRuns(pool, trace, scenario.seed(), told),
                    scenario.seed(),
                    scenario.experiment(),
                    scenario
                        .withModel(ModelContent.of(registry.get(other.model()), registry))
                        .experiment(),
                    statistics));
  }

  /** The other model that differs most from the prediction, if it differs much. */
  static Optional<OtherModel> farthest(PredictionInterval interval) {
    return interval.models().stream()
        .filter(other -> factor(interval, other) >= MUCH)
        .max(Comparator.comparingDouble(other -> factor(interval, other)));
  }

  /** By how much two predictions differ, at least 1; 0 if one of them is no time at all. */
  private static double factor(PredictionInterval interval, OtherModel other) {
    Long otherPs = other.predictedPs();
    if (otherPs == null || otherPs <= 0 || interval.predictedPs() <= 0) {
      return 0;
    }
    double ratio = (double) otherPs / interval.predictedPs();
    return Math.max(ratio, 1 / ratio);
  }

  /**
   * One sentence: by how much, in which kind of cost, and by which mechanism.
   *
   * @param one what was predicted with
   * @param other what predicts another time
   */
  static String text(
      MoreRuns runs, long seed, Experiment one, Experiment other, RunStatistics statistics) {
    List<Side> sides =
        runs.onAllCores(List.of(one, other), Part.values().length, each -> side(runs, seed, each));
    List<Side> byTime = new ArrayList<>(sides);
    byTime.sort(Comparator.comparingLong(side -> side.parts().predictedPs()));
    Side less = byTime.get(0);
    Side more = byTime.get(1);
    Part part = Part.COMPUTATION;
    for (Part each : Part.values()) {
      if (difference(more, less, each) > difference(more, less, part)) {
        part = each;
      }
    }
    return String.format(
        Locale.US,
        "models differ by a factor of %.1f on this trace: %s predicts %s and %s %s, mostly by %s"
            + " (%s and %s): %s",
        (double) more.parts().predictedPs() / Math.max(1, less.parts().predictedPs()),
        sides.get(0).name(),
        Quantity.formatTime(sides.get(0).parts().predictedPs()),
        sides.get(1).name(),
        Quantity.formatTime(sides.get(1).parts().predictedPs()),
        part.title(),
        time(sides.get(0).parts().partPs(part)),
        time(sides.get(1).parts().partPs(part)),
        new Mechanism(more, less, one.context().placement(), statistics).of(part));
  }

  private static long difference(Side more, Side less, Part part) {
    return more.parts().partPs(part) - less.parts().partPs(part);
  }

  private static String time(long ps) {
    return ps < 0 ? "-" + Quantity.formatTime(-ps) : Quantity.formatTime(ps);
  }

  private static Side side(MoreRuns runs, long seed, Experiment experiment) {
    ModelProvider provider = experiment.provider();
    LoneMessage lone = new LoneMessage(provider, experiment.context());
    CollectiveChoice.Choice choice = experiment.model(experiment.context());
    CostParts parts =
        runs.withTrace(
            source ->
                CostSplit.of(
                    choice.model(), lone, model -> predict(runs, seed, experiment, source, model)));
    return new Side(provider.name(), choice.model().mpi(), lone, parts);
  }

  private static long predict(
      MoreRuns runs,
      long seed,
      Experiment experiment,
      TraceSource source,
      CommunicationModel model) {
    return runs.run(experiment.simulation(source, seed).builder().communication(model))
        .makespanPs();
  }
}
