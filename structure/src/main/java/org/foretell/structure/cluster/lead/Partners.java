package org.foretell.structure.cluster.lead;

/** Treatment of partners and tags that the ranks of a cluster do not share with their lead. */
public enum Partners {
  /** Keeps those that differ, for each rank. */
  KEEP,
  /** Divides clusters until all ranks share theirs. */
  SPLIT,
  /** All ranks use those of their lead, at the same distance. */
  MERGE
}
