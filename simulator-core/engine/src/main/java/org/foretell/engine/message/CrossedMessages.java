package org.foretell.engine.message;

import static org.foretell.engine.message.LetterWords.high;
import static org.foretell.engine.message.LetterWords.low;
import static org.foretell.engine.message.LetterWords.pair;

import java.util.Arrays;
import org.foretell.engine.kernel.RecordPool;
import org.foretell.engine.mail.NeedsOnePart;
import org.foretell.engine.mail.Part;
import org.foretell.engine.state.RequestTable;

/**
 * Messages between ranks of different parts of a replay under an occupancy model, as letters that
 * are read after the round that follows the one in which the messages set out.
 *
 * <p>An eager message is one letter, and so is a one-sided one. Where interfaces queue, both parts
 * keep a rendezvous, and each of its legs is a letter. Elsewhere a rendezvous needs one part: it
 * lets its sender go on at the moment of the match, and no later.
 */
public final class CrossedMessages {
  // Higher kinds are those of acknowledgements, and from MailedMessages.KINDS on of collectives.
  private static final int EAGER = 1;
  private static final int REQUEST = 2;
  private static final int CLEAR_TO_SEND = 3;
  private static final int DATA = 4;
  private static final int ONE_SIDED = 5;

  private static final int FLAGS_SHIFT = 8;
  private static final int KIND = (1 << FLAGS_SHIFT) - 1;

  private final Part part;
  private final MessagePool messages;
  private final ReceivePool receives;
  private final boolean interfacesQueue;

  /** By rendezvous of this part with another when its receive was posted; grows with the pool. */
  private long[] postedPs = {};

  CrossedMessages(Part part, Matcher matcher, boolean interfacesQueue) {
    this.part = part;
    messages = matcher.messages;
    receives = matcher.receives;
    this.interfacesQueue = interfacesQueue;
  }

  /** Whether another part has a rank. */
  boolean isElsewhere(int rank) {
    return part.isElsewhere(rank);
  }

  /** Whether the present leg of a message leads to another part. */
  boolean leaves(int message) {
    return part.isElsewhere(
        isAnswer(message) ? messages.source(message) : messages.destination(message));
  }

  private boolean isAnswer(int message) {
    return interfacesQueue
        && messages.isRendezvous(message)
        && leg(message) == InterfaceQueues.CLEAR_TO_SEND;
  }

  private int leg(int message) {
    return InterfaceQueues.leg(messages.arrivePs(message));
  }

  /** When the receive was posted that a rendezvous with another part has met. */
  long postedPs(int message) {
    return postedPs[message / MessagePool.STRIDE];
  }

  /** A message has set out now. */
  void send(int message, long arrivePs, long nowPs) {
    part.letters().announce(arrivePs);
    if (messages.isOneSided(message)) {
      write(ONE_SIDED, message, messages.ordinal(message), arrivePs, nowPs);
      messages.release(message);
      return;
    }
    if (!messages.isRendezvous(message)) {
      write(EAGER, message, 0, arrivePs, nowPs);
      messages.release(message);
      return;
    }
    if (!interfacesQueue) {
      throw new NeedsOnePart();
    }
    int leg = leg(message);
    if (leg == InterfaceQueues.FIRST) {
      write(REQUEST, message, message, arrivePs, nowPs);
    } else if (leg == InterfaceQueues.CLEAR_TO_SEND) {
      long posted = receives.postedPs(messages.counterpart(message));
      int offered = messages.slot(message);
      int to = messages.source(message);
      part.write(to, CLEAR_TO_SEND, offered, message, posted, 0, arrivePs, nowPs, 0, 0);
    } else {
      int to = messages.destination(message);
      part.write(to, DATA, messages.counterpart(message), 0, 0, 0, arrivePs, nowPs, 0, 0);
      messages.release(message);
    }
  }

  /** Writes a whole message, and a number beside it. */
  private void write(int kind, int message, int beside, long arrivePs, long nowPs) {
    int flags = messages.callerBlocks(message) ? MessagePool.CALLER_BLOCKS : 0;
    part.write(
        messages.destination(message),
        (long) beside << Integer.SIZE | flags << FLAGS_SHIFT | kind,
        pair(messages.source(message), messages.destination(message)),
        pair(messages.tag(message), messages.context(message)),
        messages.bytes(message),
        messages.sendPs(message),
        arrivePs,
        nowPs,
        messages.operation(message),
        messages.about(message));
  }

  /** When the message of a letter set out. */
  public static long sentPs(long[] words, int at) {
    return words[at + 6];
  }

  /** When the message of a letter arrives. */
  public static long arrivesPs(long[] words, int at) {
    return words[at + 5];
  }

  /** The message that a letter is about, which is on its way. */
  int message(long[] words, int at) {
    int kind = (int) words[at] & KIND;
    if (isOneSided(words, at)) {
      return oneSided(words, at);
    }
    int message;
    int leg;
    if (kind == CLEAR_TO_SEND) {
      message = (int) words[at + 1];
      messages.counterpart(message, (int) words[at + 2]);
      posted(message / MessagePool.STRIDE, words[at + 3]);
      leg = InterfaceQueues.CLEAR_TO_SEND;
    } else if (kind == DATA) {
      message = (int) words[at + 1];
      leg = InterfaceQueues.DATA;
    } else {
      message = create(words, at, kind);
      leg = InterfaceQueues.FIRST;
    }
    if (interfacesQueue) {
      messages.arrivePs(message, InterfaceQueues.moving(leg));
    }
    return message;
  }

  /** Whether a letter is about a message that no receive has to match. */
  static boolean isOneSided(long[] words, int at) {
    return ((int) words[at] & KIND) == ONE_SIDED;
  }

  private int oneSided(long[] words, int at) {
    int message = create(words, at, RequestTable.NOBODY, 0);
    messages.ordinal(message, high(words[at]));
    messages.about(message, words[at + 8]);
    messages.arrivePs(message, MessagePool.MOVING);
    return message;
  }

  private int create(long[] words, int at, int slot, int more) {
    int flags = (int) words[at] >> FLAGS_SHIFT;
    int message =
        messages.create(
            high(words[at + 1]),
            low(words[at + 1]),
            high(words[at + 2]),
            low(words[at + 2]),
            words[at + 3],
            words[at + 4],
            slot,
            flags | more);
    messages.operation(message, words[at + 7]);
    return message;
  }

  private int create(long[] words, int at, int kind) {
    boolean eager = kind == EAGER;
    int slot = eager ? RequestTable.NOBODY : high(words[at]);
    int message = create(words, at, slot, eager ? 0 : MessagePool.RENDEZVOUS);
    if (interfacesQueue) {
      messages.counterpart(message, RecordPool.NONE);
    }
    return message;
  }

  private void posted(int number, long timePs) {
    if (number >= postedPs.length) {
      postedPs = Arrays.copyOf(postedPs, Math.max(number + 1, 2 * postedPs.length));
    }
    postedPs[number] = timePs;
  }
}
