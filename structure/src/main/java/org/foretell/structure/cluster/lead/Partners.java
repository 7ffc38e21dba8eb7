package org.foretell.structure.cluster.lead;

/** What becomes of partners and tags that the ranks of a cluster do not share with their lead. */
public enum Partners {
  /** Those that differ are kept, for each rank. */
  KEEP,
  /** Clusters are divided until all ranks share theirs. */
  SPLIT,
  /** All ranks take those of their lead, at the same distance. */
  MERGE
}
