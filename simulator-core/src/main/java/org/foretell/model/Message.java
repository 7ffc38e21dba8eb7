package org.foretell.model;

/**
 * One message as a model sees it: a mutable view that the engine owns and reuses. A model must not
 * keep it. Ranks are world ranks.
 */
public final class Message {
  private int source;
  private int destination;
  private int sourceNode;
  private int destinationNode;
  private long bytes;
  private boolean rendezvous;
  private boolean callerBlocks;
  private int tag;
  private Traced traced = Traced.UNKNOWN;

  /** The protocol that the trace recorded. */
  public enum Traced {
    /** None. */
    UNKNOWN,
    /** The send did not wait for its receiver. */
    EAGER,
    /** The send waited for its receiver. */
    RENDEZVOUS
  }

  /** A view of nothing yet. */
  public Message() {}

  /**
   * Fills the view; the protocol is eager until set.
   *
   * @param source sending rank
   * @param destination receiving rank
   * @param sourceNode node of the sender
   * @param destinationNode node of the receiver
   * @param bytes payload, at least 0
   * @param callerBlocks whether the sender's op returns only when its buffer is free (send, ssend,
   *     sendrecv) rather than at once (isend, started persistent sends)
   * @return this view
   */
  public Message set(
      int source,
      int destination,
      int sourceNode,
      int destinationNode,
      long bytes,
      boolean callerBlocks) {
    this.source = source;
    this.destination = destination;
    this.sourceNode = sourceNode;
    this.destinationNode = destinationNode;
    this.bytes = bytes;
    this.callerBlocks = callerBlocks;
    this.rendezvous = false;
    this.tag = 0;
    this.traced = Traced.UNKNOWN;
    return this;
  }

  /**
   * Fills what only some models look at.
   *
   * @return this view
   */
  public Message with(int newTag, Traced recorded) {
    tag = newTag;
    traced = recorded;
    return this;
  }

  /** Tag; known under a {@link BusLinkModel} only. */
  public int tag() {
    return tag;
  }

  /** The recorded protocol; known under a {@link BusLinkModel} only. */
  public Traced traced() {
    return traced;
  }

  /** Sending rank. */
  public int source() {
    return source;
  }

  /** Receiving rank. */
  public int destination() {
    return destination;
  }

  /** Node of the sender. */
  public int sourceNode() {
    return sourceNode;
  }

  /** Node of the receiver. */
  public int destinationNode() {
    return destinationNode;
  }

  /** Whether both ends share a node. */
  public boolean withinNode() {
    return sourceNode == destinationNode;
  }

  /** Payload, at least 0. */
  public long bytes() {
    return bytes;
  }

  /** Whether the sender's op returns only when its buffer is free. */
  public boolean callerBlocks() {
    return callerBlocks;
  }

  /** Whether the data move only when both ends are ready. */
  public boolean rendezvous() {
    return rendezvous;
  }

  /** Set by the engine once it has decided the protocol. */
  public void rendezvous(boolean chosen) {
    rendezvous = chosen;
  }
}
