package org.foretell.model;

/**
 * A message as a model sees it: a view that the engine refills for each message. A model reads it
 * during a call and must not keep it; {@link MutableMessage#copyOf} makes a copy to keep. Ranks are
 * world ranks.
 */
public abstract sealed class Message permits MutableMessage {
  // Fields and final readers here, writers below: a reader costs no dispatch.
  int source;
  int destination;
  int sourceNode;
  int destinationNode;
  long bytes;
  boolean rendezvous;
  boolean callerBlocks;
  boolean exchange;
  boolean oneSided;
  int tag;
  Traced traced = Traced.UNKNOWN;

  /** The protocol that the trace recorded. */
  public enum Traced {
    /** None. */
    UNKNOWN,
    /** The send did not wait for its receiver. */
    EAGER,
    /** The send waited for its receiver. */
    RENDEZVOUS
  }

  Message() {}

  /** {@return the tag; known under a {@link BusLinkModel} only} */
  public final int tag() {
    return tag;
  }

  /** {@return the recorded protocol; known under a {@link BusLinkModel} only} */
  public final Traced traced() {
    return traced;
  }

  /** {@return the sending rank} */
  public final int source() {
    return source;
  }

  /** {@return the receiving rank} */
  public final int destination() {
    return destination;
  }

  /** {@return the node of the sender} */
  public final int sourceNode() {
    return sourceNode;
  }

  /** {@return the node of the receiver} */
  public final int destinationNode() {
    return destinationNode;
  }

  /** {@return whether both ends share a node} */
  public final boolean withinNode() {
    return sourceNode == destinationNode;
  }

  /** {@return the payload, at least 0} */
  public final long bytes() {
    return bytes;
  }

  /** {@return whether the sender's op returns only once its buffer is free} */
  public final boolean callerBlocks() {
    return callerBlocks;
  }

  /**
   * {@return whether the sender's op is a sendrecv, which receives at the same time; known under a
   * {@link FlowModel} only}
   */
  public final boolean exchange() {
    return exchange;
  }

  /**
   * {@return whether it belongs to a put, get or the like, or answers it, so that no receive
   * matches it}
   */
  public final boolean oneSided() {
    return oneSided;
  }

  /** {@return whether the data move only once both ends are ready} */
  public final boolean rendezvous() {
    return rendezvous;
  }
}
