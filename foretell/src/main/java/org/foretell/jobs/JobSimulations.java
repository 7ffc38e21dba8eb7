package org.foretell.jobs;

import java.util.List;
import java.util.function.Consumer;
import org.foretell.engine.Simulation;
import org.foretell.machine.JobPlacements;
import org.foretell.observe.SimObserver;
import org.foretell.result.Prediction;
import org.foretell.scenario.Experiment;
import org.foretell.scenario.Scenario;
import org.foretell.scenario.TraceContent;
import org.foretell.setting.ComputeChoice;
import org.foretell.setting.PlacementChoice;
import org.foretell.trace.jobs.JoinedTrace;

/** Simulates jobs alone and together, on one machine under one model. For one thread. */
public final class JobSimulations {
  private final Scenario base;
  private final Consumer<Simulation.Builder> watch;

  /**
   * How a job came through a simulation.
   *
   * @param isComplete whether it ended
   * @param endPs when it ended, or how far its ranks came, picoseconds since its start
   */
  public record End(boolean isComplete, long endPs) {}

  /**
   * Prepares simulations.
   *
   * @param base machine, model, parameters, collectives and seed; its trace and places do not count
   * @param watch makes a simulation report progress and stop
   */
  public JobSimulations(Scenario base, Consumer<Simulation.Builder> watch) {
    this.base = base.withCompute(ComputeChoice.USUAL);
    this.watch = watch;
  }

  /**
   * Runs a program alone, where it also runs with others.
   *
   * @param run of a program
   * @param prepare adds observers
   */
  public End alone(JobRun run, Consumer<Experiment.Ready> prepare) {
    Experiment.Ready ready =
        run.scenario().orElseThrow().experiment().simulation(run.job().trace(), base.seed());
    prepare.accept(ready);
    watch.accept(ready.builder());
    Prediction prediction = ready.builder().build().run();
    return new End(prediction.outcome() == Prediction.Outcome.COMPLETED, prediction.makespanPs());
  }

  /**
   * Runs jobs together.
   *
   * @param runs at least one program among them
   * @param observer of all ranks, in the order of the jobs
   * @return by job; background is complete when all programs are
   */
  public List<End> together(List<JobRun> runs, SimObserver observer) {
    JoinedTrace trace = new JoinedTrace(runs.stream().map(JobRun::job).toList());
    Scenario scenario =
        base.withTrace(new TraceContent("", "", trace.info().ranks()))
            .withPlacement(
                PlacementChoice.USUAL.withGiven(
                    JobPlacements.joined(runs.stream().map(JobRun::places).toList())));
    Simulation.Builder simulation =
        scenario
            .experiment()
            .simulation(trace, base.seed())
            .builder()
            .compute(
                new JobsCompute(trace, runs.stream().map(run -> run.bursts(base.seed())).toList()))
            .observer(observer);
    watch.accept(simulation);
    Ends ends = new Ends(trace);
    Prediction prediction = simulation.observer(ends).build().run();
    return ends.of(prediction);
  }

  /** Notes which ranks have ended. */
  private static final class Ends implements SimObserver {
    private final JoinedTrace trace;
    private final int[] running;

    Ends(JoinedTrace trace) {
      this.trace = trace;
      running = trace.jobs().stream().mapToInt(job -> job.ranks()).toArray();
    }

    @Override
    public void finished(int rank, long timePs) {
      running[trace.jobOf(rank)]--;
    }

    List<End> of(Prediction prediction) {
      long[] latestPs = new long[running.length];
      for (int rank = 0; rank < trace.info().ranks(); rank++) {
        int job = trace.jobOf(rank);
        latestPs[job] = Math.max(latestPs[job], prediction.finishPs(rank));
      }
      return java.util.stream.IntStream.range(0, running.length)
          .mapToObj(
              job ->
                  new End(
                      running[job] == 0,
                      Math.max(0, latestPs[job] - trace.jobs().get(job).startPs())))
          .toList();
    }
  }
}
