package org.foretell.study.simulation;

import org.foretell.failure.ForetellException;
import org.foretell.scenario.Scenario;

/** A mix or a workflow on an offer. Immutable; used by any number of threads. */
public interface CaseSimulation {
  /** {@return all that decides a run but for machine, model and seed, by content} */
  String content();

  /** {@return the nodes of a run} */
  long nodes();

  /** {@return workers on each node; 0 of a mix, whose jobs have their own} */
  int workersPerNode();

  /**
   * Simulates.
   *
   * @param settings machine, model and parameters; its trace does not count
   * @param seed of all random numbers
   * @param searchesNodes whether the fewest nodes are searched that are enough
   * @param cancellation called now and then; what it throws ends the run
   * @return how it ran
   * @throws ForetellException if it cannot run
   * @throws org.foretell.trace.TraceException if a trace cannot be read
   */
  SimulatedRun run(Scenario settings, long seed, boolean searchesNodes, Runnable cancellation);
}
