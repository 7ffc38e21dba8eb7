package org.foretell.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import org.foretell.Foretell;
import org.foretell.PredictionSetup;
import org.foretell.pool.ReplayPool;
import org.foretell.scenario.Change;
import org.foretell.scenario.Scenario;
import org.foretell.scenario.Wanted;
import org.foretell.setting.CollectiveChoice;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.TraceStoreReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scenarios that share a pass over their trace have the outcomes that they have alone. */
class ScenarioRunsTest {
  private static final Path MG = Path.of("../examples/mg.S.64.bin");
  private static final int THREADS = 3;

  private final ReplayPool pool = new ReplayPool(THREADS, 0, () -> false);
  private final ScenarioRuns runs = new ScenarioRuns(pool);

  @AfterEach
  void close() {
    pool.close();
  }

  private static PredictionSetup setup() {
    return Foretell.prediction().machine("jaguar-xt5").trace(MG).model("simple");
  }

  private static List<Scenario> latencies(Scenario base, int count) {
    List<Scenario> all = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      all.add(base.with(new Change("network.latency", i + "us")));
    }
    return all;
  }

  /** Figures of all kinds, one of which is refused. */
  private static List<Scenario> mixed(Scenario base) {
    List<Scenario> all = new ArrayList<>(latencies(base, 9));
    for (String[] change :
        new String[][] {
          {"eagerThreshold", "100B"},
          {"eagerThreshold", "2KiB"},
          {"network.bandwidth", "x3"},
          {"nodeGroups.compute.intraNode.latency", "3us"},
          {"nodeGroups.compute.coresPerNode", "8"},
        }) {
      all.add(base.with(new Change(change[0], change[1])));
    }
    for (String[] parameter :
        new String[][] {
          {"receivePost", "100ns"},
          {"receivePost", "1us"},
          {"collectiveFactor", "2"},
          {"latency", "200day"},
          {"calls.allreduce", "3us"},
          {"calls.allreduce", "5us"},
          {"collectives.exactUpTo", "100"},
          {"collectives.reduceTimePerByte", "1ns/B"},
        }) {
      all.add(base.withParameters(Map.of(parameter[0], parameter[1])));
    }
    all.add(base.withCollectives(CollectiveChoice.UNSAID.withProfile("ompi4")));
    all.add(base.withSeed(7));
    Collections.shuffle(all, new Random(1));
    return all;
  }

  /** Each one replayed by itself, without a runner. */
  private static Outcome alone(Scenario scenario) {
    try (TraceSource source = TraceStoreReader.open(MG)) {
      var ready = scenario.experiment().simulation(source, scenario.seed());
      SummedCompute bursts = new SummedCompute(ready.bursts());
      return Outcome.of(
          ready.builder().compute(bursts).build().run(), OptionalDouble.of(bursts.sumPs()));
    } catch (RuntimeException refused) {
      return Outcome.failed(refused, true);
    }
  }

  private static void assertAsAlone(List<Scenario> scenarios, List<Outcome> outcomes) {
    for (int i = 0; i < scenarios.size(); i++) {
      Outcome alone = alone(scenarios.get(i));
      assertThat(outcomes.get(i)).isEqualTo(alone);
      assertThat(outcomes.get(i).computeSeconds()).isEqualTo(alone.computeSeconds());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"formula", "mpich3"})
  void figuresOfAllKinds(String collectives) {
    List<Scenario> scenarios = mixed(setup().collectives(collectives).scenario());
    try (Runner runner = Runner.builder().threads(THREADS).build()) {
      runner.open(MG);
      List<Outcome> outcomes = runner.run(scenarios);
      assertAsAlone(scenarios, outcomes);
      assertThat(runner.run(scenarios)).isEqualTo(outcomes);
      assertThat(runner.runs()).isEqualTo(2L * scenarios.size());
    }
  }

  @Test
  void burstsWithNoise() {
    Scenario base = setup().computeNoise("lognormal:10%").scenario();
    List<Scenario> scenarios = new ArrayList<>(latencies(base, 5));
    for (int seed = 2; seed < 6; seed++) {
      scenarios.add(base.withSeed(seed));
    }
    try (Runner runner = Runner.builder().threads(1).build()) {
      runner.open(MG);
      List<Outcome> outcomes = runner.run(scenarios);
      assertAsAlone(scenarios, outcomes);
    }
  }

  @Test
  void alikeScenariosAreSharedOutAmongThreads() {
    assertThat(sizes(latencies(setup().scenario(), 2))).containsExactly(1, 1);
    assertThat(sizes(latencies(setup().scenario(), 8))).containsExactly(2, 3, 3);
    assertThat(sizes(latencies(setup().scenario(), 16))).containsExactly(5, 5, 6);
    assertThat(sizes(latencies(setup().scenario(), 200)))
        .hasSize(7)
        .allSatisfy(size -> assertThat(size).isBetween(28, 29));
  }

  @Test
  void messagesThatShareResourcesAreReplayedAlone() {
    assertThat(sizes(latencies(setup().model("max-rate").scenario(), 4)))
        .containsExactly(1, 1, 1, 1);
    assertThat(sizes(latencies(setup().networkNoise("exponential:1us").scenario(), 2)))
        .containsExactly(1, 1);
    List<Scenario> two = latencies(setup().scenario(), 2);
    List<Scenario> other = latencies(setup().model("loggops").scenario(), 1);
    assertThat(sizes(List.of(two.get(0), other.get(0), two.get(1)))).containsExactly(1, 1, 1);
    Scenario noisy = setup().networkNoise("exponential:1us").scenario();
    List<Scenario> four = new ArrayList<>(latencies(setup().scenario(), 6));
    four.add(0, noisy);
    assertThat(sizes(four)).as("one with noise is alone").containsExactly(1, 2, 2, 2);
  }

  private List<Integer> sizes(List<? extends Wanted> wanted) {
    List<List<Wanted>> parts = runs.parts(wanted);
    assertThat(parts.stream().mapToInt(List::size).sum()).isEqualTo(wanted.size());
    assertThat(parts.stream().flatMap(List::stream).toList()).containsAll(wanted);
    return parts.stream().map(List::size).toList();
  }
}
