package org.foretell.models.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.foretell.engine.Simulation;
import org.foretell.engine.reference.ReferenceEngine;
import org.foretell.engine.reference.Scenario;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Placements;
import org.foretell.machine.Topology;
import org.foretell.machine.topology.Crossbar;
import org.foretell.machine.topology.FatTree;
import org.foretell.machine.topology.Routing;
import org.foretell.machine.topology.Torus;
import org.foretell.model.CommunicationModel;
import org.foretell.models.flow.FlowSettings.Weights;
import org.foretell.observe.SimObserver;
import org.foretell.result.Prediction;

/** The flow model against one without anything clever, and in both engines. */
class TopologyFlowsProperties {
  @Provide
  Arbitrary<Long> seeds() {
    return Arbitraries.longs().dontShrink();
  }

  @Property(tries = 300)
  void endsAreThoseOfTheTextbook(
      @ForAll("seeds") long seed, @ForAll @IntRange(min = 1, max = 100) int messages) {
    Random random = new Random(seed);
    Topology topology = topology(random);
    Settings settings = settings(random);
    List<Driven.Start> starts = new ArrayList<>();
    // Where many send to one node, or one to many, crowds form.
    int receivers = random.nextBoolean() ? topology.nodes() - 1 : 1;
    boolean away = random.nextBoolean();
    long time = 0;
    for (int i = 0; i < messages; i++) {
      time += random.nextInt(3) == 0 ? random.nextInt(1_000_000) : 0;
      int one = random.nextInt(receivers);
      int other = (one + 1 + random.nextInt(topology.nodes() - 1)) % topology.nodes();
      int source = away ? one : other;
      int destination = away ? other : one;
      long bytes = random.nextInt(4) == 0 ? 0 : random.nextInt(3000);
      starts.add(new Driven.Start(time, source, destination, bytes));
    }
    assertEndsOfTheTextbook(starts, settings, topology, seed);
  }

  /** From few nodes, or from so many that the flows of the same route are parts of a crowd. */
  @Property(tries = 200)
  void flowsOfTheSameRouteEndAsInTheTextbook(
      @ForAll("seeds") long seed, @ForAll @IntRange(min = 1, max = 150) int messages) {
    Random random = new Random(seed);
    Topology topology = Crossbar.of(24, new LinkSpeed(random.nextInt(3) * 100_000L, 1.25e9));
    Settings settings = settings(random);
    List<Driven.Start> starts = new ArrayList<>();
    int senders = random.nextBoolean() ? 1 + random.nextInt(3) : 20;
    int receivers = 1 + random.nextInt(2);
    long time = 0;
    for (int i = 0; i < messages; i++) {
      time += random.nextInt(4) == 0 ? random.nextInt(2_000_000) : 0;
      int source = receivers + random.nextInt(senders);
      long bytes = random.nextBoolean() ? 1000 : random.nextInt(3000);
      starts.add(new Driven.Start(time, source, random.nextInt(receivers), bytes));
    }
    assertEndsOfTheTextbook(starts, settings, topology, seed);
  }

  private static void assertEndsOfTheTextbook(
      List<Driven.Start> starts, Settings settings, Topology topology, long seed) {
    long[] ends = new Driven(settings.model(topology)).at(starts).endsPs();
    long[] expected =
        new Driven(new FilledFlows(topology, settings.settings())).at(starts).endsPs();
    for (int i = 0; i < ends.length; i++) {
      // Each end that others wait for is rounded, so roundings add up.
      assertThat(ends[i])
          .as("seed %d, message %d on a %s, %s", seed, i, topology.title(), settings)
          .isCloseTo(expected[i], within(2L + ends.length));
    }
  }

  @Property(tries = 300)
  void bothEnginesAgreeOnRandomTraces(
      @ForAll("seeds") long seed, @ForAll @IntRange(max = 60) int events) {
    Scenario scenario = Scenario.of(Scenario.Kind.COOPERATIVE, seed, events);
    Random random = new Random(seed);
    Topology topology = new OutAndBack(topology(random));
    Settings settings = settings(random);
    int ranks = scenario.trace().info().ranks();
    Prediction expected =
        ReferenceEngine.run(
            scenario.trace(),
            Placements.oneRankPerNode(ranks),
            new CommunicationModel("flow", settings.model(topology), call -> 1000),
            scenario.compute(),
            scenario.files(),
            scenario.shmem(),
            new SimObserver() {});
    Prediction actual =
        Simulation.builder()
            .trace(scenario.trace())
            .placement(Placements.oneRankPerNode(ranks))
            .communication(new CommunicationModel("flow", settings.model(topology), call -> 1000))
            .fileSystem(scenario.files())
            .shmem(scenario.shmem())
            .compute(scenario.compute())
            .build()
            .run();
    assertThat(actual.finishPs())
        .as(() -> Arrays.toString(expected.finishPs()) + scenario.text())
        .isEqualTo(expected.finishPs());
  }

  private static Settings settings(Random random) {
    return new Settings(
        random.nextBoolean() ? Weights.EQUAL : Weights.LATENCY,
        random.nextBoolean() ? 16 : 0,
        "0:1",
        "0:1",
        Long.MAX_VALUE,
        random.nextInt(3) == 0 ? 0.05 : 0);
  }

  private static Topology topology(Random random) {
    long latencyPs = random.nextInt(3) * 100_000L;
    LinkSpeed speed = new LinkSpeed(latencyPs, 1.25e9);
    return switch (random.nextInt(3)) {
      case 0 -> Crossbar.of(8, speed);
      case 1 ->
          new FatTree(
              new int[] {4, 4},
              new int[] {1, 1 + random.nextInt(4)},
              new int[] {1, 1},
              List.of(speed),
              Routing.DETERMINISTIC);
      default -> Torus.of(new int[] {3, 3, 2}, speed);
    };
  }
}
