package org.foretell.question;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.foretell.failure.ForetellException;
import org.foretell.failure.words.FailureKind;
import org.foretell.observe.ProgressListener;
import org.foretell.replay.CostSplit;
import org.foretell.runner.Answers;
import org.foretell.runner.Question;
import org.foretell.scenario.Scenario;
import org.foretell.scenario.Wanted;

/**
 * What are the predictions of several scenarios made of? Each is run as it is, and once for each
 * kind of cost that is left out, all of them at once.
 */
final class ComparisonQuestion implements Question<List<ComparedScenario>> {
  private final List<Scenario> scenarios;
  private final List<CostSplit> splits = new ArrayList<>();
  private boolean asked;

  /**
   * Of scenarios.
   *
   * @param listener receives the progress of replays; called by any thread
   * @param everyOps how often
   */
  ComparisonQuestion(List<Scenario> scenarios, ProgressListener listener, long everyOps) {
    this.scenarios = List.copyOf(scenarios);
    scenarios.forEach(one -> splits.add(new CostSplit(one, listener, everyOps)));
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
  public List<ComparedScenario> conclude(Answers all) {
    List<ComparedScenario> rows = new ArrayList<>();
    for (int i = 0; i < scenarios.size(); i++) {
      rows.add(row(scenarios.get(i), splits.get(i), all));
    }
    return rows;
  }

  private static ComparedScenario row(Scenario scenario, CostSplit split, Answers all) {
    try {
      split
          .stuck(all)
          .ifPresent(
              end -> {
                throw stuck(scenario.model().provider().name(), end.name());
              });
      return ComparedScenario.of(scenario, split.parts(all), List.copyOf(split.problems(all)));
    } catch (RuntimeException failure) {
      if (!FailureKind.isOfRun(failure)) {
        throw failure;
      }
      return ComparedScenario.failed(scenario, failure);
    }
  }

  private static ForetellException stuck(String model, String end) {
    return ForetellException.programStuck(
        "under model "
            + model
            + " the program does not complete ("
            + end.toLowerCase(Locale.ROOT)
            + "); a prediction with this model gives the reason (in sim: sim run --model "
            + model
            + ")");
  }
}
