package org.foretell.engine.mail;

/**
 * The letters of one part of a replay that goes on in {@link Rounds}: those written in a round are
 * read after it. Written by the thread of the part, and read by those of the others.
 */
public final class RoundMail implements Letters {
  private final Rounds rounds;
  private final int part;

  private int parity = 1;
  private long earliestPs = Rounds.NOTHING;
  private long eventsOfAll;

  /** Nothing has been written; one for each part. */
  public RoundMail(Rounds rounds, int part) {
    this.rounds = rounds;
    this.part = part;
  }

  /** Number of parts. */
  public int parts() {
    return rounds.parts();
  }

  @Override
  public void write(int to, long kind, long a, long b, long c, long d, long e, long f, long g) {
    rounds.bundle(part, to, parity).write(kind, a, b, c, d, e, f, g);
  }

  @Override
  public void announce(long timePs) {
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
   * @param events that happened in the round in this part
   * @param awake called now and then by a thread that waits long
   * @return when something happens next in any part, as {@link Rounds#await} says
   */
  public long endRound(long nextPs, long events, Runnable awake) {
    long least = rounds.await(part, Math.min(nextPs, earliestPs), events, awake);
    earliestPs = Rounds.NOTHING;
    eventsOfAll += rounds.events(parity);
    parity ^= 1;
    for (int reader = 0; reader < parts(); reader++) {
      // All have read these: they have ended the round after the one in which they were written.
      rounds.bundle(part, reader, parity).clear();
    }
    return least;
  }

  /** How much has happened in all parts in the rounds that are over. */
  public long eventsOfAll() {
    return eventsOfAll;
  }

  /** What a part wrote to this one in the round that is over. */
  public Bundle from(int other) {
    return rounds.bundle(other, part, parity ^ 1);
  }
}
