package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.foretell.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** Machines of links and buses that are not Dimemas's own. */
class BusLinkRunTest {
  @TempDir private Path folder;

  /** Four nodes of two cores. */
  private Path cluster() {
    return Scratch.file(
        folder,
        "cluster.json",
        "{\"formatVersion\": 1, \"name\": \"cluster\", \"eagerThreshold\": \"16KiB\",",
        " \"nodeGroups\": [{\"name\": \"c\", \"nodes\": 4, \"coresPerNode\": 2,",
        "   \"intraNode\": {\"latency\": \"1us\", \"bandwidth\": \"10GB/s\"},",
        "   \"links\": {\"in\": 1, \"out\": 1}}],",
        " \"network\": {\"latency\": \"2us\", \"bandwidth\": \"1GB/s\"}}");
  }

  private Path grid() {
    return Scratch.file(
        folder,
        "grid.cfg",
        "#DIMEMAS_CONFIGURATION",
        "\"wide area network information\" {\"grid\", 2, 1, 4, 100.5, 10.0, 2};;",
        "\"environment information\" {\"near\", 0, \"x86\", 2, 100, 2, 3};;",
        "\"environment information\" {\"\", 1, \"x86\", 1, 100, 2, 3};;",
        "\"multi node information\" {0, 2, \"\", 1, 1, 0, 0, 0, 1, 1, 1e-5, 1, 1, 1e-3};;",
        "\"node information\" {1, 0, \"\", 1, 1, 0, 0, 0, 0, 0, 2e-05, 0, 0, 2e-3};;",
        "\"mapping information\" {\"\", 2, [2] {0,2}};;",
        "\"configuration files\" {\"\", \"\", \"\", \"\"};;",
        "\"file system parameters\" {0.0, 0.0, 8.0, 0, 1.0};;",
        "\"dedicated connection information\" {1, 0, 1, 2.5, [2] {7,8}, 100, <, &, 50, '>', [1]"
            + " {1}, 0.001, 0.002};;");
  }

  private static SimCall run(Object machine, Object trace, String... options) {
    List<Object> arguments = new ArrayList<>(List.of("run", machine, trace));
    arguments.addAll(List.of("--model", "bus-link"));
    arguments.addAll(Arrays.asList(options));
    return SimCall.of(arguments.toArray());
  }

  private Path bursts() {
    return Scratch.file(
        folder,
        "bursts.txt",
        "foretell-trace 1",
        "ranks 16",
        "program 0-15 {",
        "  compute duration=1ms",
        "}");
  }

  /** Four ranks on each node of two cores. */
  @ParameterizedTest
  @CsvSource({"'',2", "--oversubscribe=share,2", "--oversubscribe=ignore,1"})
  void ranksQueueForTheCoresOfTheirNodeOnce(String option, double milliseconds) {
    String[] more =
        option.isEmpty() ? new String[] {"--json=-"} : new String[] {option, "--json=-"};
    SimCall call = run(cluster(), bursts(), more);
    assertThat(call.exitCode()).as(call.err()).isZero();
    assertThat(JsonMapper.builder().build().readTree(call.out()).get("predictedSeconds").asDouble())
        .isCloseTo(milliseconds / 1e3, within(1e-9));
    List<Object> compare = new ArrayList<>(List.of("compare", cluster(), bursts()));
    compare.addAll(List.of("--models", "bus-link"));
    compare.addAll(Arrays.asList(more));
    SimCall compared = SimCall.of(compare.toArray());
    assertThat(compared.exitCode()).as(compared.err()).isZero();
    assertThat(
            JsonMapper.builder()
                .build()
                .readTree(compared.out())
                .get("models")
                .get(0)
                .get("predictedSeconds")
                .asDouble())
        .isCloseTo(milliseconds / 1e3, within(1e-9));
  }

  @Test
  void moreRanksThanCoresCanBeRefused() {
    SimCall call = run(cluster(), bursts(), "--oversubscribe", "refuse");
    assertThat(call.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(call.err()).contains("16 ranks are more than the 8 cores of machine cluster");
  }

  @Test
  void messagesOfCollectivesAreNotListed() throws IOException {
    Path trace =
        Scratch.file(
            folder,
            "both.txt",
            "foretell-trace 1",
            "ranks 2",
            "program 0-1 {",
            "  allreduce bytes=800 count=100",
            "  iallreduce bytes=8 request=1",
            "  wait request=1",
            "  sendrecv peer=each(1,0) bytes=10 tag=7 receive_peer=each(1,0) receive_tag=7"
                + " receive_bytes=10",
            "}");
    Path messages = folder.resolve("messages.csv");
    SimCall call =
        run(cluster(), trace, "--collectives", "mpich4", "--messages", messages.toString());
    assertThat(call.exitCode()).as(call.err()).isZero();
    assertThat(Files.readAllLines(messages))
        .hasSize(5)
        .anySatisfy(line -> assertThat(line).startsWith("transfer,0,1,7,10,"))
        .anySatisfy(line -> assertThat(line).startsWith("message,0,1,7,10,"));
  }

  /** Nine messages wait for one link at the same time. */
  @Test
  void waitingOfMessagesIsNoShareOfTheRun() {
    List<String> lines = new ArrayList<>(List.of("foretell-trace 1", "ranks 2"));
    lines.add("program 0 {");
    for (int i = 0; i < 9; i++) {
      lines.add("  send peer=1 bytes=10000 tag=0");
    }
    lines.addAll(List.of("}", "program 1 {"));
    for (int i = 0; i < 9; i++) {
      lines.add("  recv peer=0 tag=0 receive_bytes=10000");
    }
    lines.add("}");
    Path trace = Scratch.file(folder, "fan.txt", lines.toArray(String[]::new));
    SimCall call = run(cluster(), trace, "--ranks-per-node", "1");
    assertThat(call.exitCode()).as(call.err()).isZero();
    assertThat(call.out().lines().filter(line -> line.contains("messages waiting for links")))
        .singleElement()
        .satisfies(line -> assertThat(line).doesNotContain("%").contains(" us"));
    assertThat(call.out().lines().filter(line -> line.contains("waiting for others")))
        .singleElement()
        .satisfies(line -> assertThat(line).contains("%"));
  }

  @Test
  void parametersOfAWideAreaNeedOne() {
    String unused = "parameter wideAreaLatency has no effect: cluster has no second site";
    SimCall without = run(cluster(), bursts(), "-P", "wideAreaLatency=1s");
    assertThat(without.exitCode()).as(without.err()).isZero();
    assertThat(without.out()).contains(unused);
    assertThat(run(cluster(), bursts()).out()).doesNotContain("no effect");
    assertThat(run(grid(), Scratch.exchange(folder, "10"), "-P", "wideAreaLatency=1s").out())
        .startsWith("Predicted time: ")
        .doesNotContain("no effect");
  }

  @Test
  void countsMayBeUnlimited() {
    SimCall call =
        run(cluster(), bursts(), "-P", "buses=unlimited", "-P", "inputLinks=half-duplex");
    assertThat(call.exitCode()).as(call.err()).isZero();
    assertThat(call.out()).contains("buses=unlimited", "inputLinks=half-duplex");
    assertThat(SimCall.of("models", "bus-link").out())
        .containsPattern("buses +whole number, 8 ")
        .doesNotContain("number, 1.5");
  }

  @Test
  void theWideAreaIsShown() {
    SimCall call = SimCall.of("machines", "show", grid());
    assertThat(call.exitCode()).as(call.err()).isZero();
    assertThat(call.out())
        .contains(
            "between sites: bandwidth 10.49 MB/s, collectives linear, traffic none",
            "site 0 (near): 2 nodes, latency to other sites 1 ms",
            "site 1: 1 node, latency to other sites 2 ms",
            "dedicated connection of sites 0 and 1: bandwidth 2.621 MB/s, latency 1 ms, flight time"
                + " 2 ms; for tags 7, 8, sizes below 100 B and above 50 B");
    assertThat(SimCall.of("machines", "show", cluster()).out()).doesNotContain("site");
  }
}
