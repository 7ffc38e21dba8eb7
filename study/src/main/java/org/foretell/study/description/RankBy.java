package org.foretell.study.description;

/** The metrics by which offers can be ranked. */
public enum RankBy {
  /** Cost of ownership for each day of the users' demand that is served: less is better. */
  COST_PER_DEMAND("costPerDemand", true),
  /** Cost of ownership of the machine as it is offered: less is better. */
  TOTAL_COST("totalCost", true),
  /** Sustained system performance (SSP): more is better. */
  SSP("ssp", false),
  /** Scalable system improvement over the reference (SSI): more is better. */
  SSI("ssi", false),
  /** Scalable system improvement of programs that fill one node (SSNI): more is better. */
  SSNI("ssni", false),
  /** Weighted geometric mean of speed-ups over the reference: more is better. */
  GEOMETRIC_MEAN("geometricMean", false),
  /** Days of the users' demand that a day serves: more is better. */
  CAPACITY("capacity", false),
  /** Energy for a day of the users' demand: less is better. */
  ENERGY_PER_DEMAND("energyPerDemand", true),
  /**
   * Runs, of a mix jobs, that the machine does a day if it does nothing else, weighted geometric
   * mean over the programs: more is better.
   */
  RUNS_PER_DAY("runsPerDay", false),
  /**
   * Nodes that are enough for the demand of a program or the time limit of a workflow, the sum over
   * the programs: less is better.
   */
  NODES_NEEDED("nodesNeeded", true),
  /**
   * Time of jobs of a mix beside others over that alone, weighted mean over the mixes that are
   * replayed together: less is better.
   */
  SLOW_DOWN_BY_NEIGHBOURS("slowDownByNeighbours", true);

  private final String label;
  private final boolean isLessBetter;

  RankBy(String label, boolean isLessBetter) {
    this.label = label;
    this.isLessBetter = isLessBetter;
  }

  /** {@return the name in files} */
  public String label() {
    return label;
  }

  /** {@return whether the lowest value comes first} */
  public boolean isLessBetter() {
    return isLessBetter;
  }
}
