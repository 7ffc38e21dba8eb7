package org.foretell.engine.message;

import org.foretell.engine.kernel.RecordPool;
import org.foretell.engine.state.RequestTable;
import org.foretell.model.Message;

/** Messages that have been sent and not yet received. */
public final class MessagePool extends RecordPool {
  /** Longs of a record. */
  public static final int STRIDE = 8;

  /** The matching context of one-sided messages; no communicator has it. */
  public static final int ONE_SIDED = Integer.MAX_VALUE;

  private static final int NEXT_TAG = 0;
  private static final int SEND_PS = 1;
  private static final int ARRIVE_PS = 2;
  private static final int BYTES = 3;
  private static final int SOURCE_SLOT = 4;
  private static final int OPERATION = 5;
  private static final int DESTINATION_CONTEXT = 6;
  private static final int CALLER_PS = 7;

  MessagePool() {
    super("messages", STRIDE);
  }

  /** A message that no other follows. */
  public int create(
      int source, int destination, int tag, int context, long bytes, long sendPs, int slot) {
    int message = allocate();
    set(message, NEXT_TAG, (long) tag << 32);
    set(message, SEND_PS, sendPs);
    set(message, BYTES, bytes);
    set(message, SOURCE_SLOT, (long) source << 32 | (slot & LOW));
    set(message, DESTINATION_CONTEXT, (long) destination << 32 | context);
    return message;
  }

  public int next(int message) {
    return (int) get(message, NEXT_TAG);
  }

  public void next(int message, int next) {
    set(message, NEXT_TAG, (get(message, NEXT_TAG) & ~LOW) | next);
  }

  public int tag(int message) {
    return (int) (get(message, NEXT_TAG) >> 32);
  }

  /** When the send started. */
  public long sendPs(int message) {
    return get(message, SEND_PS);
  }

  /**
   * When the message is complete at the receiver; in direct models {@link #NOT_MOVING} for a
   * rendezvous, in flow models any of the names below until then.
   */
  public long arrivePs(int message) {
    return get(message, ARRIVE_PS);
  }

  public void arrivePs(int message, long timePs) {
    set(message, ARRIVE_PS, timePs);
  }

  /** The data wait for the receiver. */
  public static final long NOT_MOVING = -1;

  /** The data are under way, and nobody knows until when. */
  public static final long MOVING = -2;

  /** The sender is not done with it yet. */
  static final long LEAVING = -3;

  public long bytes(int message) {
    return get(message, BYTES);
  }

  public void bytes(int message, long size) {
    set(message, BYTES, size);
  }

  public int source(int message) {
    return (int) (get(message, SOURCE_SLOT) >> 32);
  }

  /** Request slot of a sender that waits for the match, or one of {@link RequestTable}'s names. */
  public int slot(int message) {
    return (int) get(message, SOURCE_SLOT);
  }

  public void slot(int message, int slot) {
    long source = get(message, SOURCE_SLOT) & ~LOW;
    set(message, SOURCE_SLOT, source | (slot & LOW));
  }

  /** Fills a view with what models may know of a message, but for its protocol. */
  void show(int message, Message view, int[] nodes) {
    int source = source(message);
    int destination = destination(message);
    int slot = slot(message);
    boolean callerBlocks = slot == RequestTable.BLOCKING || slot == RequestTable.NOBODY_BLOCKED;
    view.set(source, destination, nodes[source], nodes[destination], bytes(message), callerBlocks);
  }

  /** Number of the sender's op. */
  public long operation(int message) {
    return get(message, OPERATION);
  }

  public void operation(int message, long number) {
    set(message, OPERATION, number);
  }

  public int destination(int message) {
    return (int) (get(message, DESTINATION_CONTEXT) >> 32);
  }

  public int context(int message) {
    return (int) get(message, DESTINATION_CONTEXT);
  }

  /** Whether no receive has to match a message. */
  public boolean isOneSided(int message) {
    return context(message) == ONE_SIDED;
  }

  /** When the sender, as far as it alone is concerned, is done. */
  public long callerPs(int message) {
    return get(message, CALLER_PS);
  }

  public void callerPs(int message, long timePs) {
    set(message, CALLER_PS, timePs);
  }

  /** In flow models the receive that the message has been matched with, or {@link #NONE}. */
  public int receive(int message) {
    return (int) get(message, CALLER_PS);
  }

  public void receive(int message, int receive) {
    set(message, CALLER_PS, receive);
  }
}
