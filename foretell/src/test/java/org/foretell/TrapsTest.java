package org.foretell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.foretell.report.RunResult;
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
        assertThat(result.prediction().makespanPs()).as(model).isEqualTo(ns * 1000);
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
    assertThat(moved.run().parameters().get("o")).startsWith("0.1us");
    assertThat(moved.run().json()).contains("network.latency=200 ns of frontier is less than");
  }

  @Test
  void ranksOnOneNodeDoNotUseTheNetworkAndThatIsSaid() {
    String start = "all 64 ranks run on one node of frontier, so that no message uses its network";
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
}
