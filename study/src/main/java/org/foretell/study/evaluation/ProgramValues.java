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
 * @param runsPerDay that the whole machine does if it does nothing else
 * @param speedUp over the reference, of times or of figures of merit; empty without a reference
 * @param meetsTimeLimit whether a run ends in time
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
    OptionalDouble speedUp,
    boolean meetsTimeLimit) {
  private static final double JOULES_PER_KILOWATT_HOUR = 3.6e6;

  /** {@return the energy-delay product (EDP) of a run, in joule seconds} */
  public double energyDelayProduct() {
    return kilowattHours * JOULES_PER_KILOWATT_HOUR * seconds;
  }
}
