package org.foretell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.foretell.report.PredictionInterval;
import org.foretell.report.PredictionInterval.OtherModel;
import org.foretell.report.RunResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The interval around a prediction, and what is said when models differ much. */
class IntervalTest {
  private static final Path EXAMPLE = Path.of("../examples/mg.S.64.bin");

  @TempDir private Path folder;

  /** Eight nodes of four cores whose latency and eager threshold have bounds. */
  private Path machine(String more) throws IOException {
    return Files.writeString(
        folder.resolve("small.json"),
        """
        {
          "formatVersion": 1,
          "name": "small",
          "nodeGroups": [
            {
              "name": "compute", "nodes": 8, "coresPerNode": 4,
              "intraNode": {"latency": {"value": "300ns", "from": "200ns", "to": "400ns"}, "bandwidth": "10GB/s"}
            },
            {
              "name": "idle", "nodes": 8, "coresPerNode": 4,
              "intraNode": {"latency": {"value": "300ns", "from": "200ns", "to": "400ns"}, "bandwidth": "10GB/s"}
            }
          ],
          "network": {"latency": {"value": "1us", "from": "0.5us", "to": "2us"}, "bandwidth": {"value": "1GB/s", "from": "0.5GB/s", "to": "1GB/s"}},
          "eagerThreshold": "16KiB",
          MORE
          "sources": {"network": {"status": "unverified", "text": "guessed"}}
        }
        """
            .replace("MORE", more));
  }

  private Path trace(String name, String... lines) throws IOException {
    return Files.writeString(folder.resolve(name), String.join("\n", lines) + "\n");
  }

  /** One message between two nodes, which the receiver waits for. */
  private Path message(long bytes) throws IOException {
    return trace(
        "message" + bytes + ".txt",
        "foretell-trace 1",
        "ranks 2",
        "program 0 {",
        "  send peer=1 bytes=" + bytes,
        "}",
        "program 1 {",
        "  recv peer=0 receive_bytes=" + bytes,
        "}");
  }

  private static PredictionInterval interval(PredictionSetup setup) {
    return setup.run().interval().orElseThrow();
  }

  private PredictionSetup emptyMessage(Path machine) throws IOException {
    return Foretell.prediction()
        .machine(machine.toString())
        .trace(message(0))
        .model("simple")
        .ranksPerNode(1);
  }

  @Test
  void itIsWhatTheBoundsGive() throws IOException {
    Queue<String> told = new ConcurrentLinkedQueue<>();
    PredictionInterval interval =
        interval(
            Foretell.prediction()
                .machine(machine("\"defaultModel\": \"simple\",").toString())
                .trace(message(1000))
                .ranksPerNode(1)
                .intervalProgress((done, total) -> told.add(done + " of " + total)));
    // 1 us and 1,000 B at 1 GB/s; at best 0.5 us, at worst 2 us and 2 us.
    assertThat(interval.predictedPs()).isEqualTo(2_000_000);
    assertThat(interval.lowPs()).isEqualTo(1_500_000);
    assertThat(interval.highPs()).isEqualTo(4_000_000);
    assertThat(interval.figuresLowPs()).isEqualTo(1_500_000);
    assertThat(interval.models()).isEmpty();
    assertThat(interval.figures())
        .extracting(effect -> effect.range().figure())
        .containsExactly(
            "network.latency", "network.bandwidth", "nodeGroups.compute.intraNode.latency");
    assertThat(interval.figures().get(0).fromPs()).isEqualTo(1_500_000);
    assertThat(interval.figures().get(0).toPs()).isEqualTo(3_000_000);
    assertThat(interval.dependsMostOn()).contains("network.latency");
    // Two for each figure, and one with both figures that matter at their slow bounds.
    assertThat(interval.runs()).isEqualTo(7);
    assertThat(told).hasSize(7).contains("1 of 6", "7 of 7");
    assertThat(interval.text())
        .isEqualTo(
            "Between 1.500 us and 4 us: figures of the machine -25% +100% (most by"
                + " network.latency); no other model fits; depends most on network.latency");
  }

  @Test
  void otherModelsStretchIt() throws IOException {
    Path machine = machine("\"modelParameters\": {\"flow.latency\": \"4us\"},");
    PredictionInterval interval = interval(emptyMessage(machine));
    assertThat(interval.predictedPs()).isEqualTo(1_000_000);
    assertThat(interval.models())
        .extracting(OtherModel::model)
        .containsExactly("flow", "loggops", "max-rate");
    double highest = interval.modelsHighPs() / 1e6;
    assertThat(interval.modelsHighPs()).isGreaterThan(interval.predictedPs());
    assertThat(interval.highPs()).isEqualTo(Math.round(2_000_000 * highest));
    assertThat(interval.lowPs()).isLessThanOrEqualTo(500_000);
  }

  @Test
  void thePredictionStaysAsItIs() {
    PredictionSetup setup = Foretell.prediction().machine("jaguar-xt5").trace(EXAMPLE);
    RunResult with = setup.run();
    RunResult again = setup.run();
    RunResult without = setup.interval(false).run();
    assertThat(with.json()).isEqualTo(again.json());
    assertThat(without.interval()).isEmpty();
    assertThat(with.prediction().makespanPs()).isEqualTo(without.prediction().makespanPs());
    PredictionInterval interval = with.interval().orElseThrow();
    assertThat(interval.predictedPs()).isEqualTo(without.prediction().makespanPs());
    assertThat(interval.lowPs()).isLessThan(interval.predictedPs());
    assertThat(interval.highPs()).isGreaterThan(interval.predictedPs());
    assertThat(interval.figuresLowPs()).isBetween(interval.lowPs(), interval.predictedPs());
    assertThat(interval.elapsedSeconds()).isPositive();
    assertThat(with.document().interval()).isNotNull();
    assertThat(without.json()).contains("\"interval\" : null");
  }

  @Test
  void aBoundIsThePredictionOfAMachineThatHasIt() throws IOException {
    Path file = machine("");
    PredictionInterval interval = interval(emptyMessage(file));
    String slow =
        Files.readString(file)
            .replace("\"value\": \"1us\", \"from\"", "\"value\": \"2us\", \"from\"");
    Path other = Files.writeString(folder.resolve("slow.json"), slow);
    long slowPs = emptyMessage(other).interval(false).run().prediction().makespanPs();
    assertThat(interval.figures().get(0).toPs()).isEqualTo(slowPs);
  }

  @Test
  void onlyModelsThatKnowWhatWasGivenAreCompared() {
    PredictionInterval interval =
        interval(
            Foretell.prediction()
                .machine("jaguar-xt5")
                .trace(EXAMPLE)
                .model("loggops")
                .parameter("O", "1ns/B"));
    assertThat(interval.models()).extracting(OtherModel::model).containsExactly("max-rate");
  }

  @Test
  void aModelThatCannotReplayTheTraceIsLeftOut() throws IOException {
    Path machine = machine("\"modelParameters\": {\"flow.latency\": \"fast\"},");
    PredictionInterval interval = interval(emptyMessage(machine));
    OtherModel flow = interval.models().get(0);
    assertThat(flow.predictedPs()).isNull();
    assertThat(flow.failure()).contains("latency");
    assertThat(interval.text()).doesNotContain("flow");
  }

  @Test
  void longTracesHaveOneIfItIsAskedFor() throws IOException {
    Path trace =
        trace(
            "long.txt",
            "foretell-trace 1",
            "ranks 2",
            "program 0 {",
            "  repeat 130000 {",
            "    send peer=1 bytes=8",
            "  }",
            "}",
            "program 1 {",
            "  repeat 130000 {",
            "    recv peer=0 receive_bytes=8",
            "  }",
            "}");
    PredictionSetup setup =
        Foretell.prediction()
            .machine(machine("\"defaultModel\": \"simple\",").toString())
            .trace(trace);
    RunResult without = setup.run();
    assertThat(without.interval()).isEmpty();
    assertThat(without.intervalLeftOut()).isTrue();
    RunResult with = setup.interval(true).run();
    assertThat(with.interval()).isPresent();
    assertThat(with.intervalLeftOut()).isFalse();
    assertThat(setup.interval(false).run().intervalLeftOut()).isFalse();
  }

  @Test
  void randomRunsAndRunsWithoutAMachineHaveNone() throws IOException {
    PredictionSetup random =
        Foretell.prediction().machine("arc").trace(message(8)).networkNoise("exponential:2us");
    assertThat(random.ranksPerNode(1).run().interval()).isEmpty();
    assertThat(random.interval(true).run().warnings())
        .anyMatch(warning -> warning.contains("has replications (with an interval of their own)"));
    RunResult bare =
        Foretell.prediction()
            .trace(message(8))
            .model("simple")
            .parameter("latency", "1us")
            .parameter("bandwidth", "1GB/s")
            .parameter("eagerThreshold", "1KiB")
            .interval(true)
            .run();
    assertThat(bare.interval()).isEmpty();
    assertThat(bare.warnings()).anyMatch(warning -> warning.contains("none was given"));
    assertThat(
            Foretell.prediction()
                .machine("arc")
                .trace(EXAMPLE)
                .computeNoise("lognormal:5%")
                .replications(2)
                .run()
                .interval())
        .isEmpty();
  }

  private String disagreement(Path machine, Path trace, String model) {
    return Foretell.prediction()
        .machine(machine.toString())
        .trace(trace)
        .model(model)
        .ranksPerNode(1)
        .run()
        .warnings()
        .stream()
        .filter(warning -> warning.startsWith("models differ"))
        .findFirst()
        .orElse("");
  }

  @Test
  void incastIsNamed() throws IOException {
    Path trace =
        trace(
            "incast.txt",
            "foretell-trace 1",
            "ranks 8",
            "program 0 {",
            "  repeat 70 {",
            "    recv peer=any receive_bytes=10000",
            "  }",
            "}",
            "program 1-7 {",
            "  repeat 10 {",
            "    isend peer=0 bytes=10000 request=0",
            "    wait request=0",
            "  }",
            "}");
    String warning = disagreement(machine(""), trace, "loggops");
    assertThat(warning)
        .startsWith("models differ by a factor of ")
        .contains(
            "on this trace: loggops predicts ",
            "mostly by contention",
            "incast at one interface (node 0 receives 8 times the mean): loggops lets",
            "but simple lets messages pass without delaying each other");
  }

  @Test
  void collectivesThatShareInterfacesAreNamed() throws IOException {
    Path trace =
        trace(
            "alltoall.txt",
            "foretell-trace 1",
            "ranks 16",
            "program 0-15 {",
            "  alltoall bytes=64KiB",
            "}");
    List<String> warnings =
        Foretell.prediction()
            .machine(machine("").toString())
            .trace(trace)
            .model("simple")
            .ranksPerNode(4)
            .run()
            .warnings();
    assertThat(warnings)
        .anyMatch(
            warning ->
                warning.startsWith("models differ")
                    && warning.contains(
                        "in collectives up to 4 ranks of a node share its interfaces"));
  }

  @Test
  void aSlowerMessageIsNamed() throws IOException {
    Path machine = machine("\"modelParameters\": {\"loggops.L\": \"30us\"},");
    assertThat(disagreement(machine, message(0), "simple"))
        .contains("mostly by latency", "a message without bytes between nodes takes ", "loggops");
  }

  @Test
  void noWarningAboutModelsThatAgree() throws IOException {
    assertThat(disagreement(machine(""), message(0), "simple")).isEmpty();
  }

  @Test
  void whyAModelWasChosen() throws IOException {
    PredictionSetup setup = Foretell.prediction().trace(message(8)).interval(false);
    assertThat(setup.machine("arc").run().modelReason())
        .hasValueSatisfying(reason -> assertThat(reason).startsWith("arc names no model, and "));
    assertThat(setup.machine(machine("\"defaultModel\": \"flow\",").toString()).run().modelReason())
        .contains("small names it as its default, and flow knows its links and routes");
    assertThat(setup.machine("arc").model("simple").run().modelReason()).isEmpty();
    RunResult schedule =
        Foretell.prediction()
            .machine("arc")
            .trace(Path.of("../examples/ring.4.goal"))
            .interval(false)
            .run();
    assertThat(schedule.model()).isEqualTo("loggops");
    assertThat(schedule.modelReason())
        .contains("schedules are meant for models of the LogP family");
    RunResult dimemas =
        Foretell.prediction()
            .machine("../examples/ring.4.cfg")
            .trace(Path.of("../examples/ring.4.dim"))
            .run();
    assertThat(dimemas.model()).isEqualTo("bus-link");
    assertThat(dimemas.modelReason().orElse(""))
        .endsWith("and bus-link counts its links and buses");
    assertThat(dimemas.interval()).isEmpty();
  }

  @Test
  void figuresOfATopologyAreTriedWhereItIsUsed() {
    PredictionSetup setup =
        Foretell.prediction()
            .machine("frontier")
            .trace(EXAMPLE)
            .ranksPerNode(8)
            .placement("round-robin");
    PredictionInterval flow = interval(setup.model("flow"));
    assertThat(flow.figures())
        .extracting(effect -> effect.range().figure())
        .contains("topology.globalLink.latency")
        .noneMatch(figure -> figure.startsWith("fileSystem."))
        .doesNotContain("modelParameters.loggops.o");
    assertThat(flow.figures())
        .isSortedAccordingTo(
            Comparator.comparingLong(effect -> -effect.spreadPs(flow.predictedPs())));
    assertThat(interval(setup.model("loggops")).figures())
        .extracting(effect -> effect.range().figure())
        .contains("modelParameters.loggops.o")
        .noneMatch(figure -> figure.startsWith("topology."));
  }
}
