package org.foretell.structure.cluster.signature;

/**
 * The eleven numbers of 64 bits by which ACURDION compares ranks (A. Bahmani, "Scalable Clustering
 * Techniques for MPI Traces", chapter 4). A bit of a {@code SignatureFormat} is the ordinal.
 */
public enum Signature {
  /** The calls of the rank, in order. */
  CALL_PATH(Importance.CALL_PATH),
  /** Mean bytes of its calls. */
  COUNT(Importance.AMOUNTS),
  /** Mean distance of its senders, modulo the number of ranks. */
  SRC(Importance.PARTNERS),
  /** Mean distance of its receivers, modulo the number of ranks. */
  DEST(Importance.PARTNERS),
  /** Mean key of the communicators that it splits off. */
  KEY(Importance.PARTNERS),
  /** Mean colour of the communicators that it splits off. */
  COLOR(Importance.PARTNERS),
  /** Mean tag of its messages. */
  TAG(Importance.PARTNERS),
  /** Mean computation before a call, picoseconds. */
  COMPUTATION(Importance.AMOUNTS),
  /** Mean recorded time of a call, picoseconds; 0 if the trace has none. */
  COMMUNICATION(Importance.AMOUNTS),
  /**
   * Mean iterations of its loops, 16 bits each: innermost loops in the lowest, those around them in
   * the next, then the next; all others in the highest.
   */
  LOOP(Importance.AMOUNTS),
  /** A bit for each kind of data, of operation and of communicator that it uses. */
  DATA_OPERATION_COMMUNICATOR(Importance.EVENTS);

  /**
   * The groups into which distances are normalised, from the least important. The paper has the
   * last two in one, and observes that the call path covers the other.
   */
  public enum Importance {
    /** Loops, sizes and times: compromises hardly change the time of a program. */
    AMOUNTS,
    /** Partners, tags and communicators. */
    PARTNERS,
    /** The kinds of events: equal or not. */
    EVENTS,
    /** The events in order: equal or not. Ranks that differ are never merged. */
    CALL_PATH
  }

  private final Importance importance;

  Signature(Importance importance) {
    this.importance = importance;
  }

  /** {@return the group of the signature} */
  public Importance importance() {
    return importance;
  }
}
