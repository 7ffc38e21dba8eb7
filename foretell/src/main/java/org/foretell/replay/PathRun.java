package org.foretell.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ModelTrait;
import org.foretell.model.MpiModel;
import org.foretell.model.ParameterMove;
import org.foretell.result.Sensitivity;
import org.foretell.scenario.Experiment;
import org.foretell.scenario.Replay;
import org.foretell.scenario.ReplayStart;
import org.foretell.scenario.Scenario;
import org.foretell.trace.Capability;
import org.foretell.trace.TraceSource;

/**
 * Finds the parameters that can be moved in a run, and follows its critical path if that gives the
 * effect of any of them.
 *
 * @param latencyOnly whether nothing but the latency between nodes is to be moved
 */
record PathRun(Scenario scenario, boolean latencyOnly) implements Replay<PathRun.Result> {
  /**
   * What was found.
   *
   * @param model of the run
   * @param isSharing whether messages share what they need
   * @param still in which figures move, so that nothing derived follows them
   * @param latency the latency between nodes, if there is any
   * @param onPath of which the path has told
   * @param told by lever on the path what it told
   * @param byReplays of which only other replays tell
   * @param steps what moves in steps
   */
  record Result(
      MpiModel model,
      boolean isSharing,
      Scenario still,
      Optional<TunableFigure> latency,
      List<TunableFigure> onPath,
      List<Sensitivity> told,
      List<TunableFigure> byReplays,
      List<PlannedStep> steps) {
    /** How many replays that took. */
    int replays() {
      return onPath.isEmpty() ? 0 : 1;
    }
  }

  @Override
  public Optional<String> variant() {
    return Optional.empty();
  }

  @Override
  public Result replay(ReplayStart start) {
    Experiment experiment = scenario.experiment();
    MpiModel model = start.ready().model().mpi();
    boolean isSharing = !model.traits().contains(ModelTrait.COSTS_BY_MESSAGE);
    boolean hasPath =
        !isSharing
            && model.withoutNoise() == model
            && experiment.noise().network() == null
            && experiment.noise().interruptions() == null
            && !start.trace().capabilities().contains(Capability.TASK_GRAPHS);
    TunableFigures levers =
        new TunableFigures(scenario, start.ready(), start.trace().capabilities());
    Scenario still = levers.still();
    Optional<TunableFigure> latency = levers.latency();
    List<TunableFigure> onPath = new ArrayList<>();
    List<TunableFigure> byReplays = new ArrayList<>();
    for (TunableFigure one : levers.all()) {
      if (!latencyOnly || latency.filter(of -> of.name().equals(one.name())).isPresent()) {
        (hasPath && one.onPath() ? onPath : byReplays).add(one);
      }
    }
    return new Result(
        model,
        isSharing,
        still,
        latency,
        onPath,
        onPath.isEmpty() ? List.of() : follow(start, still, onPath),
        byReplays,
        latencyOnly
            ? List.of()
            : new FiniteSteps(experiment, levers.parameters(), model.traits()).all());
  }

  /** One replay that tells what all on the path do. */
  private List<Sensitivity> follow(ReplayStart start, Scenario still, List<TunableFigure> onPath) {
    double cost = 1 + Elasticities.STEP;
    List<ParameterMove> moves = new ArrayList<>();
    for (TunableFigure lever : onPath) {
      moves.add(
          lever.changes() == null
              ? ParameterMove.ofBursts(lever.name(), cost, lever.ranks())
              : ParameterMove.of(lever.name(), model(lever.costing(still, cost), start.trace())));
    }
    List<Sensitivity> told = new ArrayList<>();
    start.run(
        start.ready().builder().sensitivities(model(still, start.trace()), moves, told::addAll));
    return told;
  }

  private CommunicationModel model(Scenario other, TraceSource source) {
    return other.experiment().simulation(source, scenario.seed()).model();
  }
}
