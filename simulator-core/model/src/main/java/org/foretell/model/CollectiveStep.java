package org.foretell.model;

/**
 * A step of a {@link CollectiveSchedule}: mutable, owned by the engine, and reused.
 *
 * <p>A member executes its steps in order. A blocking step ends before the next one begins; {@code
 * START_SEND} and {@code START_RECEIVE} return at once and are completed by the next {@code
 * WAIT_ALL}, or by the end of the schedule. Messages of a collective between two members are
 * matched in the order of their steps.
 */
public final class CollectiveStep {
  /** The action of a step. */
  public enum Kind {
    /** Sends and waits until the buffer is free. */
    SEND,
    /** Receives. */
    RECEIVE,
    /** Sends to {@link #peer} and receives from {@link #receivePeer}, both at once. */
    SEND_RECEIVE,
    /** Starts a send. */
    START_SEND,
    /** Posts a receive. */
    START_RECEIVE,
    /** Waits for everything started. */
    WAIT_ALL,
    /** Combines {@link #bytes} bytes of two vectors on the CPU. */
    REDUCE
  }

  private Kind kind = Kind.WAIT_ALL;
  private int peer;
  private long bytes;
  private int receivePeer;
  private long receiveBytes;

  /** Creates an unset step. */
  public CollectiveStep() {}

  /** {@return the action} */
  public Kind kind() {
    return kind;
  }

  /** {@return the destination, or for {@code RECEIVE} and {@code START_RECEIVE} the source} */
  public int peer() {
    return peer;
  }

  /** {@return bytes of the message, or of the vectors to combine} */
  public long bytes() {
    return bytes;
  }

  /** {@return the member that {@code SEND_RECEIVE} receives from} */
  public int receivePeer() {
    return receivePeer;
  }

  /** {@return bytes that {@code SEND_RECEIVE} receives} */
  public long receiveBytes() {
    return receiveBytes;
  }

  /**
   * Makes this a blocking send.
   *
   * @param to the member that is sent to
   * @param messageBytes at least 0
   */
  public void send(int to, long messageBytes) {
    set(Kind.SEND, to, messageBytes);
  }

  /**
   * Makes this a blocking receive.
   *
   * @param from the member that is received from
   * @param messageBytes at least 0
   */
  public void receive(int from, long messageBytes) {
    set(Kind.RECEIVE, from, messageBytes);
  }

  /**
   * Makes this a simultaneous send and receive.
   *
   * @param to the member that is sent to
   * @param sentBytes at least 0
   * @param from the member that is received from
   * @param receivedBytes at least 0
   */
  public void sendReceive(int to, long sentBytes, int from, long receivedBytes) {
    set(Kind.SEND_RECEIVE, to, sentBytes);
    receivePeer = from;
    receiveBytes = receivedBytes;
  }

  /**
   * Makes this the start of a send.
   *
   * @param to the member that is sent to
   * @param messageBytes at least 0
   */
  public void startSend(int to, long messageBytes) {
    set(Kind.START_SEND, to, messageBytes);
  }

  /**
   * Makes this the posting of a receive.
   *
   * @param from the member that is received from
   * @param messageBytes at least 0
   */
  public void startReceive(int from, long messageBytes) {
    set(Kind.START_RECEIVE, from, messageBytes);
  }

  /** Makes this a wait for everything started. */
  public void waitAll() {
    set(Kind.WAIT_ALL, 0, 0);
  }

  /**
   * Makes this a combination of vectors.
   *
   * @param vectorBytes length of each of the two vectors, at least 0
   */
  public void reduce(long vectorBytes) {
    set(Kind.REDUCE, 0, vectorBytes);
  }

  /**
   * Renumbers the peers of this step, for schedules composed of other schedules.
   *
   * @param newPeer instead of {@link #peer}
   * @param newReceivePeer instead of {@link #receivePeer}
   */
  public void renumber(int newPeer, int newReceivePeer) {
    peer = newPeer;
    receivePeer = newReceivePeer;
  }

  private void set(Kind newKind, int newPeer, long newBytes) {
    kind = newKind;
    peer = newPeer;
    bytes = newBytes;
    receivePeer = 0;
    receiveBytes = 0;
  }
}
