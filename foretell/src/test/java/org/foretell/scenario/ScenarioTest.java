package org.foretell.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.foretell.Foretell;
import org.foretell.PredictionSetup;
import org.foretell.machine.CollectiveTable;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.Oversubscription;
import org.foretell.machine.Placement;
import org.foretell.machines.Catalogue;
import org.foretell.models.compute.BurstWork;
import org.foretell.models.compute.HistogramChoice;
import org.foretell.models.noise.Noise;
import org.foretell.models.noise.NoiseTrace;
import org.foretell.models.noise.Variability;
import org.foretell.result.UnsupportedOps;
import org.foretell.setting.CollectiveChoice;
import org.foretell.setting.ComputeChoice;
import org.foretell.setting.ModelRegistry;
import org.foretell.setting.PlacementChoice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScenarioTest {
  private static final ModelRegistry MODELS = ModelRegistry.load(List.of());
  private static final TraceContent TRACE = new TraceContent("00".repeat(32), "", 4);

  @TempDir private Path folder;

  private static Scenario on(String machine, String model) {
    return Scenario.of(TRACE, model(model)).withMachine(Optional.of(machine(machine)));
  }

  private static ModelContent model(String name) {
    return ModelContent.of(MODELS.get(name), MODELS);
  }

  private static MachineContent machine(String name) {
    return MachineContent.of(Catalogue.load(name), (machine, mistakes) -> {});
  }

  private static Machine made(double bytesPerSecond) {
    return Machine.builder("made")
        .nodes(
            NodeGroup.builder("n")
                .nodes(4)
                .coresPerNode(1)
                .intraNode(new LinkSpeed(300_000, 1e10))
                .build())
        .network(new LinkSpeed(2_000_000, bytesPerSecond))
        .eagerThresholdBytes(1 << 20)
        .build();
  }

  @Test
  void equalScenariosMadeInDifferentOrdersAreEqual() {
    Map<String, String> one = new LinkedHashMap<>();
    one.put("o", "1us");
    one.put("L", "2us");
    Map<String, String> other = new LinkedHashMap<>();
    other.put("L", "2us");
    other.put("o", "1us");
    Scenario first =
        on("arc", "loggops")
            .withParameters(one)
            .withSeed(7)
            .withCompute(
                ComputeChoice.USUAL
                    .withCallSiteFactors(Map.of("a", 2.0))
                    .withCallSiteFactors(Map.of("b", 3.0)))
            .with(new Change("network.bandwidth", "2GB/s"), new Change("network.latency", "2us"));
    Scenario second =
        Scenario.of(TRACE, model("loggops"))
            .withCompute(
                ComputeChoice.USUAL
                    .withCallSiteFactors(Map.of("b", 3.0))
                    .withCallSiteFactors(Map.of("a", 2.0)))
            .withSeed(7)
            .withMachine(Optional.of(machine("arc")))
            .with(new Change("network.latency", "2us"))
            .with(new Change("network.bandwidth", "2GB/s"))
            .withParameters(other);
    assertThat(second).isEqualTo(first).hasSameHashCodeAs(first);
    assertThat(second.hash()).isEqualTo(first.hash()).matches("[0-9a-f]{64}");
    assertThat(second.experiment().context().parameters())
        .isEqualTo(first.experiment().context().parameters());
  }

  @Test
  void registriesThatAreLoadedTwiceGiveTheSameModel() {
    ModelRegistry again = ModelRegistry.load(List.of());
    assertThat(ModelContent.of(again.get("flow"), again)).isEqualTo(model("flow"));
    ModelRegistry own = MODELS.with(List.of(MODELS.get("flow")));
    assertThat(ModelContent.of(own.get("flow"), own)).isNotEqualTo(model("flow"));
  }

  /** Each component by itself, and each part of a choice. */
  @Test
  void everyComponentChangesTheHash() throws IOException {
    Scenario base = on("arc", "loggops");
    ComputeChoice compute = ComputeChoice.USUAL;
    PlacementChoice places = PlacementChoice.USUAL;
    List<Scenario> others =
        List.of(
            base,
            base.withTrace(new TraceContent("01".repeat(32), "", 4)),
            base.withTrace(new TraceContent("00".repeat(32), "unit 1us", 4)),
            base.withTrace(new TraceContent("00".repeat(32), "", 5)),
            base.withMachine(Optional.empty()),
            base.withMachine(Optional.of(machine("frontier"))),
            base.withMachine(Optional.of(MachineContent.of(made(1e9)))),
            base.withMachine(Optional.of(MachineContent.of(made(1e9 + 1)))),
            base.with(new Change("network.latency", "1.9us")),
            base.withModel(model("simple")),
            base.withModel(new ModelContent(model("loggops").provider(), "jar 1")),
            base.withParameters(Map.of("L", "1us")),
            base.withParameters(Map.of("L", "2us")),
            base.withParameters(Map.of("collectives.exactUpTo", "5")),
            base.withPlacement(places.withPolicy("random")),
            base.withPlacement(places.withRanksPerNode(2)),
            base.withPlacement(places.withOversubscription(Oversubscription.SHARE)),
            base.withPlacement(places.withGiven(new Placement("mine", new int[4], new int[4]))),
            base.withPlacement(
                places.withGiven(new Placement("mine", new int[4], new int[] {0, 1, 2, 3}))),
            base.withCompute(compute.withHistograms(HistogramChoice.MAX)),
            base.withCompute(compute.withTracedCoreSpeed("1Gflop/s")),
            base.withCompute(compute.withTracedMachine(made(1e9))),
            base.withCompute(compute.withTracedRanksPerNode(3)),
            base.withCompute(compute.withMemoryBound(0.4)),
            base.withCompute(compute.withMemoryBound("a", 0.4)),
            base.withCompute(compute.withMemoryBound("a", 0.4).assumedOn(made(1e9), false)),
            base.withCompute(compute.withWork(Map.of("a", new BurstWork(1, 2)))),
            base.withCompute(compute.withMeasuredRatios(Map.of("a", 2.0))),
            base.withCompute(compute.withCallSiteFactors(Map.of("a", 2.0))),
            base.withCompute(compute.withPhaseFactors(Map.of("a", 2.0))),
            base.withCollectives(CollectiveChoice.UNSAID.withProfile("formula")),
            base.withCollectives(
                CollectiveChoice.UNSAID.withRules(new CollectiveTable("mpich4", List.of()))),
            base.withNoise(new Noise(Variability.parseFactor("lognormal:5%"), null, null, false)),
            base.withNoise(new Noise(null, Variability.parseDelay("exponential:2us"), null, false)),
            base.withNoise(new Noise(null, null, noise("0 100\n"), false)),
            base.withNoise(new Noise(null, null, noise("0 101\n"), false)),
            base.withNoise(new Noise(null, null, noise("0 101\n"), true)),
            base.withUnsupported(UnsupportedOps.PASS),
            base.withSeed(2));
    Set<String> hashes = new HashSet<>();
    for (Scenario other : others) {
      assertThat(hashes.add(other.hash())).as("number " + hashes.size()).isTrue();
    }
  }

  private NoiseTrace noise(String lines) throws IOException {
    return NoiseTrace.read(Files.writeString(folder.resolve("noise"), lines));
  }

  /** Changes only with {@link Semantics#VERSION} or the canonical form. */
  @Test
  void hashOfASmallScenarioStays() {
    Scenario small =
        Scenario.of(TRACE, model("simple"))
            .withMachine(Optional.of(MachineContent.of(made(1e9))))
            .withParameters(Map.of("latency", "1us"));
    assertThat(small.hash())
        .isEqualTo("0eef3f793443c5439e1422c2dbc1ffc479f11beb124fe5b30311993b6fc812b9");
  }

  @Test
  void thePageNamesTheVersion() throws IOException {
    assertThat(Files.readString(Path.of("../docs/semantics.md")))
        .contains("This is version " + Semantics.VERSION + " of the semantics.");
  }

  @Test
  void contentCountsAndNotThePath() throws IOException {
    Path file = folder.resolve("mine.json");
    Files.write(file, Catalogue.bytes("arc"));
    MachineContent copy =
        MachineContent.of(org.foretell.machines.MachineFiles.read(file), (machine, mistakes) -> {});
    assertThat(copy).isEqualTo(machine("arc")).hasSameHashCodeAs(machine("arc"));
    assertThat(machine("frontier")).isEqualTo(machine("frontier"));
  }

  @Test
  void setupsInDifferentOrdersGiveEqualScenarios() throws IOException {
    Path trace = pingPong(8);
    Scenario one =
        Foretell.prediction()
            .trace(trace)
            .machine("arc")
            .model("loggops")
            .set("network.latency", "+10%")
            .parameter("o", "1us")
            .seed(3)
            .scenario();
    Scenario other =
        Foretell.prediction()
            .seed(3)
            .parameter("loggops.o", "1us")
            .set("network.latency", "1.98us")
            .model("loggops")
            .machine("arc")
            .trace(trace)
            .scenario();
    assertThat(other).isEqualTo(one);
    Files.writeString(trace, Files.readString(trace) + "\n");
    assertThat(Foretell.prediction().trace(trace).machine("arc").scenario().trace())
        .isNotEqualTo(one.trace());
  }

  private Path pingPong(long bytes) throws IOException {
    return Files.writeString(
        folder.resolve("pingpong" + bytes + ".txt"),
        """
        foretell-trace 1
        ranks 2
        program 0 {
          send peer=1 bytes=SIZE
          recv peer=1 receive_bytes=SIZE
        }
        program 1 {
          recv peer=0 receive_bytes=SIZE
          send peer=0 bytes=SIZE
        }
        """
            .replace("SIZE", Long.toString(bytes)));
  }

  private long predictedPs(String model, long bytes, String change) throws IOException {
    PredictionSetup setup =
        Foretell.prediction()
            .machine(made(1e9))
            .model(model)
            .trace(pingPong(bytes))
            .interval(false);
    if (!change.isEmpty()) {
      setup.set("network", change);
    }
    return setup.run().prediction().makespanPs();
  }

  @Test
  void networkOfTwiceTheSpeedHalvesAPingPong() throws IOException {
    // Two messages of 2 us, of which one byte each takes 1 ns.
    assertThat(predictedPs("simple", 1000, "")).isEqualTo(2 * 3_000_000);
    assertThat(predictedPs("simple", 1000, "x2")).isEqualTo(3_000_000);
    assertThat(predictedPs("simple", 1000, "-50%")).isEqualTo(4 * 3_000_000);
    for (String model : List.of("simple", "loggops", "max-rate")) {
      for (long bytes : new long[] {0, 1, 1000, 1 << 16}) {
        assertThat(2 * predictedPs(model, bytes, "x2"))
            .as(model + " with " + bytes + " bytes")
            .isEqualTo(predictedPs(model, bytes, ""));
      }
    }
  }

  @Test
  void whatIsMadeForASeedIsUsedForOthers() throws IOException {
    Scenario base = on("arc", "loggops");
    Scenario other = base.withSeed(5);
    assertThat(other.experiment()).isSameAs(base.experiment());
    assertThat(base.withModel(model("simple")).experiment().context().placement())
        .isSameAs(base.experiment().context().placement());
    Scenario random =
        base.withPlacement(PlacementChoice.USUAL.withPolicy("random").withRanksPerNode(1));
    Set<List<Integer>> places = new HashSet<>();
    for (int seed = 1; seed <= 8; seed++) {
      Placement placed = random.withSeed(seed).experiment().context().placement();
      places.add(Arrays.stream(placed.nodes()).boxed().toList());
    }
    assertThat(places).hasSizeGreaterThan(1);
    Path listed = Files.writeString(folder.resolve("places"), "0\n1\n2\n3\n");
    PlacementChoice file = PlacementChoice.USUAL.withPolicy("file:" + listed);
    assertThat(base.withPlacement(file).experiment().context().placement().nodes())
        .containsExactly(0, 1, 2, 3);
    Files.writeString(listed, "3\n2\n1\n0\n");
    assertThat(base.withPlacement(file).experiment().context().placement().nodes())
        .containsExactly(3, 2, 1, 0);
  }

  @Test
  void theHashOfAScenarioDoesNotDependOnHowItCameToItsSeed() {
    Map<String, String> given = Map.of("L", "2us");
    Scenario late = on("arc", "loggops").withParameters(given);
    String first = late.hash();
    Scenario later = late.withSeed(1_000).withSeed(-7);
    assertThat(later.hash())
        .isEqualTo(on("arc", "loggops").withSeed(-7).withParameters(given).hash())
        .isNotEqualTo(first);
    assertThat(later.withSeed(1).hash()).isEqualTo(first);
  }
}
