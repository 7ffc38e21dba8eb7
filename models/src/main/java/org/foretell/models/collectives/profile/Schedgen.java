package org.foretell.models.collectives.profile;

import org.foretell.model.CollectiveSchedules;

/**
 * The trees that schedgen, which writes the schedules of LogGOPSim, puts in the place of
 * collectives. The formulas of the communication model apply to all other collectives.
 */
public final class Schedgen {
  private static final String NAME = "loggopsim";

  private static final String TABLE =
      """
      barrier * dissemination-1B
      bcast * binomial
      reduce * binomial
      allreduce * dissemination
      allgather * dissemination
      alltoall * linear
      """;

  private Schedgen() {}

  public static CollectiveSchedules profile() {
    return new DecisionTable(NAME, BandTable.parse(TABLE), new Formulas(NAME));
  }
}
