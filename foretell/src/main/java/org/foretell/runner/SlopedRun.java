package org.foretell.runner;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.foretell.engine.Simulation;
import org.foretell.failure.words.FailureKind;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ModelTrait;
import org.foretell.model.MpiModel;
import org.foretell.model.ParameterMove;
import org.foretell.models.compute.ScaledCompute;
import org.foretell.result.Prediction;
import org.foretell.result.Sensitivity;
import org.foretell.scenario.Experiment;
import org.foretell.scenario.Replay;
import org.foretell.scenario.ReplayStart;
import org.foretell.scenario.Scenario;
import org.foretell.trace.Capability;
import org.jspecify.annotations.Nullable;

/**
 * The run of a scenario, and by how much its critical path becomes longer in other scenarios that
 * hardly differ: to first order the change of the time. For {@link Runner#runWithSlopes}.
 */
public final class SlopedRun implements Replay<SlopedRun.Result> {
  /** Relative to the ratio of speeds: what differs by less is the same. */
  private static final double ROUNDED = 1e-12;

  /** What paths say nothing of. */
  private static final Set<Capability> WITHOUT_PATH =
      Set.of(Capability.TASK_GRAPHS, Capability.FILE_IO, Capability.SHMEM);

  private final Scenario scenario;
  private final Map<String, Scenario> moved;

  /**
   * A run.
   *
   * @param scenario which
   * @param moved scenarios of the same trace in which figures of the network, or the speed of
   *     cores, differ a little, by name
   */
  public SlopedRun(Scenario scenario, Map<String, Scenario> moved) {
    this.scenario = Objects.requireNonNull(scenario, "scenario");
    this.moved = new LinkedHashMap<>(Objects.requireNonNull(moved, "moved"));
  }

  /**
   * How it ended.
   *
   * @param outcome the same as that of a run without slopes
   * @param changesPs by name of a scenario by how much the critical path is longer in it,
   *     picoseconds; without those that the path does not give: if messages share the network, if
   *     bursts do not follow the speed of the cores, or with noise, files or SHMEM
   */
  public record Result(Outcome outcome, Map<String, Long> changesPs) {
    /** Copies. */
    public Result {
      Objects.requireNonNull(outcome, "outcome");
      changesPs = Map.copyOf(Objects.requireNonNull(changesPs, "changesPs"));
    }

    static Result of(Replays.Ended ended) {
      RuntimeException failure = ended.failure();
      return failure == null
          ? (Result) Objects.requireNonNull(ended.result())
          : new Result(Outcome.failed(failure, false), Map.of());
    }
  }

  @Override
  public Scenario scenario() {
    return scenario;
  }

  @Override
  public Optional<String> variant() {
    return Optional.empty();
  }

  @Override
  public Result replay(ReplayStart start) {
    SummedCompute bursts = new SummedCompute(start.ready().bursts());
    Simulation.Builder simulation = start.ready().builder().compute(bursts);
    List<ParameterMove> moves = hasPath(start) ? moves(start) : List.of();
    List<Sensitivity> told = new ArrayList<>();
    if (!moves.isEmpty()) {
      simulation.sensitivities(ready(scenario, start).model(), moves, told::addAll);
    }
    try {
      Prediction prediction = start.run(simulation);
      Map<String, Long> changes = new LinkedHashMap<>();
      told.forEach(one -> changes.put(one.name(), one.changePs()));
      return new Result(
          Outcome.of(prediction, OptionalDouble.of(bursts.sumPs())), Map.copyOf(changes));
    } catch (RuntimeException failure) {
      if (!FailureKind.isOfRun(failure)) {
        throw failure;
      }
      return new Result(Outcome.failed(failure, true), Map.of());
    }
  }

  private boolean hasPath(ReplayStart start) {
    MpiModel model = start.ready().model().mpi();
    Experiment experiment = scenario.experiment();
    ScaledCompute compute = start.ready().compute();
    return model.traits().contains(ModelTrait.COSTS_BY_MESSAGE)
        && model.withoutNoise() == model
        && experiment.noise().network() == null
        && experiment.noise().interruptions() == null
        && compute.roof(0).isEmpty()
        && compute.memory().isEmpty()
        && !compute.followsKinds()
        && start.trace().capabilities().stream().noneMatch(WITHOUT_PATH::contains);
  }

  private List<ParameterMove> moves(ReplayStart start) {
    List<ParameterMove> moves = new ArrayList<>();
    moved.forEach(
        (name, other) -> {
          ParameterMove move = move(name, ready(other, start), start);
          if (move != null) {
            moves.add(move);
          }
        });
    return moves;
  }

  /** Null if the path does not give its effect. */
  private @Nullable ParameterMove move(String name, Experiment.Ready other, ReplayStart start) {
    CommunicationModel model = other.model();
    ScaledCompute before = start.ready().compute();
    ScaledCompute after = other.compute();
    int ranks = start.trace().info().ranks();
    double factor = 1;
    boolean[] isMoved = new boolean[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      double longer = before.cpuRatio(rank) / after.cpuRatio(rank);
      isMoved[rank] = isOther(longer, 1);
      if (isMoved[rank] && factor != 1 && isOther(longer, factor)) {
        return null;
      }
      factor = isMoved[rank] ? longer : factor;
    }
    return model.mpi().getClass() == start.ready().model().mpi().getClass()
        ? new ParameterMove(name, model, factor, rank -> isMoved[rank])
        : null;
  }

  private static boolean isOther(double one, double other) {
    return !(Math.abs(one - other) <= ROUNDED * Math.abs(other));
  }

  private Experiment.Ready ready(Scenario other, ReplayStart start) {
    return other.experiment().simulation(start.trace(), scenario.seed());
  }
}
