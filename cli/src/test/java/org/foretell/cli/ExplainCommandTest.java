package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.foretell.Foretell;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ExplainCommandTest {
  @TempDir private Path folder;

  private static long sum(JsonNode entries) {
    long sumPs = 0;
    for (JsonNode entry : entries) {
      sumPs += entry.get("picoseconds").asLong();
    }
    return sumPs;
  }

  @Test
  void thePartsOfThePathAddUpToThePrediction() {
    SimCall call = SimCall.of("explain", "jaguar-xt5", SimCall.EXAMPLE, "--json", "-");
    assertThat(call.exitCode()).as(call.err()).isZero();
    JsonNode explained = JsonMapper.shared().readTree(call.out());
    JsonNode path = explained.get("criticalPath");
    long predictedPs = explained.get("run").get("predictedPicoseconds").asLong();
    assertThat(path.get("picoseconds").asLong()).isEqualTo(predictedPs).isPositive();
    for (String part : new String[] {"kinds", "callSites", "phases", "ranks"}) {
      assertThat(sum(path.get(part))).as(part).isEqualTo(predictedPs);
    }
    JsonNode lanes = path.get("lanes");
    assertThat(lanes.get(lanes.size() - 1).get("endPicoseconds").asLong()).isEqualTo(predictedPs);
    assertThat(lanes.size()).isBetween(100, 4096);
  }

  /** Watching does not change what is predicted, and the library says the same. */
  @Test
  void thePredictionIsThatOfRun() {
    SimCall run = SimCall.asTyped("run", "arc", SimCall.EXAMPLE, "--json", "-");
    SimCall explain = SimCall.asTyped("explain", "arc", SimCall.EXAMPLE, "--json", "-");
    assertThat(JsonMapper.shared().readTree(explain.out()).get("run"))
        .isEqualTo(JsonMapper.shared().readTree(run.out()));
    assertThat(
            Foretell.explanation().machine("arc").trace(Path.of(SimCall.EXAMPLE)).run().json()
                + System.lineSeparator())
        .isEqualTo(explain.out());
  }

  @Test
  void callSitesAndPhasesAreNamed() {
    SimCall call = SimCall.of("explain", "arc", Scratch.phases(folder));
    assertThat(call.exitCode()).as(call.err()).isZero();
    assertThat(call.out())
        .startsWith("Predicted time: ")
        .contains("Critical path: ")
        .contains("solver.c:12")
        .contains("solve");
  }

  /**
   * Rank 0 computes 40 us and sends 1 KB, rank 1 computes 40 us after it has it. On its way the
   * message takes 10 us and 1 us for its bytes, so the run takes 91 us, and 80 us on the ideal
   * network.
   */
  private List<Object> explainingTheChain() {
    Path trace =
        Scratch.file(
            folder,
            "chain.txt",
            "foretell-trace 1",
            "ranks 2",
            "program 0 {",
            "  compute duration=40us",
            "  send peer=1 bytes=1000",
            "}",
            "program 1 {",
            "  recv peer=0",
            "  compute duration=40us",
            "}");
    List<Object> call = new ArrayList<>(List.of("explain", "-", trace, "--model", "simple"));
    call.addAll(List.of("-P", "latency=10us", "-P", "bandwidth=1GB/s"));
    call.addAll(List.of("-P", "eagerThreshold=64KiB"));
    return call;
  }

  /** Load balance 1, serialisation 1/2, transfer 80/91. */
  @Test
  void theLadderIsThatWorkedOutByHand() {
    List<Object> call = explainingTheChain();
    call.addAll(List.of("--reference", call.get(2), "--json", "-"));
    SimCall explained = SimCall.of(call.toArray());
    assertThat(explained.exitCode()).as(explained.err()).isZero();
    JsonNode efficiency = JsonMapper.shared().readTree(explained.out()).get("efficiency");
    JsonNode whole = efficiency.get("whole");
    assertThat(whole.get("loadBalance").asDouble()).isEqualTo(1);
    assertThat(whole.get("serialisationEfficiency").asDouble()).isEqualTo(0.5);
    assertThat(whole.get("transferEfficiency").asDouble()).isCloseTo(80.0 / 91, within(1e-12));
    assertThat(whole.get("parallelEfficiency").asDouble()).isCloseTo(40.0 / 91, within(1e-12));
    List<Long> times = new ArrayList<>();
    for (JsonNode step : efficiency.get("ladder")) {
      times.add(step.get("picoseconds").asLong() / 1_000_000);
    }
    assertThat(times).containsExactly(91L, 91L, 90L, 80L, 80L, 80L, 80L);
    JsonNode scaling = efficiency.get("scaling");
    assertThat(scaling.get("computationScaling").asDouble()).isEqualTo(1);
    assertThat(scaling.get("speedUp").asDouble()).isEqualTo(1);
  }

  /**
   * Four ranks compute 10, 20, 20 and 30 us, in 30 us of time; the reference is one rank that
   * computes 64 us. The other way round the computation scales by more than there is.
   */
  @Test
  void computationScalesAgainstAReference() {
    Path four =
        Scratch.file(
            folder,
            "four.txt",
            "foretell-trace 1",
            "ranks 4",
            "program 0-3 {",
            "  compute duration=each(10us,20us,20us,30us)",
            "}");
    Path one =
        Scratch.file(
            folder,
            "one.txt",
            "foretell-trace 1",
            "ranks 1",
            "program 0 {",
            "  compute duration=64us",
            "}");
    SimCall strong = SimCall.of("explain", "arc", four, "--reference", one, "--no-sensitivities");
    assertThat(strong.exitCode()).as(strong.err()).isZero();
    assertThat(strong.out())
        .contains(
            "Parallel efficiency 66.7% = load balance 66.7% x serialisation 100.0%",
            "Computation scaling 80.0% and speed-up 2.13 against 1 rank of one.txt, of strong",
            "Global efficiency 53.3% = parallel efficiency x computation scaling")
        .doesNotContain("above 100%");
    SimCall weak =
        SimCall.of("explain", "arc", four, "--reference", one, "--weak", "--no-sensitivities");
    assertThat(weak.exitCode()).as(weak.err()).isZero();
    assertThat(weak.out())
        .contains(
            "Computation scaling 320.0% and speed-up 8.53 against 1 rank of one.txt, of weak",
            "warning: computation scaling is 320.0%, above 100%: for the same work, the ranks of"
                + " this run compute less in total than those of one.txt",
            "(--weak assumes that the problem grows with the ranks)");
    JsonNode scaling =
        JsonMapper.shared()
            .readTree(SimCall.of("explain", "arc", four, "--reference", one, "--json", "-").out())
            .get("efficiency")
            .get("scaling");
    assertThat(scaling.get("reference").asString()).isEqualTo("one.txt");
    assertThat(scaling.get("referenceSha256").asString()).matches("[0-9a-f]{64}");
    assertThat(scaling.get("globalEfficiency").asDouble()).isCloseTo(8.0 / 15, within(1e-12));
  }

  /**
   * A rendezvous send waits until 60 us for its receiver, and 40 us of computation follow; without
   * it the last rank is done at 80 us. The barrier goes by a formula.
   */
  @Test
  void collectivesByFormulaAndRendezvousHaveStepsOfTheirOwn() {
    Path trace =
        Scratch.file(
            folder,
            "steps.txt",
            "foretell-trace 1",
            "ranks 2",
            "program 0 {",
            "  compute duration=40us",
            "  send peer=1 bytes=100000",
            "  compute duration=40us",
            "  barrier",
            "}",
            "program 1 {",
            "  compute duration=60us",
            "  recv peer=0",
            "  compute duration=10us",
            "  barrier",
            "}");
    SimCall explained =
        SimCall.of(
            "explain",
            "arc",
            trace,
            "--model",
            "simple",
            "--collectives",
            "formula",
            "--json",
            "-");
    assertThat(explained.exitCode()).as(explained.err()).isZero();
    JsonNode ladder = JsonMapper.shared().readTree(explained.out()).at("/efficiency/ladder");
    assertThat(ladder.get(3).get("picoseconds").asLong()).isGreaterThan(100_000_000);
    assertThat(ladder.get(4).get("picoseconds").asLong()).isEqualTo(100_000_000);
    assertThat(ladder.get(5).get("picoseconds").asLong()).isEqualTo(80_000_000);
  }

  @Test
  void waitsOfTheTracedRunAreThoseWorkedOutByHand() {
    Path trace = Scratch.recorded(folder);
    SimCall text = SimCall.of("explain", "arc", trace, "--recorded", "--no-sensitivities");
    assertThat(text.exitCode()).as(text.err()).isZero();
    assertThat(text.out())
        .contains("As recorded: 21 us; parallel efficiency 45.2% = load balance 73.1%")
        .containsPattern("late sender +recv +late\\.c:12 +1 +4 us +53\\.3%")
        .doesNotContain("does not record the cause");
    SimCall json =
        SimCall.of("explain", "arc", trace, "--recorded", "--no-sensitivities", "--json", "-");
    JsonNode recorded = JsonMapper.shared().readTree(json.out()).get("recorded");
    assertThat(recorded.get("seconds").asDouble()).isEqualTo(21e-6);
    assertThat(recorded.get("loadBalance").asDouble()).isEqualTo(9.5 / 13);
    assertThat(recorded.get("communicationEfficiency").asDouble()).isEqualTo(13.0 / 21);
    assertThat(recorded.get("ranks").get(1).get("computeSeconds").asDouble()).isEqualTo(6e-6);
    assertThat(recorded.get("unknownCalls").asLong()).isZero();
    assertThat(recorded.get("impossibleCalls").asLong()).isZero();
    JsonNode late = recorded.get("waits").get("states").get(0);
    assertThat(late.get("state").asString()).isEqualTo("late_sender");
    assertThat(late.get("seconds").asDouble()).isEqualTo(8e-6);
    assertThat(recorded.get("waits").get("delays").get("unknownSeconds").asDouble()).isZero();
  }

  @Test
  void aTraceWithoutRecordedTimesIsRefused() {
    SimCall call = SimCall.of("explain", "arc", SimCall.EXAMPLE, "--recorded");
    assertThat(call.exitCode()).isEqualTo(3);
    assertThat(call.err()).contains("has no recorded times of calls").contains("--no-call-times");
  }

  @Test
  void whatIsWrongWithAReferenceNamesItOnly() {
    Path cut = Scratch.file(folder, "cut.txt", "foretell-trace 1", "ranks 1", "program 0 {");
    SimCall call = SimCall.of("explain", "arc", Scratch.phases(folder), "--reference", cut);
    assertThat(call.exitCode()).isEqualTo(3);
    assertThat(call.err()).startsWith("sim: " + cut + ":").doesNotContain("phases").hasLineCount(1);
  }

  @Test
  void weakScalingNeedsAReference() {
    SimCall call = SimCall.of("explain", "arc", SimCall.EXAMPLE, "--weak");
    assertThat(call.exitCode()).isEqualTo(2);
    assertThat(call.err()).contains("--reference");
  }

  @Test
  void sensitivitiesAreThoseWorkedOutByHand() {
    List<Object> call = explainingTheChain();
    SimCall text = SimCall.of(call.toArray());
    assertThat(text.exitCode()).as(text.err()).isZero();
    assertThat(text.out())
        .containsPattern(
            "cpuRatio +1\\.0 +0\\.8791% shorter +0\\.8791% longer +-0\\.8791 +0 +unlimited")
        .containsPattern(
            "latency +10us +0\\.1099% shorter +0\\.1099% longer +0\\.1099 +0 +unlimited")
        .containsPattern("bandwidth +1GB/s +0\\.0110% shorter +0\\.0110% longer +-0\\.0110")
        .containsPattern("eagerThreshold +64KiB +32768B +91 us +\\+0\\.0000%")
        .containsPattern("1% +9\\.10% +10\\.91 us +9\\.10% +9\\.10% +by slope");
    call.addAll(List.of("--no-sensitivities", "--json", "-"));
    SimCall none = SimCall.of(call.toArray());
    assertThat(JsonMapper.shared().readTree(none.out()).get("sensitivities").isNull()).isTrue();
  }

  @Test
  void aModelWhoseMessagesShareIsMovedByReplays() {
    SimCall call =
        SimCall.of("explain", "arc", Scratch.phases(folder), "--model", "flow", "--json", "-");
    JsonNode found = JsonMapper.shared().readTree(call.out()).get("sensitivities");
    for (JsonNode one : found.get("parameters")) {
      assertThat(one.get("method").asString()).isEqualTo("difference");
    }
    assertThat(found.get("replays").asInt()).isPositive();
    assertThat(found.get("replaysLeftOut").asInt()).isZero();
  }

  /** What is asked for is what sim classify says; what is not asked for is not there. */
  @Test
  void classesAreThoseOfClassify() {
    Path trace = Path.of("../examples/halo.2.bin");
    Path tree = folder.resolve("tree.json");
    SimCall classify = SimCall.of("classify", "hopper", trace, "--train", tree, "--json", "-");
    SimCall trained = SimCall.of("explain", "hopper", trace, "--classes", "--json", "-");
    SimCall read = SimCall.of("explain", "hopper", trace, "--tree", tree, "--json", "-");
    JsonNode expected = JsonMapper.shared().readTree(classify.out());
    for (SimCall call : List.of(trained, read)) {
      assertThat(call.exitCode()).as(call.err()).isZero();
      JsonNode classes = JsonMapper.shared().readTree(call.out()).get("classes");
      for (String part : List.of("training", "classes", "pairs", "unclassified")) {
        assertThat(classes.get(part)).as(part).isEqualTo(expected.get(part));
      }
    }
    SimCall text = SimCall.of("explain", "hopper", trace, "--tree", tree);
    assertThat(text.out())
        .contains("Message classes: by decision trees", "on held-out examples")
        .containsPattern("kind +class +count +share +confidence")
        .containsPattern("late arrival +allreduce main halo.c:68 +\\d+ +0\\.9\\d\\d");
    SimCall plain = SimCall.of("explain", "hopper", trace, "--json", "-");
    assertThat(JsonMapper.shared().readTree(plain.out()).get("classes").isNull()).isTrue();
  }

  @Test
  void classesOfTaskGraphsAreRefused() {
    SimCall call = SimCall.of("explain", "arc", "../examples/ring.4.goal", "--classes");
    assertThat(call.exitCode()).isEqualTo(3);
    assertThat(call.err()).contains("ring.4.goal", "task graphs").hasLineCount(1);
  }

  @Test
  void aProgramThatCannotEndIsReportedLikeARun() {
    SimCall call = SimCall.of("explain", "arc", Scratch.deadlock(folder));
    assertThat(call.exitCode()).isEqualTo(4);
    assertThat(call.out()).startsWith("Deadlock").doesNotContain("Critical path");
    SimCall json = SimCall.of("explain", "arc", Scratch.deadlock(folder), "--json", "-");
    assertThat(JsonMapper.shared().readTree(json.out()).get("criticalPath").isNull()).isTrue();
  }
}
