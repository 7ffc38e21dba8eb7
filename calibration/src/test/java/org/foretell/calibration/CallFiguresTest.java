package org.foretell.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.LongToDoubleFunction;
import org.foretell.calibration.measurement.Metric;
import org.foretell.calibration.measurement.Sample;
import org.foretell.calibration.measurement.Series;
import org.foretell.machine.Machine;
import org.foretell.machines.MachineFiles;
import org.junit.jupiter.api.Test;

/** Within a node a message takes 400 ns and 0.1 ns for each byte, all of them eager. */
final class CallFiguresTest {
  private static final CalibrationSettings SETTINGS =
      new CalibrationSettings("here", 1, 2, OptionalLong.of(1 << 23), 8, LocalDate.of(2026, 11, 1));

  private static double messagePs(long bytes) {
    return 400_000 + 100.0 * (Math.max(1, bytes) - 1);
  }

  private static Series series(Metric metric, LongToDoubleFunction ps, long... sizes) {
    List<Sample> samples = new ArrayList<>();
    for (long bytes : sizes) {
      samples.add(new Sample(bytes, Math.round(ps.applyAsDouble(bytes))));
    }
    return new Series(metric, metric.word(), "/tmp/m.csv", OptionalInt.empty(), samples);
  }

  private static Series bySize(Metric metric, LongToDoubleFunction ps) {
    long[] sizes = new long[23];
    Arrays.setAll(sizes, i -> 1L << i);
    return series(metric, ps, sizes);
  }

  private static Machine calibrated(Series... more) {
    List<Series> all =
        new ArrayList<>(List.of(bySize(Metric.MPI_LATENCY, CallFiguresTest::messagePs)));
    all.addAll(Arrays.asList(more));
    Calibration calibration = Calibration.of(all, List.of(), SETTINGS);
    Machine read = MachineFiles.parse("here.json", calibration.machineFile()).machine();
    assertThat(read.modelParameters()).isEqualTo(calibration.machine().modelParameters());
    assertThat(read.unverified()).noneMatch(figure -> figure.contains("calls."));
    return read;
  }

  private static String call(Machine machine, String name) {
    return machine.modelParameters().get("calls." + name);
  }

  /** What a setting says of a size, nanoseconds. */
  private static double ns(String setting, long bytes) {
    for (String entry : setting.split(";", -1)) {
      String[] sides = entry.split(":", -1);
      if (bytes > Long.parseLong(sides[0]) || sides[0].equals("0")) {
        String[] terms = sides[1].split("\\+", -1);
        double ps = Double.parseDouble(terms[0].replace("ps", ""));
        double perByte = terms.length == 1 ? 0 : Double.parseDouble(terms[1].replace("ns/B", ""));
        return ps / 1000 + perByte * bytes;
      }
    }
    throw new AssertionError(setting);
  }

  @Test
  void aCallCostsWhatItsMessageDoesNotExplain() {
    Machine machine =
        calibrated(
            series(Metric.MPI_BCAST, bytes -> messagePs(bytes) + 250_000, 8, 1024),
            series(Metric.MPI_BARRIER, bytes -> messagePs(0), 0));
    assertThat(ns(call(machine, "bcast"), 8)).isCloseTo(250, within(5.0));
    assertThat(ns(call(machine, "bcast"), 1024)).isCloseTo(250, within(5.0));
    assertThat(machine.modelParameters()).doesNotContainKey("calls.barrier");
  }

  @Test
  void aRankSendsAndReceivesWithOneCpu() {
    // Of 8 KiB each way a CPU copies 2 * 8 KiB, longer than a message is under way.
    double exchangePs = 2 * (100_000 + 100.0 * 8191);
    Machine machine =
        calibrated(
            series(
                Metric.MPI_ALLGATHER,
                bytes -> (bytes == 8 ? messagePs(8) : exchangePs) + 70_000,
                8,
                8192));
    assertThat(ns(call(machine, "allgather"), 8192)).isCloseTo(70, within(10.0));
  }

  @Test
  void betweenTwoSizesTheCostGrowsSteadily() {
    Machine machine =
        calibrated(series(Metric.MPI_BCAST, bytes -> messagePs(bytes) + 100.0 * bytes, 1000, 3000));
    assertThat(ns(call(machine, "bcast"), 2000)).isCloseTo(200, within(10.0));
    assertThat(ns(call(machine, "bcast"), 1)).isCloseTo(100, within(5.0));
    assertThat(ns(call(machine, "bcast"), 1 << 20)).isCloseTo(300, within(10.0));
  }

  @Test
  void accessesOfWindowsHaveCostsOfTheirOwn() {
    double putPs = messagePs(8) - 100_000;
    Machine machine =
        calibrated(
            series(Metric.WIN_PUT, bytes -> messagePs(bytes) + 500_000, 8, 1024),
            series(Metric.WIN_EPOCH, bytes -> 3 * putPs + 700_000, 8),
            series(Metric.WIN_FENCE, bytes -> messagePs(0) + 90_000, 0));
    // A put needs no CPU of its target: it is 100 ns shorter than a message.
    assertThat(ns(call(machine, "put"), 8)).isCloseTo(600, within(10.0));
    assertThat(ns(call(machine, "win_fence"), 0)).isCloseTo(90, within(10.0));
    // Put, completion and the post behind it take 3 * 300 - 300 + 100 + 600 ns of 1600.
    assertThat(ns(call(machine, "win_complete"), 0)).isCloseTo(300, within(10.0));
  }

  @Test
  void theArithmeticOfReductionsIsWhatLargeOnesTakeBesideTheirMessage() {
    Machine hidden =
        calibrated(series(Metric.MPI_REDUCE, CallFiguresTest::messagePs, 65536, 262144, 1048576));
    assertThat(hidden.modelParameters()).containsEntry("max-rate.gamma", "0.000000ns/B");
    Machine shown =
        calibrated(
            series(
                Metric.MPI_REDUCE,
                bytes -> messagePs(bytes) + 50.0 * bytes,
                65536,
                262144,
                1048576));
    String gamma = shown.modelParameters().get("max-rate.gamma");
    assertThat(Double.parseDouble(gamma.replace("ns/B", ""))).isCloseTo(0.05, within(0.005));
    assertThat(calibrated().modelParameters()).doesNotContainKey("max-rate.gamma");
  }

  /** As in a file with the results of several runs. */
  @Test
  void ofSeveralTimesOfASizeTheMedianCounts() {
    int[] round = {0};
    Machine machine =
        calibrated(
            series(
                Metric.MPI_BARRIER,
                bytes -> messagePs(0) + new long[] {9_000_000, 300_000, 200_000}[round[0]++],
                0,
                0,
                0));
    assertThat(ns(call(machine, "barrier"), 0)).isCloseTo(300, within(1.0));
    assertThat(call(machine, "barrier")).doesNotContain("N");
  }
}
