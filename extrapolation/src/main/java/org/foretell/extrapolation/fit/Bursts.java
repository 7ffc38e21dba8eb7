package org.foretell.extrapolation.fit;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.foretell.extrapolation.law.Place;

/**
 * The bursts at a place of the program. Groups of them have laws of their own where that explains
 * why durations differ.
 *
 * @param all the law of all of them
 * @param groups those of each group, empty if groups explain little
 * @param grouping what bursts of a group have in common
 * @param inOneTrace whether a single trace has them, so that nothing shows how they grow
 */
record Bursts(
    BurstLaw all, Map<Long, BurstLaw> groups, BurstGrouping grouping, boolean inOneTrace) {
  /** Which part of the variance groups must explain. */
  private static final double EXPLAINED = 0.3;

  /** How much more of it a grouping must explain than one before it. */
  private static final double BETTER = 0.01;

  static final Bursts NONE = new Bursts(BurstLaw.NONE, Map.of(), BurstGrouping.ENDS, false);

  /**
   * A burst of a trace: its duration in picoseconds, or another amount.
   *
   * @param previous number of the call before it, 0 for none
   * @param time how often the rank has been there
   */
  record Timed(int trace, Place place, int previous, int time, long value) {
    private long group(BurstGrouping grouping) {
      return grouping.of(previous, place, time);
    }
  }

  /**
   * Finds the laws.
   *
   * @param bursts in the order of traces and ranks
   * @param target number of ranks
   */
  static Bursts of(List<Timed> bursts, int target) {
    if (bursts.isEmpty()) {
      return NONE;
    }
    TreeMap<Long, BurstLaw> groups = new TreeMap<>();
    int last = bursts.get(bursts.size() - 1).trace();
    BurstGrouping best = BurstGrouping.ENDS;
    double explained = EXPLAINED - BETTER;
    Map<Long, List<Timed>> byGroup = Map.of();
    for (BurstGrouping grouping : BurstGrouping.values()) {
      Map<Long, List<Timed>> grouped =
          bursts.stream()
              .collect(groupingBy(burst -> burst.group(grouping), TreeMap::new, toList()));
      boolean isKind =
          grouped.size() <= BurstGrouping.MOST_GROUPS
              && (grouping != BurstGrouping.TIME || areEqual(grouped));
      double part = isKind ? explained(grouped, last) : 0;
      if (part > explained + BETTER) {
        best = grouping;
        explained = part;
        byGroup = grouped;
      }
    }
    long traces = bursts.stream().mapToInt(Timed::trace).distinct().count();
    if (!byGroup.isEmpty()) {
      List<Timed> known = new ArrayList<>();
      byGroup.values().stream()
          .filter(own -> means(own).values().stream().filter(mean -> mean > 0).count() == traces)
          .forEach(known::addAll);
      List<Timed> model = known.isEmpty() ? bursts : known;
      BurstLaw growth = law(model, target);
      SortedMap<Integer, Double> means = means(model);
      byGroup.forEach(
          (group, own) ->
              groups.put(
                  group,
                  means(own).size() == traces
                      ? law(own, target)
                      : grown(own, growth, means, target)));
    }
    return new Bursts(law(bursts, target), groups, best, traces == 1);
  }

  /** Whether all ranks that execute a place do so equally often. */
  private static boolean areEqual(Map<Long, List<Timed>> byTime) {
    int first = byTime.getOrDefault(0L, List.of()).size();
    return byTime.values().stream().allMatch(group -> group.size() == first);
  }

  /** The part of the variance in a trace that groups explain, corrected for their number. */
  private static double explained(Map<Long, List<Timed>> byGroup, int trace) {
    double sum = 0;
    double squares = 0;
    double within = 0;
    long count = 0;
    long groups = 0;
    for (List<Timed> group : byGroup.values()) {
      double[] own =
          group.stream()
              .filter(burst -> burst.trace() == trace)
              .mapToDouble(Timed::value)
              .toArray();
      double ownSum = 0;
      double ownSquares = 0;
      for (double value : own) {
        ownSum += value;
        ownSquares += value * value;
      }
      if (own.length > 0) {
        groups++;
        within += ownSquares - ownSum * ownSum / own.length;
      }
      sum += ownSum;
      squares += ownSquares;
      count += own.length;
    }
    double total = squares - sum * sum / count;
    return count <= groups || groups < 2 || total <= 0
        ? 0
        : 1 - Math.max(0, within) / (count - groups) / (total / (count - 1));
  }

  /** The mean for each number of ranks. */
  private static SortedMap<Integer, Double> means(List<Timed> bursts) {
    // Sums of long durations stay below 2^63 ps, which is 106 days, only as doubles.
    return bursts.stream()
        .collect(
            groupingBy(
                burst -> burst.place().grid().ranks(),
                TreeMap::new,
                Collectors.averagingDouble(Timed::value)));
  }

  /** The durations of each rank of the largest trace. */
  private static long[][] largest(List<Timed> bursts) {
    int trace = bursts.get(bursts.size() - 1).trace();
    return bursts.stream()
        .filter(burst -> burst.trace() == trace)
        .collect(groupingBy(burst -> burst.place().rank(), TreeMap::new, toList()))
        .values()
        .stream()
        .map(own -> own.stream().mapToLong(Timed::value).toArray())
        .toArray(long[][]::new);
  }

  private static BurstLaw law(List<Timed> bursts, int target) {
    return BurstLaw.of(means(bursts), target, largest(bursts));
  }

  /**
   * The law of a group that some traces lack: it grows as the groups that all have, or, if there
   * are none, as all bursts at the place.
   */
  private static BurstLaw grown(
      List<Timed> own, BurstLaw growth, SortedMap<Integer, Double> known, int target) {
    SortedMap<Integer, Double> means = means(own);
    double there = known.getOrDefault(means.lastKey(), 0.0);
    double mean = means.getOrDefault(means.lastKey(), 0.0);
    return there <= 0 ? law(own, target) : growth.times(mean / there, largest(own));
  }

  /**
   * The duration of a burst, or another amount.
   *
   * @param id number of the place in the program
   * @param previous number of the call before it, 0 for none
   * @param time how often the rank has been there
   */
  long value(int id, Place place, int previous, int time) {
    return groups
        .getOrDefault(grouping.of(previous, place, time), all)
        .value(id, place.rank(), time);
  }
}
