package org.foretell.study.evaluation;

import java.util.OptionalDouble;

/**
 * A program on an offer.
 *
 * @param program name of it
 * @param ranksPerNode that were chosen
 * @param nodes of a run
 * @param seconds of a run
 * @param nodeHours of a run
 * @param kilowattHours of a run: its nodes, times the PUE
 * @param cost of a run: its node hours at the cost of a node hour of the offer
 * @param runsPerDay that the whole machine does if it does nothing else; of a mix its jobs
 * @param nodesNeeded nodes that serve its demand; of a mix the fewest with which jobs wait no
 *     longer than the demand allows, of a workflow the fewest that end within its time limit. Empty
 *     if nothing was asked of a mix or workflow, or if the machine has too few
 * @param slowDownByNeighbours time of a job of a mix beside others over that alone, mean over jobs;
 *     empty unless they are replayed together
 * @param slowDownByNeighboursWorst the same of the job with the most
 * @param speedUp over the reference, of times or of figures of merit; empty without a reference
 * @param meetsTimeLimit whether a run ends in time, and jobs of a mix wait no longer than its
 *     demand allows
 */
public record ProgramValues(
    String program,
    int ranksPerNode,
    long nodes,
    double seconds,
    double nodeHours,
    double kilowattHours,
    double cost,
    double runsPerDay,
    OptionalDouble nodesNeeded,
    OptionalDouble slowDownByNeighbours,
    OptionalDouble slowDownByNeighboursWorst,
    OptionalDouble speedUp,
    boolean meetsTimeLimit) {
  private static final double JOULES_PER_KILOWATT_HOUR = 3.6e6;

  /** {@return the energy-delay product (EDP) of a run, in joule seconds} */
  public double energyDelayProduct() {
    return kilowattHours * JOULES_PER_KILOWATT_HOUR * seconds;
  }
}
