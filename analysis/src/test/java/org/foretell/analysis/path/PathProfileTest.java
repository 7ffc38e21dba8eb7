package org.foretell.analysis.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.EnumSet;
import java.util.stream.LongStream;
import org.foretell.engine.Simulation;
import org.foretell.engine.reference.Scenario;
import org.foretell.engine.reference.buslink.BusLinkScenario;
import org.foretell.machine.Placement;
import org.foretell.observe.PathLeg;
import org.foretell.observe.PathLeg.Kind;
import org.foretell.observe.Statistics;
import org.foretell.result.Prediction;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each way to add up the path gives the predicted time, to the picosecond. */
class PathProfileTest {
  static LongStream seeds() {
    return LongStream.rangeClosed(1, Integer.getInteger("foretell.seeds", 100));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void thePartsAreThePredictedTimeUnderAllModels(long seed) {
    assertSums(Scenario.of(Scenario.Kind.COOPERATIVE, seed, 1 + (int) (seed % 40)));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void thePartsAreThePredictedTimeUnderModelsOfLinksAndBuses(long seed) {
    int events = 1 + (int) (seed % 40);
    assertSums(BusLinkScenario.byFormula(Scenario.Kind.COOPERATIVE, seed, events));
    assertSums(BusLinkScenario.inSteps(Scenario.Kind.COOPERATIVE, seed, events));
  }

  private static void assertSums(Scenario scenario) {
    Statistics statistics =
        new Statistics(scenario.placement(), EnumSet.allOf(Statistics.Part.class));
    PathProfile profile = new PathProfile(scenario.trace().info().ranks());
    Prediction prediction =
        Simulation.builder()
            .trace(scenario.trace())
            .placement(scenario.placement())
            .communication(scenario.communication().get())
            .compute(scenario.compute())
            .fileSystem(scenario.files())
            .shmem(scenario.shmem())
            .observer(statistics)
            .criticalPath(profile)
            .build()
            .run();
    if (prediction.outcome() != Prediction.Outcome.COMPLETED) {
      return;
    }
    PathSummary path = profile.summary(statistics);
    long makespanPs = prediction.makespanPs();
    String text = scenario.text();
    assertThat(path.times().totalPs()).as(text).isEqualTo(makespanPs);
    assertThat(path.sites().stream().mapToLong(site -> site.times().totalPs()).sum())
        .as(text)
        .isEqualTo(makespanPs);
    assertThat(path.phases().stream().mapToLong(phase -> phase.times().totalPs()).sum())
        .as(text)
        .isEqualTo(makespanPs);
    assertThat(path.ranks().stream().mapToLong(rank -> rank.times().totalPs()).sum())
        .as(text)
        .isEqualTo(makespanPs);
    for (Kind kind : Kind.values()) {
      long kindPs = path.times().timePs(kind);
      assertThat(path.sites().stream().mapToLong(site -> site.times().timePs(kind)).sum())
          .as("%s of %s", kind, text)
          .isEqualTo(kindPs);
      assertThat(path.ranks().stream().mapToLong(rank -> rank.times().timePs(kind)).sum())
          .as("%s of %s", kind, text)
          .isEqualTo(kindPs);
    }
    long at = 0;
    for (PathLane lane : path.lanes()) {
      assertThat(lane.startPs()).as(text).isEqualTo(at);
      at = lane.endPs();
    }
    assertThat(at).as(text).isEqualTo(makespanPs);
    for (PathSite site : path.sites()) {
      assertThat(site.meanPs()).as("%s of %s", site, text).isNotNegative();
    }
  }

  /** A leg at rank 0. */
  private record Leg(Kind kind, OpCode code, int callSite, int marker, long startPs, long endPs)
      implements PathLeg {
    @Override
    public int rank() {
      return 0;
    }

    @Override
    public int peer() {
      return OpView.NONE;
    }

    @Override
    public boolean withinNode() {
      return false;
    }

    @Override
    public long bytes() {
      return 0;
    }

    @Override
    public int members() {
      return 0;
    }

    @Override
    public Resource resource() {
      return Resource.NONE;
    }

    @Override
    public int resourceIndex() {
      return OpView.NONE;
    }

    @Override
    public long operation() {
      return 0;
    }
  }

  /** Two ranks compute 30 and 10 in phase 0 at call site 4; the path is that of rank 0. */
  @Test
  void imbalanceIsTimeOnThePathLessTheMean() {
    Statistics statistics =
        new Statistics(
            new Placement("made up", new int[2], new int[2]), EnumSet.allOf(Statistics.Part.class));
    PathProfile profile = new PathProfile(2);
    statistics.begin(2);
    for (int rank = 0; rank < 2; rank++) {
      long endPs = rank == 0 ? 30 : 10;
      statistics.marker(rank, 0, true, 0);
      statistics.compute(rank, OpCode.COMPUTE, 4, 0, endPs);
      statistics.marker(rank, 0, false, endPs);
      statistics.op(rank, OpCode.BARRIER, OpView.NONE, OpView.NONE, 0, 0, endPs, 30 - endPs, 35);
      statistics.finished(rank, 35);
    }
    profile.leg(new Leg(Kind.COMPUTATION, OpCode.COMPUTE, 4, 0, 0, 30));
    profile.leg(new Leg(Kind.COLLECTIVE, OpCode.BARRIER, OpView.NONE, OpView.NONE, 30, 35));
    PathSummary path = profile.summary(statistics);
    PathSite burst = path.sites().get(0);
    assertThat(burst.callSite()).isEqualTo(4);
    assertThat(burst.meanPs()).isCloseTo(20, within(1e-9));
    assertThat(burst.imbalancePs()).isCloseTo(10, within(1e-9));
    PathSite barrier = path.sites().get(1);
    assertThat(barrier.callSite()).isEqualTo(OpView.NONE);
    assertThat(barrier.meanPs()).isCloseTo(5, within(1e-9));
    PathPhase phase = path.phases().get(0);
    assertThat(phase.marker()).isZero();
    assertThat(phase.imbalancePs()).isCloseTo(10, within(1e-9));
    assertThat(path.phases().get(1).meanPs()).isCloseTo(5, within(1e-9));
    assertThat(path.legs()).isEqualTo(2);
    assertThat(path.changesOfRank()).isZero();
    assertThat(path.ranks()).hasSize(1);
  }
}
