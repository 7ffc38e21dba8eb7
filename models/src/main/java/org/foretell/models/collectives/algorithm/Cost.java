package org.foretell.models.collectives.algorithm;

import org.foretell.models.collectives.pattern.Fold;
import org.foretell.models.collectives.pattern.Halves;

/**
 * The time of an algorithm as a sum: messages in a row, bytes in a row, and bytes combined in a
 * row.
 *
 * @param messages times the start-up of a message
 * @param bytes times the time of a byte
 * @param combined times the time to combine a byte
 */
public record Cost(double messages, double bytes, double combined) {
  public Cost plus(Cost other) {
    return new Cost(messages + other.messages, bytes + other.bytes, combined + other.combined);
  }

  /** What the cost is of. */
  @FunctionalInterface
  public interface Formula {
    /**
     * The cost.
     *
     * @param p members, at least 2
     * @param n the size of the call
     * @param s bytes of a segment, n if there are none
     * @param k radix
     */
    Cost of(int p, double n, double s, int k);
  }

  /** Rounds of n bytes, combined in each or not. */
  public static Cost rounds(double rounds, double n, boolean combine) {
    return new Cost(rounds, rounds * n, combine ? rounds * n : 0);
  }

  /** Reduce-scatter by halving and its reverse, of the members that stay after folding. */
  static Cost rabenseifner(int p, double n) {
    int staying = Fold.staying(p);
    return new Cost(2 * lgDown(p), 2 * most(staying, n), most(staying, n));
  }

  /** Rounds of a root with several chains, of which the longest ones are served first. */
  static double chainRounds(int p, double segments, int chains) {
    int used = Math.min(chains, p - 1);
    int shortest = (p - 1) / used;
    return used * segments + shortest - 1;
  }

  /** All parts of n but one. */
  public static double most(int p, double n) {
    return n / p * (p - 1);
  }

  /** The addition if p is no power of two. */
  public static double extra(int p, double addition) {
    return Fold.staying(p) == p ? 0 : addition;
  }

  public static double lgDown(int p) {
    return Halves.levels(p);
  }

  public static double lgUp(int p) {
    return Halves.levels(p - 1) + 1;
  }

  /** The logarithm rounded up. */
  static double log(int base, int p) {
    int rounds = 0;
    for (long reach = 1; reach < p; reach *= base) {
      rounds++;
    }
    return rounds;
  }
}
