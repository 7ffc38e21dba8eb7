package org.foretell.calibration;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.foretell.calibration.fit.PiecewiseFit;
import org.foretell.calibration.fit.Residual;
import org.foretell.calibration.fit.Segment;

/**
 * A piecewise fit as parameters of the model {@code max-rate}: latency, overhead, bandwidth, and
 * tables of factors by size. A message above the eager threshold is preceded by two small ones.
 */
final class WayCosts {
  /** The overhead of a step, as a share of the usual one, that is taken where none is left. */
  private static final double LEAST_FACTOR = 0.01;

  /** Stands for bytes that take no time. */
  private static final double GREATEST_FACTOR = 1e6;

  private static final long LARGE_BYTES = 64 << 10;

  /** What holds for messages above a size. */
  private record Step(long aboveBytes, double overheadFactor, double bandwidthFactor) {}

  private final double latencyPs;
  private final double overheadPs;
  private final double psPerByte;
  private final long eagerBytes;
  private final List<Step> steps = new ArrayList<>();

  /**
   * Makes the tables.
   *
   * @param overheadPs o, above 0 and at most half of the latency
   * @param psPerByte of the bandwidth that the machine file has
   */
  WayCosts(PiecewiseFit fit, double overheadPs, double psPerByte, long eagerBytes) {
    this.latencyPs = latencyPs(fit);
    this.overheadPs = overheadPs;
    this.psPerByte = psPerByte;
    this.eagerBytes = eagerBytes;
    TreeSet<Long> bounds = new TreeSet<>(List.of(0L));
    for (Segment segment : fit.segments().subList(0, fit.segments().size() - 1)) {
      bounds.add(segment.toBytes());
    }
    if (eagerBytes > 0 && eagerBytes < fit.last().toBytes()) {
      bounds.add(eagerBytes);
    }
    for (long above : bounds) {
      Segment segment = fit.segment(above + 1);
      double wirePs = latencyPs - 2 * overheadPs;
      double handshakePs = above >= eagerBytes ? 2 * latencyPs : 0;
      double forOverheadPs = segment.timePs(1) - wirePs - handshakePs;
      double slope = segment.psPerByte();
      steps.add(
          new Step(
              above,
              Math.max(LEAST_FACTOR, forOverheadPs / (2 * overheadPs)),
              slope > 0 ? Math.min(GREATEST_FACTOR, psPerByte / slope) : GREATEST_FACTOR));
    }
  }

  /** Half a ping-pong of the smallest message. */
  static double latencyPs(PiecewiseFit fit) {
    return fit.timePs(1);
  }

  /**
   * For each byte of a large message, where they are fastest: the interface of a machine must not
   * be slower than any message over it.
   */
  static double psPerByte(PiecewiseFit fit) {
    Segment last = fit.last();
    return fit.segments().stream()
        .filter(segment -> segment.toBytes() >= LARGE_BYTES && segment.psPerByte() > 0)
        .mapToDouble(Segment::psPerByte)
        .min()
        .orElseGet(
            () ->
                last.psPerByte() > 0
                    ? last.psPerByte()
                    : last.timePs(last.toBytes()) / Math.max(1, last.toBytes()));
  }

  private Step step(long bytes) {
    int i = steps.size() - 1;
    while (i > 0 && bytes <= steps.get(i).aboveBytes()) {
      i--;
    }
    return steps.get(i);
  }

  /** What the model says of half a ping-pong. */
  double timePs(long bytes) {
    Step step = step(bytes);
    double smallPs = latencyPs - 2 * overheadPs + 2 * overheadPs * steps.get(0).overheadFactor();
    return (bytes > eagerBytes ? 2 * smallPs : 0)
        + 2 * overheadPs * step.overheadFactor()
        + latencyPs
        - 2 * overheadPs
        + (Math.max(bytes, 1) - 1) * psPerByte / step.bandwidthFactor();
  }

  List<Residual> residuals(PiecewiseFit fit) {
    return fit.residuals().stream()
        .map(one -> new Residual(one.bytes(), one.measuredPs(), timePs(one.bytes())))
        .toList();
  }

  String overheadFactors() {
    return table(true);
  }

  String bandwidthFactors() {
    return table(false);
  }

  private String table(boolean overheads) {
    List<String> entries = new ArrayList<>();
    double last = Double.NaN;
    for (Step step : steps) {
      double factor = overheads ? step.overheadFactor() : step.bandwidthFactor();
      if (factor != last) {
        entries.add(0, String.format(Locale.US, "%d:%.6g", step.aboveBytes(), factor));
        last = factor;
      }
    }
    return String.join(";", entries);
  }
}
