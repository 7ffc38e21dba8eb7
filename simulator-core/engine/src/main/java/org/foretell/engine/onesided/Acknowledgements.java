package org.foretell.engine.onesided;

import org.foretell.engine.mail.Part;
import org.foretell.engine.message.CrossedMessages;

/**
 * Letters between parts of a replay that say from when on a rank knows that what it has written in
 * another part is there.
 */
public final class Acknowledgements {
  // The kinds of messages are lower; those from MailedMessages.KINDS on are about collectives.
  private static final long OF_CONTEXT = 6;
  private static final long OF_WINDOW = 7;

  private Acknowledgements() {}

  /** Whether a letter is one. */
  public static boolean isOne(long[] words, int at) {
    return words[at] == OF_CONTEXT || words[at] == OF_WINDOW;
  }

  /** Whether one is about a window. */
  public static boolean isOfWindow(long[] words, int at) {
    return words[at] == OF_WINDOW;
  }

  /**
   * Writes one to the part of a rank that has written to another.
   *
   * @param context of the writing rank
   */
  static void write(Part part, int rank, int target, int context, long knownPs, long nowPs) {
    write(part, OF_CONTEXT, rank, target, context, 0, knownPs, nowPs);
  }

  /**
   * Writes one about a window.
   *
   * @param heldPs until when others have held back what the rank has written
   */
  static void write(
      Part part, int rank, int target, int context, long heldPs, long knownPs, long nowPs) {
    write(part, OF_WINDOW, rank, target, context, heldPs, knownPs, nowPs);
  }

  private static void write(
      Part part,
      long kind,
      int rank,
      int target,
      int context,
      long heldPs,
      long knownPs,
      long nowPs) {
    part.letters().announce(knownPs);
    part.write(rank, kind, rank, target, context, heldPs, knownPs, nowPs, 0, 0);
  }

  static int rank(long[] words, int at) {
    return (int) words[at + 1];
  }

  static int target(long[] words, int at) {
    return (int) words[at + 2];
  }

  static int context(long[] words, int at) {
    return (int) words[at + 3];
  }

  static long heldPs(long[] words, int at) {
    return words[at + 4];
  }

  /** When the rank knows it. */
  public static long knownPs(long[] words, int at) {
    return CrossedMessages.arrivesPs(words, at);
  }
}
