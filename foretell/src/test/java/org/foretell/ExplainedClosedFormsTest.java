package org.foretell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.data.Offset;
import org.foretell.report.ExplainResult;
import org.foretell.report.FiniteStep;
import org.foretell.report.LatencyTolerance;
import org.foretell.report.LatencyTolerance.Source;
import org.foretell.report.ParameterSensitivity;
import org.foretell.report.Sensitivities;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sensitivities of programs so small that their times can be worked out by hand. */
class ExplainedClosedFormsTest {
  /** Of a picosecond in a time of a millisecond, over one percent. */
  private static final Offset<Double> ROUNDED = within(1e-7);

  @TempDir private Path folder;

  private ExplainResult explained(String model, String machine, String... programs)
      throws IOException {
    return Foretell.explanation()
        .machine(Files.writeString(folder.resolve("machine.json"), machine).toString())
        .model(model)
        .trace(trace(programs))
        .sensitivities(true)
        .run();
  }

  /** Messages take 10 us and a nanosecond for each byte. */
  private ExplainResult explainedSimply(String... programs) throws IOException {
    return Foretell.explanation()
        .machine("-")
        .model("simple")
        .trace(trace(programs))
        .parameter("latency", "10us")
        .parameter("bandwidth", "1GB/s")
        .parameter("eagerThreshold", "64KiB")
        .run();
  }

  private Path trace(String... programs) throws IOException {
    StringBuilder trace = new StringBuilder("foretell-trace 1\nranks " + programs.length + "\n");
    for (int rank = 0; rank < programs.length; rank++) {
      trace.append("program %d {%n".formatted(rank));
      programs[rank].lines().forEach(op -> trace.append("  ").append(op).append('\n'));
      trace.append("}\n");
    }
    return Files.writeString(folder.resolve("trace.txt"), trace);
  }

  private static double elasticity(ExplainResult result, String parameter) {
    return of(result, parameter).elasticity();
  }

  private static ParameterSensitivity of(ExplainResult result, String parameter) {
    return result.sensitivities().orElseThrow().parameters().stream()
        .filter(one -> one.parameter().equals(parameter))
        .findFirst()
        .orElseThrow(() -> new AssertionError("nothing is said of " + parameter));
  }

  /** Eight nodes; neighbours are 2 us apart, of which two links of the lowest level are 0.2 us. */
  private static String fatTree(String upperBandwidth) {
    return """
    {
      "formatVersion": 1, "name": "tree",
      "nodeGroups": [{"name": "compute", "nodes": 8, "coresPerNode": 1,
        "intraNode": {"latency": "1us", "bandwidth": "4GB/s"}}],
      "network": {"latency": "2us", "bandwidth": "4GB/s"},
      "eagerThreshold": "unlimited",
      "topology": {"kind": "fat-tree", "children": [2, 2, 2], "parents": [1, 1, 1],
        "links": [{"latency": "100ns", "bandwidth": "2GB/s"},
          {"latency": "200ns", "bandwidth": "%s"},
          {"latency": "300ns", "bandwidth": "2GB/s"}]},
      "sources": {}
    }
    """
        .formatted(upperBandwidth);
  }

  /**
   * From node 0 to 4: a burst of 100 us, then what neighbours take, 2 us, two links of the second
   * level, 0.4 us, two of the third, 0.6 us, and 1 MB by the second level, 1,000 us: 1,103 us.
   */
  @Test
  void aMessageAcrossAFatTreeTakesItsLatenciesAndTheNarrowestLevel() throws IOException {
    ExplainResult result =
        explained(
            "flow",
            fatTree("1GB/s"),
            "compute duration=100us\nsend peer=4 bytes=1000000",
            "",
            "",
            "",
            "recv peer=0 receive_bytes=1000000");
    assertThat(result.run().prediction().makespanPs()).isEqualTo(1_103_000_000L);
    assertThat(elasticity(result, "latency")).isCloseTo(2 / 1103.0, ROUNDED);
    assertThat(elasticity(result, "latency of level 1")).isCloseTo(0, ROUNDED);
    assertThat(elasticity(result, "latency of level 2")).isCloseTo(0.4 / 1103, ROUNDED);
    assertThat(elasticity(result, "latency of level 3")).isCloseTo(0.6 / 1103, ROUNDED);
    assertThat(elasticity(result, "bandwidth of level 1")).isCloseTo(0, ROUNDED);
    assertThat(elasticity(result, "bandwidth of level 2")).isCloseTo(-1000 / 1103.0, ROUNDED);
    assertThat(elasticity(result, "bandwidth of level 3")).isCloseTo(0, ROUNDED);
    assertThat(elasticity(result, "bandwidth")).isCloseTo(0, ROUNDED);
    assertThat(elasticity(result, "cpuRatio")).isCloseTo(-100 / 1103.0, ROUNDED);
    // A bandwidth that is 1 % worse is that over 1.01, and the time is 10 us longer.
    assertThat(of(result, "bandwidth of level 2").whenLess().orElseThrow())
        .isCloseTo(-1010 / 1103.0, ROUNDED);
    assertThat(of(result, "bandwidth of level 2").whenMore().orElseThrow())
        .isCloseTo(-990 / 1103.0, ROUNDED);
  }

  /** All levels are equally fast: each of them alone can only hold the message up. */
  @Test
  void ofLevelsThatAreEquallyFastEachOnlySlows() throws IOException {
    ExplainResult result =
        explained(
            "flow",
            fatTree("2GB/s"),
            "send peer=4 bytes=1000000",
            "",
            "",
            "",
            "recv peer=0 receive_bytes=1000000");
    assertThat(result.run().prediction().makespanPs()).isEqualTo(503_000_000L);
    for (int level = 1; level <= 3; level++) {
      ParameterSensitivity one = of(result, "bandwidth of level " + level);
      assertThat(one.whenMore().orElseThrow()).isCloseTo(0, ROUNDED);
      assertThat(one.whenLess().orElseThrow()).isCloseTo(-505 / 503.0, ROUNDED);
      assertThat(one.sidesDisagree()).isTrue();
    }
  }

  /** Two messages share what is above their switch: 2 ms of bandwidth in 2,003 us. */
  @Test
  void messagesThatShareALinkAllDependOnIt() throws IOException {
    String receive = "recv peer=%d receive_bytes=1000000";
    ExplainResult result =
        explained(
            "flow",
            fatTree("1GB/s"),
            "send peer=4 bytes=1000000",
            "send peer=5 bytes=1000000",
            "",
            "",
            receive.formatted(0),
            receive.formatted(1));
    assertThat(result.run().prediction().makespanPs()).isEqualTo(2_003_000_000L);
    assertThat(elasticity(result, "bandwidth of level 2")).isCloseTo(-2000 / 2003.0, ROUNDED);
    assertThat(elasticity(result, "bandwidth of level 1")).isCloseTo(0, ROUNDED);
    assertThat(elasticity(result, "bandwidth of level 3")).isCloseTo(0, ROUNDED);
  }

  /**
   * Two messages of 1 ms and a startup of 10 us, between two pairs of nodes. With one bus the
   * second waits for the first, 2,010 us; with two they go at once, 1,010 us.
   */
  @Test
  void aSecondBusIsAStep() throws IOException {
    String machine =
        """
        {
          "formatVersion": 1, "name": "buses",
          "nodeGroups": [{"name": "compute", "nodes": 4, "coresPerNode": 1,
            "intraNode": {"latency": "1us", "bandwidth": "4GB/s"}}],
          "network": {"latency": "10us", "bandwidth": "1GB/s", "buses": 1},
          "eagerThreshold": "unlimited", "sources": {}
        }
        """;
    String receive = "recv peer=%d receive_bytes=1000000";
    ExplainResult result =
        explained(
            "bus-link",
            machine,
            "send peer=2 bytes=1000000",
            "send peer=3 bytes=1000000",
            receive.formatted(0),
            receive.formatted(1));
    assertThat(result.run().prediction().makespanPs()).isEqualTo(2_010_000_000L);
    assertThat(elasticity(result, "interNodeLatency")).isCloseTo(10 / 2010.0, ROUNDED);
    assertThat(elasticity(result, "interNodeBandwidth")).isCloseTo(-2000 / 2010.0, ROUNDED);
    FiniteStep buses =
        result.sensitivities().orElseThrow().steps().stream()
            .filter(step -> step.parameter().equals("buses"))
            .findFirst()
            .orElseThrow();
    assertThat(buses.neighbours()).hasSize(1);
    assertThat(buses.neighbours().get(0).value()).isEqualTo("2");
    assertThat(buses.neighbours().get(0).predictedPs().orElseThrow()).isEqualTo(1_010_000_000L);
  }

  /** A burst on a node of one group, a message, and one on a node of the other group. */
  @ParameterizedTest
  @ValueSource(strings = {"simple", "loggops", "max-rate", "flow", "bus-link"})
  void eachGroupOfNodesHasItsShareOfTheBursts(String model) throws IOException {
    ExplainResult result =
        explained(
            model,
            """
            {
              "formatVersion": 1, "name": "two-groups",
              "nodeGroups": [
                {"name": "fast", "nodes": 1, "coresPerNode": 1, "cpuRatio": 2,
                  "intraNode": {"latency": "1us", "bandwidth": "4GB/s"}},
                {"name": "slow", "nodes": 1, "coresPerNode": 1, "cpuRatio": 1,
                  "intraNode": {"latency": "1us", "bandwidth": "4GB/s"}},
                {"name": "idle", "nodes": 1, "coresPerNode": 1, "cpuRatio": 1,
                  "intraNode": {"latency": "1us", "bandwidth": "4GB/s"}}
              ],
              "network": {"latency": "10us", "bandwidth": "1GB/s"},
              "eagerThreshold": "unlimited", "sources": {}
            }
            """,
            "compute duration=80us\nsend peer=1 bytes=1000",
            "recv peer=0 receive_bytes=1000\ncompute duration=30us");
    double timeUs = result.run().prediction().makespanPs() / 1e6;
    assertThat(timeUs).isBetween(80.0, 83.0);
    assertThat(elasticity(result, "cpuRatio of fast")).isCloseTo(-40 / timeUs, within(1e-6));
    assertThat(elasticity(result, "cpuRatio of slow")).isCloseTo(-30 / timeUs, within(1e-6));
    assertThat(result.sensitivities().orElseThrow().parameters())
        .noneMatch(one -> one.parameter().contains("idle"));
  }

  /**
   * The burst of either group hides behind that of the other one, with 1 us between: until then it
   * does nothing, and from then on all.
   */
  @ParameterizedTest
  @CsvSource({"simple, 50us, 49us, fast, slow", "loggops, 49us, 50us, slow, fast"})
  void theGroupThatIsLaterDecides(
      String model, String ofFast, String ofSlow, String longer, String shorter)
      throws IOException {
    ExplainResult result =
        explained(
            model,
            """
            {
              "formatVersion": 1, "name": "two-groups",
              "nodeGroups": [
                {"name": "fast", "nodes": 1, "coresPerNode": 1, "cpuRatio": 1,
                  "intraNode": {"latency": "1us", "bandwidth": "4GB/s"}},
                {"name": "slow", "nodes": 1, "coresPerNode": 1, "cpuRatio": 1,
                  "intraNode": {"latency": "1us", "bandwidth": "4GB/s"}}
              ],
              "network": {"latency": "10us", "bandwidth": "1GB/s"},
              "eagerThreshold": "unlimited", "sources": {}
            }
            """,
            "compute duration=" + ofFast,
            "compute duration=" + ofSlow);
    ParameterSensitivity one = of(result, "cpuRatio of " + longer);
    ParameterSensitivity other = of(result, "cpuRatio of " + shorter);
    assertThat(one.elasticity()).isCloseTo(-1, within(1e-9));
    assertThat(other.elasticity()).isCloseTo(0, within(1e-9));
    // A core that is so much faster that its burst takes 49 us, or one so slow that it takes 50.
    assertThat(one.holdsTo().orElseThrow()).isCloseTo(50 / 49.0, within(1e-4));
    assertThat(one.holdsFrom().orElseThrow()).isZero();
    assertThat(other.holdsFrom().orElseThrow()).isCloseTo(49 / 50.0, within(1e-4));
    assertThat(other.holdsTo().orElseThrow()).isInfinite();
  }

  /**
   * Computation of 40 us, a message of 10 us and 1 us for its bytes, and computation of 40 us: 91
   * us. A latency of 10.91 us makes it 1 % longer, and no other path can take over.
   */
  @Test
  void aChainIsWhatOneWorksOutByHand() throws IOException {
    ExplainResult result =
        explainedSimply(
            "compute duration=40us\nsend peer=1 bytes=1000",
            "recv peer=0 receive_bytes=1000\ncompute duration=40us");
    assertThat(elasticity(result, "latency")).isCloseTo(10.0 / 91, within(1e-9));
    assertThat(elasticity(result, "bandwidth")).isCloseTo(-1.0 / 91, within(1e-9));
    assertThat(elasticity(result, "cpuRatio")).isCloseTo(-80.0 / 91, within(1e-9));
    assertThat(of(result, "latency").derivative(91_000_000)).isCloseTo(1, within(1e-9));
    assertThat(of(result, "latency").gainOfOnePercent()).isCloseTo(0.1 / 91, within(1e-9));
    assertThat(of(result, "latency").holdsTo().orElseThrow()).isInfinite();
    LatencyTolerance tolerance = result.sensitivities().orElseThrow().tolerance().orElseThrow();
    assertThat(tolerance.replays()).isZero();
    assertThat(tolerance.limits())
        .allSatisfy(
            limit -> {
              assertThat(limit.source()).isEqualTo(Source.SLOPE);
              assertThat(limit.growthFrom()).isCloseTo(9.1 * limit.longer(), within(1e-9));
            });
    FiniteStep eager = result.sensitivities().orElseThrow().steps().get(0);
    assertThat(eager.neighbours().stream().map(FiniteStep.Neighbour::value))
        .containsExactly("32768B", "131072B");
    assertThat(eager.neighbours())
        .allSatisfy(other -> assertThat(other.predictedPs().orElseThrow()).isEqualTo(91_000_000));
    // The message is smaller than all of them, so that only the path was followed.
    assertThat(result.sensitivities().orElseThrow().replays()).isEqualTo(1);
  }

  /** Of 1,500 bytes half is less than the message has, and twice is not. */
  @ParameterizedTest
  @ValueSource(strings = {"send peer=1 bytes=1000", "allgather bytes=500"})
  void aThresholdThatMessagesNoticeIsMovedByReplays(String op) throws IOException {
    String other =
        op.replace("send peer=1", "recv peer=0").replace("bytes=1000", "receive_bytes=1000");
    ExplainSetup setup =
        Foretell.explanation()
            .machine("-")
            .model("simple")
            .trace(trace("compute duration=1us\n" + op, other))
            .parameter("latency", "10us")
            .parameter("bandwidth", "1GB/s")
            .parameter("eagerThreshold", "1500B");
    Sensitivities found = setup.run().sensitivities().orElseThrow();
    assertThat(found.replays()).isGreaterThan(1);
    for (FiniteStep.Neighbour neighbour : found.steps().get(0).neighbours()) {
      long timePs =
          Foretell.prediction()
              .machine("-")
              .model("simple")
              .trace(folder.resolve("trace.txt"))
              .parameter("latency", "10us")
              .parameter("bandwidth", "1GB/s")
              .parameter("eagerThreshold", neighbour.value())
              .run()
              .prediction()
              .makespanPs();
      assertThat(neighbour.predictedPs()).hasValue(timePs);
    }
  }

  /**
   * As above, beside four messages of 10 us and 46 us of computation and bytes: 86 us. From 11.67
   * us of latency on that is the longer path: 92.82 us with 11.705 us, 95.55 us with 12.3875 us.
   */
  @Test
  void anotherPathTakesOverAsOneWorksOutByHand() throws IOException {
    String send = "send peer=%d bytes=1000";
    String receive = "recv peer=%d receive_bytes=1000";
    String there = String.join("\n", send, receive, send, receive).formatted(3, 3, 3, 3);
    String back = String.join("\n", receive, send, receive, send).formatted(2, 2, 2, 2);
    LatencyTolerance tolerance =
        explainedSimply(
                "compute duration=40us\nsend peer=1 bytes=1000",
                "recv peer=0 receive_bytes=1000\ncompute duration=40us",
                "compute duration=42us\n" + there,
                back)
            .sensitivities()
            .orElseThrow()
            .tolerance()
            .orElseThrow();
    assertThat(tolerance.limits().get(0).source()).isEqualTo(Source.SLOPE);
    assertThat(tolerance.limits().get(0).estimate()).hasValueCloseTo(0.091, within(1e-9));
    assertThat(tolerance.limits().get(1).estimate()).hasValueCloseTo(0.1705, within(2e-4));
    assertThat(tolerance.limits().get(2).estimate()).hasValueCloseTo(0.23875, within(2e-4));
    for (int i = 1; i < 3; i++) {
      double right = List.of(0.091, 0.1705, 0.23875).get(i);
      assertThat(tolerance.limits().get(i).growthFrom()).isLessThanOrEqualTo(right);
      assertThat(tolerance.limits().get(i).growthTo().orElseThrow()).isGreaterThanOrEqualTo(right);
    }
  }
}
