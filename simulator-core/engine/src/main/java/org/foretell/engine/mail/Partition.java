package org.foretell.engine.mail;

import java.util.Arrays;

/** Which part of a replay has which ranks: ranges, whose sizes differ by one at most. Immutable. */
public final class Partition {
  /** By part its first rank, then the number of ranks. */
  private final int[] firsts;

  /**
   * Divides ranks.
   *
   * @param ranks at least as many as parts
   */
  public Partition(int ranks, int parts) {
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
    int part = 0;
    while (rank >= firsts[part + 1]) {
      part++;
    }
    return part;
  }
}
