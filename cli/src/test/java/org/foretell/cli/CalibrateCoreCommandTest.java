package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.foretell.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibrateCoreCommandTest {
  private static final String TRACE = "../examples/halo.2.bin";

  @TempDir private Path folder;

  @Test
  void measuredRatioReplacesTheAssumption() throws Exception {
    Path machine = folder.resolve("measured.json");
    SimCall call =
        SimCall.of(
            "calibrate",
            "core",
            "--here",
            TRACE,
            "--there",
            TRACE,
            "--machine",
            "hopper",
            "--out",
            machine);
    assertThat(call.err()).isEmpty();
    assertThat(call.exitCode()).isEqualTo(ExitCode.OK);
    assertThat(call.out()).contains("CPU ratio 1.000, from 1.000 to 1.000", "halo.c:");
    assertThat(Files.readString(machine)).contains("\"cpuRatio\"", "sim calibrate core on 20");
    assertThat(SimCall.of("machines", "validate", machine).exitCode()).isEqualTo(ExitCode.OK);
    SimCall run = SimCall.of("run", machine, TRACE);
    assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
    assertThat(run.out()).doesNotContain("CPU ratio assumed");
  }

  @Test
  void boundsOfTheRatioCountInTheInterval() throws Exception {
    Path machine = folder.resolve("bounded.json");
    SimCall set =
        SimCall.of(
            "machines",
            "show",
            "hopper",
            "--file",
            "--set",
            "nodeGroups.compute.cpuRatio={\"value\": 2, \"from\": 1.5, \"to\": 2.5}");
    Files.writeString(machine, set.out());
    SimCall run = SimCall.of("run", machine, TRACE, "--interval", "-v");
    assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
    assertThat(run.out()).contains("nodeGroups.compute.cpuRatio").doesNotContain("ratio assumed");
  }

  @Test
  void wrongArgumentsGetOneMessageAndNoFile() throws Exception {
    Path machine = folder.resolve("none.json");
    SimCall group =
        SimCall.of(
            "calibrate",
            "core",
            "--here",
            TRACE,
            "--there",
            TRACE,
            "--machine",
            "hopper",
            "--group",
            "gpu",
            "--out",
            machine);
    assertThat(group.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(group.err()).contains("--group: expected one of compute, found gpu");
    SimCall ranks =
        SimCall.of(
            "calibrate",
            "core",
            "--here",
            TRACE,
            "--there",
            "../examples/mg.S.64.bin",
            "--machine",
            "hopper",
            "--out",
            machine);
    assertThat(ranks.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(ranks.err()).contains("has 2 ranks and", "has 64");
    Path copy = Files.copy(Path.of(TRACE), folder.resolve("copy.bin"));
    SimCall itself =
        SimCall.of(
            "calibrate",
            "core",
            "--here",
            TRACE,
            "--there",
            copy,
            "--machine",
            "hopper",
            "--out",
            copy);
    assertThat(itself.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(machine).doesNotExist();
  }
}
