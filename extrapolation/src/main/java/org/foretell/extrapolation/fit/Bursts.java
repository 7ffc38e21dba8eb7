package org.foretell.extrapolation.fit;

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
 * before another call.
 *
 * @param all the law of all of them
 * @param groups those of each group, empty if groups explain little
 */
record Bursts(BurstLaw all, Map<Integer, BurstLaw> groups) {
  /** Which part of the variance groups must explain. */
  private static final double EXPLAINED = 0.3;

  static final Bursts NONE = new Bursts(BurstLaw.NONE, Map.of());

  /** A burst of a trace. */
  record Timed(int trace, Place place, long durationPs) {}

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
    TreeMap<Integer, List<Timed>> byGroup = new TreeMap<>();
    for (Timed burst : bursts) {
      byGroup.computeIfAbsent(group(burst.place()), k -> new ArrayList<>()).add(burst);
    }
    TreeMap<Integer, BurstLaw> groups = new TreeMap<>();
    int last = bursts.get(bursts.size() - 1).trace();
    if (explained(byGroup, last) > EXPLAINED) {
      long traces = bursts.stream().mapToInt(Timed::trace).distinct().count();
      List<Timed> known = new ArrayList<>();
      byGroup.values().stream()
          .filter(own -> means(own).values().stream().filter(mean -> mean > 0).count() == traces)
          .forEach(known::addAll);
      byGroup.forEach(
          (group, own) ->
              groups.put(
                  group,
                  means(own).size() == traces || known.isEmpty()
                      ? law(own, target)
                      : grown(own, known, target)));
    }
    return new Bursts(law(bursts, target), groups);
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
            Collectors.groupingBy(
                burst -> burst.place().grid().ranks(),
                TreeMap::new,
                Collectors.averagingDouble(Timed::durationPs)));
  }

  /** The durations of each rank of the largest trace. */
  private static long[][] largest(List<Timed> bursts) {
    int trace = bursts.get(bursts.size() - 1).trace();
    return bursts.stream()
        .filter(burst -> burst.trace() == trace)
        .collect(Collectors.groupingBy(burst -> burst.place().rank(), TreeMap::new, toList()))
        .values()
        .stream()
        .map(own -> own.stream().mapToLong(Timed::durationPs).toArray())
        .toArray(long[][]::new);
  }

  private static BurstLaw law(List<Timed> bursts, int target) {
    return BurstLaw.of(means(bursts), target, largest(bursts));
  }

  /** The law of a group that some traces lack: it grows as the groups that all have. */
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
    return groups.getOrDefault(group(place), all).durationPs(id, place.rank(), time);
  }
}
