package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.foretell.Foretell;
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
  void loopsAreLinesAndCallsAreNamed() {
    SimCall call = SimCall.of("structure", loop(), "--all");
    assertThat(call.exitCode()).as(call.err()).isZero();
    assertThat(call.out().lines())
        .containsExactly(
            "loop.txt, times in us, of bursts only (the trace has no times of calls; --machine"
                + " simulates them)",
            "",
            "ranks 0-3",
            "         total         each",
            "         6,250        1,563  4 times",
            "         6,250        1,563    CPU  (0.00 to 2,000)",
            "          0.00         0.00    Barrier  solver.c:12",
            "          0.00         0.00  Allreduce(8 bytes)  solver.c:15");
    assertThat(SimCall.of("structure", loop(), "--all", "--brief").out().lines())
        .endsWith(
            "         6,250        1,563  4 times",
            "         6,250        1,563    CPU, Barrier",
            "          0.00         0.00  Allreduce");
  }

  /** Loops without calls between them stay few lines, however deep they are. */
  @Test
  void deepLoopsAreIndented() {
    int depth = 12;
    List<String> lines = new ArrayList<>(List.of("foretell-trace 1", "ranks 1"));
    for (int i = 0; i < depth; i++) {
      lines.add("call_site " + i + " \"deep.c:" + i + "\"");
    }
    lines.add("program 0 {");
    for (int i = 0; i < depth; i++) {
      lines.add("repeat 2 {");
      lines.add("barrier call_site=" + i);
    }
    lines.addAll(Collections.nCopies(depth + 1, "}"));
    Path deep = Scratch.file(folder, "deep.txt", lines.toArray(String[]::new));
    List<String> shown = SimCall.of("structure", deep).out().lines().toList();
    assertThat(shown.subList(2, shown.size()))
        .noneMatch(line -> line.contains("("))
        .hasSize(2 + 2 * depth)
        .endsWith("          0.00         0.00" + " ".repeat(2 + 2 * depth) + "Barrier  deep.c:11");
    assertThat(SimCall.of("structure", deep, "--paper").out())
        .contains("(Barrier0: 0.00+(Barrier1: 0.00+(Barrier2");
  }

  @Test
  void thePapersFormOnRequest() {
    SimCall call = SimCall.of("structure", loop(), "--all", "--paper");
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

  @Test
  void valuesAndCountsThatVaryAreRules() {
    List<String> lines = new ArrayList<>(List.of("foretell-trace 1", "ranks 2", "program 0-1 {"));
    for (int i = 0; i < 40; i++) {
      for (int j = 0; j <= i; j++) {
        lines.add("bcast root=" + j % 2 + " bytes=" + 8 * (i + j));
      }
      lines.add("barrier");
    }
    lines.add("}");
    Path file = Scratch.file(folder, "triangle.txt", lines.toArray(String[]::new));
    assertThat(SimCall.of("structure", file, "--all").out().lines())
        .endsWith(
            "ranks 0-1",
            "         total         each",
            "          0.00         0.00  40 times, i in 0..39",
            "          0.00         0.00    1 + i times (1 to 40), j from 0",
            "          0.00         0.00      Bcast(root [0, 1][j % 2], 8 i + 8 j bytes)",
            "          0.00         0.00    Barrier");
    assertThat(SimCall.of("structure", file, "--brief").out())
        .contains("1 + i times (1 to 40)", "Bcast")
        .doesNotContain("bytes");
    assertThat(SimCall.of("structure", file, "--paper").out()).contains("(Bcast: 0.00[1..40]+");
    JsonNode loop =
        JSON.readTree(SimCall.of("structure", file, "--json", "-").out())
            .at("/programs/0/lines/0/parts/0");
    assertThat(loop.get("times").asInt()).isEqualTo(40);
    JsonNode inner = loop.get("body").get(0);
    assertThat(inner.get("times").isNull()).isTrue();
    assertThat(inner.at("/varyingTimes/mean").asDouble()).isEqualTo(20.5);
    assertThat(inner.at("/varyingTimes/rule/terms/0/step").asInt()).isEqualTo(1);
    JsonNode values = inner.get("body").get(0).get("values");
    assertThat(values.get(0).get("text").asString()).isEqualTo("[0, 1][j % 2]");
    assertThat(values.get(1).at("/rule/terms/1/step").asInt()).isEqualTo(8);
    assertThat(values.get(1).at("/rule/most").asInt()).isEqualTo(8 * 78);
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

  /** One rank is looked at; what is wrong in others is told all the same. */
  @Test
  void damageInOtherRanksIsReported() throws IOException {
    byte[] good = Files.readAllBytes(Path.of("../examples/mg.S.64.bin"));
    int told = 0;
    for (int i = 1; i <= 40; i++) {
      byte[] bad = good.clone();
      bad[good.length * i / 41] ^= 0x10;
      Path file = Files.write(folder.resolve("bad" + i + ".bin"), bad);
      SimCall info = SimCall.of("info", file);
      SimCall structure = SimCall.of("structure", file);
      assertThat(structure.exitCode()).as("byte %d", i).isEqualTo(info.exitCode());
      if (info.exitCode() != 0) {
        assertThat(structure.err()).contains("bad" + i + ".bin", "damaged").hasLineCount(1);
        told++;
      }
    }
    assertThat(told).isGreaterThan(30);
  }

  @Test
  void progressIsThatOfReadingAndOfTakingTimes() {
    List<Long> heard = new ArrayList<>();
    List<Long> totals = new ArrayList<>();
    Foretell.structure()
        .trace(Path.of("../examples/mg.S.64.bin"))
        .progress(
            (timePs, operations, totalOperations) -> {
              heard.add(operations);
              totals.add(totalOperations);
            },
            10_000)
        .run();
    // 105,683 ops, in two passes.
    assertThat(totals).hasSize(20).allMatch(total -> total == 105_683);
    assertThat(heard.subList(0, 10)).isEqualTo(heard.subList(10, 20)).isSorted();
    assertThat(heard).endsWith(100_000L);
    heard.clear();
    Foretell.structure()
        .trace(Path.of("../examples/mg.S.64.bin"))
        .rank(3)
        .progress((timePs, operations, totalOperations) -> heard.add(totalOperations), 1)
        .run();
    assertThat(heard).hasSize((int) (2 * heard.get(0))).containsOnly(heard.get(0));
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
    Path endless =
        Scratch.file(
            folder,
            "endless.txt",
            "foretell-trace 1",
            "ranks 2",
            "program 0 {",
            "  barrier",
            "}",
            "program 1 {",
            "  repeat 1000000 {",
            "    repeat 1000000 {",
            "      compute duration=2ms",
            "      barrier",
            "    }",
            "  }",
            "}");
    SimCall tooLong = SimCall.of("structure", endless, "--all");
    assertThat(tooLong.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(tooLong.err())
        .contains("endless.txt: rank 1 runs 2,000,000,000,000 ops", "at most 2,147,483,647")
        .contains("lower the counts of repeats")
        .hasLineCount(1);
    assertThat(SimCall.of("structure", endless, "--rank", "0").exitCode()).isZero();
    SimCall stuck = SimCall.of("structure", Scratch.deadlock(folder), "--machine", "arc");
    assertThat(stuck.exitCode()).isEqualTo(ExitCode.PROGRAM_STUCK);
    assertThat(stuck.err()).contains("does not complete").hasLineCount(1);
  }
}
