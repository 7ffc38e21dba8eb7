package org.foretell.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.foretell.engine.reference.LinearModel;
import org.foretell.engine.reference.RandomTraces;
import org.foretell.engine.reference.RandomTraces.Feature;
import org.foretell.engine.reference.Scenario;
import org.foretell.engine.reference.buslink.BusLinkScenario;
import org.foretell.machine.Placement;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ComputeModel;
import org.foretell.model.ExpandedCollectives;
import org.foretell.model.TestSchedules;
import org.foretell.observe.PathLeg;
import org.foretell.result.Prediction;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The legs of a critical path fill the whole time, and each of them matters. */
class CriticalPathTest {
  private record Leg(
      PathLeg.Kind kind,
      PathLeg.Resource resource,
      int resourceIndex,
      int rank,
      int peer,
      boolean withinNode,
      long bytes,
      int members,
      OpCode code,
      long operation,
      long startPs,
      long endPs) {
    static Leg of(PathLeg leg) {
      return new Leg(
          leg.kind(),
          leg.resource(),
          leg.resourceIndex(),
          leg.rank(),
          leg.peer(),
          leg.withinNode(),
          leg.bytes(),
          leg.members(),
          leg.code(),
          leg.operation(),
          leg.startPs(),
          leg.endPs());
    }

    boolean isBurst() {
      return kind == PathLeg.Kind.COMPUTATION && (code == OpCode.COMPUTE || code == OpCode.ELAPSE);
    }
  }

  private record Run(Prediction prediction, List<Leg> legs) {}

  static LongStream seeds() {
    return LongStream.rangeClosed(1, Integer.getInteger("foretell.seeds", 200));
  }

  /** Bursts as traced, one of them longer. */
  private record Delayed(int rank, long startPs, long byPs) implements ComputeModel {
    @Override
    public long durationPs(int rank, OpView burst, int marker) {
      return burst.durationPs();
    }

    @Override
    public long durationPs(int of, OpView burst, int marker, long timePs) {
      boolean longer = of == rank && timePs == startPs && burst.durationPs() > 0;
      return burst.durationPs() + (longer ? byPs : 0);
    }
  }

  private static @Nullable ExpandedCollectives steps(Random random) {
    return random.nextBoolean()
        ? null
        : new ExpandedCollectives(
            TestSchedules.usual(), random.nextInt(3), random.nextInt(3) * 20L);
  }

  private static Run run(long seed, Delayed compute) {
    Random random = new Random(seed);
    int ranks = 1 + random.nextInt(8);
    Set<Feature> features = EnumSet.noneOf(Feature.class);
    for (Feature one : List.of(Feature.COMMUNICATORS, Feature.DEFECTS, Feature.PROBES)) {
      if (random.nextBoolean()) {
        features.add(one);
      }
    }
    OpListTrace trace = RandomTraces.cooperative(seed, ranks, 30, features);
    LinearModel mpi =
        new LinearModel(
            random.nextInt(100),
            random.nextInt(3),
            random.nextBoolean() ? 64 : -1,
            0,
            random.nextInt(3) * 20L,
            random.nextInt(3) * 5L,
            random.nextInt(3) * 5L,
            false);
    List<Leg> legs = new ArrayList<>();
    Prediction prediction =
        Simulation.builder()
            .trace(trace)
            .placement(
                new Placement("made up", random.ints(ranks, 0, ranks).toArray(), new int[ranks]))
            .communication(
                new CommunicationModel("test", mpi, call -> 7L + call.vectorBytes(), steps(random)))
            .compute(compute)
            .criticalPath(leg -> legs.add(Leg.of(leg)))
            .build()
            .run();
    return new Run(prediction, legs);
  }

  /** All models but those of links and buses, and all ops. */
  @ParameterizedTest
  @MethodSource("seeds")
  void legsFillTheTimeUnderAllModels(long seed) {
    assertFilled(Scenario.of(Scenario.Kind.COOPERATIVE, seed, 1 + (int) (seed % 40)));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void legsFillTheTimeUnderModelsOfLinksAndBuses(long seed) {
    int events = 1 + (int) (seed % 40);
    assertFilled(BusLinkScenario.byFormula(Scenario.Kind.COOPERATIVE, seed, events));
    assertFilled(BusLinkScenario.inSteps(Scenario.Kind.COOPERATIVE, seed, events));
  }

  /** Bursts of which hardly two are alike, one of them longer. */
  private record Jittered(int rank, long startPs, long byPs) implements ComputeModel {
    @Override
    public long durationPs(int of, OpView burst, int marker) {
      return 1000 * burst.durationPs() + 7 * (of * 131L % 101);
    }

    @Override
    public long durationPs(int of, OpView burst, int marker, long timePs) {
      return durationPs(of, burst, marker) + (of == rank && timePs == startPs ? byPs : 0);
    }
  }

  private static Run run(Scenario scenario, ComputeModel compute) {
    List<Leg> legs = new ArrayList<>();
    Prediction prediction =
        Simulation.builder()
            .trace(scenario.trace())
            .placement(scenario.placement())
            .communication(scenario.communication().get())
            .compute(compute)
            .fileSystem(scenario.files())
            .shmem(scenario.shmem())
            .criticalPath(leg -> legs.add(Leg.of(leg)))
            .build()
            .run();
    return new Run(prediction, legs);
  }

  /** Under these models nothing that is tied is decided by who comes first. */
  @ParameterizedTest
  @MethodSource("seeds")
  void aLongerBurstDelaysTheEndUnderModelsOfLinksAndBusesToo(long seed) {
    int events = 1 + (int) (seed % 40);
    assertDelays(BusLinkScenario.byFormula(Scenario.Kind.COOPERATIVE, seed, events));
    assertDelays(BusLinkScenario.inSteps(Scenario.Kind.COOPERATIVE, seed, events));
  }

  private static void assertDelays(Scenario scenario) {
    if (scenario.features().contains(Feature.UNRESOLVED_WILDCARDS)
        || scenario.features().contains(Feature.UNRESOLVED_COMPLETIONS)) {
      return;
    }
    Run run = run(scenario, new Jittered(-1, 0, 0));
    for (Leg leg : run.legs) {
      if (leg.isBurst()) {
        Run later = run(scenario, new Jittered(leg.rank, leg.startPs, 1));
        assertThat(later.prediction.makespanPs())
            .as("%s of %s", leg, scenario.text())
            .isEqualTo(run.prediction.makespanPs() + 1);
      }
    }
  }

  private static void assertFilled(Scenario scenario) {
    Run run = run(scenario, scenario.compute());
    if (run.prediction.outcome() == Prediction.Outcome.COMPLETED) {
      assertFilled(run, scenario.text());
    }
  }

  /** What a leg says beside its kind. */
  private static void assertNamesAll(Leg leg, String text) {
    String which = leg + " of " + text;
    boolean queue =
        switch (leg.kind) {
          case CPU_QUEUE, INTERFACE_QUEUE, LINK_QUEUE, BUS_QUEUE -> true;
          default -> false;
        };
    boolean named = leg.resource != PathLeg.Resource.NONE;
    assertThat(named || leg.kind == PathLeg.Kind.FILE)
        .as(which)
        .isEqualTo(queue || leg.kind == PathLeg.Kind.FILE);
    assertThat(leg.resourceIndex)
        .as(which)
        .isEqualTo(named ? Math.max(0, leg.resourceIndex) : OpView.NONE);
    if (leg.kind == PathLeg.Kind.BANDWIDTH) {
      assertThat(leg.peer).as(which).isNotNegative();
      assertThat(leg.bytes).as(which).isNotNegative();
    }
    assertThat(leg.members > 0).as(which).isEqualTo(leg.kind == PathLeg.Kind.COLLECTIVE);
    assertThat(leg.operation).as(which).isNotNegative();
    assertThat(leg.peer).as(which).isNotEqualTo(OpView.ANY);
  }

  private static void assertFilled(Run run, String text) {
    long now = 0;
    for (Leg leg : run.legs) {
      assertThat(leg.startPs).as(text).isEqualTo(now);
      assertThat(leg.endPs).isGreaterThan(now);
      assertThat(leg.kind).as("%s of %s", leg, text).isNotEqualTo(PathLeg.Kind.OTHER);
      assertNamesAll(leg, text);
      now = leg.endPs;
    }
    assertThat(now).as(text).isEqualTo(run.prediction.makespanPs());
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void legsFollowEachOtherFromBeginningToEnd(long seed) {
    Run run = run(seed, new Delayed(-1, 0, 0));
    assertThat(run.prediction.outcome()).isEqualTo(Prediction.Outcome.COMPLETED);
    assertFilled(run, "seed " + seed);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aLongerBurstOnThePathDelaysTheEndByAsMuch(long seed) {
    Run run = run(seed, new Delayed(-1, 0, 0));
    for (Leg leg : run.legs) {
      if (leg.isBurst()) {
        Run later = run(seed, new Delayed(leg.rank, leg.startPs, 1000));
        assertThat(later.prediction.makespanPs())
            .as("seed %d, %s of %s", seed, leg, run.legs)
            .isEqualTo(run.prediction.makespanPs() + 1000);
      }
    }
  }
}
