package org.foretell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.foretell.failure.ForetellException;
import org.foretell.report.RunResult;
import org.foretell.scenario.Change;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Changes of a machine that a buyer makes have the effect that they name, or a warning says why.
 */
class TrapsTest {
  private static final Path EXAMPLE = Path.of("../examples/mg.S.64.bin");
  private static final String LATENCY = "network.latency";

  @TempDir private Path folder;

  private static PredictionSetup onFrontier(Path trace, int ranksPerNode) {
    return Foretell.prediction()
        .machine("frontier")
        .trace(trace)
        .model("loggops")
        .ranksPerNode(ranksPerNode)
        .interval(false);
  }

  private Path trace(String... lines) throws IOException {
    List<String> all = new ArrayList<>(List.of("foretell-trace 1"));
    all.addAll(List.of(lines));
    return Files.writeString(folder.resolve("small.txt"), String.join("\n", all) + "\n");
  }

  private Path oneByte() throws IOException {
    return trace(
        "ranks 2",
        "program 0 {",
        "  send peer=1 bytes=1",
        "}",
        "program 1 {",
        "  recv peer=0 receive_bytes=1",
        "}");
  }

  /** A message of one byte takes the latency that is set, also below 2 o = 1 us. */
  @Test
  void lowerLatencyIsFasterHoweverLow() throws IOException {
    Path trace = oneByte();
    for (String model : List.of("loggops", "max-rate", "simple")) {
      for (long ns : new long[] {2200, 1000, 800, 400, 100}) {
        RunResult result = onFrontier(trace, 1).model(model).set(LATENCY, ns + "ns").run();
        // Model simple adds the time of the byte, 42 ps.
        assertThat(result.prediction().makespanPs())
            .as(model)
            .isEqualTo(ns * 1000 + (model.equals("simple") ? 42 : 0));
        assertThat(result.warnings().stream().anyMatch(one -> one.startsWith(LATENCY + "=")))
            .as(model + " " + ns)
            .isEqualTo(ns < 1000 && !model.equals("simple"));
      }
    }
  }

  /** Bounds of o, 0.2 to 0.7 us, have no effect where the latency leaves 0.1 us for each. */
  @Test
  void intervalsAndSensitivitiesKeepTheLatencyToo() throws IOException {
    RunResult result = onFrontier(oneByte(), 1).interval(true).set(LATENCY, "200ns").run();
    result.interval().orElseThrow().figures().stream()
        .filter(effect -> effect.range().figure().equals("modelParameters.loggops.o"))
        .forEach(
            effect -> {
              assertThat(effect.fromPs()).isEqualTo(200_000);
              assertThat(effect.toPs()).isEqualTo(200_000);
            });
    var moved =
        Foretell.explanation()
            .machine("frontier")
            .trace(oneByte())
            .model("loggops")
            .ranksPerNode(1)
            .set(LATENCY, "200ns")
            .sensitivities(true)
            .run();
    assertThat(moved.run().parameters().get("o")).startsWith("100ns");
    assertThat(moved.run().json()).contains("network.latency=200 ns of frontier is less than");
  }

  @Test
  void ranksOnOneNodeDoNotUseTheNetworkAndThatIsSaid() {
    String start = "all 64 ranks run on one node of frontier, so no message uses its network";
    assertThat(onFrontier(EXAMPLE, 64).run().warnings()).anyMatch(one -> one.startsWith(start));
    assertThat(onFrontier(EXAMPLE, 8).run().warnings()).noneMatch(one -> one.startsWith("all 64"));
    assertThat(
            Foretell.comparison().machine("frontier").trace(EXAMPLE).models("loggops").run().json())
        .contains(start);
  }

  /** 64 ranks on 8 nodes exchange messages that fill interfaces. */
  @Test
  void settingInterfacesOfNodesSetsThoseOfTheTopology() throws IOException {
    Path trace = trace("ranks 16", "program 0-15 {", "  alltoall bytes=4000000", "}");
    List<Long> times = new ArrayList<>();
    for (String figure : List.of("nodeGroups.compute.nics", "topology.interfaces")) {
      times.add(
          onFrontier(trace, 8).model("flow").set(figure, "1").run().prediction().makespanPs());
    }
    long fourPs = onFrontier(trace, 8).model("flow").run().prediction().makespanPs();
    assertThat(times.get(0)).isEqualTo(times.get(1)).isGreaterThan(2 * fourPs);
  }

  @Test
  void acceleratorsThatAreNotModelledAreNamedByEachRun() throws IOException {
    assertThat(onFrontier(oneByte(), 1).run().warnings())
        .contains(
            "frontier: The host processors only: accelerators, and memory on them, are not"
                + " modelled.");
    assertThat(onFrontier(oneByte(), 1).machine("lumi-c").run().warnings())
        .noneMatch(one -> one.contains("not modelled"));
  }

  /** 400,000 ops are more than an interval is found for unless it is asked for. */
  @Test
  void intervalThatIsLeftOutIsNamedInTheJson() throws IOException {
    Path trace =
        trace(
            "ranks 2",
            "program 0-1 {",
            "  repeat 200000 {",
            "    compute duration=1ns",
            "  }",
            "}");
    PredictionSetup setup = onFrontier(trace, 1).interval(null);
    assertThat(setup.run().json())
        .contains("\"intervalLeftOut\" : \"400,000 ops would be replayed about twenty more times;");
    assertThat(onFrontier(oneByte(), 1).run().json()).doesNotContain("intervalLeftOut");
  }

  @Test
  void explanationsHaveTheIntervalOfThePrediction() throws IOException {
    Path trace = oneByte();
    var explained =
        Foretell.explanation().machine("frontier").trace(trace).model("loggops").ranksPerNode(1);
    var interval = explained.run().run().interval().orElseThrow();
    var ofRun = onFrontier(trace, 1).interval(true).run().interval().orElseThrow();
    assertThat(interval.lowPs()).isEqualTo(ofRun.lowPs());
    assertThat(interval.highPs()).isEqualTo(ofRun.highPs());
    assertThat(explained.interval(false).run().run().interval()).isEmpty();
  }

  private Path bursts(int ranksPerNode) throws IOException {
    return trace(
        "ranks 64",
        ranksPerNode == 0 ? "" : "ranks_per_node " + ranksPerNode,
        "call_site 0 \"a.c:1\"",
        "program 0-63 {",
        "  compute duration=100ms call_site=0",
        "  compute duration=100ms",
        "}");
  }

  private static List<String> aboutNodes(RunResult result) {
    return result.warnings().stream().filter(one -> one.contains("per node, and here")).toList();
  }

  @Test
  void ranksPerNodeThatDifferFromTheTracedRunAreNamed() throws IOException {
    assertThat(aboutNodes(onFrontier(bursts(8), 64).run()))
        .singleElement()
        .asString()
        .startsWith(
            "the trace was taken with 8 ranks per node, and here up to 64 share a node: bursts keep"
                + " their traced durations");
    assertThat(aboutNodes(onFrontier(bursts(8), 8).run())).isEmpty();
    assertThat(aboutNodes(onFrontier(bursts(0), 64).run())).isEmpty();
    assertThat(aboutNodes(onFrontier(bursts(0), 64).tracedRanksPerNode(1).run())).hasSize(1);
  }

  /**
   * Frontier streams 160 GB/s on a node, 30 GB/s on a core: 20 GB/s for each of 8 ranks, 2.5 GB/s
   * for each of 64. The part in memory takes 8 times as long.
   */
  @Test
  void statedMemoryBoundShareLetsBurstsShareTheNode() throws IOException {
    Path trace = bursts(8);
    long msPs = 1_000_000_000;
    RunResult shared = onFrontier(trace, 64).memoryBound(0.4).run();
    assertThat(shared.prediction().makespanPs()).isEqualTo(200 * msPs * 38 / 10);
    assertThat(aboutNodes(shared)).isEmpty();
    assertThat(shared.warnings()).anyMatch(one -> one.contains("with --traced-machine"));
    assertThat(shared.compute())
        .containsEntry(
            "bound by memory",
            "40%, that part x 8, traced on nodes like these (assumed) of 8 ranks");
    assertThat(onFrontier(trace, 8).memoryBound(0.4).run().prediction().makespanPs())
        .isEqualTo(200 * msPs);
    assertThat(onFrontier(trace, 64).memoryBound("a.c:1", 1).run().prediction().makespanPs())
        .isEqualTo(900 * msPs);
    // Alone on a node a rank took 30 GB/s, 12 times as much as here; lumi-c gave 320 / 8 = 30 too.
    assertThat(
            onFrontier(trace, 64)
                .tracedRanksPerNode(1)
                .tracedMachine("lumi-c")
                .memoryBound(1)
                .tracedCoreSpeed("32Gflop/s")
                .run()
                .prediction()
                .makespanPs())
        .isEqualTo(200 * msPs * 12);
  }

  @Test
  void memoryThatIsFasterThanAssumedOfTheTracedRunShortensThatPart() throws IOException {
    var scenario = onFrontier(bursts(8), 8).memoryBound(0.5).scenario();
    var faster =
        scenario.with(
            new Change("nodeGroups.compute.streamBandwidth", "x2"),
            new Change("nodeGroups.compute.coreStreamBandwidth", "x2"));
    assertThat(faster.hash()).isNotEqualTo(scenario.hash());
    var explained =
        Foretell.explanation()
            .machine("frontier")
            .trace(bursts(8))
            .ranksPerNode(8)
            .memoryBound(0.5)
            .sensitivities(true)
            .run();
    assertThat(explained.json()).contains("nodeGroups.compute.streamBandwidth");
  }

  @Test
  void whatIsMissingForAMemoryBoundShareIsNamed() throws IOException {
    Path unknown = bursts(0);
    assertThatThrownBy(() -> onFrontier(unknown, 64).memoryBound(0.4).run())
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("give it with --traced-ranks-per-node");
    assertThatThrownBy(
            () ->
                onFrontier(unknown, 64)
                    .machine("-")
                    .ranksPerNode(null)
                    .parameter("L", "1us")
                    .parameter("o", "1us")
                    .parameter("g", "1us")
                    .parameter("G", "1ns/B")
                    .parameter("S", "1KiB")
                    .memoryBound(0.4)
                    .run())
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("memory-bound bursts need a machine");
    assertThatThrownBy(() -> Foretell.prediction().memoryBound(1.4))
        .hasMessage("the memory-bound share of bursts must be 0 to 1 (0% to 100%), but is 1.4");
    assertThatThrownBy(
            () -> onFrontier(unknown, 64).memoryBound("b.c:1", 0.4).tracedRanksPerNode(1).run())
        .hasMessageContaining("the trace has no call site \"b.c:1\"");
  }
}
