package org.foretell.structure.cluster.online;

/**
 * The effect of a marker (A. Bahmani, "Scalable Clustering Techniques for MPI Traces", figure 5.1).
 */
public enum MarkerState {
  /** Some rank behaves differently from before: all ranks continue recording. */
  ALL_TRACING,
  /** All ranks repeat themselves: clusters are found, and leads contribute the recording so far. */
  CLUSTERING,
  /** All ranks still repeat themselves: only leads record. */
  LEAD,
  /** The program ends: the remaining recording is clustered, and contributed as well. */
  FINAL
}
