package org.foretell.replay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.foretell.machine.Placement;
import org.foretell.model.ModelContext;
import org.foretell.model.ModelProvider;
import org.foretell.replay.Mechanism.Side;
import org.foretell.report.CostParts;
import org.foretell.report.CostParts.Part;
import org.foretell.report.PredictionInterval;
import org.foretell.report.PredictionInterval.OtherModel;
import org.foretell.report.RunStatistics;
import org.foretell.runner.Answers;
import org.foretell.runner.Question;
import org.foretell.scenario.Experiment;
import org.foretell.scenario.ModelContent;
import org.foretell.scenario.Scenario;
import org.foretell.scenario.Wanted;
import org.foretell.setting.ModelRegistry;
import org.foretell.time.Quantity;

/**
 * Why do two models differ much on a trace? A sentence; empty if none differs much. Takes ten
 * replays beside the two predictions.
 */
public final class Disagreement implements Question<Optional<String>> {
  /** From this factor on it is said. */
  static final double MUCH = 2;

  private final RunStatistics statistics;
  private final List<Scenario> scenarios = new ArrayList<>();
  private final List<CostSplit> splits = new ArrayList<>();
  private boolean asked;

  /**
   * Of the model that differs most.
   *
   * @param scenario that was predicted
   * @param interval around the prediction
   * @param statistics of the prediction
   */
  public Disagreement(
      Scenario scenario,
      ModelRegistry registry,
      PredictionInterval interval,
      RunStatistics statistics) {
    this.statistics = statistics;
    farthest(interval)
        .ifPresent(
            other -> {
              scenarios.add(scenario);
              scenarios.add(
                  scenario.withModel(ModelContent.of(registry.get(other.model()), registry)));
            });
    scenarios.forEach(one -> splits.add(CostSplit.of(one)));
  }

  @Override
  public List<? extends Wanted> next(Answers soFar) {
    List<Wanted> wanted = new ArrayList<>();
    if (!asked) {
      splits.forEach(split -> wanted.addAll(split.wanted()));
    }
    asked = true;
    return wanted;
  }

  @Override
  public Optional<String> conclude(Answers all) {
    if (scenarios.isEmpty()) {
      return Optional.empty();
    }
    List<Side> sides = new ArrayList<>();
    for (int i = 0; i < scenarios.size(); i++) {
      sides.add(side(scenarios.get(i).experiment(), splits.get(i).parts(all)));
    }
    return Optional.of(
        text(sides, scenarios.get(0).experiment().context().placement(), statistics));
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

  /** One sentence: by how much, in which kind of cost, and by which mechanism. */
  private static String text(List<Side> sides, Placement placement, RunStatistics statistics) {
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
        new Mechanism(more, less, placement, statistics).of(part));
  }

  private static long difference(Side more, Side less, Part part) {
    return more.parts().partPs(part) - less.parts().partPs(part);
  }

  private static String time(long ps) {
    return ps < 0 ? "-" + Quantity.formatTime(-ps) : Quantity.formatTime(ps);
  }

  private static Side side(Experiment experiment, CostParts parts) {
    ModelProvider provider = experiment.provider();
    ModelContext context = experiment.context();
    return new Side(
        provider.name(),
        experiment.model(context).model().mpi(),
        new LoneMessage(provider, context),
        parts);
  }
}
