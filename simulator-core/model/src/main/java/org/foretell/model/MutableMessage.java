package org.foretell.model;

/**
 * A {@link Message} that can be filled: by the engine, and by tests of models. For one thread.
 * Nothing is allocated when it is filled.
 */
public final class MutableMessage extends Message {
  /** A view of nothing yet. */
  public MutableMessage() {}

  /**
   * Copies a message, for whoever wants to keep it.
   *
   * @param message as it is now
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
   * Fills the view; the protocol is eager until set, a receive matches it, the tag 0, and no
   * protocol was recorded.
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
   * Fills what only some models look at.
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
   * Fills what only some models look at.
   *
   * @param receives whether the sender's op receives at the same time
   * @return this view
   */
  public MutableMessage exchange(boolean receives) {
    exchange = receives;
    return this;
  }

  /**
   * Says whether it needs no receive.
   *
   * @param access whether it is a put, get or the like, or its answer
   * @return this view
   */
  public MutableMessage oneSided(boolean access) {
    oneSided = access;
    return this;
  }

  /**
   * Says which protocol was decided on.
   *
   * @param chosen whether the data move only when both ends are ready
   */
  public void rendezvous(boolean chosen) {
    rendezvous = chosen;
  }
}
