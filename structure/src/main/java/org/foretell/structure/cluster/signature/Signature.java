package org.foretell.structure.cluster.signature;

/**
 * The eleven numbers of 64 bits by which ACURDION compares ranks (A. Bahmani, "Scalable Clustering
 * Techniques for MPI Traces", chapter 4). A bit of a {@code SignatureFormat} is the ordinal.
 */
public enum Signature {
  /** Which calls the rank makes, in which order. */
  CALL_PATH(Importance.CALL_PATH),
  /** Mean bytes of its calls. */
  COUNT(Importance.AMOUNTS),
  /** Mean distance of the ranks that it receives from, modulo the number of ranks. */
  SRC(Importance.PARTNERS),
  /** Mean distance of the ranks that it sends to, modulo the number of ranks. */
  DEST(Importance.PARTNERS),
  /** Mean key of the communicators that it splits off. */
  KEY(Importance.PARTNERS),
  /** Mean colour of the communicators that it splits off. */
  COLOR(Importance.PARTNERS),
  /** Mean tag of its messages. */
  TAG(Importance.PARTNERS),
  /** Mean computation before a call, picoseconds. */
  COMPUTATION(Importance.AMOUNTS),
  /** Mean recorded time of a call, picoseconds; 0 where the trace has none. */
  COMMUNICATION(Importance.AMOUNTS),
  /**
   * Mean iterations of its loops, 16 bits each: innermost loops in the lowest, those around them in
   * the next, then the next; all others in the highest.
   */
  LOOP(Importance.AMOUNTS),
  /** A bit for each kind of data, of operation and of communicator that it uses. */
  DATA_OPERATION_COMMUNICATOR(Importance.EVENTS);

  /**
   * The groups into which distances are normalised, from the least important. The paper has the two
   * last in one, and observes that the call path covers the other.
   */
  public enum Importance {
    /** Loops, sizes and times: compromises hardly change the time of a program. */
    AMOUNTS,
    /** Partners, tags and communicators. */
    PARTNERS,
    /** Which kinds of events there are: equal or not. */
    EVENTS,
    /** Which events there are, in which order: equal or not. Ranks that differ are never merged. */
    CALL_PATH
  }

  private final Importance importance;

  Signature(Importance importance) {
    this.importance = importance;
  }

  /** {@return the group that it belongs to} */
  public Importance importance() {
    return importance;
  }
}
