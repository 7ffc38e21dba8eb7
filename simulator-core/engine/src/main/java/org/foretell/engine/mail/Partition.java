package org.foretell.engine.mail;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/** Which part of a replay has which ranks: ranges, whose sizes differ little. Immutable. */
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

  private Partition(int[] firsts) {
    ranks = firsts[firsts.length - 1];
    this.firsts = firsts;
  }

  /**
   * {@return parts whose ranks share nothing with those of others; fewer than wanted where many
   * ranks share something, or ranks that are far from each other}
   *
   * @param most parts
   * @param leastRanks of a part
   * @param things by rank which thing of a kind it uses, as its node
   */
  public static Partition apart(int most, int leastRanks, int[]... things) {
    int ranks = things[0].length;
    Int2IntOpenHashMap[] lastUsers = new Int2IntOpenHashMap[things.length];
    for (int kind = 0; kind < things.length; kind++) {
      lastUsers[kind] = new Int2IntOpenHashMap();
      for (int rank = 0; rank < ranks; rank++) {
        lastUsers[kind].put(things[kind][rank], rank);
      }
    }
    IntArrayList firsts = new IntArrayList();
    firsts.add(0);
    int last = 0;
    for (int rank = 0; rank < ranks - 1; rank++) {
      for (int kind = 0; kind < things.length; kind++) {
        last = Math.max(last, lastUsers[kind].get(things[kind][rank]));
      }
      boolean large = rank + 1 >= (long) ranks * firsts.size() / most;
      large &= rank + 1 - firsts.getInt(firsts.size() - 1) >= leastRanks;
      large &= ranks - rank - 1 >= leastRanks;
      if (last == rank && large && firsts.size() < most) {
        firsts.add(rank + 1);
      }
    }
    firsts.add(ranks);
    return new Partition(firsts.toIntArray());
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
    int part = (int) ((long) rank * parts() / ranks);
    while (rank < firsts[part]) {
      part--;
    }
    while (rank >= firsts[part + 1]) {
      part++;
    }
    return part;
  }
}
