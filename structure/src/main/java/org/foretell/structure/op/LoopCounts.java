package org.foretell.structure.op;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.foretell.trace.Values;

/**
 * Counts of loops that differ from entry to entry, or from rank to rank, by number. The numbers are
 * below -1, so that they can stand where counts do that never change. Not thread safe.
 */
public final class LoopCounts {
  private static final long FIRST = -2;

  private final List<Values> all = new ArrayList<>();
  private final Map<Values, Long> numbers = new HashMap<>();

  LoopCounts() {}

  /** The number of counts that are equal to no others, since their position is their own. */
  public long add(Values counts) {
    all.add(counts);
    return FIRST - (all.size() - 1);
  }

  /**
   * The number of counts of a loop that the program comes to so often; equal ones have the same
   * number. A count that never changes is its own number.
   *
   * @param counts entry by entry, above 0, at least one
   */
  public long number(long[] counts) {
    long[] shortest = Arrays.copyOf(counts, Periods.of(counts, 1));
    if (shortest.length == 1) {
      return shortest[0];
    }
    Values cycle = new Values.Cyclic(shortest);
    Long known = numbers.get(cycle);
    if (known == null) {
      known = add(cycle);
      numbers.put(cycle, known);
    }
    return known;
  }

  /** What has a number. */
  public Values values(long number) {
    return number >= 0 ? new Values.Constant(number) : all.get((int) (FIRST - number));
  }

  /**
   * The count of an entry.
   *
   * @param number of counts that do not depend on the rank
   * @param entry how often the program came to the loop before
   */
  public long at(long number, long entry) {
    if (number >= 0) {
      return number;
    }
    long[] cycle = ((Values.Cyclic) values(number)).values();
    return cycle[(int) (entry % cycle.length)];
  }
}
