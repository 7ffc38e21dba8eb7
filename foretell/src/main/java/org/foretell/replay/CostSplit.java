package org.foretell.replay;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.foretell.observe.ProgressListener;
import org.foretell.replay.SteppedModel.Cost;
import org.foretell.report.CostParts;
import org.foretell.report.CostParts.Part;
import org.foretell.result.Prediction;
import org.foretell.runner.Answers;
import org.foretell.runner.Outcome;
import org.foretell.scenario.Scenario;
import org.foretell.scenario.Wanted;

/** The runs that take a prediction apart: one for each part, the last of them the prediction. */
public final class CostSplit {
  private final Scenario scenario;
  private final List<SteppedRun> stepped = new ArrayList<>();

  /**
   * Of a prediction.
   *
   * @param listener receives the progress of replays; called by any thread
   * @param everyOps how often
   */
  public CostSplit(Scenario scenario, ProgressListener listener, long everyOps) {
    this.scenario = scenario;
    EnumSet<Cost> costs = EnumSet.noneOf(Cost.class);
    for (int part = 0; part < Part.CONTENTION.ordinal(); part++) {
      if (part > 0) {
        costs.add(Cost.values()[part - 1]);
      }
      stepped.add(new SteppedRun(scenario, costs, listener, everyOps));
    }
  }

  static CostSplit of(Scenario scenario) {
    return new CostSplit(scenario, (timePs, operations, all) -> {}, Long.MAX_VALUE);
  }

  /** What it takes. */
  public List<Wanted> wanted() {
    List<Wanted> all = new ArrayList<>(stepped);
    all.add(scenario);
    return all;
  }

  /** How the runs ended, the whole one last; what the first one threw that failed is thrown. */
  private List<Outcome> outcomes(Answers answers) {
    List<Outcome> all = new ArrayList<>();
    stepped.forEach(one -> all.add(answers.of(one)));
    all.add(answers.of(scenario));
    return all;
  }

  /**
   * The parts, also of a program that does not finish, as far as it gets.
   *
   * @throws RuntimeException what the first run threw that failed
   */
  public CostParts parts(Answers answers) {
    List<Outcome> outcomes = outcomes(answers);
    List<Long> parts = new ArrayList<>();
    long before = 0;
    for (Outcome outcome : outcomes) {
      parts.add(outcome.endPs() - before);
      before = outcome.endPs();
    }
    return new CostParts(scenario.model().provider().name(), before, parts);
  }

  /** What is doubtful about the runs, each problem once. */
  public Set<String> problems(Answers answers) {
    Set<String> problems = new LinkedHashSet<>();
    outcomes(answers).forEach(one -> problems.addAll(one.problems()));
    return problems;
  }

  /**
   * How the first run ended in which the program does not finish; empty if there is none.
   *
   * @throws RuntimeException what the first run threw that failed, if it comes before
   */
  public Optional<Prediction.Outcome> stuck(Answers answers) {
    for (Outcome outcome : outcomes(answers)) {
      outcome.endPs();
      if (outcome.stuck().isPresent()) {
        return outcome.stuck();
      }
    }
    return Optional.empty();
  }
}
