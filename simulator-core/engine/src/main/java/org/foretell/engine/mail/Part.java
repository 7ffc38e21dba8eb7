package org.foretell.engine.mail;

/** One part of a replay, from its own point of view. Used by its thread. */
public final class Part {
  private final Partition partition;
  private final int number;
  private final Letters letters;
  private final int first;
  private final int end;

  /**
   * A part.
   *
   * @param partition which part has which ranks
   * @param letters what it writes to others
   */
  public Part(Partition partition, int number, Letters letters) {
    this.partition = partition;
    this.number = number;
    this.letters = letters;
    first = partition.first(number);
    end = partition.end(number);
  }

  /** Which part has which ranks. */
  public Partition partition() {
    return partition;
  }

  /** Its number. */
  public int number() {
    return number;
  }

  /** What it writes to others. */
  public Letters letters() {
    return letters;
  }

  /** The first rank of the part. */
  public int first() {
    return first;
  }

  /** The rank after its last one. */
  public int end() {
    return end;
  }

  /** Whether another part has a rank. */
  public boolean isElsewhere(int rank) {
    return rank < first || rank >= end;
  }

  /**
   * Writes a letter to the part that has a rank.
   *
   * @param kind what it says; the other numbers follow from it
   */
  public void write(
      int rank, long kind, long a, long b, long c, long d, long e, long f, long g, long h) {
    letters.write(partition.of(rank), kind, a, b, c, d, e, f, g, h);
  }
}
