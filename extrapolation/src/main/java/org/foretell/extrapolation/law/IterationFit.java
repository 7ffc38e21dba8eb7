package org.foretell.extrapolation.law;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Finds laws of the iterations of a loop around a call. */
final class IterationFit {
  /** The most stretches of iterations that have laws of their own. */
  private static final int MOST_TURNS = 64;

  /** The most iterations of a round of a loop that does the same again. */
  private static final int MOST_ROUND = 4096;

  /** The second and third iterations, from either end. */
  private static final int[] NEAR_ENDS = {-2, 1, -3, 2};

  private final ScaleFit scales;
  private final Effort effort;

  IterationFit(ScaleFit scales, Effort effort) {
    this.scales = scales;
    this.effort = effort;
  }

  /**
   * A law that depends on the iteration of a loop, the innermost that will do.
   *
   * @param samples at least one
   * @param inner finds the laws that it consists of
   * @return null if there is none
   */
  @Nullable Law of(List<Sample> samples, Function<List<Sample>, @Nullable Law> inner) {
    Law unsure = null;
    for (int depth = samples.get(0).place().iterations().length / 2 - 1; depth >= 0; depth--) {
      if (!effort.spend(samples.size())) {
        return unsure;
      }
      // Rounds that grow are likelier than turns that happen to fit all of them.
      Law rounds = again(samples, depth, inner);
      if (rounds != null) {
        return rounds;
      }
      for (int kind = 0; kind < 7; kind++) {
        if (!effort.spend(samples.size())) {
          return unsure;
        }
        Law law =
            switch (kind) {
              // What comes again, or goes on the same way three times, has no exceptions.
              case 0 -> turns(samples, depth, 2, inner);
              case 1 -> doubling(samples, depth, 3, inner);
              case 2 -> steps(samples, depth, 3, inner);
              case 3 -> end(samples, depth, inner);
              case 4 -> steps(samples, depth, 2, inner);
              case 5 -> doubling(samples, depth, 2, inner);
              default -> turns(samples, depth, 1, inner);
            };
        if (law != null && Certainty.isSure(law)) {
          return law;
        }
        unsure = unsure == null ? law : unsure;
      }
    }
    return unsure == null ? wholeEnd(samples, inner) : unsure;
  }

  /** An exception at either end, the shorter to say, or near an end. */
  private static @Nullable Law end(
      List<Sample> samples, int depth, Function<List<Sample>, @Nullable Law> inner) {
    Law first = end(samples, depth, 0, inner);
    if (first != null && first.scales().allMatch(Certainty::isConstant)) {
      return first;
    }
    Law last = end(samples, depth, -1, inner);
    if (first == null && last == null) {
      for (int which : NEAR_ENDS) {
        Law near = end(samples, depth, which, inner);
        if (near != null) {
          return near;
        }
      }
    }
    boolean isBetter =
        last != null
            && (first == null
                || !Certainty.isSure(first)
                || (Certainty.isSure(last) && last.text().length() < first.text().length()));
    return isBetter ? last : first;
  }

  private static @Nullable Law end(
      List<Sample> samples, int depth, int which, Function<List<Sample>, @Nullable Law> inner) {
    List<Sample> there = new ArrayList<>();
    List<Sample> elsewhere = new ArrayList<>();
    divide(samples, depth, which, there, elsewhere);
    if (there.isEmpty() || elsewhere.isEmpty()) {
      return null;
    }
    boolean isOnceThere = Samples.byRank(there) != null;
    boolean isOnceElsewhere = Samples.byRank(elsewhere) != null;
    boolean isAtEnd = which == 0 || which == -1;
    // Where both differ among iterations, another law is simpler; and near an end, where one does.
    if (isAtEnd ? !isOnceThere && !isOnceElsewhere : !isOnceThere || !isOnceElsewhere) {
      return null;
    }
    return end(depth, which, there, elsewhere, inner);
  }

  private static @Nullable Law end(
      int depth,
      int which,
      List<Sample> there,
      List<Sample> elsewhere,
      Function<List<Sample>, @Nullable Law> inner) {
    Law atEnd = inner.apply(there);
    Law rest = atEnd == null ? null : inner.apply(elsewhere);
    return atEnd == null || rest == null ? null : new InLoop.End(depth, which, atEnd, rest);
  }

  /** An end of an outer loop that differs from the rest as a whole, as a first run to warm up. */
  private @Nullable Law wholeEnd(
      List<Sample> samples, Function<List<Sample>, @Nullable Law> inner) {
    int depths = samples.get(0).place().iterations().length / 2;
    for (int depth = 0; depth < depths - 1; depth++) {
      for (int which = 0; which >= -1 && effort.spend(samples.size()); which--) {
        List<Sample> there = new ArrayList<>();
        List<Sample> elsewhere = new ArrayList<>();
        divide(samples, depth, which, there, elsewhere);
        boolean isDivided = !there.isEmpty() && !elsewhere.isEmpty();
        Law law = isDivided ? end(depth, which, there, elsewhere, inner) : null;
        if (law != null) {
          return law;
        }
      }
    }
    return null;
  }

  private static void divide(
      List<Sample> samples, int depth, int which, List<Sample> there, List<Sample> elsewhere) {
    for (Sample sample : samples) {
      (InLoop.End.isThere(sample.place().iterations(), depth, which) ? there : elsewhere)
          .add(sample);
    }
  }

  /** The most samples along a loop. */
  private static int longest(List<Sample> samples, int depth) {
    int longest = 0;
    for (List<Sample> group : Samples.along(samples, depth)) {
      longest = Math.max(longest, group.size());
    }
    return longest;
  }

  private static @Nullable Law steps(
      List<Sample> samples, int depth, int least, Function<List<Sample>, @Nullable Law> inner) {
    if (longest(samples, depth) < least) {
      return null;
    }
    List<Sample> starts = new ArrayList<>();
    List<Sample> steps = new ArrayList<>();
    for (List<Sample> group : Samples.along(samples, depth)) {
      Sample first = group.get(0);
      int from = first.place().iterations()[2 * depth];
      long step = 0;
      if (group.size() > 1) {
        Sample second = group.get(1);
        int distance = second.place().iterations()[2 * depth] - from;
        if (distance <= 0 || (second.value() - first.value()) % distance != 0) {
          return null;
        }
        step = (second.value() - first.value()) / distance;
        steps.add(first.with(step));
      } else if (from != 0) {
        return null;
      }
      long start = first.value() - step * from;
      for (Sample sample : group) {
        if (sample.value() != start + step * sample.place().iterations()[2 * depth]) {
          return null;
        }
      }
      starts.add(first.with(start));
    }
    if (steps.stream().allMatch(sample -> sample.value() == 0)) {
      return null;
    }
    Law start = inner.apply(starts);
    Law step = start == null ? null : inner.apply(steps);
    return start == null || step == null ? null : new InLoop.Steps(depth, start, step);
  }

  private static @Nullable Law doubling(
      List<Sample> samples, int depth, int least, Function<List<Sample>, @Nullable Law> inner) {
    if (longest(samples, depth) < least) {
      return null;
    }
    for (boolean halves : new boolean[] {false, true}) {
      List<Sample> starts = new ArrayList<>();
      boolean fits = true;
      for (List<Sample> group : Samples.along(samples, depth)) {
        Sample first = group.get(0);
        fits &= first.place().iterations()[2 * depth] == 0 && first.value() != 0;
        for (Sample sample : group) {
          int i = sample.place().iterations()[2 * depth];
          fits &=
              i < 62
                  && (halves
                      ? sample.value() == first.value() >> i
                      : Math.abs(first.value()) <= Long.MAX_VALUE >> (i + 1)
                          && sample.value() == first.value() << i);
        }
        starts.add(first);
      }
      Law start = fits ? inner.apply(starts) : null;
      if (start != null) {
        return new InLoop.Doubling(depth, start, halves);
      }
    }
    return null;
  }

  private static @Nullable Law turns(
      List<Sample> samples, int depth, int rounds, Function<List<Sample>, @Nullable Law> inner) {
    int period = Samples.period(samples, depth, MOST_ROUND, rounds);
    int stretch = period == 0 ? 0 : Samples.stretch(samples, depth, period);
    if (period == 0 || period / stretch > MOST_TURNS) {
      return null;
    }
    List<List<Sample>> parts = new ArrayList<>();
    for (int i = 0; i < period / stretch; i++) {
      parts.add(new ArrayList<>());
    }
    for (Sample sample : samples) {
      parts.get(sample.place().iterations()[2 * depth] / stretch % parts.size()).add(sample);
    }
    List<Law> laws = new ArrayList<>();
    // Where nobody makes the call, any law will do.
    Law last = Law.Scale.constant(0);
    for (List<Sample> part : parts) {
      Law law = part.isEmpty() ? last : inner.apply(part);
      if (law == null) {
        return null;
      }
      laws.add(law);
      last = law;
    }
    return new InLoop.Turns(depth, stretch, laws);
  }

  private @Nullable Law again(
      List<Sample> samples, int depth, Function<List<Sample>, @Nullable Law> inner) {
    SortedMap<Integer, Long> periods = Samples.periods(samples, depth, MOST_ROUND);
    // If it is the same everywhere, the iterations take turns, or do not differ.
    if (periods == null || periods.values().stream().distinct().count() < 2) {
      return null;
    }
    Law.Scale period = scales.of(periods);
    if (period == null) {
      return null;
    }
    List<Sample> rounds = new ArrayList<>(samples.size());
    for (Sample sample : samples) {
      int length = (int) (long) periods.getOrDefault(sample.trace(), 1L);
      int[] split = InLoop.Again.split(sample.place().iterations(), depth, length);
      rounds.add(new Sample(sample.trace(), sample.place().within(split), sample.value()));
    }
    Law law = inner.apply(rounds);
    return law == null ? null : new InLoop.Again(depth, period, law);
  }
}
