package org.foretell.engine.message;

import org.foretell.engine.cause.Causes;
import org.foretell.engine.kernel.RecordPool;
import org.foretell.engine.state.RequestTable;
import org.foretell.model.MutableMessage;

/** Messages that have been sent and not yet received. */
public final class MessagePool extends RecordPool {
  /** Longs of a record. */
  public static final int STRIDE = 8;

  /** The matching context of one-sided messages; no communicator has it. */
  public static final int ONE_SIDED = Integer.MAX_VALUE;

  /** That of one-sided messages of windows. */
  public static final int WINDOWS = Integer.MAX_VALUE - 1;

  private static final int NEXT_TAG = 0;
  private static final int SEND_PS = 1;
  private static final int ARRIVE_PS = 2;
  private static final int BYTES = 3;
  private static final int SOURCE_SLOT = 4;
  private static final int FLAGS_OPERATION = 5;
  private static final int DESTINATION_CONTEXT = 6;

  /**
   * What else there is to know, which depends on who moves the message: {@link #callerPs} of a
   * rendezvous under a direct model and of all under an occupancy model; the {@link #counterpart}
   * under flow and bus-link models, which need no {@code callerPs}; what a one-sided one is {@link
   * #about}.
   */
  private static final int MORE = 7;

  // How a message was sent.

  /** Its sender waits until it is matched. */
  public static final int RENDEZVOUS = 1;

  /** The call that sends it returns when its buffer may be used again. */
  public static final int CALLER_BLOCKS = 2;

  /** It has been received in place of an earlier one that waits. */
  private static final int OVERTOOK = 4;

  /** The op that sends it receives at the same time. */
  public static final int EXCHANGE = 8;

  private static final int FLAGS_SHIFT = 60;
  private static final long NUMBER = (1L << FLAGS_SHIFT) - 1;

  public MessagePool() {
    super("messages", STRIDE);
  }

  /**
   * A message that no other follows.
   *
   * @param slot request slot of a sender that waits for the match, or one of {@link RequestTable}'s
   *     names
   * @param flags {@link #RENDEZVOUS}, {@link #CALLER_BLOCKS} and {@link #EXCHANGE}, or 0
   */
  public int create(
      int source,
      int destination,
      int tag,
      int context,
      long bytes,
      long sendPs,
      int slot,
      int flags) {
    int message = allocate();
    set(message, FLAGS_OPERATION, (long) flags << FLAGS_SHIFT);
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
    set(message, NEXT_TAG, (get(message, NEXT_TAG) & ~LOW) | (next & LOW));
  }

  /**
   * A number of a one-sided message, 0 at first: of a write of OpenSHMEM how many others have to
   * take effect before it, of what accesses a window by which its source knows it again.
   */
  public int ordinal(int message) {
    return next(message);
  }

  public void ordinal(int message, int number) {
    next(message, number);
  }

  public int tag(int message) {
    return (int) (get(message, NEXT_TAG) >> 32);
  }

  /** When the send started; of a poll of OpenSHMEM {@link #answerBytes} instead. */
  public long sendPs(int message) {
    return get(message, SEND_PS);
  }

  /**
   * The size of the answer that a one-sided message asks for which is {@link #about} something
   * else; it stands where others have the time at which they were sent.
   */
  public long answerBytes(int message) {
    return get(message, SEND_PS);
  }

  public void answerBytes(int message, long bytes) {
    set(message, SEND_PS, bytes);
  }

  /** Number of the flow of a message. */
  static int flow(int message) {
    return message / STRIDE;
  }

  /** Who a message is to {@link Causes#numbered} and {@link Causes#sends}. */
  public static int who(int message) {
    return ~(message / STRIDE);
  }

  /**
   * When the message is complete at the receiver. Until then: in direct models {@link #NOT_MOVING}
   * for a rendezvous, in occupancy models when it arrives, in flow models any of the names below,
   * and when it leaves while it has been sent but not set out.
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

  /** Fills a view with what models may know of a message. */
  public void show(int message, MutableMessage view, int[] nodes) {
    int source = source(message);
    int destination = destination(message);
    boolean callerBlocks = has(message, CALLER_BLOCKS);
    view.set(source, destination, nodes[source], nodes[destination], bytes(message), callerBlocks)
        .exchange(has(message, EXCHANGE))
        .oneSided(isOneSided(message))
        .rendezvous(isRendezvous(message));
  }

  /** Number of the sender's op. */
  public long operation(int message) {
    return get(message, FLAGS_OPERATION) & NUMBER;
  }

  public void operation(int message, long number) {
    set(message, FLAGS_OPERATION, (get(message, FLAGS_OPERATION) & ~NUMBER) | number);
  }

  public int destination(int message) {
    return (int) (get(message, DESTINATION_CONTEXT) >> 32);
  }

  public int context(int message) {
    return (int) get(message, DESTINATION_CONTEXT);
  }

  /** Whether no receive has to match a message. */
  public boolean isOneSided(int message) {
    return context(message) >= WINDOWS;
  }

  /** When the sender, as far as it alone is concerned, is done. */
  public long callerPs(int message) {
    return get(message, MORE);
  }

  public void callerPs(int message, long timePs) {
    set(message, MORE, timePs);
  }

  /**
   * In flow models, and in bus-link ones that match once, the receive that the message has been
   * matched with; in other bus-link ones its entry among sends that have been reached, and of that
   * entry the message. {@link #NONE} if there is none.
   */
  public int counterpart(int message) {
    return (int) get(message, MORE);
  }

  public void counterpart(int message, int entry) {
    set(message, MORE, entry);
  }

  /** What a one-sided message is about: a size, a lock, a time or a number. */
  public long about(int message) {
    return get(message, MORE);
  }

  public void about(int message, long what) {
    set(message, MORE, what);
  }

  /** Whether the call that sends it returns when its buffer may be used again. */
  boolean callerBlocks(int message) {
    return has(message, CALLER_BLOCKS);
  }

  /** Whether the sender waits until the message is matched. */
  public boolean isRendezvous(int message) {
    return has(message, RENDEZVOUS);
  }

  /** Whether the message has been received in place of an earlier one that waits. */
  public boolean overtook(int message) {
    return has(message, OVERTOOK);
  }

  /** The message is received in place of an earlier one that waits. */
  public void overtakes(int message) {
    set(message, FLAGS_OPERATION, get(message, FLAGS_OPERATION) | (long) OVERTOOK << FLAGS_SHIFT);
  }

  private boolean has(int message, int flag) {
    return (get(message, FLAGS_OPERATION) >>> FLAGS_SHIFT & flag) != 0;
  }
}
