package org.foretell.engine.mail;

import java.util.function.BooleanSupplier;

/**
 * The letters of one part of a replay that goes on in {@link Rounds}: those written in a round are
 * read after the next one. Written by the thread that executes the part, and read by those of the
 * others.
 */
public final class RoundMail implements Letters {
  private final Rounds rounds;
  private final int part;

  /** The round that is executed. */
  private long round = 1;

  private long earliestPs = Rounds.NOTHING;

  /** Nothing has been written; one for each part, made by the thread that replays it. */
  public RoundMail(Rounds rounds, int part) {
    this.rounds = rounds;
    this.part = part;
    rounds.begin(part);
  }

  /** Number of parts. */
  public int parts() {
    return rounds.parts();
  }

  @Override
  public void write(
      int to, long kind, long a, long b, long c, long d, long e, long f, long g, long h) {
    rounds.bundle(part, to, round).write(kind, a, b, c, d, e, f, g, h);
  }

  @Override
  public void announce(long timePs) {
    earliestPs = Math.min(earliestPs, timePs);
  }

  @Override
  public void send() {
    // Letters are read after the next round, whoever waits for them.
  }

  @Override
  public boolean inRounds() {
    return true;
  }

  /**
   * What this part does in the round is over: waits until all have ended the round before.
   *
   * @param awake called now and then by a thread that waits long
   * @return when something happened next after that round in any part, as {@link Rounds#await} says
   */
  public long awaitOthers(Runnable awake) {
    return rounds.await(part, awake);
  }

  /** What a part wrote to this one in the round before, for {@link #awaitOthers}. */
  public Bundle from(int other) {
    return rounds.bundle(other, part, round - 1);
  }

  /**
   * This part has read what was written in the round before, and ends the one that it has executed.
   *
   * @param nextPs when something happens next in this part, {@link Rounds#NOTHING} if nothing does
   */
  public void endRound(long nextPs) {
    rounds.end(part, Math.min(nextPs, earliestPs));
    earliestPs = Rounds.NOTHING;
    round++;
    for (int reader = 0; reader < parts(); reader++) {
      rounds.bundle(part, reader, round).clear();
    }
  }

  /**
   * Leaves this part for some time to the thread of the first one, which must be another one. It is
   * given back when all is over, too.
   *
   * @param next executes a round; whether there are more
   */
  public void leave(BooleanSupplier next, long nanos) {
    rounds.leave(part, next, nanos);
  }

  /** How long the threads of all parts together have waited for each other; nearly. */
  public long waitedNanos() {
    return rounds.waitedNanos();
  }
}
