package org.foretell.energy;

import java.util.EnumSet;
import java.util.Optional;
import org.foretell.observe.Statistics;
import org.foretell.replay.LongerBursts;
import org.foretell.report.RunEnergy;
import org.foretell.result.Prediction;
import org.foretell.scenario.Experiment;
import org.foretell.scenario.Replay;
import org.foretell.scenario.ReplayStart;
import org.foretell.scenario.Scenario;

/** A run with other clocks. */
record ClockedRun(Scenario scenario, PowerDraw draw, Clocks clocks)
    implements Replay<ClockedRun.Result> {
  /**
   * What was found.
   *
   * @param isCompleted whether the program came to its end
   * @param makespanPs how long it took
   * @param energy of its nodes
   * @param peakWatts greatest mean power of a span, if all cores have one clock
   */
  record Result(boolean isCompleted, long makespanPs, RunEnergy energy, double peakWatts) {}

  @Override
  public Optional<String> variant() {
    return Optional.of(clocks.name() + " bound " + clocks.boundShare());
  }

  @Override
  public Result replay(ReplayStart start) {
    Experiment.Ready ready = start.ready();
    Statistics statistics =
        new Statistics(
            scenario.experiment().context().placement(), EnumSet.noneOf(Statistics.Part.class));
    CoreActivity activity = new CoreActivity(draw);
    Prediction prediction =
        start.run(
            ready
                .builder()
                .compute(new LongerBursts(ready.bursts(), clocks::stretch))
                .observer(statistics)
                .observer(activity));
    StatisticsTimes times = new StatisticsTimes(statistics);
    return new Result(
        prediction.outcome() == Prediction.Outcome.COMPLETED,
        prediction.makespanPs(),
        draw.energy(times, clocks.ofRank()),
        activity.profile(times, clocks.ofRank().applyAsDouble(0)).peakWatts());
  }
}
