package org.foretell.structure.cluster.lead;

/**
 * How far ranks agree with their leads, as in Table 4.2 of "Scalable Clustering Techniques for MPI
 * Traces". A partner agrees if it is at the same distance, or if it is the same rank, whichever
 * holds for more executions of the op.
 *
 * @param count sizes of messages
 * @param loop ranks with the same mean iterations of loops
 * @param events numbers of events
 * @param source ranks received from
 * @param destination ranks sent to
 * @param tag tags of messages
 */
public record Matching(
    Share count, Share loop, Share events, Share source, Share destination, Share tag) {
  /**
   * Some of many.
   *
   * @param equal how many are the same
   * @param all of how many
   */
  public record Share(long equal, long all) {
    /** {@return the share that agrees, from 0 to 1; 1 if there are none} */
    public double value() {
      return all == 0 ? 1 : (double) equal / all;
    }
  }
}
