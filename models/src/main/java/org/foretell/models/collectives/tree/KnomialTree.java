package org.foretell.models.collectives.tree;

/**
 * The k-nomial tree, binomial for {@code k = 2}: the parent of a place is the place without its
 * lowest digit that is not 0, in base {@code k}.
 *
 * @param k at least 2
 */
public record KnomialTree(int k) implements RangeTree {
  /** The tree of most algorithms that take the logarithm of {@code p} rounds. */
  public static final KnomialTree BINOMIAL = new KnomialTree(2);

  @Override
  public int parent(int p, int place) {
    long unit = span(p, place);
    return (int) (place - place / unit % k * unit);
  }

  @Override
  public int children(int p, int place) {
    long span = span(p, place);
    if (k == 2) {
      return binomialChildren(p, place, span);
    }
    int count = 0;
    for (long unit = 1; unit < span; unit *= k) {
      count += childrenAt(p, place, unit);
    }
    return count;
  }

  @Override
  public int child(int p, int place, int index) {
    long span = span(p, place);
    if (k == 2) {
      return place + (1 << (binomialChildren(p, place, span) - 1 - index));
    }
    int left = index;
    for (long unit = span / k; ; unit /= k) {
      int here = childrenAt(p, place, unit);
      if (left < here) {
        return (int) (place + (left + 1) * unit);
      }
      left -= here;
    }
  }

  @Override
  public int end(int p, int place) {
    return (int) Math.min(p, place + span(p, place));
  }

  /** Children whose distance is 1 to k - 1 units. */
  private int childrenAt(int p, int place, long unit) {
    return (int) Math.min(k - 1, (p - 1 - place) / unit);
  }

  /** Children of a place for k = 2: one at each power of two below the span that is in reach. */
  private static int binomialChildren(int p, int place, long span) {
    int inReach = Integer.SIZE - Integer.numberOfLeadingZeros(p - 1 - place);
    return Math.min(Long.numberOfTrailingZeros(span), inReach);
  }

  /** The largest power of k that divides the place; for place 0 the least that is p or more. */
  private long span(int p, int place) {
    if (Integer.bitCount(k) == 1) {
      // Trees of most calls: a power of two is found among bits, without a division.
      int digitBits = Integer.numberOfTrailingZeros(k);
      int bits =
          place == 0
              ? Integer.SIZE - Integer.numberOfLeadingZeros(p - 1) + digitBits - 1
              : Integer.numberOfTrailingZeros(place);
      return 1L << (digitBits == 1 ? bits : bits - bits % digitBits);
    }
    long unit = 1;
    while (place == 0 ? unit < p : place / unit % k == 0) {
      unit *= k;
    }
    return unit;
  }
}
