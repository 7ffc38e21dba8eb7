package org.foretell.engine.mail;

/**
 * One part of a replay, from its own point of view.
 *
 * @param partition which part has which ranks
 * @param number its own
 * @param mailbox its letters
 */
public record Part(Partition partition, int number, Mailbox mailbox) {
  /** Whether another part has a rank. */
  public boolean isElsewhere(int rank) {
    return rank < first() || rank >= end();
  }

  /** The first rank of the part. */
  public int first() {
    return partition.first(number);
  }

  /** The rank after its last one. */
  public int end() {
    return partition.end(number);
  }

  /**
   * Writes a letter to the part that has a rank.
   *
   * @param kind what it says; the other numbers follow from it
   */
  public void write(
      int rank, long kind, long a, long b, long c, long d, long e, long f, long g) {
    mailbox.write(partition.of(rank), kind, a, b, c, d, e, f, g);
  }
}
