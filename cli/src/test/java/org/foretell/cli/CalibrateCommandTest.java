package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.foretell.calibration.measurement.MeasurementFiles;
import org.foretell.calibration.measurement.Sample;
import org.foretell.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CalibrateCommandTest {
  private static final String SAMPLE = "../examples/calibrate/ping-pong.csv";
  private static final Pattern PREDICTED =
      Pattern.compile("\"predictedPicoseconds\"\\s*:\\s*(\\d+)");

  @TempDir private Path folder;

  private SimCall calibrate(Path machine, Object... more) {
    Object[] all = new Object[10 + more.length];
    Object[] usual = {
      "calibrate",
      "--intra",
      SAMPLE + "#mpi_ob1_vader",
      SAMPLE + "#shmem_get",
      "--inter",
      SAMPLE + "#mpi_ob1_tcp_lo",
      "--out",
      machine,
      "--cores-per-node",
      "2"
    };
    System.arraycopy(usual, 0, all, 0, usual.length);
    System.arraycopy(more, 0, all, usual.length, more.length);
    return SimCall.of(all);
  }

  @Test
  void machineFileAndPlotsAreWrittenAndResidualsPrinted() throws Exception {
    Path machine = folder.resolve("here.json");
    Path plots = folder.resolve("plots");
    SimCall call = calibrate(machine, "--plot", plots);
    assertThat(call.err()).isEmpty();
    assertThat(call.exitCode()).isZero();
    assertThat(call.out())
        .contains("MPI message, one way, between nodes (mpi_ob1_tcp_lo): median error")
        .contains("SHMEM get, within a node (shmem_get)")
        .contains("The machine under max-rate: median error")
        .contains("modelParameters.loggops.o: overhead of sends and receives was not measured");
    assertThat(plots.toFile().list())
        .containsExactlyInAnyOrder("intra.png", "intra.svg", "inter.png", "inter.svg");
    assertThat(Files.size(plots.resolve("intra.png"))).isGreaterThan(10_000);
    assertThat(SimCall.of("machines", "validate", machine).exitCode()).isZero();
  }

  /**
   * At most 6 % at each size up to 512 KiB. The largest ones scatter, and over TCP each byte takes
   * longer the larger the message is, which no straight line with a latency follows.
   */
  @ParameterizedTest
  @ValueSource(strings = {"simple", "loggops", "max-rate", "flow"})
  void pingPongOnTheMachineTakesWhatWasMeasuredUnderEachModel(String model) {
    Path machine = folder.resolve("here.json");
    assertThat(calibrate(machine, "--nodes", "2").exitCode()).isZero();
    for (Sample sample : samples("mpi_ob1_vader")) {
      assertThat(halfRoundTripPs(machine, model, sample.bytes(), 2) / sample.timePs())
          .as("within a node, " + sample.bytes() + " bytes")
          .isCloseTo(1, within(sample.bytes() <= 1 << 19 ? 0.06 : 0.13));
    }
    for (Sample sample : samples("mpi_ob1_tcp_lo")) {
      assertThat(halfRoundTripPs(machine, model, sample.bytes(), 1) / sample.timePs())
          .as("between nodes, " + sample.bytes() + " bytes")
          .isCloseTo(1, within(sample.bytes() <= 1 << 19 ? 0.06 : 0.5));
    }
  }

  private static List<Sample> samples(String series) {
    return MeasurementFiles.read(SAMPLE + "#" + series).get(0).samples();
  }

  private double halfRoundTripPs(Path machine, String model, long bytes, int ranksPerNode) {
    Path trace =
        Scratch.file(
            folder,
            "ping-pong.txt",
            "0 init",
            "1 init",
            "0 send 1 7 " + bytes + " 6",
            "1 recv 0 7 " + bytes + " 6",
            "1 send 0 7 " + bytes + " 6",
            "0 recv 1 7 " + bytes + " 6",
            "0 finalize",
            "1 finalize");
    SimCall call =
        SimCall.of(
            "run",
            machine,
            trace,
            "--model",
            model,
            "--ranks-per-node",
            ranksPerNode,
            "--no-interval",
            "--json",
            "-");
    assertThat(call.exitCode()).as(call.err()).isZero();
    Matcher makespan = PREDICTED.matcher(call.out());
    assertThat(makespan.find()).as(call.out()).isTrue();
    return Long.parseLong(makespan.group(1)) / 2.0;
  }

  /** What the other measurements took is not lost. */
  @Test
  void aProgramThatFailsLeavesTheOthersAMachine() throws Exception {
    Path file = folder.resolve("here.json");
    SimCall call =
        SimCall.of(
            "calibrate",
            "--intra",
            "../examples/calibrate/ping-pong.csv#mpi_ob1_vader",
            "--run-shmem",
            "no-such-launcher -np 2",
            "--out",
            file);
    assertThat(call.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(call.err()).contains("--run-shmem failed", "--mca memory ^patcher");
    assertThat(Files.readString(file)).contains("eagerThreshold");
    SimCall alone =
        SimCall.of("calibrate", "--run-shmem", "no-such-launcher", "--out", folder.resolve("x"));
    assertThat(alone.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(folder.resolve("x")).doesNotExist();
  }

  @Test
  void errorsAreReported() {
    Path out = folder.resolve("x.json");
    SimCall nothing = SimCall.of("calibrate", "--out", out);
    assertThat(nothing.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(nothing.err()).contains("name measurements: --intra FILE");
    SimCall several = SimCall.of("calibrate", "--out", out, "--intra", SAMPLE);
    assertThat(several.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(several.err()).contains("FILE#NAME");
    assertThat(calibrate(out, "--nodes", "0").exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(calibrate(out, "--name", "Big Iron").err()).contains("--name: expected");
    assertThat(calibrate(out, "--eager-threshold", "4").err()).contains("--eager-threshold: ");
    assertThat(calibrate(folder.resolve("none/x.json")).exitCode())
        .isEqualTo(ExitCode.OUTPUT_FAILED);
    assertThat(SimCall.of("calibrate", "--out", out, "--run", " ").err())
        .contains("expected a launcher");
    assertThat(out).doesNotExist();
  }
}
