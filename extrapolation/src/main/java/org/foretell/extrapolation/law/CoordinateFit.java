package org.foretell.extrapolation.law;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Numbers that rise evenly along coordinates. */
final class CoordinateFit {
  private final int dimensions;
  private final ScaleFit scales;

  CoordinateFit(int dimensions, ScaleFit scales) {
    this.dimensions = dimensions;
    this.scales = scales;
  }

  /**
   * A start, and a step for each coordinate.
   *
   * @param samples one for each rank
   * @return null if there is none
   */
  @Nullable Linear linear(List<Sample> samples) {
    SortedMap<Integer, Long> starts = new TreeMap<>();
    List<SortedMap<Integer, Long>> steps = new ArrayList<>();
    for (int d = 0; d < dimensions; d++) {
      steps.add(new TreeMap<>());
    }
    for (Map.Entry<Integer, Map<Integer, Sample>> trace : byTrace(samples).entrySet()) {
      if (!addSteps(trace.getKey(), trace.getValue(), starts, steps)) {
        return null;
      }
    }
    Law.Scale start = scales.of(starts);
    List<Law> laws = new ArrayList<>();
    boolean rises = false;
    for (SortedMap<Integer, Long> points : steps) {
      Law.Scale step = points.isEmpty() ? Law.Scale.constant(0) : scales.of(points);
      if (step == null) {
        return null;
      }
      rises |= points.values().stream().anyMatch(value -> value != 0);
      laws.add(step);
    }
    return start == null || !rises ? null : new Linear(start, laws);
  }

  private static Map<Integer, Map<Integer, Sample>> byTrace(List<Sample> samples) {
    TreeMap<Integer, Map<Integer, Sample>> traces = new TreeMap<>();
    for (Sample sample : samples) {
      traces
          .computeIfAbsent(sample.trace(), t -> new TreeMap<>())
          .put(sample.place().rank(), sample);
    }
    return traces;
  }

  /** Adds start and steps of a trace; false if its values do not rise evenly. */
  private boolean addSteps(
      int trace,
      Map<Integer, Sample> ranks,
      SortedMap<Integer, Long> starts,
      List<SortedMap<Integer, Long>> steps) {
    long[] step = new long[dimensions];
    for (int d = 0; d < dimensions; d++) {
      int stride = 1;
      for (int e = 0; e < d; e++) {
        stride *= ranks.values().iterator().next().place().grid().sizes()[e];
      }
      for (Sample sample : ranks.values()) {
        Sample next = ranks.get(sample.place().rank() + stride);
        if (next != null && next.place().coordinates()[d] == sample.place().coordinates()[d] + 1) {
          step[d] = next.value() - sample.value();
          steps.get(d).put(trace, step[d]);
          break;
        }
      }
    }
    Long start = null;
    for (Sample sample : ranks.values()) {
      long rest = sample.value();
      for (int d = 0; d < dimensions; d++) {
        rest -= step[d] * sample.place().coordinates()[d];
      }
      if (start != null && start != rest) {
        return false;
      }
      start = rest;
    }
    if (start != null) {
      starts.put(trace, start);
    }
    return true;
  }
}
