package org.foretell.replay;

import java.util.Optional;
import java.util.function.IntPredicate;
import org.foretell.runner.Outcome;
import org.foretell.scenario.Experiment;
import org.foretell.scenario.Replay;
import org.foretell.scenario.ReplayStart;
import org.foretell.scenario.Scenario;

/**
 * A run in which the bursts of some ranks take longer.
 *
 * @param lever whose ranks
 * @param cost so many times as long
 */
record LongerBurstsRun(Scenario scenario, TunableFigure lever, double cost)
    implements Replay<Outcome> {
  @Override
  public Optional<String> variant() {
    return Optional.of(lever.name() + " costs " + cost);
  }

  @Override
  public Outcome replay(ReplayStart start) {
    Experiment.Ready ready = start.ready();
    IntPredicate longer = lever.ranks();
    LongerBursts bursts = new LongerBursts(ready.bursts(), rank -> longer.test(rank) ? cost : 1);
    return Outcome.of(start.run(ready.builder().compute(bursts)));
  }
}
