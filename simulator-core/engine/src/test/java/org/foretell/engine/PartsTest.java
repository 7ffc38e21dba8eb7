package org.foretell.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.foretell.engine.reference.RandomTraces.Feature;
import org.foretell.engine.reference.Scenario;
import org.foretell.engine.reference.Scenario.Threads;
import org.foretell.observe.Statistics;
import org.foretell.observe.Statistics.Part;
import org.foretell.result.Prediction;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;

/** A replay by several threads gives what one thread gives. */
class PartsTest {
  private static final int[] PARTS = {2, 3, 8};

  /** All that is known after a replay. */
  private record Result(List<Object> values, boolean inParts) {}

  @Provide
  Arbitrary<Long> seeds() {
    return Arbitraries.longs().dontShrink();
  }

  @Property(tries = 50)
  void tracesThatComplete(@ForAll("seeds") long seed, @ForAll @IntRange(max = 50) int events) {
    compare(Scenario.Kind.COOPERATIVE, seed, events, Threads.RUNNING_AHEAD);
    compare(Scenario.Kind.COOPERATIVE, seed, events, Threads.IN_ROUNDS);
  }

  @Property(tries = 50)
  void damagedTraces(@ForAll("seeds") long seed, @ForAll @IntRange(max = 50) int events) {
    for (Threads threads : List.of(Threads.RUNNING_AHEAD, Threads.IN_ROUNDS)) {
      compare(Scenario.Kind.DAMAGED, seed, events, threads);
      compare(Scenario.Kind.ARBITRARY, seed, events / 3, threads);
    }
  }

  @Test
  void stepsInTheBackgroundThatMeetNothingAreThoseOfTheirCollective() {
    compare(Scenario.Kind.DAMAGED, 7292935073938L, 9, Threads.RUNNING_AHEAD);
  }

  @Property(tries = 4)
  void tracesOfManyMessages(
      @ForAll("seeds") long seed, @ForAll @IntRange(min = 1, max = 8) int events) {
    compare(Scenario.Kind.CROWDED, seed, events, Threads.RUNNING_AHEAD);
    compare(Scenario.Kind.CROWDED, seed, events, Threads.IN_ROUNDS);
  }

  @Test
  void manyTracesAreReplayedInParts() {
    assertThat(inParts(Threads.RUNNING_AHEAD)).isGreaterThan(130);
    assertThat(inParts(Threads.IN_ROUNDS)).isGreaterThan(40);
    assertThat(inParts(Threads.IN_ROUNDS, Feature.SHMEM)).isGreaterThan(10);
    assertThat(inParts(Threads.IN_ROUNDS, Feature.RMA)).isGreaterThan(10);
  }

  /** How many of some traces with features are replayed in parts. */
  private static int inParts(Threads threads, Feature... features) {
    int inParts = 0;
    for (long seed = 0; seed < 400; seed++) {
      Scenario scenario = Scenario.of(Scenario.Kind.COOPERATIVE, seed, 20, threads);
      if (scenario.features().containsAll(List.of(features))) {
        inParts += replay(Scenario.Kind.COOPERATIVE, seed, 20, threads, 2, false).inParts ? 1 : 0;
      }
    }
    return inParts;
  }

  private static void compare(Scenario.Kind kind, long seed, int events, Threads threads) {
    for (boolean recorded : new boolean[] {false, kind == Scenario.Kind.COOPERATIVE}) {
      List<Object> expected = replay(kind, seed, events, threads, 1, recorded).values;
      for (int parts : PARTS) {
        assertThat(replay(kind, seed, events, threads, parts, recorded).values)
            .as(() -> parts + " parts: " + Scenario.of(kind, seed, events, threads).text())
            .isEqualTo(expected);
      }
    }
  }

  private static Result replay(
      Scenario.Kind kind, long seed, int events, Threads threads, int parts, boolean recorded) {
    Scenario scenario = Scenario.of(kind, seed, events, threads);
    Statistics statistics = new Statistics(scenario.placement(), EnumSet.allOf(Part.class));
    Simulation simulation =
        Simulation.builder()
            .trace(trace(scenario, recorded))
            .placement(scenario.placement())
            .communication(scenario.communication().get())
            .compute(scenario.compute())
            .fileSystem(scenario.files())
            .shmem(scenario.shmem())
            .observer(statistics)
            .threads(parts, () -> share(Scenario.of(kind, seed, events, threads), recorded))
            .severalThreadsFrom(PartsInRoundsTest.pay(parts, seed))
            .build();
    Prediction prediction = simulation.run();
    List<Object> values = new ArrayList<>();
    values.add(prediction.outcome());
    values.add(prediction.makespanPs());
    values.add(Arrays.toString(prediction.finishPs()));
    values.add(prediction.operations());
    values.add(prediction.schedule());
    values.add(prediction.deadlock());
    values.add(prediction.problems());
    values.add(Arrays.toString(prediction.problemCounts()));
    if (prediction.outcome() != Prediction.Outcome.INVALID_TRACE) {
      addStatistics(values, statistics, scenario.placement().ranks());
    }
    return new Result(values, simulation.wasInParts());
  }

  private static void addStatistics(List<Object> values, Statistics statistics, int ranks) {
    values.add(statistics.events());
    values.add(statistics.ranks());
    values.add(statistics.callSites());
    values.add(statistics.phases());
    values.add(statistics.resources());
    values.add(statistics.matrix());
    values.add(statistics.collectiveMessages());
    values.add(statistics.efficiency());
    for (int rank = 0; rank < ranks; rank++) {
      values.add(statistics.events(rank));
    }
  }

  private static Share share(Scenario scenario, boolean recorded) {
    return new Share(trace(scenario, recorded), scenario.communication().get(), scenario.compute());
  }

  private static TraceSource trace(Scenario scenario, boolean recorded) {
    return recorded ? MemoryTrace.copyOf(scenario.trace()) : scenario.trace();
  }
}
