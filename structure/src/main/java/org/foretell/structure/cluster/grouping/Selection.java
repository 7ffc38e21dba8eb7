package org.foretell.structure.cluster.grouping;

/** How the clusters that go on are selected where there are too many. */
public enum Selection {
  /** Those that are farthest from each other. */
  K_FARTHEST,
  /** Those in the middle of others: partitioning around medoids (PAM), beginning at random. */
  K_MEDOID
}
