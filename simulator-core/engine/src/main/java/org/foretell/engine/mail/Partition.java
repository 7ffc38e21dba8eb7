package org.foretell.engine.mail;

import java.util.Arrays;

/** Which part of a replay has which ranks: ranges, whose sizes differ by one at most. Immutable. */
public final class Partition {
  private final int ranks;

  /** By part its first rank, then the number of ranks. */
  private final int[] firsts;

  /**
   * Divides ranks.
   *
   * @param ranks at least as many as parts
   */
  public Partition(int ranks, int parts) {
    this.ranks = ranks;
    firsts = new int[parts + 1];
    Arrays.setAll(firsts, part -> (int) ((long) ranks * part / parts));
  }

  /** Number of parts. */
  public int parts() {
    return firsts.length - 1;
  }

  /** The first rank of a part. */
  public int first(int part) {
    return firsts[part];
  }

  /** The rank after the last one of a part. */
  public int end(int part) {
    return firsts[part + 1];
  }

  /** The part that has a rank. */
  public int of(int rank) {
    return (int) (((rank + 1L) * parts() - 1) / ranks);
  }
}
