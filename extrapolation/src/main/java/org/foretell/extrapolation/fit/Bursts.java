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
 * The bursts at a place of the program. Ranks at the ends of the grid and first iterations have
 * laws of their own where that explains why durations differ: there the same burst often lies
 * before another call. Where all ranks of all traces execute a place equally often, so may each
 * execution, since a place can be that of several phases.
 *
 * @param all the law of all of them
 * @param groups those of each group, empty if groups explain little
 * @param byTime whether a group is one execution of all ranks, and not ranks at the same ends
 */
record Bursts(BurstLaw all, Map<Integer, BurstLaw> groups, boolean byTime) {
  /** Which part of the variance groups must explain. */
  private static final double EXPLAINED = 0.3;

  private static final int MOST_TIMES = 10_000;

  static final Bursts NONE = new Bursts(BurstLaw.NONE, Map.of(), false);

  /**
   * A burst of a trace.
   *
   * @param time how often the rank has been there
   */
  record Timed(int trace, Place place, int time, long durationPs) {}

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
    Map<Integer, List<Timed>> byEnds =
        bursts.stream().collect(groupingBy(burst -> group(burst.place()), TreeMap::new, toList()));
    Map<Integer, List<Timed>> byTime =
        bursts.stream().collect(groupingBy(Timed::time, TreeMap::new, toList()));
    TreeMap<Integer, BurstLaw> groups = new TreeMap<>();
    int last = bursts.get(bursts.size() - 1).trace();
    double ends = explained(byEnds, last);
    double times = areEqual(byTime) ? explained(byTime, last) : 0;
    boolean isByTime = times > ends;
    if (Math.max(ends, times) > EXPLAINED) {
      Map<Integer, List<Timed>> byGroup = isByTime ? byTime : byEnds;
      long traces = bursts.stream().mapToInt(Timed::trace).distinct().count();
      List<Timed> known = new ArrayList<>();
      byGroup.values().stream()
          .filter(own -> means(own).values().stream().filter(mean -> mean > 0).count() == traces)
          .forEach(known::addAll);
      byGroup.forEach(
          (group, own) ->
              groups.put(
                  group,
                  means(own).size() == traces
                      ? law(own, target)
                      : grown(own, known.isEmpty() ? bursts : known, target)));
    }
    return new Bursts(law(bursts, target), groups, isByTime);
  }

  /** Whether all ranks that execute a place do so equally often. */
  private static boolean areEqual(Map<Integer, List<Timed>> byTime) {
    int first = byTime.getOrDefault(0, List.of()).size();
    return byTime.size() <= MOST_TIMES
        && byTime.values().stream().allMatch(group -> group.size() == first);
  }

  /** The ends of the grid that a rank is at, and whether it is in a first iteration. */
  private static int group(Place place) {
    int[] iterations = place.iterations();
    int group = 0;
    if (iterations.length > 0) {
      group = (iterations[0] == 0 ? 1 : 0) + (iterations[iterations.length - 2] == 0 ? 2 : 0);
    }
    for (int d = 0; d < place.coordinates().length; d++) {
      int coordinate = place.coordinates()[d];
      group = group * 4 + (coordinate == 0 ? 1 : 0);
      group += coordinate == place.grid().sizes()[d] - 1 ? 2 : 0;
    }
    return group;
  }

  /** The part of the variance in a trace that groups explain, corrected for their number. */
  private static double explained(Map<Integer, List<Timed>> byGroup, int trace) {
    double sum = 0;
    double squares = 0;
    double within = 0;
    long count = 0;
    long groups = 0;
    for (List<Timed> group : byGroup.values()) {
      double[] own =
          group.stream()
              .filter(burst -> burst.trace() == trace)
              .mapToDouble(Timed::durationPs)
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
                Collectors.averagingDouble(Timed::durationPs)));
  }

  /** The durations of each rank of the largest trace. */
  private static long[][] largest(List<Timed> bursts) {
    int trace = bursts.get(bursts.size() - 1).trace();
    return bursts.stream()
        .filter(burst -> burst.trace() == trace)
        .collect(groupingBy(burst -> burst.place().rank(), TreeMap::new, toList()))
        .values()
        .stream()
        .map(own -> own.stream().mapToLong(Timed::durationPs).toArray())
        .toArray(long[][]::new);
  }

  private static BurstLaw law(List<Timed> bursts, int target) {
    return BurstLaw.of(means(bursts), target, largest(bursts));
  }

  /**
   * The law of a group that some traces lack: it grows as the groups that all have, or, if there
   * are none, as all bursts at the place.
   */
  private static BurstLaw grown(List<Timed> own, List<Timed> known, int target) {
    SortedMap<Integer, Double> means = means(own);
    double there = means(known).getOrDefault(means.lastKey(), 0.0);
    BurstLaw growth = law(known, target);
    double mean = means.getOrDefault(means.lastKey(), 0.0);
    return there <= 0 ? law(own, target) : growth.times(mean / there, largest(own));
  }

  /**
   * The duration of a burst.
   *
   * @param id number of the place in the program
   * @param time how often the rank has been there
   */
  long durationPs(int id, Place place, int time) {
    return groups
        .getOrDefault(byTime ? time : group(place), all)
        .durationPs(id, place.rank(), time);
  }
}
