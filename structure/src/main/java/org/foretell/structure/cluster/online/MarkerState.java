package org.foretell.structure.cluster.online;

/**
 * What a marker brings (A. Bahmani, "Scalable Clustering Techniques for MPI Traces", figure 5.1).
 */
public enum MarkerState {
  /** Any rank does otherwise than before: all ranks go on recording. */
  ALL_TRACING,
  /** All ranks repeat themselves: clusters are found, and leads give what was recorded so far. */
  CLUSTERING,
  /** All ranks still repeat themselves: only leads record. */
  LEAD,
  /** The program ends: what was recorded since is clustered, and given as well. */
  FINAL
}
