package org.foretell.replay;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.foretell.analysis.efficiency.ComputationScaling;
import org.foretell.analysis.efficiency.Efficiencies;
import org.foretell.analysis.efficiency.Efficiency;
import org.foretell.analysis.efficiency.EfficiencyLadder;
import org.foretell.analysis.efficiency.PhaseBalance;
import org.foretell.analysis.efficiency.PhaseEfficiency;
import org.foretell.analysis.efficiency.Rung;
import org.foretell.analysis.efficiency.RungTime;
import org.foretell.engine.Simulation;
import org.foretell.model.ComputeModel;
import org.foretell.observe.Statistics;
import org.foretell.pool.HeldTrace;
import org.foretell.pool.ReplayPool;
import org.foretell.replay.SteppedModel.Cost;
import org.foretell.result.Prediction;
import org.foretell.scenario.Experiment;
import org.foretell.trace.OpView;

/** Replays a trace on machines that are better and better, to see what that changes. */
public final class IdealRuns {
  private final Experiment experiment;
  private final MoreRuns runs;
  private final long seed;
  private final PhaseBalance balance = new PhaseBalance();
  private final Statistics ideal;

  /** By rung the predicted time; empty where the program does not come to its end. */
  private final Map<Rung, OptionalLong> times = new ConcurrentHashMap<>();

  /**
   * Replays of a trace.
   *
   * @param experiment how
   * @param pool makes them
   */
  public IdealRuns(Experiment experiment, HeldTrace trace, long seed, ReplayPool pool) {
    this.experiment = experiment;
    this.seed = seed;
    runs = new MoreRuns(pool, trace, seed, (done, planned) -> {});
    ideal = new Statistics(experiment.context().placement(), EnumSet.of(Statistics.Part.PHASES));
  }

  /**
   * Does other work, and replays the trace for each rung but the first meanwhile, on all cores. To
   * be called once.
   *
   * @param work replays the trace, on any thread; if it fails, its failure is thrown
   * @param more work that takes about as long
   */
  public <T> T beside(Supplier<T> work, Runnable more) {
    AtomicReference<T> done = new AtomicReference<>();
    List<Runnable> tasks =
        List.of(
            () -> done.set(runs.withRoom(work)),
            more,
            this::towardsIdeal,
            () -> replay(Rung.NO_CONTENTION),
            () -> replay(Rung.INFINITE_BANDWIDTH));
    runs.onAllCores(
        tasks,
        1,
        task -> {
          task.run();
          return task;
        });
    return Objects.requireNonNull(done.get());
  }

  /**
   * What the replays found.
   *
   * @param real of the replay at the first rung, with phases
   */
  public EfficiencyLadder ladder(Statistics real, Optional<ComputationScaling> scaling) {
    times.put(Rung.AS_PREDICTED, OptionalLong.of(real.makespanPs()));
    List<RungTime> rungs = new ArrayList<>();
    for (Rung rung : Rung.values()) {
      rungs.add(new RungTime(rung, Objects.requireNonNull(times.get(rung))));
    }
    boolean isKnown = rungs.get(Rung.IDEAL_NETWORK.ordinal()).timePs().isPresent();
    Optional<Efficiency> whole =
        isKnown ? Optional.of(Efficiencies.whole(real, ideal)) : Optional.empty();
    List<PhaseEfficiency> phases = isKnown ? Efficiencies.phases(real, ideal) : List.of();
    return new EfficiencyLadder(whole, phases, rungs, scaling);
  }

  /**
   * The rungs beside the ideal network. What it has in common with its neighbours is not replayed
   * again, and the last one wants to know what bursts it had.
   */
  private void towardsIdeal() {
    SteppedModel met = replay(Rung.IDEAL_NETWORK);
    OptionalLong idealPs = Objects.requireNonNull(times.get(Rung.IDEAL_NETWORK));
    if (met.leftOutCollectives()) {
      replay(Rung.ZERO_LATENCY);
    } else {
      times.put(Rung.ZERO_LATENCY, idealPs);
    }
    if (met.metRendezvous()) {
      replay(Rung.EAGER);
    } else {
      times.put(Rung.EAGER, idealPs);
    }
    replay(Rung.BALANCED);
  }

  private SteppedModel replay(Rung rung) {
    return runs.withTrace(
        source -> {
          Experiment.Ready ready = experiment.simulation(source, seed);
          LoneMessage lone = new LoneMessage(experiment.provider(), experiment.context());
          SteppedModel stepped = new SteppedModel(ready.model(), lone, costs(rung));
          Simulation.Builder builder = ready.builder().communication(stepped.model());
          if (rung == Rung.IDEAL_NETWORK) {
            builder.observer(ideal).compute(new Noted(ready.bursts(), balance));
          } else if (rung == Rung.BALANCED) {
            builder.compute(new Balanced(ready.bursts(), balance));
          }
          Prediction prediction = runs.run(builder);
          times.put(
              rung,
              prediction.outcome() == Prediction.Outcome.COMPLETED
                  ? OptionalLong.of(prediction.makespanPs())
                  : OptionalLong.empty());
          return stepped;
        });
  }

  /** What still counts at a rung under a model of its own. */
  private static EnumSet<Cost> costs(Rung rung) {
    return switch (rung) {
      case AS_PREDICTED, NO_CONTENTION -> EnumSet.allOf(Cost.class);
      case INFINITE_BANDWIDTH -> EnumSet.of(Cost.COLLECTIVES, Cost.LATENCY, Cost.PROTOCOL);
      case ZERO_LATENCY -> EnumSet.of(Cost.COLLECTIVES, Cost.PROTOCOL);
      case IDEAL_NETWORK -> EnumSet.of(Cost.PROTOCOL);
      case EAGER, BALANCED -> EnumSet.noneOf(Cost.class);
    };
  }

  /** Bursts as they are, which are noted. */
  private record Noted(ComputeModel bursts, PhaseBalance balance) implements ComputeModel {
    @Override
    public long durationPs(int rank, OpView burst, int marker) {
      return noted(rank, marker, bursts.durationPs(rank, burst, marker));
    }

    @Override
    public long durationPs(int rank, OpView burst, int marker, long startPs) {
      return noted(rank, marker, bursts.durationPs(rank, burst, marker, startPs));
    }

    private long noted(int rank, int marker, long durationPs) {
      balance.add(rank, marker, durationPs);
      return durationPs;
    }

    @Override
    public void event(int rank, long type, long value) {
      bursts.event(rank, type, value);
    }
  }

  /** Bursts that share out the work of a phase evenly. */
  private record Balanced(ComputeModel bursts, PhaseBalance balance) implements ComputeModel {
    @Override
    public long durationPs(int rank, OpView burst, int marker) {
      return balance.balancedPs(rank, marker, bursts.durationPs(rank, burst, marker));
    }

    @Override
    public long durationPs(int rank, OpView burst, int marker, long startPs) {
      return balance.balancedPs(rank, marker, bursts.durationPs(rank, burst, marker, startPs));
    }

    @Override
    public void event(int rank, long type, long value) {
      bursts.event(rank, type, value);
    }
  }
}
