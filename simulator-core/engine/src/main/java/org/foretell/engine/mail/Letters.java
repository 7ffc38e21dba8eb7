package org.foretell.engine.mail;

/** What one part of a replay writes to the others. Used by the thread that executes it. */
public sealed interface Letters permits Mailbox, RoundMail {
  /** Numbers in a letter. */
  int WORDS = 9;

  /**
   * Writes a letter to another part, or to the own one if that reads letters in rounds; it is sent
   * with others.
   *
   * @param kind what it says; the other numbers follow from it
   */
  void write(int to, long kind, long a, long b, long c, long d, long e, long f, long g, long h);

  /** What a letter is about happens at a time, and not earlier. */
  void announce(long timePs);

  /** Sends what was written; to be called if others wait for it. */
  void send();

  /** Whether letters are read only between rounds, in an order that depends on no thread. */
  boolean inRounds();
}
