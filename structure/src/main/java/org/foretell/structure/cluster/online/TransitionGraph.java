package org.foretell.structure.cluster.online;

/**
 * The state at each marker (figure 5.1 and algorithm 6). Where ranks change while only leads
 * record, the graph and the text restart with all ranks, and find clusters again when ranks repeat
 * themselves; algorithm 6 as printed would keep the old clusters. This does as the graph.
 */
final class TransitionGraph {
  private boolean first = true;
  private boolean clusters;

  /**
   * Goes on to the next marker.
   *
   * @param changed whether any rank votes that its call path is another than before
   */
  MarkerState next(boolean changed) {
    if (first || changed) {
      first = false;
      clusters = false;
      return MarkerState.ALL_TRACING;
    }
    if (!clusters) {
      clusters = true;
      return MarkerState.CLUSTERING;
    }
    return MarkerState.LEAD;
  }
}
