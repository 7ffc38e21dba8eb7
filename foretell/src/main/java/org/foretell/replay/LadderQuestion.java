package org.foretell.replay;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.foretell.analysis.efficiency.Efficiencies;
import org.foretell.analysis.efficiency.Efficiency;
import org.foretell.analysis.efficiency.EfficiencyLadder;
import org.foretell.analysis.efficiency.PhaseBalance;
import org.foretell.analysis.efficiency.PhaseEfficiency;
import org.foretell.analysis.efficiency.Rung;
import org.foretell.analysis.efficiency.RungTime;
import org.foretell.model.ComputeModel;
import org.foretell.observe.Statistics;
import org.foretell.replay.SteppedModel.Cost;
import org.foretell.runner.Answers;
import org.foretell.runner.Outcome;
import org.foretell.runner.Question;
import org.foretell.scenario.Experiment;
import org.foretell.scenario.Replay;
import org.foretell.scenario.ReplayStart;
import org.foretell.scenario.Scenario;
import org.foretell.scenario.Wanted;
import org.foretell.trace.OpView;

/** How fast would a program be on ever better machines? Empty if it does not finish on this one. */
public final class LadderQuestion implements Question<Optional<EfficiencyLadder>> {
  private final Scenario scenario;
  private final WholeRun real;
  private final IdealRun ideal;
  private final Map<Rung, Replay<Outcome>> others = new EnumMap<>(Rung.class);
  private int rounds;

  /**
   * On the machine of a run.
   *
   * @param real the run, which may be part of another question too
   */
  public LadderQuestion(WholeRun real) {
    this.real = real;
    scenario = real.scenario();
    ideal = new IdealRun(scenario);
  }

  @Override
  public List<? extends Wanted> next(Answers soFar) {
    switch (rounds++) {
      case 0 -> {
        step(Rung.NO_CONTENTION);
        step(Rung.INFINITE_BANDWIDTH);
        List<Wanted> first = new ArrayList<>(List.of(real, ideal));
        first.addAll(others.values());
        return first;
      }
      case 1 -> {
        return soFar.of(real).isCompleted() ? towardsIdeal(soFar.of(ideal)) : List.of();
      }
      default -> {
        return List.of();
      }
    }
  }

  /** What the ideal network has in common with its neighbours is not replayed again. */
  private List<Wanted> towardsIdeal(IdealRun.Result met) {
    List<Wanted> wanted = new ArrayList<>();
    if (met.leftOutCollectives()) {
      wanted.add(step(Rung.ZERO_LATENCY));
    }
    if (met.metRendezvous()) {
      wanted.add(step(Rung.EAGER));
    }
    Replay<Outcome> balanced = new BalancedRun(scenario, met.balance());
    others.put(Rung.BALANCED, balanced);
    wanted.add(balanced);
    return wanted;
  }

  private Wanted step(Rung rung) {
    Replay<Outcome> run = SteppedRun.of(scenario, costs(rung));
    others.put(rung, run);
    return run;
  }

  @Override
  public Optional<EfficiencyLadder> conclude(Answers all) {
    WholeRun.Result whole = all.of(real);
    if (!whole.isCompleted()) {
      return Optional.empty();
    }
    IdealRun.Result found = all.of(ideal);
    List<RungTime> rungs = new ArrayList<>();
    for (Rung rung : Rung.values()) {
      Replay<Outcome> own = others.get(rung);
      rungs.add(
          new RungTime(
              rung,
              rung == Rung.AS_PREDICTED
                  ? OptionalLong.of(whole.statistics().makespanPs())
                  : own == null ? found.timePs() : timePs(all.of(own))));
    }
    boolean isKnown = found.timePs().isPresent();
    Optional<Efficiency> of =
        isKnown
            ? Optional.of(Efficiencies.whole(whole.statistics(), found.statistics()))
            : Optional.empty();
    List<PhaseEfficiency> phases =
        isKnown ? Efficiencies.phases(whole.statistics(), found.statistics()) : List.of();
    return Optional.of(new EfficiencyLadder(of, phases, rungs, Optional.empty()));
  }

  /** Empty if the program does not finish; rethrows the exception of a failed replay. */
  private static OptionalLong timePs(Outcome outcome) {
    return outcome.failure().isPresent() ? OptionalLong.empty() : OptionalLong.of(outcome.endPs());
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

  /** The run on an ideal network, with what others want to know of it. */
  private record IdealRun(Scenario scenario) implements Replay<IdealRun.Result> {
    /**
     * What was found.
     *
     * @param timePs empty if the program does not finish
     * @param statistics of phases
     * @param balance of the bursts
     * @param leftOutCollectives whether collectives would have taken time
     * @param metRendezvous whether messages waited for their receivers
     */
    record Result(
        OptionalLong timePs,
        Statistics statistics,
        PhaseBalance balance,
        boolean leftOutCollectives,
        boolean metRendezvous) {}

    @Override
    public Optional<String> variant() {
      return Optional.empty();
    }

    @Override
    public Result replay(ReplayStart start) {
      Statistics statistics =
          new Statistics(
              scenario.experiment().context().placement(), EnumSet.of(Statistics.Part.PHASES));
      PhaseBalance balance = new PhaseBalance();
      SteppedModel stepped = SteppedRun.model(scenario, start, costs(Rung.IDEAL_NETWORK));
      Experiment.Ready ready = start.ready();
      Outcome outcome =
          Outcome.of(
              start.run(
                  ready
                      .builder()
                      .communication(stepped.model())
                      .observer(statistics)
                      .compute(new Noted(ready.bursts(), balance))));
      return new Result(
          outcome.predictedPs(),
          statistics,
          balance,
          stepped.leftOutCollectives(),
          stepped.metRendezvous());
    }
  }

  /** The run on an ideal network with the work of each phase shared out evenly. */
  private record BalancedRun(Scenario scenario, PhaseBalance balance) implements Replay<Outcome> {
    @Override
    public Optional<String> variant() {
      return Optional.of("balanced");
    }

    @Override
    public Outcome replay(ReplayStart start) {
      Experiment.Ready ready = start.ready();
      return Outcome.of(
          start.run(
              ready
                  .builder()
                  .communication(SteppedRun.model(scenario, start, costs(Rung.BALANCED)).model())
                  .compute(new Balanced(ready.bursts(), balance))));
    }
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
