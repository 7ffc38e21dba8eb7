package org.foretell.engine.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.foretell.engine.Simulation;
import org.foretell.engine.reference.buslink.BusLinkScenario;
import org.foretell.machine.Placements;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ComputeModel;
import org.foretell.model.MpiModel;
import org.foretell.observe.PathLeg;
import org.foretell.result.Prediction;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.TaskGraphTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The legs of the critical path of task graphs fill the whole time, and each of them matters. */
class GraphPathTest {
  private record Leg(
      PathLeg.Kind kind,
      PathLeg.Resource resource,
      int rank,
      int peer,
      OpCode code,
      long operation,
      long startPs,
      long endPs) {
    static Leg of(PathLeg leg) {
      return new Leg(
          leg.kind(),
          leg.resource(),
          leg.rank(),
          leg.peer(),
          leg.code(),
          leg.operation(),
          leg.startPs(),
          leg.endPs());
    }
  }

  private record Run(Prediction prediction, List<Leg> legs) {}

  static LongStream seeds() {
    return LongStream.rangeClosed(1, Integer.getInteger("foretell.seeds", 200));
  }

  private static Run run(GraphScenario scenario, MpiModel model, ComputeModel compute) {
    List<Leg> legs = new ArrayList<>();
    Prediction prediction =
        Simulation.builder()
            .trace(scenario.trace())
            .placement(scenario.placement())
            .communication(new CommunicationModel("test", model, call -> 0))
            .compute(compute)
            .criticalPath(leg -> legs.add(Leg.of(leg)))
            .build()
            .run();
    return new Run(prediction, legs);
  }

  private static int assertFilled(GraphScenario scenario, MpiModel model) {
    Run run = run(scenario, model, GraphAgainstReferenceTest.BY_THE_CLOCK);
    if (run.prediction.outcome() != Prediction.Outcome.COMPLETED) {
      return 0;
    }
    long now = 0;
    for (Leg leg : run.legs) {
      assertThat(leg.startPs).as(scenario::text).isEqualTo(now);
      assertThat(leg.endPs).isGreaterThan(now);
      assertThat(leg.kind)
          .as(() -> "%s of %s in %s".formatted(leg, run.legs, scenario.text()))
          .isNotEqualTo(PathLeg.Kind.OTHER);
      if (leg.operation == OpView.NONE) {
        assertThat(leg.code).isEqualTo(OpCode.RECV);
      } else {
        TaskGraph graph = scenario.trace().graph(leg.rank);
        assertThat(graph.code((int) leg.operation)).isEqualTo(leg.code);
      }
      now = leg.endPs;
    }
    assertThat(now).as(scenario::text).isEqualTo(run.prediction.makespanPs());
    return run.legs.size();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void legsFillTheTime(long seed) {
    GraphScenario scenario = GraphScenario.of(seed, 1 + (int) (seed % 120));
    assertFilled(scenario, scenario.model().get());
    assertFilled(scenario, flows(seed));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void legsFillTheTimeUnderModelsOfLinksAndBuses(long seed) {
    GraphScenario scenario = BusLinkScenario.ofGraphs(seed, 1 + (int) (seed % 120));
    assertFilled(scenario, scenario.model().get());
  }

  /** There is more than fits into the room that nothing is looked for in. */
  @Test
  void legsFillTheTimeOfLongGraphs() {
    int legs = 0;
    for (long seed = 1; seed <= 6; seed++) {
      GraphScenario scenario = GraphScenario.of(seed, 20_000);
      legs += assertFilled(scenario, scenario.model().get());
      GraphScenario ofBuses = BusLinkScenario.ofGraphs(seed, 20_000);
      legs += assertFilled(ofBuses, ofBuses.model().get());
      // The plain model of shared links takes time quadratic in the messages on their way.
      assertFilled(GraphScenario.of(seed, 300), flows(seed));
    }
    assertThat(legs).isGreaterThan(10_000);
  }

  /**
   * LogGOPS with L = 2500, o = 1500, g = 1000 and G = 6. The first message, a rendezvous, is
   * matched at 4000. Then the burst ends for which the second send has waited; so that follows from
   * the burst, although the interface has sent the first message before.
   */
  @Test
  void aSendFollowsFromItsStreamAndNotFromAMatchAtThatTime() {
    TaskGraph.Builder sender = new TaskGraph.Builder();
    sender.send(1, 0, 100, 0, 0);
    int burst = sender.compute(4000, 1);
    int before = sender.compute(1, 2);
    int second = sender.send(1, 1, 1, 1, 0);
    sender.requires(second, before);
    TaskGraph.Builder receiver = new TaskGraph.Builder();
    receiver.receive(0, 0, 100, 0, 0);
    receiver.receive(0, 1, 1, 1, 0);
    MpiModel model = new LogGopsModel(2500, 1500, 1000, 6, 0, 64, 1);
    GraphScenario scenario =
        new GraphScenario(
            "a match when a burst ends",
            new TaskGraphTrace(new TaskGraph[] {sender.build(), receiver.build()}),
            Placements.oneRankPerNode(2),
            () -> model);
    Run run = run(scenario, model, (rank, op, marker) -> op.durationPs());
    assertThat(run.legs)
        .extracting(Leg::kind, Leg::rank, Leg::operation, Leg::endPs)
        .containsExactly(
            tuple(PathLeg.Kind.COMPUTATION, 0, (long) burst, 4000L),
            tuple(PathLeg.Kind.LATENCY, 0, (long) second, 8000L),
            tuple(PathLeg.Kind.OVERHEAD, 1, (long) OpView.NONE, 9500L));
  }

  private static MpiModel flows(long seed) {
    Random random = new Random(seed);
    return new SharedLinksModel(
        random.nextInt(20),
        1.0 / (1 + random.nextInt(9)),
        random.nextBoolean() ? 64 : -1,
        random.nextInt(3) * 5L,
        random.nextInt(3) * 5L,
        random.nextBoolean());
  }
}
