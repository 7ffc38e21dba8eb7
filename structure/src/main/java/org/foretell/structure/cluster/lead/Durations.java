package org.foretell.structure.cluster.lead;

/** How long the bursts of the ranks of a cluster are. */
public enum Durations {
  /**
   * As long as those of the lead, but the largest differences are kept: so many that what is left
   * is a small share of what a rank computes.
   */
  OUTLIERS,
  /** As long as those of the lead. */
  LEAD,
  /** Drawn from histograms of the bursts that all ranks of the cluster have at that place. */
  HISTOGRAM,
  /** Those of the lead times a factor, so that all computation of the cluster stays what it was. */
  MEAN
}
