package org.foretell.model;

/**
 * A {@link Message} that the engine, or a test of a model, can fill. For a single thread. Filling
 * it allocates nothing.
 */
public final class MutableMessage extends Message {
  /** Creates an unset view. */
  public MutableMessage() {}

  /**
   * Copies a message, for callers that keep it.
   *
   * @param message in its current state
   * @return a message of its own
   */
  public static MutableMessage copyOf(Message message) {
    MutableMessage copy =
        new MutableMessage()
            .set(
                message.source,
                message.destination,
                message.sourceNode,
                message.destinationNode,
                message.bytes,
                message.callerBlocks)
            .with(message.tag, message.traced);
    copy.exchange(message.exchange).oneSided(message.oneSided).rendezvous(message.rendezvous);
    return copy;
  }

  /**
   * Fills the view; until set otherwise the protocol is eager, a receive matches it, the tag is 0,
   * and no protocol was recorded.
   *
   * @param newSource sending rank
   * @param newDestination receiving rank
   * @param newSourceNode node of the sender
   * @param newDestinationNode node of the receiver
   * @param newBytes payload, at least 0
   * @param newCallerBlocks whether the sender's op returns only when its buffer is free (send,
   *     ssend, sendrecv) rather than at once (isend, started persistent sends)
   * @return this view
   */
  public MutableMessage set(
      int newSource,
      int newDestination,
      int newSourceNode,
      int newDestinationNode,
      long newBytes,
      boolean newCallerBlocks) {
    source = newSource;
    destination = newDestination;
    sourceNode = newSourceNode;
    destinationNode = newDestinationNode;
    bytes = newBytes;
    callerBlocks = newCallerBlocks;
    rendezvous = false;
    exchange = false;
    oneSided = false;
    tag = 0;
    traced = Traced.UNKNOWN;
    return this;
  }

  /**
   * Changes the size alone.
   *
   * @param newBytes payload, at least 0
   * @return this view
   */
  public MutableMessage bytes(long newBytes) {
    bytes = newBytes;
    return this;
  }

  /**
   * Fills the fields that only some models use.
   *
   * @param newTag the tag
   * @param recorded the protocol that the trace recorded
   * @return this view
   */
  public MutableMessage with(int newTag, Traced recorded) {
    tag = newTag;
    traced = recorded;
    return this;
  }

  /**
   * Sets whether the sender's op also receives, which only some models use.
   *
   * @param receives whether the sender's op receives at the same time
   * @return this view
   */
  public MutableMessage exchange(boolean receives) {
    exchange = receives;
    return this;
  }

  /**
   * Sets whether it is one-sided, so that no receive matches it.
   *
   * @param access whether it belongs to a put, get or the like, or answers it
   * @return this view
   */
  public MutableMessage oneSided(boolean access) {
    oneSided = access;
    return this;
  }

  /**
   * Sets the protocol.
   *
   * @param chosen whether the data move only when both ends are ready
   */
  public void rendezvous(boolean chosen) {
    rendezvous = chosen;
  }
}
