package org.foretell.models.collectives.algorithm;

import java.util.Set;
import org.foretell.model.ParameterException;
import org.foretell.models.collectives.pattern.Fold;
import org.foretell.models.collectives.pattern.Pattern;
import org.foretell.trace.OpCode;

/**
 * An algorithm as users name it.
 *
 * @param name as in tables
 * @param ops which collectives it can execute
 * @param segmentBytes segments unless a table says otherwise; {@code Segments.NONE} if it has none
 * @param radix the {@code k} unless a table says otherwise
 * @param parameters what a table may say
 * @param factory makes the pattern
 * @param formula the cost, as text
 * @param exactFor the numbers of members for which the formula is exact, as text
 * @param cost the same formula
 */
public record Algorithm(
    String name,
    Set<OpCode> ops,
    long segmentBytes,
    int radix,
    Parameters parameters,
    Factory factory,
    String formula,
    Exact exactFor,
    Cost.Formula cost) {
  /** Makes a pattern. */
  @FunctionalInterface
  interface Factory {
    public Pattern pattern(long segmentBytes, int radix);
  }

  /** Which parameters an algorithm takes. */
  public enum Parameters {
    /** None. */
    NONE,
    /** The size of segments. */
    SEGMENT,
    /** The {@code k}, at least 2. */
    RADIX,
    /** How many are sent at once, at least 1. */
    BATCH,
    /** The size of segments, and the {@code k}, at least 2. */
    SEGMENT_AND_RADIX,
    /** The size of segments, and how many chains there are, at least 1. */
    SEGMENT_AND_CHAINS;

    public boolean allow(long segmentBytes, int radix) {
      boolean segments = this != NONE && this != RADIX && this != BATCH;
      int least =
          switch (this) {
            case NONE, SEGMENT -> Integer.MAX_VALUE;
            case RADIX, SEGMENT_AND_RADIX -> 2;
            case BATCH, SEGMENT_AND_CHAINS -> 1;
          };
      boolean segmentsFit = segments ? segmentBytes >= 0 : segmentBytes == 0;
      return segmentsFit && (radix == 0 || radix >= least);
    }
  }

  /** When a formula is the simulated time on a machine without contention, to the picosecond. */
  public enum Exact {
    /** Any number of members. */
    ANY("any p"),
    /** A power of two; close for other numbers. */
    POWER_OF_TWO("p = 2^i"),
    /** A power of the radix. */
    POWER_OF_RADIX("p = k^i"),
    /** A power of two, at least 4. */
    FROM_FOUR("p = 2^i >= 4"),
    /** One less than a power of two. */
    PERFECT_TREE("p = 2^i - 1 >= 3"),
    /** An even number. */
    EVEN("even p"),
    /** Nodes that hold equally many members, however many; not to be told from p alone. */
    EQUAL_NODES("N nodes of q");

    private final String text;

    Exact(String text) {
      this.text = text;
    }

    public boolean holds(int p, int radix) {
      return switch (this) {
        case ANY -> true;
        case POWER_OF_TWO -> Fold.staying(p) == p;
        case POWER_OF_RADIX -> {
          long power = 1;
          while (power < p) {
            power *= radix;
          }
          yield power == p;
        }
        case FROM_FOUR -> p >= 4 && Fold.staying(p) == p;
        case PERFECT_TREE -> p >= 3 && Fold.staying(p + 1) == p + 1;
        case EVEN -> p % 2 == 0;
        case EQUAL_NODES -> false;
      };
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /**
   * The pattern with stated or own parameters.
   *
   * @param segments 0 for the algorithm's own
   * @param k 0 for the algorithm's own
   * @throws ParameterException if it does not take them; the message names it
   */
  public Pattern pattern(long segments, int k) {
    if (!parameters.allow(segments, k)) {
      throw new ParameterException(
          String.format(
              "algorithm %s does not take segments of %d bytes and k = %d", name, segments, k));
    }
    return factory.pattern(segments == 0 ? segmentBytes : segments, k == 0 ? radix : k);
  }
}
