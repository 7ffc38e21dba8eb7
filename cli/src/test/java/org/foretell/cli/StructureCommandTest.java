package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.foretell.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class StructureCommandTest {
  private static final JsonMapper JSON = new JsonMapper();

  @TempDir private Path folder;

  private Path loop() {
    return Scratch.file(
        folder,
        "loop.txt",
        "foretell-trace 1",
        "ranks 4",
        "call_site 0 \"solver.c:12\"",
        "call_site 1 \"solver.c:15\"",
        "program 0-1,3 {",
        "  repeat 4 {",
        "    compute duration=2ms call_site=0",
        "    barrier call_site=0",
        "  }",
        "  allreduce bytes=8 call_site=1",
        "}",
        "program 2 {",
        "  compute duration=1ms",
        "  barrier call_site=0",
        "  barrier call_site=0",
        "  barrier call_site=0",
        "  barrier call_site=0",
        "  allreduce bytes=8 call_site=1",
        "}");
  }

  @Test
  void programsOfAllRanksWithCallSites() {
    SimCall call = SimCall.of("structure", loop(), "--all");
    assertThat(call.exitCode()).as(call.err()).isZero();
    assertThat(call.out().lines())
        .containsSubsequence(
            "ranks 0-3",
            "   1. (CPU0: 1562.50+Barrier0: 0.00)[4]: 6250",
            "   2. Allreduce1: 0",
            "call sites",
            "    0 solver.c:12",
            "    1 solver.c:15");
    assertThat(call.out()).startsWith("loop.txt, times in us, of bursts only");
  }

  /** All ranks but one compute longer than that one, which waits at the barriers. */
  @Test
  void timesOfAReplay() {
    SimCall call =
        SimCall.of("structure", loop(), "--rank", "2", "--machine", "arc", "--json", "-");
    JsonNode line = JSON.readTree(call.out()).get("programs").get(0).get("lines").get(0);
    JsonNode loop = line.get("parts").get(0);
    assertThat(loop.get("times").asInt()).isEqualTo(4);
    assertThat(loop.get("body").get(0).get("meanSeconds").asDouble()).isEqualTo(1e-3 / 4);
    assertThat(loop.get("body").get(1).get("meanSeconds").asDouble())
        .isBetween(7e-3 / 4, 7.1e-3 / 4);
    assertThat(line.get("seconds").asDouble()).isBetween(8e-3, 8.1e-3);
    assertThat(JSON.readTree(call.out()).get("times").asString()).isEqualTo("simulated");
  }

  /** What a replay tells of is what the trace holds. */
  @ParameterizedTest
  @CsvSource({
    "halo.2.bin, recorded",
    "shmem-ring.2.bin, recorded",
    "shmem-halo.txt, bursts",
    "rma-halo.txt, bursts",
    "mg.S.64.bin, bursts"
  })
  void everyOpOfAnExampleHasASimulatedTime(String example, String times) {
    SimCall simulated =
        SimCall.of(
            "structure", "../examples/" + example, "--all", "--machine", "hopper", "--json", "-");
    assertThat(simulated.exitCode()).as(simulated.err()).isZero();
    JsonNode traced =
        JSON.readTree(
            SimCall.of("structure", "../examples/" + example, "--all", "--json", "-").out());
    assertThat(traced.get("times").asString()).isEqualTo(times);
    assertThat(traced.get("programs").size())
        .isEqualTo(JSON.readTree(simulated.out()).get("programs").size());
  }

  @Test
  void whatCannotBeShownIsRefused() {
    SimCall graph = SimCall.of("structure", "../examples/ring.4.goal");
    assertThat(graph.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(graph.err()).contains("ring.4.goal", "task graphs").hasLineCount(1);
    SimCall rank = SimCall.of("structure", loop(), "--rank", "4");
    assertThat(rank.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(rank.err()).contains("no rank 4; its ranks are 0 to 3");
    assertThat(SimCall.of("structure", loop(), "--rank", "0", "--all").exitCode())
        .isEqualTo(ExitCode.USAGE);
    SimCall stuck = SimCall.of("structure", Scratch.deadlock(folder), "--machine", "arc");
    assertThat(stuck.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(stuck.err()).contains("does not come to its end").hasLineCount(1);
  }
}
