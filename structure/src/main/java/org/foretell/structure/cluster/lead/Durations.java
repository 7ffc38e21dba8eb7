package org.foretell.structure.cluster.lead;

/** How long the bursts of the ranks of a cluster are. */
public enum Durations {
  /**
   * As long as those of the lead, but with the largest differences kept: so many that the remaining
   * ones are a small share of the computation of a rank.
   */
  OUTLIERS,
  /** As long as those of the lead. */
  LEAD,
  /** Drawn from histograms of the bursts of all ranks of the cluster at that place. */
  HISTOGRAM,
  /**
   * Those of the lead times a factor, so that the total computation of the cluster is unchanged.
   */
  MEAN
}
