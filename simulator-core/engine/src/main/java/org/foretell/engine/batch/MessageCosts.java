package org.foretell.engine.batch;

import java.util.Arrays;
import org.foretell.model.CommunicationModel;
import org.foretell.model.DirectModel;
import org.foretell.model.Message;
import org.foretell.model.MutableMessage;

/**
 * What messages cost each follower. An answer is the place of a row of spans, one for each, that is
 * valid until the next question. If costs depend on size and distance only, models are asked once
 * for each kind of message.
 */
final class MessageCosts {
  /** Kinds of message that are remembered; later ones take the places of others. */
  private static final int KINDS = 1 << 9;

  /** What is asked: a factor of the key of a kind. */
  private static final int EAGER_SEND = 0;

  private static final int CHOSEN_EAGER_SEND = 1;
  private static final int RENDEZVOUS = 2;
  private static final int CHOSEN_RENDEZVOUS = 3;
  private static final int TRANSFER = 4;

  private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

  private final int count;
  private final DirectModel[] models;
  private final boolean[] dropped;

  /** Whether answers are remembered. */
  private final boolean remembers;

  /** By kind its size, and the rest of its key; negative if nothing is remembered there. */
  private final long[] sizes;

  private final long[] keys;

  /** By kind how long the data move, and how long the caller is busy; of each follower. */
  private final long[] spansPs;

  /** Where spans begin that are the same for all messages, and those that are not remembered. */
  private final int posting;

  private final int scratch;

  /**
   * Asks for what is the same for all messages.
   *
   * @param communications of the followers
   * @param dropped by follower whether it has dropped out; set here if its model refuses a message
   *     or chooses another protocol
   */
  MessageCosts(CommunicationModel[] communications, boolean[] dropped) {
    count = communications.length;
    this.dropped = dropped;
    models = new DirectModel[count];
    Arrays.setAll(models, i -> (DirectModel) communications[i].mpi());
    remembers = Arrays.stream(models).allMatch(DirectModel::costsBySize);
    int kinds = remembers ? KINDS : 0;
    sizes = new long[kinds];
    Arrays.fill(sizes, -1);
    keys = new long[kinds];
    scratch = kinds * 2 * count;
    posting = scratch + 2 * count;
    spansPs = new long[posting + count];
    for (int i = 0; i < count; i++) {
      try {
        set(i, posting + i, models[i].postReceivePs());
      } catch (RuntimeException refused) {
        drop(i);
      }
    }
  }

  private void set(int follower, int place, long spanPs) {
    if (spanPs < 0) {
      drop(follower);
    }
    spansPs[place] = Math.max(0, spanPs);
  }

  private void drop(int follower) {
    dropped[follower] = true;
  }

  /** Adds a row of spans to times; a follower whose time overflows drops out. */
  void add(long[] timesPs, int row, long[] sumsPs) {
    long signs = 0;
    for (int i = 0; i < count; i++) {
      long sum = timesPs[i] + spansPs[row + i];
      sumsPs[i] = sum;
      signs |= sum;
    }
    if (signs < 0) {
      for (int i = 0; i < count; i++) {
        if (sumsPs[i] < 0) {
          drop(i);
          sumsPs[i] = 0;
        }
      }
    }
  }

  /** How long posting a receive keeps its caller. */
  int ofPosting() {
    return posting;
  }

  /**
   * How long the data of an eager message move; in the next row how long its sender is busy, or
   * that of a rendezvous.
   *
   * @param chosen whether the leader's model has chosen the protocol
   */
  int ofSend(MutableMessage message, boolean eager, boolean chosen, long[] startsPs) {
    int question =
        eager
            ? (chosen ? CHOSEN_EAGER_SEND : EAGER_SEND)
            : (chosen ? CHOSEN_RENDEZVOUS : RENDEZVOUS);
    int row = row(message, question);
    if (isKnown(row, message, question)) {
      return row;
    }
    for (int i = 0; i < count; i++) {
      if (!dropped[i]) {
        try {
          askSend(i, row, message, eager, chosen, startsPs[i]);
        } catch (RuntimeException refused) {
          drop(i);
        }
      }
    }
    return row;
  }

  private void askSend(
      int follower, int row, MutableMessage message, boolean eager, boolean chosen, long startPs) {
    DirectModel model = models[follower];
    long busyPs = 0;
    message.rendezvous(false);
    if (chosen && model.eager(message) != eager) {
      drop(follower);
    }
    message.rendezvous(!eager);
    if (eager) {
      long movesPs = model.transferPs(message, startPs);
      set(follower, row + follower, movesPs);
      busyPs = message.callerBlocks() ? model.blockingSendPs(message, movesPs) : 0;
    }
    if (!message.callerBlocks()) {
      busyPs = model.nonBlockingSendPs(message);
    }
    set(follower, row + count + follower, busyPs);
  }

  /** How long the data of a rendezvous move. */
  int ofTransfer(Message message, long[] startsPs) {
    int row = row(message, TRANSFER);
    if (isKnown(row, message, TRANSFER)) {
      return row;
    }
    for (int i = 0; i < count; i++) {
      if (!dropped[i]) {
        try {
          set(i, row + i, models[i].transferPs(message, startsPs[i]));
        } catch (RuntimeException refused) {
          drop(i);
        }
      }
    }
    return row;
  }

  /** How long it takes until a probe can see a message. */
  int ofEnvelope(Message message) {
    for (int i = 0; i < count; i++) {
      if (!dropped[i]) {
        try {
          set(i, scratch + i, models[i].envelopePs(message));
        } catch (RuntimeException refused) {
          drop(i);
        }
      }
    }
    return scratch;
  }

  /** Where the answer to a question is, or is to be. */
  private int row(Message message, int question) {
    if (!remembers) {
      return scratch;
    }
    long hash = (message.bytes() * MIX + key(message, question)) * MIX;
    return (int) (hash >>> 32 & (KINDS - 1)) * 2 * count;
  }

  /** Whether the answer is there; if not, it is expected there. */
  private boolean isKnown(int row, Message message, int question) {
    if (!remembers) {
      return false;
    }
    int kind = row / (2 * count);
    long key = key(message, question);
    if (sizes[kind] == message.bytes() && keys[kind] == key) {
      return true;
    }
    sizes[kind] = message.bytes();
    keys[kind] = key;
    return false;
  }

  /** All but the size on which costs may depend. */
  private static long key(Message message, int question) {
    int distance = message.withinNode() ? 1 + message.sourceNode() : 0;
    return ((long) distance << 4) + (question << 1) + (message.callerBlocks() ? 1 : 0);
  }
}
