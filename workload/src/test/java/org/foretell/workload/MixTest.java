package org.foretell.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import org.foretell.Foretell;
import org.foretell.JobsSetup;
import org.foretell.failure.ForetellException;
import org.foretell.scenario.Change;
import org.foretell.workload.report.JobRecord;
import org.foretell.workload.report.MixResult;
import org.foretell.workload.report.QueueEnergy;
import org.foretell.workload.schedule.SchedulePolicy;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Queues with traces: times by hand. */
class MixTest {
  private static final double MS = 1e6;

  @TempDir private Path folder;
  private Path machine;

  @BeforeEach
  void files() throws IOException {
    machine =
        write(
            "four.json",
            """
            {"formatVersion": 1, "name": "four", "title": "Four nodes", "eagerThreshold": "unlimited",
             "nodeGroups": [{"name": "compute", "nodes": 4, "coresPerNode": 1, "coreSpeed": "1Gflop/s",
                             "intraNode": {"latency": "0us", "bandwidth": "unlimited"}}],
             "network": {"latency": "0us", "bandwidth": "1GB/s"},
             "topology": {"kind": "graph", "nodes": 4, "routing": "deterministic", "cables": [
                            {"between": ["0", "a"], "latency": "0us", "bandwidth": "1GB/s"},
                            {"between": ["1", "a"], "latency": "0us", "bandwidth": "1GB/s"},
                            {"between": ["2", "b"], "latency": "0us", "bandwidth": "1GB/s"},
                            {"between": ["3", "b"], "latency": "0us", "bandwidth": "1GB/s"},
                            {"between": ["a", "b"], "latency": "0us", "bandwidth": "1GB/s"}]}}
            """);
    write(
        "message.txt",
        """
        foretell-trace 1
        ranks 2
        program 0 {
          send peer=1 bytes=10000000
        }
        program 1 {
          recv peer=0 receive_bytes=10000000
        }
        """);
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private Mix mix(String jobs) throws IOException {
    JobsSetup setup = Foretell.jobs().machine(machine.toString()).model("flow");
    return Mix.of(write("jobs.json", "{\"formatVersion\": 1, \"jobs\": [" + jobs + "]}"), setup);
  }

  private static List<Double> endsMs(MixResult result) {
    return result.records().stream()
        .sorted(Comparator.comparingInt(one -> one.job().number()))
        .map(one -> one.endNs() / MS)
        .toList();
  }

  private static final String THREE =
      """
      {"name": "keep", "duration": "3ms", "nodes": 1},
      {"trace": "message.txt", "nodes": 2},
      {"trace": "message.txt", "nodes": 2, "submit": "1ms"}
      """;

  /** The third job waits for node 0, so that both messages cross the link between the switches. */
  @Test
  void jobsThatShareALinkAreReplayedTogether() throws IOException {
    // keep: node 0 to 3 ms; first message: nodes 1 and 2, over the link; second: 0 and 3 from 3 ms.
    MixResult together = mix(THREE).together(true).run();
    List<Double> ends = endsMs(together);
    assertThat(ends.get(0)).isEqualTo(3);
    // 3 ms alone, 7 MB of the first left; both at half until it ends at 17; then 3 MB at full
    // speed.
    assertThat(ends.get(1)).isCloseTo(17, within(0.01));
    assertThat(ends.get(2)).isCloseTo(20, within(0.01));
    assertThat(together.summary().runSlowDown()).isCloseTo((1 + 1.7 + 1.7) / 3, within(0.01));
    assertThat(endsMs(mix(THREE).run())).as("each alone").containsExactly(3.0, 10.0, 13.0);
    assertThat(endsMs(mix(THREE).interference(1.5).run()))
        .as("with a factor")
        .containsExactly(3.0, 15.0, 18.0);
  }

  /** "keep" has the core of a node for 3 ms; a sender and a receiver compute nothing. */
  @Test
  void coresComputeAsInTheirJobs() throws IOException {
    MixResult three = mix(THREE).run();
    assertThat(three.coresBusyShare()).isCloseTo(3 / (4 * 13.0), within(1e-9));
    // Eager senders end at once, and receivers wait for 10 ms.
    assertThat(three.coresWaitingShare()).isCloseTo(20 / (4 * 13.0), within(1e-9));
    write(
        "burst.txt",
        """
        foretell-trace 1
        ranks 2
        program 0-1 {
          compute duration=5ms
        }
        """);
    assertThat(mix("{\"trace\": \"burst.txt\", \"nodes\": 2}").run().coresBusyShare())
        .isCloseTo(0.5, within(1e-9));
  }

  @Test
  void jobsAndTheirTracesDecideAMix() throws IOException {
    mix(THREE);
    assertThat(Mix.files(folder.resolve("jobs.json"), 1, 2))
        .containsExactly(folder.resolve("jobs.json"), folder.resolve("message.txt"));
    assertThatThrownBy(() -> Mix.files(folder.resolve("none.json"), 1, 1))
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("there is no such file");
  }

  /** What changes did to a scenario counts for the replays of a queue too. */
  @Test
  void settingsMayComeFromAScenario() throws IOException {
    JobsSetup jobs =
        Foretell.jobs()
            .settingsOf(
                Foretell.prediction()
                    .trace(folder.resolve("message.txt"))
                    .machine(machine.toString())
                    .model("flow")
                    .scenario()
                    .with(Change.parse("topology.cables[0].bandwidth=0.5GB/s")));
    mix(THREE);
    MixResult result = Mix.of(folder.resolve("jobs.json"), jobs).run();
    assertThat(endsMs(result)).containsExactly(3.0, 20.0, 23.0);
  }

  /** An idle node takes 107 W, its core 8 W more computing and 4 W more waiting. */
  @Test
  void theEnergyIsThatOfIdleNodesAndOfJobsAboveIt() throws IOException {
    assertThat(mix(THREE).run().energy()).isEmpty();
    String text = Files.readString(machine);
    Files.writeString(
        machine,
        text.replace(
                "\"coreSpeed\"",
                "\"power\": {\"node\": \"100W\", \"coreBusy\": \"10W\", \"coreWaiting\": \"6W\","
                    + " \"coreIdle\": {\"value\": \"2W\", \"from\": \"1W\", \"to\": \"2W\"},"
                    + " \"interface\": \"5W\"}, \"coreSpeed\"")
            .replace(
                "\"network\": {",
                "\"network\": {\"power\": {\"switch\": \"50W\", \"switches\": 2}, "));
    QueueEnergy energy = mix(THREE).run().energy().orElseThrow();
    assertThat(energy.seconds()).isCloseTo(0.013, within(1e-9));
    assertThat(energy.idle().value()).isCloseTo((4 * 107 + 100) * 0.013, within(1e-6));
    // 3 ms of one core computing, and twice 10 ms of a receiver; eager senders end at once.
    double above = 8 * 0.003 + 2 * 4 * 0.010;
    assertThat(energy.total().value()).isCloseTo(energy.idle().value() + above, within(1e-6));
    assertThat(energy.total().from()).isLessThan(energy.total().value());
    assertThat(energy.total().to()).isCloseTo(energy.total().value(), within(1e-9));
    assertThat(energy.joulesPerJob()).isCloseTo(energy.total().value() / 3, within(1e-9));
    assertThat(energy.watts().stream().mapToDouble(each -> each * energy.spanSeconds()).sum())
        .as("the power over time adds up to the energy")
        .isCloseTo(energy.total().value(), within(1e-6 * energy.total().value()));
    assertThat(energy.peakWatts()).isGreaterThanOrEqualTo(energy.meanWatts());
    assertThat(energy.meanWatts() * energy.seconds())
        .isCloseTo(energy.total().value(), within(1e-9));
    QueueEnergy longer = mix(THREE).interference(1.5).run().energy().orElseThrow();
    // The messages take 5 ms more each, in which their cores wait.
    assertThat(longer.total().value() - longer.idle().value())
        .isCloseTo(above + 2 * 2 * 4 * 0.005, within(1e-6));
    QueueEnergy killed =
        mix("{\"trace\": \"message.txt\", \"nodes\": 2, \"walltime\": \"5ms\"}")
            .run()
            .energy()
            .orElseThrow();
    assertThat(killed.total().value() - killed.idle().value()).isCloseTo(4 * 0.005, within(1e-6));
  }

  @Test
  void parallelTasksTakeTheLongerOfTheirTwoParts() throws IOException {
    MixResult result =
        mix("""
        {"flops": 2e6, "bytes": 1e6, "nodes": 2}, {"flops": 1e6, "bytes": 3e6, "nodes": 2}
        """)
            .run();
    assertThat(endsMs(result)).containsExactly(2.0, 3.0);
    assertThat(result.summary().utilisation()).isCloseTo(10 / 12.0, within(1e-9));
  }

  @Test
  void theNodesForADemandAreFound() throws IOException {
    Mix mix = mix("{\"duration\": \"10s\", \"nodes\": 1, \"count\": 4}");
    assertThat(mix.demand(0.0).run().nodesNeeded().orElseThrow().nodes()).hasValue(4);
    assertThat(mix.demand(10.0).run().nodesNeeded().orElseThrow().nodes()).hasValue(2);
    assertThat(mix.demand(30.0).run().nodesNeeded().orElseThrow().nodes()).hasValue(1);
    assertThat(
            mix("{\"duration\": \"10s\", \"nodes\": 4, \"count\": 2}")
                .demand(1.0)
                .run()
                .nodesNeeded()
                .orElseThrow()
                .nodes())
        .isEmpty();
  }

  /** A job of one node passes one that waits for three; under FCFS it waits behind it. */
  @Test
  void rulesDiffer() throws IOException {
    String jobs =
        """
        {"duration": "10s", "nodes": 2, "walltime": "10s"},
        {"duration": "10s", "nodes": 3, "walltime": "10s"},
        {"duration": "10s", "nodes": 1, "walltime": "10s"}
        """;
    assertThat(starts(mix(jobs).policy(SchedulePolicy.FCFS))).containsExactly(0L, 10L, 10L);
    assertThat(starts(mix(jobs).policy(SchedulePolicy.EASY))).containsExactly(0L, 10L, 0L);
    assertThat(starts(mix(jobs).policy(SchedulePolicy.CONSERVATIVE))).containsExactly(0L, 10L, 0L);
  }

  private static List<Long> starts(Mix mix) {
    return mix.run().records().stream()
        .sorted(Comparator.comparingInt(one -> one.job().number()))
        .map(JobRecord::startNs)
        .map(ns -> ns / 1_000_000_000)
        .toList();
  }

  @Test
  void whatCannotRunIsRefused() throws IOException {
    assertThatThrownBy(() -> mix("{\"duration\": \"1s\", \"nodes\": 5}").run())
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("needs 5 nodes, but there are 4");
    assertThatThrownBy(() -> mix("{\"trace\": \"message.txt\", \"nodes\": 1}").run())
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("has 2 ranks, but the nodes left for it");
    assertThatThrownBy(
            () -> mix("{\"duration\": \"1s\", \"nodes\": 1}").nodes(OptionalInt.of(9)).run())
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("has 4 nodes; 9 are wanted");
    assertThatThrownBy(() -> mix(THREE).interference(0.5)).isInstanceOf(ForetellException.class);
    assertThatThrownBy(() -> mix(THREE).together(true).interference(2).run())
        .isInstanceOf(ForetellException.class);
  }
}
