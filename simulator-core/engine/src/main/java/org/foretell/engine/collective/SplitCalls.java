package org.foretell.engine.collective;

import org.foretell.engine.mail.Letters;
import org.foretell.engine.mail.Part;
import org.foretell.engine.message.MailedMessages;
import org.jspecify.annotations.Nullable;

/** What one part of a replay says and hears about collectives that several parts share. */
public final class SplitCalls {
  /** The only kind of its letters. */
  private static final long ENDS = MailedMessages.KINDS;

  private final Part part;
  private final SplitCollectives all;
  private final CommunicatorTable communicators;

  /**
   * Nobody has called.
   *
   * @param all what all parts share
   */
  public SplitCalls(Part part, SplitCollectives all, CommunicatorTable communicators) {
    this.part = part;
    this.all = all;
    this.communicators = communicators;
  }

  /** Adds what the members here said, see {@link SplitCollectives#add}. */
  @Nullable OpenCollective add(OpenCollective here, long number) {
    return all.add(here, number);
  }

  /** Makes the communicators of a collective for the ranks here. */
  void complete(CommunicatorGroup parent, long number) {
    all.complete(parent, number, communicators);
  }

  /**
   * Lets the other parts know when a collective ends.
   *
   * @return whether this part hears of it, too, in such a letter
   */
  boolean end(CommunicatorGroup group, long number, long startedPs, long endPs) {
    Letters letters = part.letters();
    for (int other : group.otherParts()) {
      letters.write(other, ENDS, group.context, number, startedPs, endPs, 0, 0, 0, 0);
    }
    if (letters.inRounds()) {
      letters.write(part.number(), ENDS, group.context, number, startedPs, endPs, 0, 0, 0, 0);
      letters.announce(endPs);
    }
    letters.send();
    return letters.inRounds();
  }

  /** Whether members learn a round late that a collective has ended. */
  boolean inRounds() {
    return part.letters().inRounds();
  }

  /** Whether a letter is about the end of a collective. */
  public static boolean isEnd(long[] words, int at) {
    return words[at] == ENDS;
  }

  /** A collective is over: if its communicator has been freed, nobody needs it. */
  void forgetUnused(CommunicatorGroup group) {
    communicators.forgetUnused(group);
  }

  /** The communicator that a letter is about. */
  public CommunicatorGroup group(long[] words, int at) {
    return communicators.split((int) words[at + 1]);
  }

  /** Which of the communicator's collectives a letter is about. */
  static long number(long[] words, int at) {
    return words[at + 2];
  }

  /** When the last member called, according to a letter. */
  public static long startedPs(long[] words, int at) {
    return words[at + 3];
  }

  /** When the collective ends, according to a letter. */
  public static long endPs(long[] words, int at) {
    return words[at + 4];
  }
}
