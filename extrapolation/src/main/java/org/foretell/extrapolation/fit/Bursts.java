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
 */
record Bursts(BurstLaw all, Map<Long, BurstLaw> groups, Grouping grouping) {
  /** What bursts of a group have in common. */
  enum Grouping {
    /** Ranks at the same ends of the grid, and first iterations, which often do more. */
    ENDS,
    /** One execution of all ranks, since a place can be that of several phases. */
    TIME,
    /** The call before: a rank that leaves out a call has the burst before it at the next one. */
    PREVIOUS,
    /** One iteration of the loops around, as a level of a multigrid. */
    ITERATION,
    /** The call before, and the ends of the grid. */
    PREVIOUS_AND_ENDS,
    /** The call before, and the iteration. */
    PREVIOUS_AND_ITERATION;

    long of(int previous, Place place, int time) {
      return switch (this) {
        case ENDS -> ends(place);
        case TIME -> time;
        case PREVIOUS -> previous;
        case ITERATION -> iteration(place);
        case PREVIOUS_AND_ENDS -> (long) previous * MOST_ENDS + ends(place);
        case PREVIOUS_AND_ITERATION -> iteration(place) * MOST_PARTS + previous;
      };
    }

    private long of(Timed burst) {
      return of(burst.previous(), burst.place(), burst.time());
    }
  }

  /** Which part of the variance groups must explain. */
  private static final double EXPLAINED = 0.3;

  /** How much more of it a grouping must explain than one before it. */
  private static final double BETTER = 0.01;

  /** The most groups. */
  private static final int MOST_GROUPS = 10_000;

  /** More than a program has. */
  private static final long MOST_PARTS = 1 << 20;

  /** Four kinds of iterations, and four kinds of coordinates in up to four dimensions. */
  private static final int MOST_ENDS = 4 << (2 * 4);

  static final Bursts NONE = new Bursts(BurstLaw.NONE, Map.of(), Grouping.ENDS);

  /**
   * A burst of a trace.
   *
   * @param previous number of the call before it, 0 for none
   * @param time how often the rank has been there
   */
  record Timed(int trace, Place place, int previous, int time, long durationPs) {}

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
    Grouping best = Grouping.ENDS;
    double explained = EXPLAINED - BETTER;
    Map<Long, List<Timed>> byGroup = Map.of();
    for (Grouping grouping : Grouping.values()) {
      Map<Long, List<Timed>> grouped =
          bursts.stream().collect(groupingBy(grouping::of, TreeMap::new, toList()));
      boolean isKind =
          grouped.size() <= MOST_GROUPS && (grouping != Grouping.TIME || areEqual(grouped));
      double part = isKind ? explained(grouped, last) : 0;
      if (part > explained + BETTER) {
        best = grouping;
        explained = part;
        byGroup = grouped;
      }
    }
    if (!byGroup.isEmpty()) {
      long traces = bursts.stream().mapToInt(Timed::trace).distinct().count();
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
    return new Bursts(law(bursts, target), groups, best);
  }

  /** Whether all ranks that execute a place do so equally often. */
  private static boolean areEqual(Map<Long, List<Timed>> byTime) {
    int first = byTime.getOrDefault(0L, List.of()).size();
    return byTime.values().stream().allMatch(group -> group.size() == first);
  }

  /** The ends of the grid that a rank is at, and whether it is in a first iteration. */
  private static int ends(Place place) {
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

  /** The iterations of all loops around a call. */
  private static long iteration(Place place) {
    long number = 0;
    for (int i = 0; i < place.iterations().length; i += 2) {
      number = number * (MOST_GROUPS + 1) + Math.min(place.iterations()[i], MOST_GROUPS);
    }
    return number;
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
  private static BurstLaw grown(
      List<Timed> own, BurstLaw growth, SortedMap<Integer, Double> known, int target) {
    SortedMap<Integer, Double> means = means(own);
    double there = known.getOrDefault(means.lastKey(), 0.0);
    double mean = means.getOrDefault(means.lastKey(), 0.0);
    return there <= 0 ? law(own, target) : growth.times(mean / there, largest(own));
  }

  /**
   * The duration of a burst.
   *
   * @param id number of the place in the program
   * @param previous number of the call before it, 0 for none
   * @param time how often the rank has been there
   */
  long durationPs(int id, Place place, int previous, int time) {
    return groups
        .getOrDefault(grouping.of(previous, place, time), all)
        .durationPs(id, place.rank(), time);
  }
}
