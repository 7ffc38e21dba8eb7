package org.foretell.engine.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.foretell.FuzzBudget;
import org.foretell.engine.Simulation;
import org.foretell.model.CommunicationModel;
import org.foretell.model.DirectModel;
import org.foretell.model.FlowModel;
import org.foretell.observe.SimObserver;
import org.foretell.result.Deadlock;
import org.foretell.result.Prediction;
import org.foretell.result.Prediction.Outcome;
import org.foretell.result.Problem;
import org.foretell.result.ReplayOrder;
import org.foretell.trace.Capability;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;

/**
 * The engine and its slow twin must agree to the picosecond, on everything that an observer is told
 * too; and what must not matter does not.
 */
class EngineAgainstReferenceTest {
  private static final List<Scenario.Kind> SMALL =
      List.of(Scenario.Kind.COOPERATIVE, Scenario.Kind.DAMAGED, Scenario.Kind.ARBITRARY);

  @Provide
  Arbitrary<Long> seeds() {
    return Arbitraries.longs().dontShrink();
  }

  @Property(tries = 600)
  void agreeOnTracesThatComplete(
      @ForAll("seeds") long seed, @ForAll @IntRange(max = 50) int events) {
    compare(Scenario.of(Scenario.Kind.COOPERATIVE, seed, events));
  }

  @Property(tries = 5)
  void agreeOnTracesOfManyMessages(
      @ForAll("seeds") long seed, @ForAll @IntRange(min = 1, max = 8) int events) {
    Scenario scenario = Scenario.of(Scenario.Kind.CROWDED, seed, events);
    compare(scenario);
    runAhead(scenario);
  }

  @Property(tries = 600)
  void agreeOnDamagedTraces(@ForAll("seeds") long seed, @ForAll @IntRange(max = 50) int events) {
    compare(Scenario.of(Scenario.Kind.DAMAGED, seed, events));
  }

  @Property(tries = 600)
  void agreeOnArbitraryOps(@ForAll("seeds") long seed, @ForAll @IntRange(max = 20) int ops) {
    compare(Scenario.of(Scenario.Kind.ARBITRARY, seed, ops));
  }

  @Property(tries = 300)
  void runningAheadGivesTheSame(
      @ForAll("seeds") long seed, @ForAll @IntRange(max = 50) int events) {
    for (Scenario.Kind kind : SMALL) {
      runAhead(Scenario.of(kind, seed, events));
    }
  }

  /** Ops of a recorded trace are executed where they stand, those of a list one by one. */
  @Property(tries = 300)
  void opsExecutedInPlaceGiveTheSame(
      @ForAll("seeds") long seed, @ForAll @IntRange(max = 50) int events) {
    inPlace(Scenario.of(Scenario.Kind.COOPERATIVE, seed, events));
    inPlace(Scenario.of(Scenario.Kind.DAMAGED, seed, events));
  }

  @Property(tries = 300)
  void timesScale(
      @ForAll("seeds") long seed,
      @ForAll @IntRange(max = 50) int events,
      @ForAll @IntRange(min = 2, max = 1000) int factor) {
    Scenario scenario = Scenario.of(Scenario.Kind.COOPERATIVE, seed, events);
    if (scenario.communication().get().mpi() instanceof FlowModel) {
      return; // shares are rounded to picoseconds
    }
    Scenario slower = Scenario.of(Scenario.Kind.COOPERATIVE, seed, events, factor);
    long[] finishPs = engine(scenario, ReplayOrder.STRICT, new Recording()).finishPs();
    assertThat(engine(slower, ReplayOrder.STRICT, new Recording()).finishPs())
        .as(scenario::text)
        .isEqualTo(Arrays.stream(finishPs).map(time -> time * factor).toArray());
  }

  @Property(tries = 300)
  void numbersOfRanksDoNotMatter(
      @ForAll("seeds") long seed, @ForAll @IntRange(max = 50) int events) {
    Scenario made = Scenario.of(Scenario.Kind.COOPERATIVE, seed, events);
    if (!independent(made) || made.features().contains(RandomTraces.Feature.COMMUNICATORS)) {
      return;
    }
    int ranks = made.trace().info().ranks();
    List<Integer> order = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      order.add(rank);
    }
    Collections.shuffle(order, new Random(seed));
    Renumbering renumbering = new Renumbering(order.stream().mapToInt(Integer::intValue).toArray());
    Scenario scenario = blindToNumbers(made);
    Scenario renumbered =
        new Scenario(
            scenario.description(),
            renumbering.of(scenario.trace()),
            renumbering.of(scenario.placement()),
            scenario.communication(),
            scenario.compute(),
            scenario.files(),
            scenario.shmem(),
            scenario.features());
    long[] finishPs = engine(scenario, ReplayOrder.STRICT, new Recording()).finishPs();
    long[] renumberedPs = engine(renumbered, ReplayOrder.STRICT, new Recording()).finishPs();
    for (int rank = 0; rank < ranks; rank++) {
      assertThat(renumberedPs[renumbering.of(rank)]).as(made::text).isEqualTo(finishPs[rank]);
    }
  }

  /** {@code -Dforetell.fuzz.seconds} and {@code -Dforetell.fuzz.seed} for more, and others. */
  @Test
  void agreeForALongTime() {
    FuzzBudget budget = new FuzzBudget();
    long seed = Long.getLong("foretell.fuzz.seed", 1_000_000);
    while (budget.isLeft()) {
      for (Scenario.Kind kind : SMALL) {
        compare(Scenario.of(kind, seed, 1 + (int) (seed % 120)));
      }
      runAhead(Scenario.of(Scenario.Kind.COOPERATIVE, seed, 1 + (int) (seed % 120)));
      inPlace(Scenario.of(Scenario.Kind.COOPERATIVE, seed, 1 + (int) (seed % 120)));
      if (seed % 1000 == 0) {
        compare(Scenario.of(Scenario.Kind.CROWDED, seed, (int) (seed / 1000 % 9)));
      }
      seed++;
    }
  }

  /** Costs that depend on nodes and sizes, not on who is which rank. */
  private static Scenario blindToNumbers(Scenario made) {
    CommunicationModel model = made.communication().get();
    return new Scenario(
        made.description(),
        made.trace(),
        made.placement(),
        () ->
            new CommunicationModel(
                "test", model.mpi(), call -> call.nodes() + call.maxReceivedBytes()),
        (rank, burst, marker) -> burst.durationPs(),
        made.files(),
        made.shmem(),
        made.features());
  }

  private static boolean independent(Scenario scenario) {
    return scenario.communication().get().mpi() instanceof DirectModel direct
        && direct.independent()
        && !scenario.trace().capabilities().contains(Capability.UNRESOLVED_WILDCARDS)
        && !scenario.trace().capabilities().contains(Capability.UNRESOLVED_COMPLETIONS)
        && !scenario.trace().capabilities().contains(Capability.PROBES)
        && (!scenario.trace().capabilities().contains(Capability.SHMEM)
            || (scenario.trace().capabilities().contains(Capability.UNORDERED_SHMEM)
                && scenario.shmem().servesAllAtOnce()))
        && !scenario.trace().capabilities().contains(Capability.RMA)
        && !scenario.trace().capabilities().contains(Capability.FILE_IO);
  }

  private static Prediction engine(Scenario scenario, ReplayOrder schedule, SimObserver observer) {
    return replayed(scenario, scenario.trace(), schedule).observer(observer).build().run();
  }

  static Simulation.Builder replayed(Scenario scenario, TraceSource trace, ReplayOrder schedule) {
    return Simulation.builder()
        .trace(trace)
        .placement(scenario.placement())
        .communication(scenario.communication().get())
        .compute(scenario.compute())
        .fileSystem(scenario.files())
        .shmem(scenario.shmem())
        .schedule(schedule);
  }

  static void compare(Scenario scenario) {
    Recording expected = new Recording();
    Prediction twin =
        ReferenceEngine.run(
            scenario.trace(),
            scenario.placement(),
            scenario.communication().get(),
            scenario.compute(),
            scenario.files(),
            scenario.shmem(),
            expected);
    Recording actual = new Recording();
    Prediction engine = engine(scenario, ReplayOrder.STRICT, actual);
    same(scenario, twin, engine);
    if (twin.outcome() != Outcome.INVALID_TRACE) {
      assertThat(actual.entries()).as(scenario::text).isEqualTo(expected.entries());
    }
  }

  static void runAhead(Scenario scenario) {
    if (!independent(scenario)) {
      return;
    }
    Recording expected = new Recording();
    Prediction strict = engine(scenario, ReplayOrder.STRICT, expected);
    Recording actual = new Recording();
    Prediction ahead = engine(scenario, ReplayOrder.RUN_AHEAD, actual);
    assertThat(ahead.outcome()).as(scenario::text).isEqualTo(strict.outcome());
    if (strict.outcome() != Outcome.INVALID_TRACE) {
      same(scenario, strict, ahead);
      assertThat(actual.entries()).as(scenario::text).isEqualTo(expected.entries());
    }
  }

  static void inPlace(Scenario scenario) {
    Recording expected = new Recording();
    Prediction fromList = engine(scenario, ReplayOrder.STRICT, expected);
    MemoryTrace recorded = MemoryTrace.copyOf(scenario.trace());
    inPlace(scenario, recorded, ReplayOrder.STRICT, fromList, expected);
    if (independent(scenario) && fromList.outcome() != Outcome.INVALID_TRACE) {
      inPlace(scenario, recorded, ReplayOrder.RUN_AHEAD, fromList, expected);
    }
  }

  private static void inPlace(
      Scenario scenario,
      MemoryTrace recorded,
      ReplayOrder schedule,
      Prediction expected,
      Recording entries) {
    same(scenario, expected, replayed(scenario, recorded, schedule).build().run());
    Recording actual = new Recording();
    same(scenario, expected, replayed(scenario, recorded, schedule).observer(actual).build().run());
    if (expected.outcome() != Outcome.INVALID_TRACE) {
      assertThat(actual.entries()).as(scenario::text).isEqualTo(entries.entries());
    }
  }

  private static void same(Scenario scenario, Prediction expected, Prediction actual) {
    assertThat(summary(actual)).as(scenario::text).isEqualTo(summary(expected));
  }

  /** What must be equal; where a trace is invalid, where it is and nothing else. */
  static Map<String, Object> summary(Prediction prediction) {
    Map<String, Object> summary = new TreeMap<>();
    summary.put("outcome", prediction.outcome());
    if (prediction.outcome() == Outcome.INVALID_TRACE) {
      Problem fatal =
          prediction.problems().stream().filter(p -> p.kind().fatal()).findFirst().orElseThrow();
      summary.put("problem", fatal.kind());
      return summary;
    }
    summary.put("finishPs", Arrays.toString(prediction.finishPs()));
    summary.put("makespanPs", prediction.makespanPs());
    summary.put("operations", prediction.operations());
    for (Problem.Kind kind : Problem.Kind.values()) {
      summary.put(kind.name(), prediction.problemCounts()[kind.ordinal()]);
    }
    summary.put(
        "blocked",
        prediction.deadlock().map(Deadlock::blocked).orElse(List.of()).stream()
            .map(blocked -> blocked.position() + " since " + blocked.timePs())
            .toList());
    return summary;
  }
}
