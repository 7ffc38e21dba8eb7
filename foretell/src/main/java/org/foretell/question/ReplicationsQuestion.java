package org.foretell.question;

import java.util.ArrayList;
import java.util.List;
import org.foretell.models.noise.Replications;
import org.foretell.runner.Answers;
import org.foretell.runner.Outcome;
import org.foretell.runner.Question;
import org.foretell.scenario.Scenario;
import org.foretell.scenario.Wanted;

/**
 * What do several runs with different random numbers predict? Ranks are where the seed of the
 * scenario puts them in all of them. The first run that cannot be made ends it: what it threw is
 * thrown.
 */
final class ReplicationsQuestion implements Question<Replications> {
  /**
   * So many are run before it is looked whether they can be made; then twice as many, and so on.
   */
  private static final int FIRST_ROUND =
      Math.max(16, 2 * Runtime.getRuntime().availableProcessors());

  private final Scenario placed;
  private final int count;
  private final List<Scenario> asked = new ArrayList<>();

  ReplicationsQuestion(Scenario scenario, int count) {
    if (count < 1) {
      throw new IllegalArgumentException(count + " replications");
    }
    placed =
        scenario.withPlacement(
            scenario.placement().withGiven(scenario.experiment().context().placement()));
    this.count = count;
  }

  @Override
  public List<? extends Wanted> next(Answers soFar) {
    asked.forEach(one -> soFar.of(one).endPs());
    int before = asked.size();
    int after = (int) Math.min(count, Math.max(FIRST_ROUND, 3L * before));
    for (int i = before; i < after; i++) {
      asked.add(placed.withSeed(Replications.seedOf(placed.seed(), i)));
    }
    return asked.subList(before, after);
  }

  @Override
  public Replications conclude(Answers all) {
    List<Replications.Run> runs = new ArrayList<>();
    for (Scenario one : asked) {
      Outcome outcome = all.of(one);
      runs.add(
          new Replications.Run(one.seed(), outcome.predictedPs().isPresent(), outcome.endPs()));
    }
    return Replications.of(runs);
  }
}
