package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.foretell.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RunCommandTest {
  private static final JsonMapper JSON = JsonMapper.shared();

  @TempDir private Path folder;

  private JsonNode json(Object... args) {
    SimCall call = SimCall.of(args);
    assertThat(call.err()).isEmpty();
    assertThat(call.exitCode()).isZero();
    return JSON.readTree(call.out());
  }

  @Test
  void thePredictedTimeComesFirstAndTheWarningsLast() {
    SimCall call = SimCall.asTyped("run", "jaguar-xt5", SimCall.EXAMPLE);
    assertThat(call.exitCode()).isZero();
    assertThat(call.err()).isEmpty();
    assertThat(call.out())
        .startsWith("Predicted time: ")
        .contains("model      max-rate: L=", "Parallel efficiency", "waiting for others")
        .contains("CPU ratio assumed 1")
        .contains("that no source confirms: 20 (sim run -v and the JSON list them")
        .doesNotContain("\u001b");
    assertThat(call.out().strip().lines().reduce((a, b) -> b).orElse("")).startsWith("warning: ");
  }

  @Test
  void theIntervalIsTheLineBelowThePredictedTime() {
    String shown = SimCall.asTyped("run", "jaguar-xt5", SimCall.EXAMPLE).out();
    List<String> lines = shown.lines().toList();
    assertThat(lines.get(1))
        .matches(
            "Between \\S+ \\S+ and \\S+ \\S+: figures of the machine -\\d+% \\+\\d+% \\(most by"
                + " \\S+\\); models -\\d+% \\+\\d+% \\(flow .*, loggops .*\\); depends most on .*");
    assertThat(lines.get(2)).startsWith("Energy: ");
    assertThat(lines.get(3)).isEmpty();
    assertThat(shown)
        .contains("\n  chosen     because jaguar-xt5 names no model, and ")
        .doesNotContain("The interval took");
    String without =
        SimCall.of("run", "jaguar-xt5", SimCall.EXAMPLE, "--no-interval", "--model", "simple")
            .out();
    assertThat(without).doesNotContain("Between", "chosen", "No interval");
    assertThat(without.lines().toList().get(1)).startsWith("Energy: ");
  }

  @Test
  void verboseReportsTheBasisOfTheInterval() {
    String shown = SimCall.asTyped("run", "jaguar-xt5", SimCall.EXAMPLE, "-v").out();
    assertThat(shown)
        .containsPattern("figure with bounds +value +from +to +time at from +time at to")
        .containsPattern("network.latency +6us +4us +8us")
        .containsPattern("The interval took \\d+ replays in \\d+\\.\\d s\\.")
        .contains("Figures that no source confirms:\n  nodeGroups.compute.intraNode.latency\n");
  }

  @Test
  void aLineForLongTracesStatesThatThereIsNoInterval() {
    Path trace =
        Scratch.file(
            folder,
            "long.txt",
            "foretell-trace 1",
            "ranks 2",
            "program 0-1 {",
            "  repeat 130000 {",
            "    compute duration=1ns",
            "  }",
            "  barrier",
            "}");
    assertThat(SimCall.asTyped("run", "arc", trace).out().lines().toList().get(1))
        .isEqualTo(
            "No interval: 260,002 ops would be replayed about twenty more times; --interval"
                + " computes it");
    assertThat(SimCall.of("run", "arc", trace, "--interval").out()).contains("\nBetween ");
    assertThat(SimCall.of("run", "arc", trace, "--no-interval").out())
        .doesNotContain("No interval", "Between");
  }

  @ParameterizedTest
  @ValueSource(strings = {"simple", "loggops"})
  void theTimesOfEachRankAddUpToTheRunTime(String model) {
    JsonNode run = json("run", "arc", SimCall.EXAMPLE, "--model", model, "--json", "-");
    double predicted = run.get("predictedSeconds").asDouble();
    assertThat(run.get("predictedPicoseconds").asLong()).isEqualTo(Math.round(predicted * 1e12));
    assertThat(run.get("ranks")).hasSize(64);
    for (JsonNode rank : run.get("ranks")) {
      double sum = 0;
      for (String part : List.of("compute", "communication", "wait", "idle")) {
        sum += rank.get(part + "Seconds").asDouble();
      }
      assertThat(sum).isCloseTo(predicted, within(1e-12));
    }
    JsonNode efficiency = run.get("efficiency");
    assertThat(efficiency.get("parallelEfficiency").asDouble())
        .isCloseTo(
            efficiency.get("loadBalance").asDouble()
                * efficiency.get("communicationEfficiency").asDouble(),
            within(1e-12));
  }

  @Test
  void theSameRunGivesTheSameJson() throws IOException {
    Path first = folder.resolve("first.json");
    Path second = folder.resolve("second.json");
    for (Path file : List.of(first, second)) {
      SimCall call = SimCall.of("run", "hopper", SimCall.EXAMPLE, "--json", file);
      assertThat(call.exitCode()).isZero();
      assertThat(call.out()).as("the table is printed as well").startsWith("Predicted time");
    }
    assertThat(first).hasSameTextualContentAs(second);
    try (var files = Files.list(folder)) {
      assertThat(files).as("nothing else is left behind").hasSize(2);
    }
  }

  @Test
  void loggopsGivesLogGopSimsTimeForOneMessage() {
    // o + L + o + (s-1)G with the defaults of LogGOPSim; rank 0 computes 1 ms first
    Path trace = Scratch.exchange(folder, "8");
    JsonNode run =
        json(
            "run",
            "-",
            trace,
            "--model",
            "loggops",
            "-P",
            "L=2500ns",
            "-P",
            "o=1500ns",
            "-P",
            "g=1000ns",
            "-P",
            "G=6ns/B",
            "-P",
            "O=0ns/B",
            "-P",
            "S=65535B",
            "--collectives",
            "formula",
            "--json",
            "-");
    // the barrier of two ranks takes 2o + L
    assertThat(run.get("predictedPicoseconds").asLong())
        .isEqualTo(1_000_000_000L + 5_542_000L + 5_500_000L);
    assertThat(run.get("machine").isNull()).isTrue();
    assertThat(run.get("trace").get("ops").asLong()).isEqualTo(9);
  }

  @Test
  void countsBeyond32BitsAreExact() {
    Path trace = Scratch.exchange(folder, "1099511627776");
    JsonNode run =
        json(
            "run",
            "-",
            trace,
            "--model",
            "simple",
            "-P",
            "latency=1us",
            "-P",
            "bandwidth=1GB/s",
            "-P",
            "eagerThreshold=unlimited",
            "-P",
            "collective.barrier=constant",
            "--json",
            "-");
    assertThat(run.get("predictedPicoseconds").asLong())
        .isEqualTo(1_000_000_000L + 1_000_000L + 1_099_511_627_776_000L + 1_000_000L);
  }

  @Test
  void aParameterThatTheModelDoesNotUseIsAWarning() {
    JsonNode run =
        json("run", "arc", SimCall.EXAMPLE, "--model", "simple", "-P", "L=1us", "--json", "-");
    assertThat(texts(run.get("warnings"))).contains("model simple does not use parameter L");
  }

  @Test
  void aParameterThatNoModelHasIsRefusedByRunAndCompare() {
    for (Object[] command :
        List.of(
            new Object[] {"run", "arc", SimCall.EXAMPLE, "-P", "overhed=1us"},
            new Object[] {
              "compare", "arc", SimCall.EXAMPLE, "--models", "simple", "-P", "overhed=1us"
            })) {
      SimCall call = SimCall.of(command);
      assertThat(call.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(call.out()).isEmpty();
      assertThat(call.err())
          .isEqualToIgnoringNewLines(
              "sim: parameter overhed=1us: no model has a parameter of that name; the command sim"
                  + " models lists them");
    }
    assertThat(SimCall.of("run", "arc", SimCall.EXAMPLE, "-P", "windw=1KiB").err())
        .contains("did you mean window? the command sim models");
  }

  @Test
  void reportsOmitCollectivesIfThereAreNone() {
    Path trace =
        Scratch.file(folder, "pair.txt", "0 init", "1 init", "0 send 1 7 8 6", "1 recv 0 7 8 6");
    assertThat(SimCall.of("run", "arc", trace, "--model", "loggops").out())
        .contains("loggops: ")
        .doesNotContain("collective", "algorithms");
    assertThat(SimCall.of("run", "arc", trace, "--collectives", "mpich4").out())
        .contains("collectives by mpich4");
    Path exchange = Scratch.exchange(folder, "8");
    assertThat(SimCall.of("run", "arc", exchange).out())
        .contains("collectives by mpich4 (default)");
    assertThat(
            SimCall.of("run", "arc", exchange, "--model", "loggops", "--collectives", "formula")
                .out())
        .contains("collective.barrier=", "collectives by formula");
    assertThat(
            json("run", "arc", trace, "--model", "loggops", "--json", "-")
                .get("parameters")
                .has("collective.barrier"))
        .isTrue();
  }

  @Test
  void aParameterMayNameItsModel() {
    // Other models take L too, but not max-rate.L, so that the interval differs.
    JsonNode one =
        json("run", "arc", SimCall.EXAMPLE, "--no-interval", "-P", "L=1ms", "--json", "-");
    JsonNode other =
        json("run", "arc", SimCall.EXAMPLE, "--no-interval", "-P", "max-rate.L=1ms", "--json", "-");
    assertThat(other.get("parameters")).isEqualTo(one.get("parameters"));
    assertThat(other.get("warnings")).isEqualTo(one.get("warnings"));
    JsonNode foreign =
        json("run", "arc", SimCall.EXAMPLE, "-P", "simple.latency=1ms", "--json", "-");
    assertThat(texts(foreign.get("warnings")))
        .contains("model max-rate does not use parameter simple.latency");
  }

  @Test
  void settingsOfTheMachineThatNothingUsesAreWarnings() {
    Path machine =
        Scratch.file(
            folder,
            "mine.json",
            SimCall.of("machines", "show", "arc", "--file")
                .out()
                .replace("\"buses\": \"unlimited\"", "\"buses\": 3")
                .replace("loggops.o", "loggopz.o"));
    JsonNode run = json("run", machine, SimCall.EXAMPLE, "--json", "-");
    assertThat(texts(run.get("warnings")))
        .anyMatch(warning -> warning.contains("number of buses of arc (3)"))
        .contains("no model has the parameter loggopz.o that arc sets");
  }

  @Test
  void givenParametersShowWithoutOriginAndOthersWithIt() {
    JsonNode run = json("run", "arc", SimCall.EXAMPLE, "-P", "L=3us", "--json", "-");
    assertThat(run.get("parameters").get("L").asString()).isEqualTo("3us");
    assertThat(run.get("parameters").get("o").asString()).endsWith("(machine: loggops.o)");
    assertThat(run.get("parameters").get("S").asString()).endsWith("(machine)");
    assertThat(run.get("parameters").get("O").asString()).endsWith("(default)");
  }

  @Test
  void coreSpeedsOfBothMachinesGiveTheRatio() {
    JsonNode slow = json("run", "arc", SimCall.EXAMPLE, "--json", "-");
    JsonNode fast =
        json("run", "arc", SimCall.EXAMPLE, "--traced-core-speed", "4Gflop/s", "--json", "-");
    assertThat(fast.get("compute").get("cpuRatio").asString()).isEqualTo("2");
    assertThat(slow.get("compute").get("cpuRatio").asString()).isEqualTo("1 (assumed)");
    assertThat(fast.get("ranks").get(0).get("computeSeconds").asDouble())
        .isCloseTo(slow.get("ranks").get(0).get("computeSeconds").asDouble() / 2, within(1e-9));
  }

  /** 16 ranks share 53 GB/s there, 3.3 each; of 2 here each takes the 8 that a core can. */
  @Test
  void workIsScaledByRooflines(@TempDir Path folder) {
    Path work = Scratch.file(folder, "work.csv", "call_site,flops,bytes", "0,1,24");
    JsonNode run =
        json(
            "run",
            "arc",
            Scratch.phases(folder),
            "--work",
            work,
            "--traced-machine",
            "arc",
            "--json",
            "-");
    assertThat(run.get("ranks").get(0).get("computeSeconds").asDouble())
        .isCloseTo(0.002 * 3.3125 / 8, within(1e-12));
    assertThat(run.get("compute").get("bursts of solver.c:12").asString())
        .isEqualTo("x 0.4141 (bound by memory)");
    assertThat(run.get("compute").get("traced on").asString())
        .isEqualTo("arc, 8 Gflop/s, 3.313 GB/s each of 16 on a node");
    JsonNode alone =
        json(
            "run",
            "arc",
            Scratch.phases(folder),
            "--work",
            work,
            "--traced-machine",
            "arc",
            "--traced-ranks-per-node",
            "2",
            "--json",
            "-");
    assertThat(alone.get("ranks").get(0).get("computeSeconds").asDouble())
        .isCloseTo(0.002, within(1e-12));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "arc|call_site,flops\\n0,1|--traced-machine arc|work.csv:1: expected the columns",
        "arc|call_site,flops,bytes\\n0,1|--traced-machine arc|work.csv:2: expected 3 columns",
        "arc|call_site,flops,bytes\\n"
            + "0,x,1|--traced-machine arc|work.csv:2: expected flops and bytes as",
        "arc|call_site,flops,bytes\\n0,0,0|--traced-machine arc|not both 0, found 0 and 0",
        "arc|call_site,flops,bytes\\n"
            + "0,1,1\\n"
            + "0,1,1|--traced-machine arc|:3: a second line of call site \"0\"",
        "arc|call_site,flops,bytes\\n"
            + "main.c:1,1,1|--traced-machine arc|has no call site \"main.c:1\"",
        "arc|call_site,flops,bytes\\n0,1,1|--seed 1|name it with --traced-machine",
        "../examples/fattree.16.xml|call_site,flops,bytes\\n"
            + "0,1,1|--traced-machine arc|--set nodeGroups.hosts.streamBandwidth",
        "arc|call_site,call_site\\n0,1|--traced-machine arc|work.csv:1: ",
        "arc|call_site,flops,bytes\\n\"0,1,1|--traced-machine arc|work.csv: is not CSV: ",
      })
  void workThatCannotBeUsedIsRefused(
      String machine, String table, String options, String message, @TempDir Path folder) {
    Path work = Scratch.file(folder, "work.csv", table.replace("\\n", "\n"));
    List<Object> arguments =
        new ArrayList<>(List.of("run", machine, Scratch.phases(folder), "--work", work));
    arguments.addAll(List.of(options.split(" ")));
    SimCall call = SimCall.of(arguments.toArray());
    assertThat(call.exitCode()).isBetween(ExitCode.USAGE, ExitCode.BAD_INPUT);
    assertThat(call.err()).contains(message).hasLineCount(1);
  }

  @Test
  void tracesWithoutCommonCallSitesAreNoPair(@TempDir Path folder) {
    SimCall call =
        SimCall.of(
            "run",
            "arc",
            SimCall.EXAMPLE,
            "--measured-pair",
            Scratch.phases(folder) + "," + SimCall.EXAMPLE);
    assertThat(call.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(call.err()).contains("no call site with bursts in common");
  }

  @Test
  void aPairWithoutCallSitesOfTheTraceIsRefused(@TempDir Path folder) {
    Path pair = Scratch.phases(folder);
    SimCall other = SimCall.of("run", "arc", SimCall.EXAMPLE, "--measured-pair", pair + "," + pair);
    assertThat(other.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(other.err())
        .contains("the trace has none of the call sites of the measured pair")
        .hasLineCount(1);
    SimCall graphs =
        SimCall.of("run", "arc", pair, "--measured-pair", pair + ",../examples/ring.4.goal");
    assertThat(graphs.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(graphs.err()).contains("ring.4.goal: the ranks of this trace are task graphs");
  }

  /** By hand: 16 ranks of arc share 53 GB/s, and 24 of hopper as much, at 8 and 8.4 Gflop/s. */
  @Test
  void roofsAreSharedByTheRanksOfANode(@TempDir Path folder) {
    Path trace =
        Scratch.file(
            folder,
            "t.txt",
            "foretell-trace 1",
            "ranks 24",
            "call_site 0 \"a.c:1\"",
            "call_site 1 \"b.c:2\"",
            "program 0-23 {",
            "  compute duration=100us call_site=0",
            "  compute duration=100us call_site=1",
            "  compute duration=100us",
            "}");
    Path work = Scratch.file(folder, "w.csv", "call_site,flops,bytes", "a.c:1,2,12", "1,200,1");
    JsonNode run =
        json("run", "hopper", trace, "--traced-machine", "arc", "--work", work, "--json", "-");
    assertThat(run.get("compute").get("bursts of a.c:1").asString())
        .isEqualTo("x 1.5 (bound by memory)");
    assertThat(run.get("compute").get("bursts of b.c:2").asString())
        .isEqualTo("x 0.9524 (bound by the core)");
    assertThat(run.get("predictedPicoseconds").asLong())
        .isCloseTo(150_000_000 + 2 * Math.round(100e6 * 8 / 8.4), within(2L));
    Path twice = Scratch.file(folder, "w2.csv", "call_site,flops,bytes", "a.c:1,2,12", "0,1,1");
    SimCall call = SimCall.of("run", "hopper", trace, "--traced-machine", "arc", "--work", twice);
    assertThat(call.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(call.err()).contains("work of call site 0, \"a.c:1\", is given twice");
  }

  @Test
  void placementsPutRanksWhereTheySay() {
    JsonNode block =
        json(
            "run",
            "arc",
            SimCall.EXAMPLE,
            "--placement",
            "block",
            "--ranks-per-node",
            8,
            "--json",
            "-");
    assertThat(block.get("placement").get("nodesUsed").asInt()).isEqualTo(8);
    assertThat(block.get("ranks").get(8).get("node").asInt()).isEqualTo(1);
    JsonNode usual = json("run", "arc", SimCall.EXAMPLE, "--ranks-per-node", 8, "--json", "-");
    assertThat(usual.get("ranks")).isEqualTo(block.get("ranks"));
    JsonNode dealt =
        json(
            "run",
            "arc",
            SimCall.EXAMPLE,
            "--placement",
            "round-robin",
            "--ranks-per-node",
            8,
            "--json",
            "-");
    assertThat(dealt.get("ranks").get(8).get("node").asInt()).isZero();
    Path file = Scratch.file(folder, "where.txt", "5", "3");
    JsonNode stated =
        json(
            "run",
            "arc",
            Scratch.exchange(folder, "8"),
            "--placement",
            "file:" + file,
            "--json",
            "-");
    assertThat(stated.get("ranks").get(0).get("node").asInt()).isEqualTo(5);
    JsonNode random = json("run", "arc", SimCall.EXAMPLE, "--placement", "random", "--json", "-");
    JsonNode other =
        json("run", "arc", SimCall.EXAMPLE, "--placement", "random", "--seed", 2, "--json", "-");
    assertThat(random.get("ranks")).isNotEqualTo(other.get("ranks"));
  }

  @Test
  void moreRanksThanCoresNeedAWord() {
    Object[] crowded = {
      "run", "arc", SimCall.EXAMPLE, "--ranks-per-node", "64", "--placement", "block"
    };
    SimCall refused = SimCall.of(crowded);
    assertThat(refused.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(refused.err()).contains("--oversubscribe");
    Object[] shared = java.util.Arrays.copyOf(crowded, crowded.length + 2);
    shared[crowded.length] = "--oversubscribe";
    shared[crowded.length + 1] = "share";
    assertThat(SimCall.of(shared).exitCode()).isZero();
  }

  @Test
  void tablesComeAsCsvWithUnitsInTheirNames() throws IOException {
    Path tables = folder.resolve("tables");
    assertThat(SimCall.of("run", "arc", SimCall.EXAMPLE, "--csv", tables).exitCode()).isZero();
    List<String> ranks = Files.readAllLines(tables.resolve("ranks.csv"));
    assertThat(ranks).hasSize(65);
    assertThat(ranks.get(0))
        .startsWith("rank,node,finishSeconds,finishPicoseconds,computeSeconds")
        .contains("sentOnNode.messages");
    assertThat(ranks.get(0).split(",", -1)).hasSameSizeAs(ranks.get(1).split(",", -1));
    assertThat(Files.readAllLines(tables.resolve("matrix.csv")).get(0))
        .isEqualTo("source,destination,messages,bytes");
    try (var files = Files.list(tables)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "ranks.csv",
              "events.csv",
              "call-sites.csv",
              "phases.csv",
              "resources.csv",
              "matrix.csv");
    }
  }

  @Test
  void phasesAndCallSitesAreReportedAndScaled() {
    Path trace = Scratch.phases(folder);
    JsonNode plain = json("run", "arc", trace, "--json", "-");
    assertThat(plain.get("phases").get(0).get("phase").asString()).isEqualTo("solve");
    assertThat(plain.get("callSites").get(0).get("callSite").asString()).isEqualTo("solver.c:12");
    JsonNode halved = json("run", "arc", trace, "--scale-phase", "solve=0.5", "--json", "-");
    assertThat(halved.get("ranks").get(0).get("computeSeconds").asDouble())
        .isCloseTo(1e-3, within(1e-12));
    JsonNode tripled =
        json("run", "arc", trace, "--scale-call-site", "solver.c:12=3", "--json", "-");
    assertThat(tripled.get("ranks").get(0).get("computeSeconds").asDouble())
        .isCloseTo(6e-3, within(1e-12));
  }

  @Test
  void burstsOfHistogramsAreTakenAsAsked() {
    Path trace =
        Scratch.file(
            folder,
            "histogram.trace",
            "foretell-trace 1",
            "ranks 1",
            "histogram 0 count=1 min=1us mean=2us max=3us; count=1 min=5us mean=6us max=9us",
            "program 0 {",
            "  repeat 100 {",
            "    compute histogram=0",
            "  }",
            "}");
    assertThat(computeSeconds(trace)).isCloseTo(400e-6, within(1e-12));
    assertThat(computeSeconds(trace, "--compute", "max")).isCloseTo(900e-6, within(1e-12));
    double sampled = computeSeconds(trace, "--compute", "sampled", "--seed", 7);
    assertThat(sampled).isBetween(100e-6, 900e-6);
    assertThat(computeSeconds(trace, "--compute", "sampled", "--seed", 7)).isEqualTo(sampled);
    assertThat(computeSeconds(trace, "--compute", "sampled", "--seed", 8)).isNotEqualTo(sampled);
  }

  private double computeSeconds(Path trace, Object... options) {
    List<Object> args = new ArrayList<>(List.of("run", "arc", trace, "--json", "-"));
    args.addAll(List.of(options));
    return json(args.toArray()).get("ranks").get(0).get("computeSeconds").asDouble();
  }

  @Test
  void ranksThatShareACoreComputeInTurnsUnlessThatIsToBeIgnored() {
    Path where = Scratch.file(folder, "where.txt", "0 0", "0 0");
    Path trace =
        Scratch.file(
            folder,
            "shared.trace",
            "foretell-trace 1",
            "ranks 2",
            "program 0-1 {",
            "  compute duration=1ms",
            "}");
    String placement = "file:" + where;
    JsonNode alone =
        json(
            "run",
            "arc",
            trace,
            "--placement",
            placement,
            "--oversubscribe",
            "ignore",
            "--json",
            "-");
    JsonNode shared =
        json(
            "run",
            "arc",
            trace,
            "--placement",
            placement,
            "--oversubscribe",
            "share",
            "--json",
            "-");
    assertThat(alone.get("predictedSeconds").asDouble()).isCloseTo(1e-3, within(1e-12));
    assertThat(shared.get("predictedSeconds").asDouble()).isCloseTo(2e-3, within(1e-12));
  }

  @Test
  void aDeadlockIsExplained() {
    SimCall call = SimCall.of("run", "arc", Scratch.deadlock(folder));
    assertThat(call.exitCode()).isEqualTo(ExitCode.PROGRAM_STUCK);
    assertThat(call.out())
        .startsWith("Deadlock")
        .contains("rank 0 -> 1 -> 0", "rank 0, op 1 (recv peer=1 tag=7");
  }

  @Test
  void aDeadlockInJsonHasNoPrediction() {
    SimCall call = SimCall.of("run", "arc", Scratch.deadlock(folder), "--json", "-");
    assertThat(call.exitCode()).isEqualTo(ExitCode.PROGRAM_STUCK);
    JsonNode run = JSON.readTree(call.out());
    assertThat(run.get("predictedSeconds").isNull()).isTrue();
    assertThat(run.get("deadlock").get("cycle")).hasSize(2);
    assertThat(run.get("deadlock").get("blocked").get(1).get("waitsFor").get(0).asInt()).isZero();
  }

  private static List<String> texts(JsonNode array) {
    return array.valueStream().map(JsonNode::asString).toList();
  }
}
