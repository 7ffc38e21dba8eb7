package org.foretell.structure.cluster.values;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.foretell.trace.RankSet;
import org.foretell.trace.Values;

/** What varying values come to when they are taken a number of times. */
public final class Executions {
  private Executions() {}

  /** Takes values, each with how often it occurs. */
  public interface Taker {
    void take(long value, long times);
  }

  /** The part of a scalar's values that is a rank's own: a constant, a cycle or a column. */
  public static Values of(Values values, RankSet ranks, int rank) {
    return of(values, 1, ranks, rank);
  }

  /** The same of a list; its constants are cycles of one period. */
  public static Values of(Values values, int width, RankSet ranks, int rank) {
    if (values instanceof Values.PerRank perRank) {
      int from = ranks.indexOf(rank) * width;
      return width == 1
          ? new Values.Constant(perRank.values()[from])
          : new Values.Cyclic(Arrays.copyOfRange(perRank.values(), from, from + width));
    }
    if (values instanceof Values.Scoped scoped) {
      for (Values.Scope scope : scoped.scopes()) {
        if (scope.ranks().contains(rank)) {
          return scope.values();
        }
      }
      throw new IllegalArgumentException("no scope holds rank " + rank);
    }
    return values;
  }

  /** What some of the ranks take of the values of all, for a scalar or a list. */
  public static Values ofSome(Values values, int width, RankSet ranks, RankSet some) {
    if (values instanceof Values.PerRank perRank) {
      int[] each = some.toArray();
      if (each.length == 1) {
        return of(values, width, ranks, each[0]);
      }
      long[] left = new long[each.length * width];
      for (int i = 0; i < each.length; i++) {
        System.arraycopy(perRank.values(), ranks.indexOf(each[i]) * width, left, i * width, width);
      }
      return new Values.PerRank(left);
    }
    if (values instanceof Values.Scoped scoped) {
      List<Values.Scope> scopes = new ArrayList<>();
      for (Values.Scope scope : scoped.scopes()) {
        int[] both = Arrays.stream(scope.ranks().toArray()).filter(some::contains).toArray();
        if (both.length > 0) {
          scopes.add(new Values.Scope(RankSet.ofSorted(both), scope.values()));
        }
      }
      return scopes.size() == 1 ? scopes.get(0).values() : new Values.Scoped(scopes);
    }
    return values;
  }

  /** Takes the values of a scalar in a number of executions, in any order. */
  public static void each(Values own, long executions, Taker taker) {
    if (executions == 0) {
      return;
    }
    if (own instanceof Values.Constant constant) {
      taker.take(constant.value(), executions);
    } else if (own instanceof Values.Cyclic cyclic) {
      long[] cycle = cyclic.values();
      long whole = executions / cycle.length;
      for (int i = 0; i < cycle.length; i++) {
        long times = whole + (i < executions % cycle.length ? 1 : 0);
        if (times > 0) {
          taker.take(cycle[i], times);
        }
      }
    }
  }

  /** Sum of the counts of a repeat that is entered a number of times. */
  public static long iterations(Values own, long entries) {
    long[] sum = {0};
    each(own, entries, (value, times) -> sum[0] = plus(sum[0], times(value, times)));
    return sum[0];
  }

  /** Product of two numbers that are not negative, {@link Long#MAX_VALUE} at most. */
  public static long times(long a, long b) {
    long product = a * b;
    return Math.multiplyHigh(a, b) != 0 || product < 0 ? Long.MAX_VALUE : product;
  }

  /** Sum of two numbers that are not negative, {@link Long#MAX_VALUE} at most. */
  public static long plus(long a, long b) {
    long sum = a + b;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }
}
