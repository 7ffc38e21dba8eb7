package org.foretell.replay;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.foretell.observe.ProgressListener;
import org.foretell.replay.SteppedModel.Cost;
import org.foretell.runner.Outcome;
import org.foretell.scenario.Experiment;
import org.foretell.scenario.Replay;
import org.foretell.scenario.ReplayStart;
import org.foretell.scenario.Scenario;

/**
 * A run in which messages do not hinder each other, and only some of their costs count.
 *
 * @param costs those that count
 * @param listener receives the progress
 * @param everyOps how often
 */
record SteppedRun(Scenario scenario, Set<Cost> costs, ProgressListener listener, long everyOps)
    implements Replay<Outcome> {
  SteppedRun {
    costs = Set.copyOf(costs);
  }

  /** One of which nobody wants to hear. */
  static SteppedRun of(Scenario scenario, Set<Cost> costs) {
    return new SteppedRun(scenario, costs, (timePs, operations, all) -> {}, Long.MAX_VALUE);
  }

  @Override
  public Optional<String> variant() {
    EnumSet<Cost> inOrder = EnumSet.noneOf(Cost.class);
    inOrder.addAll(costs);
    return Optional.of("alone " + inOrder);
  }

  @Override
  public Outcome replay(ReplayStart start) {
    SteppedModel stepped = model(scenario, start, costs);
    return Outcome.of(
        start.run(start.ready().builder().communication(stepped.model()), listener, everyOps));
  }

  /** The model of a replay with some of its costs. */
  static SteppedModel model(Scenario scenario, ReplayStart start, Set<Cost> costs) {
    Experiment experiment = scenario.experiment();
    EnumSet<Cost> counting = EnumSet.noneOf(Cost.class);
    counting.addAll(costs);
    return new SteppedModel(
        start.ready().model(),
        new LoneMessage(experiment.provider(), experiment.context()),
        counting);
  }
}
