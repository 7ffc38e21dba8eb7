package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.foretell.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkflowCommandTest {
  private static final String SOMATIC = "../examples/somatic.json";

  @TempDir private Path folder;

  private static void assertRefused(SimCall call, int exitCode, String message) {
    assertThat(call.exitCode()).as(call.err()).isEqualTo(exitCode);
    assertThat(call.err()).startsWith("sim: ").contains(message);
    assertThat(call.out()).isEmpty();
  }

  @Test
  void reportsStagesPathAndWidths() {
    SimCall call = SimCall.of("workflow", "arc", SOMATIC, "--workers", 8, "--per-node", 4);
    assertThat(call.exitCode()).as(call.err()).isEqualTo(ExitCode.OK);
    assertThat(call.out())
        .contains("makespan     39671.500 s", "8, 4 on each of 2 nodes", "critical path")
        .contains("5 of them began when their last input arrived; 0 waited for a worker");
  }

  @Test
  void writesJson() {
    Path json = folder.resolve("w.json");
    SimCall call =
        SimCall.of("workflow", "arc", SOMATIC, "--workers", 2, "--policy", "fifo", "--json", json);
    assertThat(call.exitCode()).as(call.err()).isEqualTo(ExitCode.OK);
    assertThat(json).content().contains("\"policy\" : \"fifo\"", "\"widths\" : [");
    SimCall alone = SimCall.of("workflow", "arc", SOMATIC, "--workers", 2, "--json", "-");
    assertThat(alone.out()).startsWith("{").contains("\"makespanSeconds\" : 56651.5");
  }

  @Test
  void nodesFail() {
    SimCall call =
        SimCall.of(
            "workflow",
            "arc",
            SOMATIC,
            "--workers",
            8,
            "--per-node",
            4,
            "--mtbf",
            "1d",
            "--restart",
            "5min",
            "--weibull",
            0.7,
            "--network-mtbf",
            "30d",
            "--seed",
            2);
    assertThat(call.exitCode()).as(call.err()).isEqualTo(ExitCode.OK);
    assertThat(call.out()).containsPattern("failures +[1-9].* of work lost").contains("restarts");
    assertRefused(
        SimCall.of("workflow", "arc", SOMATIC, "--workers", 8, "--mtbf", "1d"),
        2,
        "--mtbf needs --restart");
    assertRefused(
        SimCall.of("workflow", "arc", SOMATIC, "--workers", 8, "--restart", "1min"),
        2,
        "need --mtbf");
    assertRefused(
        SimCall.of("workflow", "arc", SOMATIC, "--workers", 8, "--mtbf", "0s", "--restart", "1s"),
        2,
        "must be above 0");
    assertRefused(
        SimCall.of("workflow", "arc", SOMATIC, "--workers", 8, "--mtbf", "5min", "--restart", "1s"),
        3,
        "does not end in practice");
  }

  @Test
  void aPageShowsTheWorkers() throws IOException {
    Path html = folder.resolve("w.html");
    SimCall call =
        SimCall.of("workflow", "arc", SOMATIC, "--workers", 8, "--per-node", 4, "--html", html);
    assertThat(call.exitCode()).as(call.err()).isEqualTo(ExitCode.OK);
    assertThat(Files.readString(html)).contains("23 tasks in", "identify", "</html>");
    assertRefused(
        SimCall.of("workflow", "arc", SOMATIC, "--workers", 8, "--html", "-"), 2, "--html");
  }

  @Test
  void findsTheFewestNodes() {
    SimCall call = SimCall.of("workflow", "arc", SOMATIC, "--per-node", 2, "--deadline", "12h");
    assertThat(call.exitCode()).as(call.err()).isEqualTo(ExitCode.OK);
    assertThat(call.out()).contains("workers      8, 2 on each of 4 nodes");
  }

  @Test
  void boundsOfScaledDurationsNameTheirCores() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("p.json"),
            """
            {"formatVersion": 1, "name": "p", "coreSpeed": "4Gflop/s",
             "stages": [{"name": "a", "time": "10s"}]}
            """);
    SimCall call = SimCall.of("workflow", "stampede", file, "--workers", 1);
    assertThat(call.exitCode()).as(call.err()).isEqualTo(ExitCode.OK);
    assertThat(call.out())
        .contains("scaled to the speed of the cores", "makespan     1.852 s")
        .contains("longest chain of tasks 10.000 s", "; both at the core speed of the pipeline");
  }

  @Test
  void tasksRunMpiPrograms() {
    SimCall call = SimCall.of("workflow", "stampede", "../examples/ensemble.json", "--workers", 8);
    assertThat(call.exitCode()).as(call.err()).isEqualTo(ExitCode.OK);
    assertThat(call.out()).contains("ensemble: 13 tasks of 1 instance").containsPattern("solve +6");
    assertRefused(
        SimCall.of("workflow", "stampede", "../examples/ensemble.json", "--workers", 3),
        3,
        "solve (member 0) needs 4 nodes, but the workers have 3");
  }

  @Test
  void recordedWorkflowsRunOnTheirMachines() {
    SimCall call = SimCall.of("workflow", "arc", "../examples/recorded.wf.json");
    assertThat(call.exitCode()).as(call.err()).isEqualTo(ExitCode.OK);
    assertThat(call.out())
        .contains("workers      2, 2 on each of 1 node", "recorded     62.000 s; simulated -4.8 %");
  }

  @Test
  void wrongCallsAreRefused() throws IOException {
    assertRefused(
        SimCall.of("workflow", "arc", SOMATIC), 2, "give either --workers N or --deadline TIME");
    assertRefused(
        SimCall.of("workflow", "arc", SOMATIC, "--workers", 0), 2, "workers 0 is out of range");
    assertRefused(
        SimCall.of("workflow", "arc", SOMATIC, "--workers", 1, "--policy", "best"),
        2,
        "write critical-path, fifo, locality");
    assertRefused(
        SimCall.of("workflow", "arc", SOMATIC, "--deadline", "1h"),
        3,
        "does not end within 3600 s");
    assertRefused(SimCall.of("workflow", "arc", SOMATIC, "--deadline", "-1h"), 2, "--deadline");
    assertRefused(
        SimCall.of("workflow", "-", SOMATIC, "--workers", 1), 2, "a workflow needs a machine");
    assertRefused(
        SimCall.of("workflow", "arc", "../examples/recorded.wf.json", "--instances", 2),
        2,
        "leave --instances out");
    Path file =
        Files.writeString(folder.resolve("p.json"), "{\"formatVersion\": 1, \"stages\": []}");
    assertRefused(SimCall.of("workflow", "arc", file, "--workers", 1), 3, "p.json");
  }
}
