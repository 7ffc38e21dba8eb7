package org.foretell.jobs;

import java.util.Optional;
import org.foretell.input.OpenTrace;
import org.foretell.machine.Placement;
import org.foretell.model.ComputeModel;
import org.foretell.scenario.Scenario;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceSource;
import org.foretell.trace.jobs.Job;

/**
 * A job as it is placed on the machine.
 *
 * @param job its trace, name and start
 * @param scenario its run alone in the same place; empty for background, which has no end
 * @param places of its ranks
 */
public record JobRun(Job job, Optional<Scenario> scenario, Placement places) {
  /**
   * A program.
   *
   * @param scenario with the job's own placement
   */
  public static JobRun program(OpenTrace trace, String name, long startPs, Scenario scenario) {
    Job job = new Job(name, trace.source(), startPs, Job.Kind.PROGRAM);
    return new JobRun(job, Optional.of(scenario), scenario.experiment().context().placement());
  }

  /** Traffic of others. */
  public static JobRun background(
      long startPs, TraceSource traffic, String name, Placement places) {
    return new JobRun(
        new Job(name, traffic, startPs, Job.Kind.BACKGROUND), Optional.empty(), places);
  }

  /** How long its bursts take: a model of its own for each simulation, since models have state. */
  ComputeModel bursts(long seed) {
    return scenario
        .<ComputeModel>map(one -> one.experiment().simulation(job.trace(), seed).bursts())
        .orElse((int rank, OpView burst, int marker) -> burst.durationPs());
  }

  /** Whether the simulation waits for its end. */
  boolean isProgram() {
    return scenario.isPresent();
  }
}
