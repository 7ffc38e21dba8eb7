package org.foretell.structure.cluster.grouping;

/** How to select the clusters to keep if there are too many. */
public enum Selection {
  /** The clusters that are farthest from each other. */
  K_FARTHEST,
  /**
   * The clusters in the middle of others: partitioning around medoids (PAM), beginning at random.
   */
  K_MEDOID
}
