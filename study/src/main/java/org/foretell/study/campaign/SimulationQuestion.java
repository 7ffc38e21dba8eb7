package org.foretell.study.campaign;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.foretell.runner.Answers;
import org.foretell.runner.Question;
import org.foretell.runner.Runner;
import org.foretell.scenario.Wanted;

/**
 * The simulation of a mix or a workflow, on a thread of the runner.
 *
 * @param one the case
 * @param factors of figures by name
 * @param runner whose cancellation ends it
 * @param taker gets the replay as soon as it is over, on the thread that made it
 */
record SimulationQuestion(
    PreparedCase one, Map<String, Double> factors, Runner runner, Consumer<Replay> taker)
    implements Question<Replay> {
  /** It makes all runs itself. */
  @Override
  public List<Wanted> next(Answers soFar) {
    return List.of();
  }

  @Override
  public Replay conclude(Answers all) {
    Replay replay = one.simulated(factors, runner::throwIfCancelled);
    taker.accept(replay);
    return replay;
  }
}
