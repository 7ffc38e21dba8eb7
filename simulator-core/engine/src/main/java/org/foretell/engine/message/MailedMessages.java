package org.foretell.engine.message;

import static org.foretell.engine.message.LetterWords.high;
import static org.foretell.engine.message.LetterWords.low;
import static org.foretell.engine.message.LetterWords.pair;

import org.foretell.engine.mail.Part;
import org.foretell.engine.state.RequestTable;

/**
 * Messages between ranks of different parts of a replay, as letters. Messages of two ranks are
 * letters from one part to another, and so do not overtake each other.
 *
 * <p>An eager message is one letter. A rendezvous is kept by the sender's part too, until a letter
 * comes back that says when it was matched.
 */
public final class MailedMessages {
  /** Kinds of letters below it are about messages. */
  public static final long KINDS = 8;

  private static final long EAGER = 1;
  private static final long RENDEZVOUS = 2;
  private static final long MATCHED = 3;

  /** Messages that are kept before letters wait. */
  private static final int MOST_KEPT = 1 << 16;

  private final Part part;
  private final MessagePool messages;

  /** Messages of other parts that have not been received. */
  private int kept;

  public MailedMessages(Part part, MessagePool messages) {
    this.part = part;
    this.messages = messages;
  }

  /** Whether another part has a rank. */
  boolean isElsewhere(int rank) {
    return part.isElsewhere(rank);
  }

  /** Whether so many messages of other parts wait for their receives that letters may wait too. */
  public boolean isFull() {
    return kept > MOST_KEPT;
  }

  /** A message is received, and forgotten. */
  void received(int message) {
    if (part.isElsewhere(messages.source(message))) {
      kept--;
    }
  }

  /** Sends an eager message. */
  void sendEager(
      int source,
      int destination,
      int tag,
      int context,
      long bytes,
      long startPs,
      long arrivePs,
      long operation) {
    part.write(
        destination,
        EAGER,
        pair(source, destination),
        pair(tag, context),
        bytes,
        startPs,
        arrivePs,
        0,
        operation,
        0);
  }

  /** Offers a rendezvous, which stays with its sender. */
  void offer(int message) {
    int destination = messages.destination(message);
    part.write(
        destination,
        RENDEZVOUS,
        pair(messages.source(message), destination),
        pair(messages.tag(message), messages.context(message)),
        messages.bytes(message),
        messages.sendPs(message),
        message,
        messages.callerBlocks(message) ? MessagePool.CALLER_BLOCKS : 0,
        messages.operation(message),
        0);
  }

  /** A rendezvous that another part offered has been matched. */
  void answer(int message, long donePs, long postedPs) {
    part.write(
        messages.source(message), MATCHED, messages.slot(message), donePs, postedPs, 0, 0, 0, 0, 0);
  }

  /** Makes the message of a letter that is no {@linkplain #isAnswer answer}. */
  int message(long[] words, int at) {
    kept++;
    boolean eager = words[at] == EAGER;
    int message =
        messages.create(
            high(words[at + 1]),
            low(words[at + 1]),
            high(words[at + 2]),
            low(words[at + 2]),
            words[at + 3],
            words[at + 4],
            eager ? RequestTable.NOBODY : (int) words[at + 5],
            eager ? 0 : MessagePool.RENDEZVOUS | (int) words[at + 6]);
    messages.arrivePs(message, eager ? words[at + 5] : MessagePool.NOT_MOVING);
    messages.operation(message, words[at + 7]);
    return message;
  }

  /** Whether a letter says that a rendezvous of this part has been matched. */
  static boolean isAnswer(long[] words, int at) {
    return words[at] == MATCHED;
  }

  /** The rendezvous that an answer is about. */
  static int offered(long[] words, int at) {
    return (int) words[at + 1];
  }

  /** When the rendezvous that an answer is about is complete at its receiver. */
  static long donePs(long[] words, int at) {
    return words[at + 2];
  }

  /** When the receive was posted that an answer is about. */
  static long postedPs(long[] words, int at) {
    return words[at + 3];
  }
}
