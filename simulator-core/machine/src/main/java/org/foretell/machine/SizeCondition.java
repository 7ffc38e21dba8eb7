package org.foretell.machine;

/**
 * A condition on the size of messages: two comparisons, of which both or at least one must hold.
 *
 * @param first compares with {@code firstBytes}
 * @param firstBytes right side of the first comparison
 * @param both whether both must hold, rather than at least one
 * @param second compares with {@code secondBytes}
 * @param secondBytes right side of the second comparison
 */
public record SizeCondition(
    Comparison first, long firstBytes, boolean both, Comparison second, long secondBytes) {
  /** Every size. */
  public static final SizeCondition ANY =
      new SizeCondition(Comparison.ABOVE, -1, true, Comparison.ABOVE, -1);

  /** How a size is compared. */
  public enum Comparison {
    /** Less than. */
    BELOW,
    /** Equal to. */
    EQUAL,
    /** Greater than. */
    ABOVE;

    private boolean holds(long bytes, long limit) {
      return switch (this) {
        case BELOW -> bytes < limit;
        case EQUAL -> bytes == limit;
        case ABOVE -> bytes > limit;
      };
    }
  }

  /**
   * {@return whether a message of a size meets the condition}
   *
   * @param bytes size of the message
   */
  public boolean test(long bytes) {
    boolean one = first.holds(bytes, firstBytes);
    boolean other = second.holds(bytes, secondBytes);
    return both ? one && other : one || other;
  }
}
