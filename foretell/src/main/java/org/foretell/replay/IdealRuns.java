package org.foretell.replay;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.foretell.analysis.efficiency.ComputationScaling;
import org.foretell.analysis.efficiency.Efficiencies;
import org.foretell.analysis.efficiency.Efficiency;
import org.foretell.analysis.efficiency.EfficiencyLadder;
import org.foretell.analysis.efficiency.PhaseBalance;
import org.foretell.analysis.efficiency.PhaseEfficiency;
import org.foretell.analysis.efficiency.Rung;
import org.foretell.analysis.efficiency.RungTime;
import org.foretell.engine.Simulation;
import org.foretell.input.OpenTrace;
import org.foretell.model.ComputeModel;
import org.foretell.observe.Statistics;
import org.foretell.replay.SteppedModel.Cost;
import org.foretell.result.Prediction;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceSource;

/** Replays a trace on machines that are better and better, to see what that changes. */
public final class IdealRuns {
  private final Experiment experiment;
  private final MoreRuns runs;
  private final long seed;
  private final PhaseBalance balance = new PhaseBalance();
  private final Statistics ideal;

  /**
   * Replays of a trace that was replayed before.
   *
   * @param experiment how
   * @param watch is handed each simulation before it runs, by any thread
   */
  public IdealRuns(
      Experiment experiment, OpenTrace trace, long seed, Consumer<Simulation.Builder> watch) {
    this.experiment = experiment;
    this.seed = seed;
    runs = new MoreRuns(trace, seed, watch, (done, planned) -> {});
    ideal = new Statistics(experiment.context().placement(), EnumSet.of(Statistics.Part.PHASES));
  }

  /**
   * Replays the trace once for each rung but the first, on all cores.
   *
   * @param real of the replay at the first rung, with phases
   */
  public EfficiencyLadder ladder(Statistics real, Optional<ComputationScaling> scaling) {
    List<RungTime> rungs = new ArrayList<>();
    rungs.add(new RungTime(Rung.AS_PREDICTED, OptionalLong.of(real.makespanPs())));
    // The last one wants to know what the ideal network's finds.
    for (EnumSet<Rung> together :
        List.of(
            EnumSet.range(Rung.NO_CONTENTION, Rung.IDEAL_NETWORK),
            EnumSet.range(Rung.EAGER, Rung.BALANCED))) {
      rungs.addAll(runs.onAllCores(List.copyOf(together), 1, this::time));
    }
    boolean isKnown = rungs.get(Rung.IDEAL_NETWORK.ordinal()).timePs().isPresent();
    Optional<Efficiency> whole =
        isKnown ? Optional.of(Efficiencies.whole(real, ideal)) : Optional.empty();
    List<PhaseEfficiency> phases = isKnown ? Efficiencies.phases(real, ideal) : List.of();
    return new EfficiencyLadder(whole, phases, rungs, scaling);
  }

  private RungTime time(Rung rung) {
    Prediction prediction = runs.withTrace(source -> runs.run(simulation(rung, source)));
    return new RungTime(
        rung,
        prediction.outcome() == Prediction.Outcome.COMPLETED
            ? OptionalLong.of(prediction.makespanPs())
            : OptionalLong.empty());
  }

  private Simulation.Builder simulation(Rung rung, TraceSource source) {
    Experiment.Ready ready = experiment.simulation(source, seed);
    LoneMessage lone = new LoneMessage(experiment.provider(), experiment.context());
    Simulation.Builder builder =
        ready.builder().communication(SteppedModel.of(ready.model(), lone, costs(rung)));
    if (rung == Rung.IDEAL_NETWORK) {
      builder.observer(ideal).compute(new Noted(ready.bursts(), balance));
    } else if (rung == Rung.BALANCED) {
      builder.compute(new Balanced(ready.bursts(), balance));
    }
    return builder;
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
