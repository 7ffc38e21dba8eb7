package org.foretell.calibration;

import java.util.List;
import org.foretell.calibration.SizeRanges.Range;
import org.foretell.calibration.fit.PiecewiseFit;
import org.foretell.calibration.fit.Residual;
import org.foretell.calibration.fit.Segment;

/**
 * A piecewise fit as parameters of models: tables of factors, by size, of the machine's latency,
 * overhead and bandwidth. With them a ping-pong takes the measured time. The models differ in what
 * has factors, and in what a message above the eager threshold costs besides.
 */
final class WayCosts {
  private static final long LARGE_BYTES = 64 << 10;

  private final double latencyPs;
  private final double overheadPs;
  private final double psPerByte;
  private final long eagerBytes;
  private final SizeRanges ranges;

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
    ranges = new SizeRanges(fit, eagerBytes);
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

  /** Of o in {@code max-rate}, which precedes a message above the threshold by two small ones. */
  private double maxRateOverheadFactor(Range range) {
    double handshakePs = range.aboveBytes() >= eagerBytes ? 2 * latencyPs : 0;
    return overheadFactor(range.segment().timePs(1) - handshakePs);
  }

  private double overheadFactor(double smallMessagePs) {
    return SizeRanges.factor((smallMessagePs - wirePs()) / (2 * overheadPs));
  }

  /** L, which is the same for all sizes. */
  private double wirePs() {
    return latencyPs - 2 * overheadPs;
  }

  /** What {@code max-rate} says of half a ping-pong. */
  double timePs(long bytes) {
    double smallPs = wirePs() + 2 * overheadPs * maxRateOverheadFactor(ranges.first());
    return (bytes > eagerBytes ? 2 * smallPs : 0) + eagerPs(bytes);
  }

  /** What {@code max-rate} says of an empty message's CPU time at one end. */
  double emptyCpuPs() {
    return cpuPs(0);
  }

  /** Of the CPU time of an eager message at one end. */
  private double cpuPs(long bytes) {
    Range range = ranges.of(bytes);
    return overheadPs * maxRateOverheadFactor(range)
        + (Math.max(bytes, 1) - 1) * psPerByte / SizeRanges.bandwidthFactor(range, psPerByte);
  }

  /** Of two eager messages, one each way at once within a node: a CPU sends and receives. */
  double exchangePs(long bytes) {
    return Math.max(timePs(bytes), 2 * cpuPs(bytes));
  }

  /** From the start of a put until it takes effect, where puts cost as much as messages. */
  double putPs(long bytes) {
    return eagerPs(bytes) - overheadPs * maxRateOverheadFactor(ranges.of(bytes));
  }

  private double eagerPs(long bytes) {
    Range range = ranges.of(bytes);
    return 2 * overheadPs * maxRateOverheadFactor(range)
        + wirePs()
        + (Math.max(bytes, 1) - 1) * psPerByte / SizeRanges.bandwidthFactor(range, psPerByte);
  }

  List<Residual> residuals(PiecewiseFit fit) {
    return fit.residuals().stream()
        .map(one -> new Residual(one.bytes(), one.measuredPs(), timePs(one.bytes())))
        .toList();
  }

  /** Factors of o in {@code max-rate}. */
  String maxRateOverheadFactors() {
    return ranges.table(this::maxRateOverheadFactor);
  }

  /** Factors of o in {@code loggops}, which charges no handshake. */
  String logGopsOverheadFactors() {
    return ranges.table(range -> overheadFactor(range.segment().timePs(1)));
  }

  /**
   * Factors of a latency of which a part is the same for all sizes: nothing of it in {@code
   * simple}, the overheads at both ends in {@code flow}. Neither charges a handshake.
   */
  String latencyFactors(double fixedPs) {
    return ranges.table(
        range ->
            SizeRanges.factor((range.segment().latencyPs() - fixedPs) / (latencyPs - fixedPs)));
  }

  /** Factors of the bandwidth in all models. */
  String bandwidthFactors() {
    return ranges.table(range -> SizeRanges.bandwidthFactor(range, psPerByte));
  }
}
