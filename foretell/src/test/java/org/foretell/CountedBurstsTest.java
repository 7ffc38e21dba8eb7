package org.foretell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.foretell.report.RunResult;
import org.foretell.scenario.Change;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the processor counted during bursts decides how they are scaled. */
class CountedBurstsTest {
  @TempDir private Path folder;

  /** Two ranks with a burst that streams, and one that computes; counts follow. */
  private Path trace(String name, String fields, String... counts) throws IOException {
    String text =
        """
        foretell-trace 1
        ranks 2
        ranks_per_node 2
        cache_line_bytes 64
        call_site 0 "stream.c:1"
        call_site 1 "dense.c:1"
        program 0-1 {
          compute duration=100ms call_site=0%s
          barrier
          compute duration=100ms call_site=1
          barrier
        }
        """
            .formatted(fields);
    return Files.writeString(folder.resolve(name), text + String.join("\n", counts) + "\n");
  }

  private Path counted() throws IOException {
    return trace("counted.txt", "", counts("1000000 90000000", "200000 0"));
  }

  private static String[] counts(String flops, String misses) {
    return new String[] {
      "counted_instructions 0 9000000 100000000",
      "counted_cycles 0 10000000 40000000",
      "counted_cache_misses 0 " + misses,
      "counted_flops 0 " + flops,
      "counted_instructions 1 9000000 100000000",
      "counted_cycles 1 10000000 40000000",
      "counted_cache_misses 1 " + misses,
      "counted_flops 1 " + flops
    };
  }

  private static RunResult run(Path trace) {
    return Foretell.prediction()
        .machine("frontier")
        .trace(trace)
        .tracedMachine("hopper")
        .tracedRanksPerNode(2)
        .run();
  }

  @Test
  void countedWorkCountsAsStatedWorkDoes() throws IOException {
    RunResult counted = run(counted());
    Path stated =
        Files.writeString(
            folder.resolve("stated.txt"),
            Files.readString(counted())
                .replaceAll("counted_.*\n", "")
                .replace("call_site=0", "call_site=0 flops=1000000 memory_bytes=12800000")
                .replace("call_site=1", "call_site=1 flops=90000000"));
    assertThat(counted.prediction().makespanPs()).isEqualTo(run(stated).prediction().makespanPs());
    assertThat(counted.compute()).containsEntry("counted work", "used, of 2 call sites");
    assertThat(counted.compute().get("bursts of stream.c:1"))
        .endsWith("(bound by memory, by counters)");
    assertThat(counted.compute().get("bursts of dense.c:1"))
        .endsWith("(bound by the core, by counters)");
  }

  @Test
  void statedWorkTakesPrecedenceOverCountedWork() throws IOException {
    Path both =
        trace("both.txt", " flops=9000000 memory_bytes=1", counts("1 90000000", "200000 0"));
    RunResult result = run(both);
    assertThat(result.compute())
        .containsEntry("work in the trace", "used, of 1 call site")
        .containsEntry("counted work", "used, of 1 call site");
    assertThat(result.compute().get("bursts of stream.c:1"))
        .endsWith("(bound by the core, by the trace)");
  }

  @Test
  void whyCountedWorkIsNotUsedIsSaid() throws IOException {
    RunResult unnamed = Foretell.prediction().machine("frontier").trace(counted()).run();
    assertThat(unnamed.compute())
        .containsEntry(
            "counted work",
            "not used: name the machine on which the trace was taken with --traced-machine");
  }

  @Test
  void countsAreInTheJson() throws IOException {
    String json = run(counted()).json();
    assertThat(json)
        .contains("\"counted\"", "\"callSite\" : \"stream.c:1\"", "\"kind\" : \"memory\"");
    Path without = trace("without.txt", "");
    assertThat(run(without).json()).doesNotContain("\"counted\"");
  }

  /** 8 ranks of Frontier have 20 GB/s each, 64 have 2.5 GB/s; counts and rule say which bursts. */
  private Path full() throws IOException {
    StringBuilder text =
        new StringBuilder(
            """
            foretell-trace 1
            ranks 64
            ranks_per_node 8
            call_site 0 "stream.c:1"
            call_site 1 "dense.c:1"
            program 0-63 {
              compute duration=100ms call_site=0
              compute duration=50ms call_site=1
              compute duration=10ms
            }
            """);
    for (int rank = 0; rank < 64; rank++) {
      text.append("counted_instructions %d 9000000 100000000 10%n".formatted(rank));
      text.append("counted_cycles %d 10000000 40000000 2410%n".formatted(rank));
      text.append("counted_cache_misses %d 200000 0 10%n".formatted(rank));
    }
    return Files.writeString(folder.resolve("full.txt"), text.toString());
  }

  private static PredictionSetup onFrontier(Path trace, int ranksPerNode) {
    return Foretell.prediction().machine("frontier").trace(trace).ranksPerNode(ranksPerNode);
  }

  @Test
  void burstsBoundByMemoryShareTheNode() throws IOException {
    long msPs = 1_000_000_000;
    RunResult packed = onFrontier(full(), 64).run();
    assertThat(packed.prediction().makespanPs()).isEqualTo(110 * 8 * msPs + 50 * msPs);
    assertThat(packed.compute())
        .containsEntry(
            "bound by memory",
            "bursts of 2 call sites, by counters, x 8, traced on nodes like these (assumed) of 8"
                + " ranks");
    assertThat(packed.warnings()).anyMatch(one -> one.contains("with --traced-machine"));
    RunResult alike = onFrontier(full(), 8).run();
    assertThat(alike.prediction().makespanPs()).isEqualTo(160 * msPs);
    RunResult stated = onFrontier(full(), 64).memoryBound("stream.c:1", 0).run();
    assertThat(stated.prediction().makespanPs()).isEqualTo(160 * msPs);
  }

  /** Bandwidth that is moved from what was assumed of the traced nodes counts. */
  @Test
  void fasterMemoryShortensThem() throws IOException {
    var scenario = onFrontier(full(), 8).scenario();
    var faster =
        scenario.with(
            new Change("nodeGroups.compute.streamBandwidth", "x2"),
            new Change("nodeGroups.compute.coreStreamBandwidth", "x2"));
    assertThat(faster.hash()).isNotEqualTo(scenario.hash());
  }

  @Test
  void withoutRanksOfTheTracedNodesTheyAreScaledByTheRatioAndThatIsSaid() throws IOException {
    Path unknown =
        Files.writeString(
            folder.resolve("unknown.txt"),
            Files.readString(full()).replace("ranks_per_node 8\n", ""));
    RunResult result = onFrontier(unknown, 64).run();
    assertThat(result.prediction().makespanPs()).isEqualTo(160 * 1_000_000_000L);
    assertThat(result.compute())
        .containsEntry(
            "bound by memory",
            "bursts of 2 call sites, by counters, scaled by the CPU ratio: state how many ranks a"
                + " traced node had with --traced-ranks-per-node");
  }

  /** 100 ms of memory at half the speed, 50 ms of the core at twice the speed, no site: memory. */
  @Test
  void ratiosOfTheKindReplaceThatOfAllBursts() throws IOException {
    long msPs = 1_000_000_000;
    RunResult result =
        onFrontier(full(), 64)
            .set("nodeGroups.compute.cpuRatio", "10")
            .set("nodeGroups.compute.cpuRatioOfMemory", "0.5")
            .set("nodeGroups.compute.cpuRatioOfCompute", "2")
            .run();
    assertThat(result.prediction().makespanPs()).isEqualTo((220 + 25) * msPs);
    assertThat(result.compute())
        .containsEntry("cpuRatio of bursts bound by memory", "0.5, of 2 call sites by counters")
        .containsEntry("cpuRatio of bursts bound by the core", "2, of 1 call site by counters")
        .doesNotContainKey("bound by memory");
    RunResult some =
        onFrontier(full(), 64)
            .set("nodeGroups.compute.cpuRatio", "10")
            .set("nodeGroups.compute.cpuRatioOfMemory", "0.5")
            .run();
    assertThat(some.prediction().makespanPs()).isEqualTo((220 + 5) * msPs);
  }

  @Test
  void boundsOfTheRatioOfAKindCountInTheInterval() throws IOException {
    RunResult result =
        onFrontier(full(), 64)
            .set("nodeGroups.compute.cpuRatioOfMemory", "{\"value\": 1, \"from\": 0.5, \"to\": 2}")
            .interval(true)
            .run();
    assertThat(result.interval().orElseThrow().figures())
        .anySatisfy(
            effect -> {
              assertThat(effect.range().figure()).isEqualTo("nodeGroups.compute.cpuRatioOfMemory");
              assertThat(effect.fromPs()).isEqualTo(270 * 1_000_000_000L);
              assertThat(effect.toPs()).isEqualTo(105 * 1_000_000_000L);
            });
  }
}
