package org.foretell;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CancellationException;
import org.foretell.energy.CoreActivity;
import org.foretell.energy.EnergyChoice;
import org.foretell.energy.EnergyQuestion;
import org.foretell.energy.PowerDraw;
import org.foretell.energy.StatisticsTimes;
import org.foretell.failure.ForetellException;
import org.foretell.input.OpenTrace;
import org.foretell.machine.Machine;
import org.foretell.replay.RunWarnings;
import org.foretell.replay.WholeRun;
import org.foretell.report.EnergyResult;
import org.foretell.report.RunResult;
import org.foretell.report.RunsListener;
import org.foretell.result.Prediction;
import org.foretell.runner.Runner;
import org.jspecify.annotations.Nullable;

/**
 * All settings of {@code sim energy}. Unset ones take its defaults; a machine that states its power
 * and a trace are required.
 */
public final class EnergySetup extends RunSetup<EnergySetup> {
  private static final double USUAL_TOLERANCE = 0.01;

  private final List<Double> clocks = new ArrayList<>();
  private double boundShare = 1;
  private double tolerance = USUAL_TOLERANCE;
  private OptionalDouble capWatts = OptionalDouble.empty();
  private RunsListener runs = (done, total) -> {};

  EnergySetup() {}

  @Override
  EnergySetup self() {
    return this;
  }

  /**
   * Sets the clocks of all cores to try beside the nominal one; by default, six from the lowest
   * that the machine states.
   *
   * @param relative to the nominal clock, each above 0 and at most 1
   * @return this
   */
  public EnergySetup clocks(List<Double> relative) {
    Objects.requireNonNull(relative, "relative");
    for (double clock : relative) {
      if (!(clock > 0 && clock <= 1)) {
        throw ForetellException.usage(
            "a clock must be above 0 and at most 1, relative to the nominal one, but is " + clock);
      }
    }
    clocks.clear();
    clocks.addAll(relative);
    return this;
  }

  /**
   * Sets the share of bursts that slower clocks slow down; memory bounds the rest. 1 by default, so
   * that bursts at half of the clock take twice as long.
   *
   * @param share 0 to 1
   * @return this
   */
  public EnergySetup clockBoundShare(double share) {
    if (!(share >= 0 && share <= 1)) {
      throw ForetellException.usage(
          "the share of bursts that clocks slow down must be 0 to 1, but is " + share);
    }
    boundShare = share;
    return this;
  }

  /**
   * Sets by how much longer a run may take in which ranks with slack have slower clocks; 0.01 by
   * default.
   *
   * @param share of the predicted time, at least 0
   * @return this
   */
  public EnergySetup tolerance(double share) {
    if (!(share >= 0 && Double.isFinite(share))) {
      throw ForetellException.usage("the tolerance must be at least 0, but is " + share);
    }
    tolerance = share;
    return this;
  }

  /**
   * Sets a limit for the power of the nodes in use and their share of the switches.
   *
   * @param watts above 0; null for none
   * @return this
   */
  public EnergySetup capWatts(@Nullable Double watts) {
    if (watts != null && !(watts > 0 && Double.isFinite(watts))) {
      throw ForetellException.usage("the limit of the power must be above 0, but is " + watts);
    }
    capWatts = watts == null ? OptionalDouble.empty() : OptionalDouble.of(watts);
    return this;
  }

  /**
   * Reports how many replays with slower clocks are done; their total grows.
   *
   * @param listener called by any of the replaying threads
   * @return this
   */
  public EnergySetup replayProgress(RunsListener listener) {
    Objects.requireNonNull(listener, "listener");
    runs = listener;
    return this;
  }

  /**
   * Predicts the run, its energy, and what slower clocks change.
   *
   * @return the prediction and its energy; a deadlock is a result, not a failure
   * @throws IllegalStateException if no trace was given
   * @throws ForetellException if a setting or an input is wrong, or the machine does not state its
   *     power
   * @throws org.foretell.trace.TraceException if the trace is missing, cannot be read, or is
   *     damaged
   * @throws org.foretell.machines.file.MachineFileException if the machine file is wrong
   * @throws org.foretell.result.InputException if the trace holds unsupported ops
   * @throws org.foretell.model.ParameterException if the machine gives the model a wrong parameter
   * @throws CancellationException if it was cancelled
   */
  public EnergyResult run() {
    return named(this::found);
  }

  private EnergyResult found() {
    Plan plan = plan();
    try (OpenTrace trace = openTrace();
        Runner runner = Runner.builder().cancelWhen(this::isCancelled).build()) {
      Planned planned = planned(plan, trace);
      PowerDraw draw = draw(planned).orElseThrow(() -> noPower(plan));
      OptionalDouble lowestClock = draw.lowestClock();
      refuseClocks(plan, lowestClock);
      runner.borrow(trace);
      CoreActivity activity = new CoreActivity(draw);
      WholeRun whole =
          new WholeRun(
              planned.scenario(),
              (start, statistics) -> {
                observe(planned, start.trace().tables(), start.ready().builder());
                start.ready().builder().observer(activity);
              },
              progress(),
              progressOps());
      WholeRun.Result nominal = runner.run(whole);
      RunWarnings warnings =
          new RunWarnings()
              .trace(trace)
              .compute(nominal.ready().compute().warnings())
              .randomness(planned.experiment(), trace.source(), false);
      Prediction prediction = nominal.prediction();
      RunResult run =
          result(
              planned, Done.of(nominal.ready(), prediction, nominal.statistics(), seed), warnings);
      if (!run.completed()) {
        return new EnergyResult(
            run, Optional.empty(), boundShare, List.of(), Optional.empty(), Optional.empty());
      }
      StatisticsTimes times = new StatisticsTimes(nominal.statistics());
      var profile = Optional.of(activity.profile(times, 1));
      if (lowestClock.isEmpty()) {
        return new EnergyResult(
            run, profile, boundShare, List.of(), Optional.empty(), Optional.empty());
      }
      EnergyQuestion.Answer answer =
          runner.ask(
              new EnergyQuestion(
                  planned.scenario(),
                  draw,
                  times,
                  new EnergyChoice(clocks, boundShare, tolerance, capWatts)),
              runs);
      return new EnergyResult(
          run, profile, boundShare, answer.clocks(), Optional.of(answer.slack()), answer.cap());
    }
  }

  private static String name(Plan plan) {
    return plan.chosen().map(chosen -> chosen.choice().machine()).map(Machine::name).orElse("-");
  }

  private static ForetellException noPower(Plan plan) {
    return ForetellException.badInput(
        "machine "
            + name(plan)
            + " does not state the power of all nodes that the ranks use; add an object \"power\""
            + " to their node groups (docs/machine-format.md, section Power), or use a machine that"
            + " has it, like fugaku");
  }

  /** Refuses clocks that the machine does not have. */
  private void refuseClocks(Plan plan, OptionalDouble lowest) {
    if (lowest.isEmpty() && (!clocks.isEmpty() || capWatts.isPresent())) {
      throw ForetellException.badInput(
          "machine "
              + name(plan)
              + " does not state what slower clocks do to the power of its cores; add \"clocks\" to"
              + " the \"power\" of its node groups (docs/machine-format.md, section Power)");
    }
    for (double clock : clocks) {
      if (clock < lowest.orElse(0)) {
        throw ForetellException.usage(
            "the clock %s of the nominal one is below the lowest of the machine, %s"
                .formatted(percent(clock), percent(lowest.orElse(0))));
      }
    }
  }

  private static String percent(double share) {
    return BigDecimal.valueOf(share * 100)
            .round(new MathContext(6))
            .stripTrailingZeros()
            .toPlainString()
        + "%";
  }
}
