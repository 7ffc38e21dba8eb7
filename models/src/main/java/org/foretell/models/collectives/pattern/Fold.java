package org.foretell.models.collectives.pattern;

/**
 * How the places of a team that is no power of two are folded to one: of the first {@code 2r}
 * places each odd one leaves its part to the one before it, where {@code r} is what is too many.
 * Those that stay are numbered from 0.
 */
public final class Fold {
  private Fold() {}

  /** The number of places that stay: the largest power of two that is not above p. */
  public static int staying(int p) {
    return Integer.highestOneBit(p);
  }

  /** Whether a place has one that it leaves its part to, or that leaves it its part. */
  static boolean paired(int p, int place) {
    return place < 2 * (p - staying(p));
  }

  /** Number of a place among those that stay, for the odd ones of pairs that of their partner. */
  static int number(int p, int place) {
    return paired(p, place) ? place / 2 : place - (p - staying(p));
  }

  /** The place that has a number among those that stay; {@code staying(p)} gives p. */
  static int place(int p, int number) {
    int removed = p - staying(p);
    return number < removed ? 2 * number : number + removed;
  }
}
