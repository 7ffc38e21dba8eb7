package org.foretell.engine.mail;

import java.util.Arrays;

/**
 * The letters of one part of a replay that goes on in {@link Rounds}: those written in a round are
 * read after it. Written by the thread of the part, and read by those of the others.
 */
public final class RoundMail implements Letters {
  private static final int FIRST_LETTERS = 16;

  private final Rounds rounds;
  private final int part;

  /** By reader, and by whether the round is odd: a reader may be a round behind. */
  private final Box[][] boxes;

  private int parity;
  private long earliestPs = Rounds.NOTHING;

  /** Letters of a round from one part to another. */
  public static final class Box {
    private long[] words = {};
    private int letters;

    private Box() {}

    /** The letters, each {@link Letters#WORDS} numbers; nobody may change them. */
    public long[] words() {
      return words;
    }

    /** How many there are. */
    public int letters() {
      return letters;
    }

    private int add() {
      int at = letters++ * WORDS;
      if (at == words.length) {
        words = Arrays.copyOf(words, Math.max(FIRST_LETTERS * WORDS, 2 * at));
      }
      return at;
    }
  }

  RoundMail(Rounds rounds, int part, int parts) {
    this.rounds = rounds;
    this.part = part;
    boxes = new Box[parts][2];
    for (Box[] ofReader : boxes) {
      Arrays.setAll(ofReader, odd -> new Box());
    }
  }

  /** Number of parts. */
  public int parts() {
    return boxes.length;
  }

  @Override
  public void write(int to, long kind, long a, long b, long c, long d, long e, long f, long g) {
    Box box = boxes[to][parity];
    int at = box.add();
    long[] words = box.words;
    words[at] = kind;
    words[at + 1] = a;
    words[at + 2] = b;
    words[at + 3] = c;
    words[at + 4] = d;
    words[at + 5] = e;
    words[at + 6] = f;
    words[at + 7] = g;
  }

  @Override
  public void tellOf(long timePs) {
    earliestPs = Math.min(earliestPs, timePs);
  }

  @Override
  public void send() {
    // Letters are read after the round, whoever waits for them.
  }

  @Override
  public boolean inRounds() {
    return true;
  }

  /**
   * The round is over: waits for the other parts.
   *
   * @param nextPs when something happens next in this part, {@link Rounds#NOTHING} if nothing does
   * @param awake called now and then by a thread that waits long
   * @return when something happens next in any part, as {@link Rounds#await} says
   */
  public long endRound(long nextPs, Runnable awake) {
    long least = rounds.await(part, Math.min(nextPs, earliestPs), awake);
    earliestPs = Rounds.NOTHING;
    parity ^= 1;
    for (Box[] ofReader : boxes) {
      // All have read these: they have ended the round after the one in which they were written.
      ofReader[parity].letters = 0;
    }
    return least;
  }

  /** What a part wrote to this one in the round that is over. */
  public Box from(int other) {
    return rounds.letters(other).boxes[part][parity ^ 1];
  }
}
