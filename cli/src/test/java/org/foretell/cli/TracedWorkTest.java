package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Bursts of a trace may say what work they are; it counts as a table of call sites does. */
class TracedWorkTest {
  private static final List<String> NUMBERS =
      List.of("0", "1", "2", "12", "0.5", "1e9", "3.25", "1e15", "0.1", "700");

  @TempDir private Path folder;

  /** Ranks that compute at three call sites, in all the ways in which a burst can be written. */
  private Path program(long seed) {
    Random random = new Random(seed);
    int ranks = 2 + random.nextInt(5);
    List<String> lines = new ArrayList<>();
    lines.add("foretell-trace 1");
    lines.add("ranks " + ranks);
    lines.add("base_flops_per_second 2.5e9");
    for (int site = 0; site < 3; site++) {
      lines.add("call_site " + site + " \"s.c:" + site + "\"");
    }
    lines.add("histogram 0 count=3 min=1us mean=2us max=4us; count=1 min=5us mean=9us max=9us");
    lines.add("program 0-" + (ranks - 1) + " {");
    lines.add("  repeat 6 {");
    List<String> durations = List.of("column", "optional", "cycle(3us,71us)", "1234567ps");
    int columns = 0;
    for (int i = 0; i < 1 + random.nextInt(6); i++) {
      String duration = durations.get(random.nextInt(durations.size()));
      boolean isColumn = duration.equals("column") || duration.equals("optional");
      columns += isColumn ? 1 : 0;
      String site =
          switch (random.nextInt(isColumn ? 3 : 5)) {
            case 0 -> "";
            case 3 -> " call_site=cycle(0,1,2)";
            case 4 -> " call_site=by(0: 2; 1-" + (ranks - 1) + ": cycle(1,0))";
            default -> " call_site=" + random.nextInt(3);
          };
      lines.add("    compute duration=" + duration + site);
      lines.add("    allreduce bytes=" + random.nextInt(5000) + " count=1");
    }
    lines.add("    compute histogram=0 call_site=1");
    lines.add("  }");
    lines.add("}");
    for (int rank = 0; rank < ranks && columns > 0; rank++) {
      StringBuilder line = new StringBuilder("durations " + rank);
      for (int i = 0; i < 6 * columns; i++) {
        line.append(' ').append(random.nextInt(1 << 30)).append("ps");
      }
      lines.add(line.toString());
    }
    return Scratch.file(folder, "p.txt", lines.toArray(String[]::new));
  }

  private Path table(long seed) {
    Random random = new Random(seed);
    List<String> lines = new ArrayList<>(List.of("call_site,flops,bytes"));
    for (int site = 0; site < 3; site++) {
      String flops = NUMBERS.get(random.nextInt(NUMBERS.size()));
      String bytes = NUMBERS.get(random.nextInt(NUMBERS.size()));
      if (random.nextInt(4) > 0 || site == 1) {
        boolean none = flops.equals("0") && bytes.equals("0");
        lines.add(
            (random.nextBoolean() ? "s.c:" : "") + site + "," + (none ? "1" : flops) + "," + bytes);
      }
    }
    return Scratch.file(folder, "w.csv", lines.toArray(String[]::new));
  }

  private static JsonNode json(Object... args) {
    SimCall call = SimCall.of(args);
    assertThat(call.exitCode()).as(call.err()).isZero();
    return new ObjectMapper().readTree(call.out());
  }

  private static long predictedPs(Path trace, Path... table) {
    List<Object> args =
        new ArrayList<>(
            List.of("run", "stampede", trace, "--traced-machine", "hopper", "--json", "-"));
    args.addAll(List.of("--compute", "sampled", "--ranks-per-node", "3"));
    for (Path each : table) {
      args.addAll(List.of("--work", each));
    }
    return json(args.toArray()).get("predictedPicoseconds").asLong();
  }

  @Test
  void aTableInTheTraceIsTheTableBesideIt() {
    for (long seed = 0; seed < 15; seed++) {
      Path trace = program(seed);
      Path table = table(seed);
      long expected = predictedPs(trace, table);
      for (String name : List.of("a.bin", "a.txt")) {
        Path own = folder.resolve(name);
        assertThat(SimCall.of("convert", trace, own, "--work", table).err()).isEmpty();
        assertThat(predictedPs(own)).as("seed %d, %s", seed, name).isEqualTo(expected);
        assertThat(predictedPs(own, table)).as("said twice").isEqualTo(expected);
      }
      Path compressed = folder.resolve("b.bin");
      SimCall.of("compress", folder.resolve("a.txt"), compressed);
      assertThat(predictedPs(compressed)).as("seed %d", seed).isEqualTo(expected);
    }
  }

  private Path worked() {
    return Scratch.file(
        folder,
        "worked.txt",
        "foretell-trace 1",
        "ranks 2",
        "base_flops_per_second 2.5e9",
        "call_site 0 \"a.c:1\"",
        "call_site 1 \"b.c:2\"",
        "program 0-1 {",
        "  compute duration=1ms call_site=0 flops=2000 memory_bytes=48000",
        "  compute duration=1ms call_site=1 flops=cycle(1000,2000) memory_bytes=each(4KiB,0)",
        "  compute duration=1ms",
        "  barrier",
        "}");
  }

  @Test
  void assumptionsAreReported() {
    JsonNode run = json("run", "stampede", worked(), "--traced-machine", "hopper", "--json", "-");
    JsonNode compute = run.get("compute");
    assertThat(compute.get("work in the trace").asString()).isEqualTo("used, of 2 call sites");
    // 2.208 GB/s there, 12 GB/s here; 8.4 and 21.6 Gflop/s.
    assertThat(compute.get("bursts of a.c:1").asString())
        .isEqualTo("x 0.184 (bound by memory, by the trace)");
    assertThat(compute.get("bursts of b.c:2").asString())
        .isEqualTo("x 0.184 to 0.3889 (bound by memory or the core, by the trace)");
    assertThat(compute.get("roof of rank 0").asString()).isEqualTo("21.60 Gflop/s, 12 GB/s");
    assertThat(compute.get("traced on").asString())
        .isEqualTo("hopper, 2.500 Gflop/s, 2.208 GB/s each of 24 on a node");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "|not used: name the machine on which the trace was taken with --traced-machine",
        "two.json|not used: two states no streamBandwidth of its nodes \"n\""
      })
  void theReasonForSkippingItIsReported(String traced, String why) {
    Path machine =
        Scratch.file(
            folder,
            "two.json",
            "{\"formatVersion\": 1, \"name\": \"two\", \"nodeGroups\": [{\"name\": \"n\",",
            "\"nodes\": 2, \"coresPerNode\": 2, \"coreSpeed\": \"5Gflop/s\",",
            "\"intraNode\": {\"latency\": \"1us\", \"bandwidth\": \"1GB/s\"}}],",
            "\"network\": {\"latency\": \"1us\", \"bandwidth\": \"1GB/s\"},",
            "\"eagerThreshold\": \"16KiB\"}");
    List<Object> args = new ArrayList<>(List.of("run", "stampede", worked(), "--json", "-"));
    if (traced != null) {
      args.addAll(List.of("--traced-machine", machine));
    }
    JsonNode compute = json(args.toArray()).get("compute");
    assertThat(compute.get("work in the trace").asString()).isEqualTo(why);
    assertThat(compute.has("bursts of a.c:1")).isFalse();
    assertThat(compute.has("roof of rank 0")).isFalse();
  }

  @Test
  void aFolderAndBytesAreNoTableOfWork() throws IOException {
    SimCall call = SimCall.of("run", "arc", worked(), "--work", folder);
    assertThat(call.exitCode()).isEqualTo(3);
    assertThat(call.err())
        .isEqualTo("sim: " + folder + ": is a folder; expected a table of work\n");
    Path bytes = Files.write(folder.resolve("bytes.csv"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
    SimCall coded = SimCall.of("run", "arc", worked(), "--work", bytes);
    assertThat(coded.exitCode()).isEqualTo(3);
    assertThat(coded.err())
        .isEqualTo("sim: " + bytes + ": is not UTF-8 text; expected a table of work\n");
  }

  @Test
  void infoAndCheckSayThatItIsThere() {
    assertThat(SimCall.of("info", worked()).out())
        .contains(
            "burst work\n"
                + "  work       6 kflop of 4 bursts, 100.1 kB of memory traffic, as stated; only"
                + " their ratio counts\n");
    JsonNode work = json("info", worked(), "--json", "-").get("work");
    assertThat(work.get("bursts").asLong()).isEqualTo(4);
    assertThat(work.get("flops").asLong()).isEqualTo(6_000);
    assertThat(work.get("memoryBytes").asLong()).isEqualTo(100_096);
    assertThat(json("info", Scratch.phases(folder), "--json", "-").get("work").isNull()).isTrue();
    assertThat(SimCall.of("check", worked()).out())
        .contains("note: 4 bursts state their work; --traced-machine uses it\n");
  }

  @Test
  void aTableOfAnotherProgramIsRefused() {
    Path table = Scratch.file(folder, "w.csv", "call_site,flops,bytes", "c.c:3,1,1");
    Path to = folder.resolve("x.bin");
    SimCall call = SimCall.of("convert", worked(), to, "--work", table);
    assertThat(call.exitCode()).isEqualTo(2);
    assertThat(call.err()).contains("the trace has no call site \"c.c:3\"; it has a.c:1, b.c:2");
    assertThat(to).doesNotExist();
    SimCall goal = SimCall.of("convert", worked(), folder.resolve("x.goal"), "--work", table);
    assertThat(goal.exitCode()).isEqualTo(2);
    assertThat(goal.err()).contains("--work needs the native format or text as output");
    SimCall tasks =
        SimCall.of("convert", Scratch.schedule(folder), to, "--work", table, "--no-compress");
    assertThat(tasks.exitCode()).isEqualTo(2);
    assertThat(tasks.err()).contains("its ranks are task graphs");
  }

  @Test
  void formatsThatCannotSayItSaySo() {
    assertThat(SimCall.of("convert", worked(), folder.resolve("x.scalatrace")).out())
        .contains("warning: left out: flops and bytes of bursts");
  }
}
