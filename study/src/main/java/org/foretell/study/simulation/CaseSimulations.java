package org.foretell.study.simulation;

import org.foretell.study.description.Offer;
import org.foretell.study.description.Program;
import org.foretell.study.description.Simulated;

/** Makes the simulations of cases. */
public final class CaseSimulations {
  private CaseSimulations() {}

  /**
   * {@return the simulation of a program}
   *
   * @param program a mix or a workflow
   * @param offer on which it runs
   * @param inputs its files
   */
  public static CaseSimulation of(Program program, Offer offer, SimulationInputs inputs) {
    Simulated simulated = program.simulated().orElseThrow();
    return simulated instanceof Simulated.JobQueue queue
        ? new QueueSimulation(queue, Math.toIntExact(offer.nodes()), inputs)
        : new PipelineSimulation(
            (Simulated.Pipeline) simulated, program.timeLimitSeconds(), inputs);
  }
}
