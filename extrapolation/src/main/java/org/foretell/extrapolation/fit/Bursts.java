package org.foretell.extrapolation.fit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
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
      byGroup.forEach((group, own) -> groups.put(group, law(own, target)));
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

  private static BurstLaw law(List<Timed> bursts, int target) {
    TreeMap<Integer, TreeMap<Integer, List<Long>>> traces = new TreeMap<>();
    for (Timed burst : bursts) {
      traces
          .computeIfAbsent(burst.place().grid().ranks(), k -> new TreeMap<>())
          .computeIfAbsent(burst.place().rank(), k -> new ArrayList<>())
          .add(burst.durationPs());
    }
    SortedMap<Integer, Double> means = new TreeMap<>();
    traces.forEach(
        (ranks, own) ->
            means.put(
                ranks,
                // Sums of long durations stay below 2^63 ps, which is 106 days, only as doubles.
                own.values().stream()
                    .flatMap(List::stream)
                    .mapToDouble(Long::doubleValue)
                    .average()
                    .orElse(0)));
    long[][] last =
        traces.lastEntry().getValue().values().stream()
            .map(own -> own.stream().mapToLong(duration -> duration).toArray())
            .toArray(long[][]::new);
    return BurstLaw.of(means, target, last);
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
