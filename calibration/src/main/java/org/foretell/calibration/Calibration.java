package org.foretell.calibration;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.foretell.calibration.fit.BreakPoints;
import org.foretell.calibration.fit.Residual;
import org.foretell.calibration.measurement.MeasurementException;
import org.foretell.calibration.measurement.Metric;
import org.foretell.calibration.measurement.Sample;
import org.foretell.calibration.measurement.Series;
import org.foretell.machine.Machine;

/**
 * A machine from measurements: fits of all measurements, and the resulting machine file. Immutable;
 * may be shared between threads.
 */
public final class Calibration {
  private final List<SeriesFit> fits;
  private final MachineFigures figures;

  private Calibration(List<SeriesFit> fits, MachineFigures figures) {
    this.fits = fits;
    this.figures = figures;
  }

  /**
   * Fits measurements.
   *
   * @param intra measured within a node; may be empty
   * @param inter measured between nodes; may be empty
   * @param settings values that measurements do not give
   * @return the fits and the machine
   * @throws MeasurementException if no series has the latency of MPI messages by size, or several
   *     measured the same and are called differently
   */
  public static Calibration of(
      List<Series> intra, List<Series> inter, CalibrationSettings settings) {
    List<SeriesFit> fits = new ArrayList<>();
    fit(Way.INTRA, intra, settings, fits);
    fit(Way.INTER, inter, settings, fits);
    List<Series> decides =
        inter.stream().anyMatch(series -> series.metric() == Metric.MPI_LATENCY) ? inter : intra;
    return new Calibration(
        List.copyOf(fits),
        new MachineFigures(fits, measuredEagerBytes(decides), exchange(inter), settings));
  }

  /** Whether messages pass each other is seen between nodes, where an interface carries both. */
  private static Optional<Series> exchange(List<Series> inter) {
    return inter.stream()
        .filter(series -> series.metric() == Metric.MPI_EXCHANGE)
        .reduce(Calibration::together)
        .map(
            series ->
                new Series(
                    series.metric(),
                    series.name(),
                    series.source(),
                    series.ranks(),
                    medians(series.samples())));
  }

  /** Where sends were tried, of several runs the largest that returned by itself. */
  private static OptionalLong measuredEagerBytes(List<Series> all) {
    return all.stream()
        .filter(series -> series.metric() == Metric.MPI_EAGER)
        .flatMap(series -> series.samples().stream())
        .mapToLong(Sample::bytes)
        .max();
  }

  /** What was measured of one kind, by as many ranks. */
  private record Kind(Metric metric, OptionalInt ranks) {}

  private static void fit(
      Way way, List<Series> all, CalibrationSettings settings, List<SeriesFit> fits) {
    Map<Kind, Series> kinds = new LinkedHashMap<>();
    for (Series series : all) {
      if (series.metric() == Metric.MPI_EAGER || series.metric() == Metric.MPI_EXCHANGE) {
        continue; // A size, no time; times that only answer a question.
      }
      kinds.merge(new Kind(series.metric(), series.ranks()), series, Calibration::together);
    }
    kinds.values().stream()
        .map(
            series ->
                new SeriesFit(
                    way,
                    series,
                    BreakPoints.fitted(medians(series.samples()), settings.mostSegments())))
        .forEach(fits::add);
  }

  /** One sample for each size: of several runs the one in the middle, as one may be disturbed. */
  private static List<Sample> medians(List<Sample> samples) {
    Map<Long, List<Sample>> ofSize = new TreeMap<>();
    for (Sample sample : samples) {
      ofSize.computeIfAbsent(sample.bytes(), key -> new ArrayList<>()).add(sample);
    }
    List<Sample> medians = new ArrayList<>();
    for (List<Sample> runs : ofSize.values()) {
      runs.sort(Comparator.comparingLong(Sample::timePs));
      medians.add(runs.get((runs.size() - 1) / 2));
    }
    return medians;
  }

  private static Series together(Series one, Series other) {
    if (!one.name().equals(other.name())) {
      throw new MeasurementException(
          String.format(
              Locale.US,
              "%s has \"%s\" and %s has \"%s\": both are %s; select one with FILE#NAME, like"
                  + " '%s#%s'",
              one.source(),
              one.name(),
              other.source(),
              other.name(),
              one.metric().title(),
              one.source(),
              one.name()));
    }
    List<Sample> samples = new ArrayList<>(one.samples());
    samples.addAll(other.samples());
    String source =
        one.source().equals(other.source()) ? one.source() : one.source() + ", " + other.source();
    return new Series(one.metric(), one.name(), source, one.ranks(), samples);
  }

  /** {@return the fits of all measurements, those within nodes first} */
  public List<SeriesFit> fits() {
    return fits;
  }

  /** {@return the machine} */
  public Machine machine() {
    return figures.machine();
  }

  /** {@return the machine file, with the source of each figure} */
  public String machineFile() {
    return figures.machineFile();
  }

  /** {@return the assumptions made for lack of measurements; a sentence each} */
  public List<String> assumptions() {
    return figures.assumptions();
  }

  /**
   * Compares measured latencies of MPI messages with the formula of the model {@code max-rate} for
   * a ping-pong on the machine.
   *
   * @param way within a node or between nodes
   * @return by size; empty without measurements
   */
  public List<Residual> machineResiduals(Way way) {
    Optional<SeriesFit> latency = figures.latency(way);
    return latency.map(found -> figures.costs(way).residuals(found.fit())).orElse(List.of());
  }
}
