package org.foretell.workflow.traced;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.Locale;
import org.foretell.structure.dispatch.WorldCopies;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceSource;
import org.jspecify.annotations.Nullable;

/**
 * Reads the messages of a rank and its computation between them. A receive that does not block
 * counts when it is completed, a send when it is posted.
 */
final class RankMessages {
  private final int rank;
  private final int copy;
  private final WorldCopies copies = new WorldCopies();
  private final MessageListener listener;
  private final OpView op = new OpView();

  /** The senders by slot of the receives that are under way. */
  private final Int2IntOpenHashMap receives = new Int2IntOpenHashMap();

  private boolean hasBegun;

  /** The last op since a message that is neither computation nor message; null for none. */
  private @Nullable OpCode foreign;

  private long foreignNumber;

  private RankMessages(int rank, int copy, MessageListener listener) {
    this.rank = rank;
    this.copy = copy;
    this.listener = listener;
  }

  /**
   * Reads a rank from its first op to its last.
   *
   * @param copy the copy of the world whose messages count
   * @throws org.foretell.trace.TraceException if it calls something else between its messages, such
   *     as a collective, or if the trace leaves open which receive completed
   */
  static void read(TraceSource trace, int rank, int copy, MessageListener listener) {
    RankMessages messages = new RankMessages(rank, copy, listener);
    try (RankCursor cursor = trace.open(rank)) {
      while (cursor.next(messages.op)) {
        messages.take(cursor.delivered());
      }
    }
  }

  private void take(long number) {
    copies.take(op);
    if (op.code().family() == OpCode.Family.POINT_TO_POINT && copies.of(op) != copy) {
      isForeign(number);
      return;
    }
    switch (op.code()) {
      case COMPUTE, ELAPSE -> listener.computed(op.get(OpField.DURATION_PS));
      case SEND, BSEND, SSEND, RSEND, ISEND, IBSEND, ISSEND, IRSEND -> sent();
      case RECV -> received(sender(OpField.PEER));
      case IRECV -> receives.put((int) op.get(OpField.REQUEST), sender(OpField.PEER));
      case SENDRECV, SENDRECV_REPLACE -> {
        sent();
        received(sender(OpField.RECEIVE_PEER));
      }
      case IPROBE -> listener.polled(known(OpField.OUTCOME, number) != 0);
      case WAIT -> completed(op.get(OpField.REQUEST));
      case WAITALL -> completedAll();
      case WAITANY -> completedOne(known(OpField.OUTCOME, number));
      case WAITSOME -> completedSome();
      case TEST -> {
        boolean isDone = known(OpField.OUTCOME, number) != 0;
        listener.polled(isDone);
        if (isDone) {
          completed(op.get(OpField.REQUEST));
        }
      }
      case TESTALL -> {
        boolean areDone = known(OpField.OUTCOME, number) != 0;
        listener.polled(areDone);
        if (areDone) {
          completedAll();
        }
      }
      case TESTANY -> {
        long done = known(OpField.OUTCOME, number);
        listener.polled(done >= 0);
        completedOne(done);
      }
      case TESTSOME -> {
        listener.polled(op.listLength(OpField.OUTCOMES) > 0);
        completedSome();
      }
      case PROBE, MARKER_BEGIN, MARKER_END, EVENT -> {
        // They take nothing and move nothing.
      }
      // Any other op is refused between messages, since no task is dealt out by it.
      default -> isForeign(number);
    }
  }

  private void isForeign(long number) {
    foreign = op.code();
    foreignNumber = number;
  }

  /** A value that a trace may leave open. */
  private long known(OpField field, long number) {
    long value = op.get(field);
    if (value == OpView.NONE) {
      throw NoMasterWorker.because(
          "the trace does not record what %s of rank %d found (op %,d)"
              .formatted(name(op.code()), rank, number));
    }
    return value;
  }

  private static String name(OpCode code) {
    return code.name().toLowerCase(Locale.ROOT);
  }

  private int sender(OpField peer) {
    long named = op.get(peer);
    return (int) (named == OpView.ANY ? op.get(OpField.MATCHED_PEER) : named);
  }

  private void completed(long slot) {
    if (receives.containsKey((int) slot)) {
      received(receives.remove((int) slot));
    }
  }

  private void completedAll() {
    for (int i = 0; i < op.listLength(OpField.REQUESTS); i++) {
      completed(op.listElement(OpField.REQUESTS, i));
    }
  }

  private void completedOne(long index) {
    if (index >= 0) {
      completed(op.listElement(OpField.REQUESTS, (int) index));
    }
  }

  private void completedSome() {
    for (int i = 0; i < op.listLength(OpField.OUTCOMES); i++) {
      completedOne(op.listElement(OpField.OUTCOMES, i));
    }
  }

  private void sent() {
    long receiver = op.get(OpField.PEER);
    if (receiver >= 0) {
      begin();
      listener.sent((int) receiver, op.get(OpField.BYTES));
    }
  }

  private void received(int sender) {
    if (sender != OpView.PROC_NULL) {
      begin();
      listener.received(sender);
    }
  }

  private void begin() {
    if (hasBegun && foreign != null) {
      throw NoMasterWorker.because(
          "rank %d calls %s between its messages (op %,d)"
              .formatted(rank, name(foreign), foreignNumber));
    }
    foreign = null;
    hasBegun = true;
  }
}
