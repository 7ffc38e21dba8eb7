package org.foretell.extrapolation.law;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Groups of samples. */
final class Samples {
  private Samples() {}

  /** Numbers that identify a group. */
  private record Key(int[] numbers) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Key that && Arrays.equals(numbers, that.numbers);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(numbers);
    }
  }

  /** One sample for each trace and rank, null if a rank has several values. */
  static @Nullable List<Sample> byRank(List<Sample> samples) {
    Map<Long, Sample> found = new LinkedHashMap<>();
    Sample last = null;
    for (Sample sample : samples) {
      boolean isSameRank =
          last != null
              && last.trace() == sample.trace()
              && last.place().rank() == sample.place().rank();
      Sample known = last;
      if (!isSameRank) {
        long key = ((long) sample.trace() << 32) + sample.place().rank();
        known = found.putIfAbsent(key, sample);
      }
      if (known != null && known.value() != sample.value()) {
        return null;
      }
      last = sample;
    }
    return new ArrayList<>(found.values());
  }

  /**
   * Samples of one iteration each of the loops on which values do not depend, as of the steps of a
   * program that does the same in all.
   */
  static List<Sample> essential(List<Sample> samples) {
    List<Sample> left = samples;
    int depths = samples.get(0).place().iterations().length / 2;
    for (int depth = depths - 1; depth >= 0; depth--) {
      List<Sample> once = new ArrayList<>();
      boolean isSame = true;
      for (List<Sample> group : along(left, depth)) {
        Sample first = group.get(0);
        isSame &= group.stream().allMatch(sample -> sample.value() == first.value());
        once.add(first);
      }
      left = isSame ? once : left;
    }
    return left;
  }

  /** One value for each trace, null if a trace has several. */
  static @Nullable SortedMap<Integer, Long> byTrace(List<Sample> samples) {
    SortedMap<Integer, Long> found = new TreeMap<>();
    for (Sample sample : samples) {
      Long known = found.putIfAbsent(sample.trace(), sample.value());
      if (known != null && known != sample.value()) {
        return null;
      }
    }
    return found;
  }

  /** One sample for each trace and iteration, null if ranks differ in it. */
  static @Nullable List<Sample> byIteration(List<Sample> samples) {
    Map<Key, Sample> found = new LinkedHashMap<>();
    for (Sample sample : samples) {
      int[] iterations = sample.place().iterations();
      int[] key = new int[1 + iterations.length / 2];
      key[0] = sample.trace();
      for (int d = 1; d < key.length; d++) {
        key[d] = iterations[2 * (d - 1)];
      }
      Sample known = found.putIfAbsent(new Key(key), sample);
      if (known != null && known.value() != sample.value()) {
        return null;
      }
    }
    return new ArrayList<>(found.values());
  }

  /** The samples of each trace, rank and iteration of the other loops, in their order. */
  static Iterable<List<Sample>> along(List<Sample> samples, int depth) {
    Map<Key, List<Sample>> found = new LinkedHashMap<>();
    Sample last = null;
    List<Sample> group = List.of();
    for (Sample sample : samples) {
      // Iterations mostly follow each other, and then need no search.
      if (last == null || !isAlong(last, sample, depth)) {
        int[] iterations = sample.place().iterations();
        int[] key = Arrays.copyOf(iterations, iterations.length + 2);
        key[2 * depth] = -1;
        key[2 * depth + 1] = -1;
        key[iterations.length] = sample.trace();
        key[iterations.length + 1] = sample.place().rank();
        group = found.computeIfAbsent(new Key(key), k -> new ArrayList<>());
      }
      group.add(sample);
      last = sample;
    }
    return found.values();
  }

  /** Whether two samples differ at most in the iteration of one loop. */
  private static boolean isAlong(Sample a, Sample b, int depth) {
    int[] first = a.place().iterations();
    int[] second = b.place().iterations();
    boolean isSame =
        a.trace() == b.trace()
            && a.place().rank() == b.place().rank()
            && first.length == second.length;
    for (int i = 0; isSame && i < first.length; i++) {
      isSame = i / 2 == depth || first[i] == second[i];
    }
    return isSame;
  }

  /**
   * The smallest number of iterations after which values come again, 0 if there is none.
   *
   * @param rounds how often the longest loop must have it
   */
  static int period(List<Sample> samples, int depth, int most, int rounds) {
    int longest = 0;
    boolean sameLength = true;
    int length = -1;
    for (Sample sample : samples) {
      int n = sample.place().iterations()[2 * depth + 1];
      longest = Math.max(longest, sample.place().iterations()[2 * depth] + 1);
      sameLength &= length < 0 || n == length;
      length = n;
    }
    // A list that is never repeated says nothing about longer loops.
    int least = sameLength ? rounds : Math.max(2, rounds);
    List<long[][]> groups = series(samples, depth);
    BitSet possible = possible(groups, Math.min(most, longest / least));
    for (int period = possible.nextSetBit(2);
        period > 0;
        period = possible.nextSetBit(period + 1)) {
      if (isPeriod(groups, period)) {
        return period;
      }
    }
    return 0;
  }

  /**
   * The periods of the longest series up to a limit, by its Z function: how far it agrees with
   * itself from each place on. All, if the series lacks iterations.
   */
  private static BitSet possible(List<long[][]> series, int most) {
    BitSet possible = new BitSet();
    possible.set(1, Math.max(1, most) + 1);
    long[][] longest = new long[0][];
    for (long[][] pairs : series) {
      longest = pairs.length > longest.length ? pairs : longest;
    }
    int count = longest.length;
    if (count < 2 || longest[count - 1][0] != count - 1) {
      return possible;
    }
    int[] agree = new int[count];
    int from = 0;
    int to = 0;
    for (int i = 1; i < count; i++) {
      int length = i < to ? Math.min(to - i, agree[i - from]) : 0;
      while (i + length < count && longest[length][1] == longest[i + length][1]) {
        length++;
      }
      agree[i] = length;
      if (i + length > to) {
        from = i;
        to = i + length;
      }
      if (length < count - i) {
        possible.clear(i);
      }
    }
    return possible;
  }

  /**
   * The longest stretch of iterations in which no value changes, of those that divide a period into
   * equal parts.
   */
  static int stretch(List<Sample> samples, int depth, int period) {
    int changes = period;
    for (long[][] pairs : series(samples, depth)) {
      for (int k = 1; k < pairs.length; k++) {
        if (pairs[k][1] != pairs[k - 1][1]) {
          // Where iterations between are missing, any of them may be the one that changes.
          changes = greatestDivisor(changes, (int) (pairs[k][0] % period));
        }
      }
    }
    return changes;
  }

  private static int greatestDivisor(int a, int b) {
    return b == 0 ? a : greatestDivisor(b, a % b);
  }

  /** The iterations of each group along a loop, with their values. */
  private static List<long[][]> series(List<Sample> samples, int depth) {
    List<long[][]> series = new ArrayList<>();
    for (List<Sample> group : along(samples, depth)) {
      long[][] pairs = new long[group.size()][];
      for (int i = 0; i < pairs.length; i++) {
        Sample sample = group.get(i);
        pairs[i] = new long[] {sample.place().iterations()[2 * depth], sample.value()};
      }
      series.add(pairs);
    }
    return series;
  }

  private static boolean isPeriod(List<long[][]> series, int period) {
    long[] values = new long[period];
    boolean[] known = new boolean[period];
    for (long[][] pairs : series) {
      Arrays.fill(known, false);
      for (long[] pair : pairs) {
        int at = (int) (pair[0] % period);
        if (known[at] && values[at] != pair[1]) {
          return false;
        }
        known[at] = true;
        values[at] = pair[1];
      }
    }
    return true;
  }

  /**
   * For each trace the number of iterations after which values come again; null if they do not in
   * any.
   */
  static @Nullable SortedMap<Integer, Long> periods(List<Sample> samples, int depth, int most) {
    SortedMap<Integer, List<Sample>> traces = new TreeMap<>();
    for (Sample sample : samples) {
      traces.computeIfAbsent(sample.trace(), t -> new ArrayList<>()).add(sample);
    }
    SortedMap<Integer, Long> periods = new TreeMap<>();
    for (Map.Entry<Integer, List<Sample>> trace : traces.entrySet()) {
      int count = trace.getValue().get(0).place().iterations()[2 * depth + 1];
      List<long[][]> series = series(trace.getValue(), depth);
      long found = 0;
      BitSet possible = possible(series, Math.min(most, count / 2));
      for (int p = possible.nextSetBit(1); p > 0 && found == 0; p = possible.nextSetBit(p + 1)) {
        found = count % p == 0 && isPeriod(series, p) ? p : 0;
      }
      if (found == 0) {
        return null;
      }
      periods.put(trace.getKey(), found);
    }
    return periods;
  }
}
