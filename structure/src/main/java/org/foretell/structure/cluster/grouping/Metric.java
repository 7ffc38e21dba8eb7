package org.foretell.structure.cluster.grouping;

/** How differences of several signatures are added up. */
public enum Metric {
  /** Their sum. */
  MANHATTAN,
  /** The root of the sum of their squares. */
  EUCLIDEAN
}
