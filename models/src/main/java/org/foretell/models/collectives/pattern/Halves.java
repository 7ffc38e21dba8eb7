package org.foretell.models.collectives.pattern;

/**
 * Ranges of parts that are halved again and again, for a power of two of places: at level 0 a place
 * has all parts, at level {@code l} one of the {@code 2^l} ranges, at the last level one part.
 */
public enum Halves {
  /** First between places that are half of the team apart; place {@code v} ends with part v. */
  FAR_FIRST,
  /** First between neighbours, whose messages are the largest ones. */
  NEAR_FIRST;

  /** The binary logarithm of a power of two, rounded down for others. */
  public static int levels(int p) {
    return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(p);
  }

  /** The place with which a range of {@code level} is halved. */
  public int partner(int p, int place, int level) {
    return place ^ mask(p, level);
  }

  /** First part of the range of a place at a level; the range has {@code p >> level} parts. */
  public int low(int p, int place, int level) {
    int low = 0;
    for (int l = 0; l < level; l++) {
      if ((place & mask(p, l)) != 0) {
        low += p >> (l + 1);
      }
    }
    return low;
  }

  private int mask(int p, int level) {
    return this == FAR_FIRST ? p >> (level + 1) : 1 << level;
  }
}
