package org.foretell.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.LongToDoubleFunction;
import org.foretell.calibration.fit.PiecewiseFit;
import org.foretell.calibration.measurement.MeasurementException;
import org.foretell.calibration.measurement.MeasurementFiles;
import org.foretell.calibration.measurement.Metric;
import org.foretell.calibration.measurement.Sample;
import org.foretell.calibration.measurement.Series;
import org.foretell.calibration.plot.FitPlot;
import org.foretell.machine.Machine;
import org.foretell.machines.MachineFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CalibrationTest {
  private static final String SAMPLE = "../examples/calibrate/ping-pong.csv";
  private static final CalibrationSettings SETTINGS = settings(OptionalLong.empty());

  private static CalibrationSettings settings(OptionalLong eagerBytes) {
    return new CalibrationSettings("here", 4, 2, eagerBytes, 8, LocalDate.of(2026, 11, 1));
  }

  private static Series series(Metric metric, LongToDoubleFunction ps) {
    List<Sample> samples = new ArrayList<>();
    for (long bytes = 1; bytes <= 1 << 22; bytes *= 2) {
      samples.add(new Sample(bytes, Math.round(ps.applyAsDouble(bytes))));
    }
    return new Series(metric, metric.word(), "/tmp/m.csv", OptionalInt.empty(), samples);
  }

  /** 1 us, 5 GB/s; above 16 KiB a handshake of 2 us, and 10 GB/s. */
  private static Series latency() {
    return series(
        Metric.MPI_LATENCY,
        bytes -> bytes <= 16384 ? 999_800 + 200.0 * bytes : 3_500_000 + 100.0 * bytes);
  }

  @Test
  void figuresFollowFromFits() {
    Calibration calibration =
        Calibration.of(
            List.of(series(Metric.MPI_LATENCY, bytes -> 300_000 + 50.0 * bytes)),
            List.of(
                latency(),
                series(Metric.MPI_STREAM, bytes -> 150_000 + 80.0 * bytes),
                series(Metric.MPI_SEND_OVERHEAD, bytes -> 200_000),
                series(Metric.MPI_RECEIVE_OVERHEAD, bytes -> 300_000),
                series(Metric.MPI_MESSAGE_RATE, bytes -> 50_000 + 80.0 * bytes),
                series(Metric.SHMEM_ATOMIC, bytes -> 2_500_000)),
            SETTINGS);
    Machine machine = calibration.machine();
    assertThat(machine.buses().speed().latencyPs()).isCloseTo(1_000_000, within(5_000L));
    assertThat(machine.buses().speed().bytesPerSecond()).isCloseTo(12.5e9, within(0.1e9));
    assertThat(machine.groups().get(0).intraNode().latencyPs()).isCloseTo(300_000, within(2_000L));
    assertThat(machine.groups().get(0).intraNode().bytesPerSecond()).isCloseTo(20e9, within(0.2e9));
    assertThat(machine.eagerThresholdBytes()).isEqualTo(16384);
    assertThat(machine.modelParameters()).containsEntry("loggops.o", "250000ps");
    assertThat(machine.modelParameters().get("loggops.g")).startsWith("150");
    assertThat(machine.interfaces().messagesPerSecond().orElseThrow())
        .isCloseTo(20e6, within(0.2e6));
    assertThat(machine.shmem().orElseThrow().atomicPs()).isCloseTo(500_000, within(10_000L));
    assertThat(calibration.assumptions()).isEmpty();
    for (Way way : Way.values()) {
      assertThat(PiecewiseFit.median(calibration.machineResiduals(way))).isLessThan(0.01);
    }
  }

  /** Between 16 and 32 KiB no latency was measured, but sends were tried. */
  @Test
  void theEagerThresholdIsMeasuredBetweenSizesOfLatencies() {
    Series tried =
        new Series(
            Metric.MPI_EAGER,
            "mpi_eager",
            "/tmp/m.csv",
            OptionalInt.empty(),
            List.of(new Sample(20_000, 1_000_000)));
    Calibration calibration = Calibration.of(List.of(latency(), tried), List.of(), SETTINGS);
    assertThat(calibration.machine().eagerThresholdBytes()).isEqualTo(20_000);
    assertThat(calibration.machineFile()).contains("sends of more bytes waited for their receive");
    assertThat(calibration.fits()).hasSize(1);
    assertThat(
            Calibration.of(List.of(latency(), tried), List.of(), settings(OptionalLong.of(7)))
                .machine()
                .eagerThresholdBytes())
        .isEqualTo(7);
  }

  @ParameterizedTest
  @CsvSource({
    "Open MPI v4.1.4, ompi5",
    "Open MPI v4.0.7, ompi4",
    "Open MPI v5.0.1, ompi5",
    "MPICH Version:\t4.0.2, mpich4",
    "MPICH Version: 3.4, mpich3"
  })
  void theMachineNamesItsLibraryAndHasItsCollectives(String library, String profile) {
    Calibration calibration =
        Calibration.of(List.of(latency()), List.of(), SETTINGS.with(Optional.of(library)));
    assertThat(calibration.machine().collectives().orElseThrow().profile()).isEqualTo(profile);
    assertThat(calibration.machineFile())
        .contains("MPI library: " + library.replace("\t", "\\t"), "the programs ran with");
    Calibration other =
        Calibration.of(List.of(latency()), List.of(), SETTINGS.with(Optional.of("Some MPI 1.0")));
    assertThat(other.machine().collectives()).isEmpty();
    assertThat(other.machineFile()).contains("MPI library: Some MPI 1.0");
  }

  /** A message above 16 KiB takes {@code times} as long as one alone, in an exchange. */
  private static Calibration exchanging(double times, long bytes) {
    Series one = latency();
    List<Sample> samples =
        one.samples().stream()
            .filter(sample -> sample.bytes() >= bytes)
            .map(sample -> new Sample(sample.bytes(), Math.round(times * sample.timePs())))
            .toList();
    Series exchange =
        new Series(Metric.MPI_EXCHANGE, "mpi_exchange", "/tmp/m.csv", OptionalInt.empty(), samples);
    return Calibration.of(List.of(), List.of(one, exchange), SETTINGS);
  }

  @ParameterizedTest
  @CsvSource({"1.0, waiting", "1.3, waiting", "1.7, always", "2.0, always"})
  void exchangesThatMoveAtOnceShowThatMessagesAreTakenInByWaits(double times, String progress) {
    Calibration calibration = exchanging(times, 65536);
    assertThat(calibration.machine().modelParameters())
        .containsEntry("max-rate.progress", progress);
    assertThat(calibration.machineFile())
        .contains("one of them sent after a computation, take %.2f times".formatted(times));
    Machine read = MachineFiles.parse("here.json", calibration.machineFile()).machine();
    assertThat(read.modelParameters()).isEqualTo(calibration.machine().modelParameters());
    assertThat(read.unverified()).doesNotContain("modelParameters.max-rate.progress");
    assertThat(calibration.fits()).hasSize(1);
  }

  @Test
  void progressIsLeftToTheModelWithoutAnExchangeByRendezvousBetweenNodes() {
    Series eager =
        new Series(
            Metric.MPI_EXCHANGE,
            "mpi_exchange",
            "/tmp/m.csv",
            OptionalInt.empty(),
            List.of(new Sample(8192, 2_000_000)));
    assertThat(
            Calibration.of(List.of(), List.of(latency(), eager), SETTINGS)
                .machine()
                .modelParameters())
        .doesNotContainKey("max-rate.progress");
    assertThat(exchanging(1, 65536).machine().modelParameters()).containsKey("max-rate.progress");
    assertThat(
            Calibration.of(List.of(latency(), eager), List.of(), SETTINGS)
                .machine()
                .modelParameters())
        .doesNotContainKey("max-rate.progress");
  }

  /** A flag takes 300 ns one way. Data before it take 50 ns more, and 0.1 ns for each byte. */
  @Test
  void putsWithinANodeFollowFromFlagsAndDataBeforeThem() {
    List<Sample> flag =
        List.of(new Sample(8, 300_000), new Sample(8, 300_000), new Sample(8, 300_000));
    Calibration calibration =
        Calibration.of(
            List.of(
                series(Metric.MPI_LATENCY, bytes -> 400_000 + 50.0 * bytes),
                new Series(
                    Metric.SHMEM_FLAG, "shmem_flag", "/tmp/s.csv", OptionalInt.empty(), flag),
                series(Metric.SHMEM_PUT_FLAG, bytes -> 350_000 + 100.0 * bytes)),
            List.of(),
            SETTINGS);
    Map<String, String> parameters = calibration.machine().modelParameters();
    // o is a quarter of 400 ns; a put takes half of it.
    assertThat(parameters.get("max-rate.intraPutLatency")).matches("350[01]..ps|349...ps");
    assertThat(parameters.get("max-rate.intraPutOverheadFactors")).matches("0:0\\.(50|49).*");
    assertThat(parameters.get("max-rate.intraPutBandwidthFactors")).matches("0:0\\.(50|49).*");
    assertThat(calibration.machineFile()).contains("max-rate.intraPutLatency");
  }

  @Test
  void machineFileIsReadBackWithItsSources() {
    Calibration calibration = Calibration.of(List.of(), List.of(latency()), SETTINGS);
    String text = calibration.machineFile();
    assertThat(text).contains("fit of mpi_latency in m.csv on 2026-11-01").doesNotContain("/tmp");
    Machine read = MachineFiles.parse("here.json", text).machine();
    assertThat(read.buses()).isEqualTo(calibration.machine().buses());
    assertThat(read.modelParameters()).isEqualTo(calibration.machine().modelParameters());
    assertThat(read.unverified())
        .contains("modelParameters.loggops.o", "nodeGroups.compute.intraNode.latency")
        .doesNotContain("network.latency", "network.bandwidth", "eagerThreshold");
    assertThat(calibration.assumptions())
        .anyMatch(one -> one.startsWith("modelParameters.loggops.o: overhead"))
        .anyMatch(one -> one.contains("nothing was measured within a node"));
  }

  @Test
  void eagerThresholdMayBeGiven() {
    Calibration given =
        Calibration.of(List.of(), List.of(latency()), settings(OptionalLong.of(4000)));
    assertThat(given.machine().eagerThresholdBytes()).isEqualTo(4000);
    // The handshake that the model adds from 4000 bytes on was not measured, and the overhead
    // cannot be less than nothing.
    assertThat(PiecewiseFit.median(given.machineResiduals(Way.INTER))).isLessThan(0.01);
    Calibration none =
        Calibration.of(
            List.of(), List.of(series(Metric.MPI_LATENCY, bytes -> 1e6 + 100.0 * bytes)), SETTINGS);
    assertThat(none.machine().eagerThresholdBytes()).isEqualTo(65536);
    assertThat(none.assumptions()).anyMatch(one -> one.startsWith("eagerThreshold"));
  }

  @Test
  void measuredSampleIsMetByItsMachine() {
    Calibration calibration =
        Calibration.of(
            MeasurementFiles.read(SAMPLE + "#mpi_ob1_vader"),
            MeasurementFiles.read(SAMPLE + "#mpi_ob1_tcp_lo"),
            SETTINGS);
    assertThat(calibration.machine().eagerThresholdBytes()).isEqualTo(32768);
    for (SeriesFit fit : calibration.fits()) {
      assertThat(fit.fit().medianError()).isLessThan(0.015);
    }
    for (Way way : Way.values()) {
      assertThat(PiecewiseFit.median(calibration.machineResiduals(way))).isLessThan(0.02);
    }
  }

  @Test
  void whatCannotBeFittedIsRefused() {
    List<Series> all = MeasurementFiles.read(SAMPLE);
    assertThatThrownBy(() -> Calibration.of(all, List.of(), SETTINGS))
        .isInstanceOf(MeasurementException.class)
        .hasMessageContaining("mpi_ob1_vader")
        .hasMessageContaining("FILE#NAME");
    List<Series> put = MeasurementFiles.read(SAMPLE + "#shmem_put_quiet");
    assertThatThrownBy(() -> Calibration.of(put, List.of(), SETTINGS))
        .hasMessageContaining("expected the latency of MPI messages")
        .hasMessageContaining("found shmem_put_quiet");
  }

  @Test
  void repeatedMeasurementsAreTakenTogether() {
    Calibration calibration = Calibration.of(List.of(), List.of(latency(), latency()), SETTINGS);
    assertThat(calibration.fits()).hasSize(1);
    assertThat(calibration.fits().get(0).series().samples()).hasSize(46);
  }

  @Test
  void plotsArePngAndSvg() {
    List<SeriesFit> fits = Calibration.of(List.of(latency()), List.of(), SETTINGS).fits();
    FitPlot plot = new FitPlot("Here", fits);
    assertThat(plot.png()).startsWith(0x89, 'P', 'N', 'G');
    assertThat(new String(plot.svg(), StandardCharsets.UTF_8)).contains("<svg", "</svg");
  }
}
