package org.foretell.trace;

import java.util.List;

/**
 * The source of the value of an op's field, or of the count of a repeat.
 *
 * <p>For a list field of n elements every form takes n consecutive numbers at a time.
 */
public sealed interface Values {
  /**
   * A constant value.
   *
   * @param value of the field
   */
  record Constant(long value) implements Values {}

  /**
   * Each execution takes the next value, starting over after the last. The position belongs to the
   * rank and to this place in the program, and lives for the whole run.
   *
   * @param values not changed after construction, at least one
   */
  record Cyclic(long[] values) implements Values {
    @Override
    public boolean equals(Object other) {
      return other instanceof Cyclic that && java.util.Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
      return java.util.Arrays.hashCode(values);
    }

    @Override
    public String toString() {
      return "cyclic of " + values.length;
    }
  }

  /**
   * A value for each rank of the program, by {@link RankSet#indexOf}.
   *
   * @param values not changed after construction, one for each rank
   */
  record PerRank(long[] values) implements Values {
    @Override
    public boolean equals(Object other) {
      return other instanceof PerRank that && java.util.Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
      return java.util.Arrays.hashCode(values);
    }

    @Override
    public String toString() {
      return "per rank of " + values.length;
    }
  }

  /**
   * Different values for different ranks.
   *
   * @param scopes disjoint sets that cover the program's ranks; none of them nested
   */
  record Scoped(List<Scope> scopes) implements Values {
    /** Copies the list. */
    public Scoped {
      scopes = List.copyOf(scopes);
    }
  }

  /**
   * Part of {@link Scoped}.
   *
   * @param ranks the ranks with these values
   * @param values {@link Constant} or {@link Cyclic}
   */
  record Scope(RankSet ranks, Values values) {}

  /**
   * Each execution takes the next number of the rank's column of durations.
   *
   * @param optional whether the column may contain {@link TraceSink#NO_BURST}: then the rank skips
   *     the op this time
   */
  record Column(boolean optional) implements Values {
    /** A burst that always occurs. */
    public static final Column INSTANCE = new Column(false);

    /** A burst that may be skipped. */
    public static final Column OPTIONAL = new Column(true);
  }
}
