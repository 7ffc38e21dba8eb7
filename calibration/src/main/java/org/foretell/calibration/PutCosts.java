package org.foretell.calibration;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.foretell.calibration.fit.PiecewiseFit;
import org.foretell.calibration.fit.Segment;

/**
 * What a put within a node costs, as parameters of the model {@code max-rate}. A flag alone says
 * when a small put takes effect; data and then a flag say what the data cost besides.
 */
final class PutCosts {
  private static final double LEAST_FACTOR = 0.01;
  private static final double GREATEST_FACTOR = 1e6;
  private static final int FLAG_BYTES = 8;

  private final double flagPs;
  private final double overheadPs;
  private final double psPerByte;
  private final PiecewiseFit dataAndFlag;

  /**
   * Sets the two beside each other.
   *
   * @param flagPs one way of a flag that the other side waits for
   * @param dataAndFlag one way of data and then the flag, by bytes of data
   * @param overheadPs o of messages within a node, above 0
   * @param psPerByte of the bandwidth that the machine file has within a node
   */
  PutCosts(double flagPs, PiecewiseFit dataAndFlag, double overheadPs, double psPerByte) {
    this.flagPs = flagPs;
    this.dataAndFlag = dataAndFlag;
    this.overheadPs = overheadPs;
    this.psPerByte = psPerByte;
  }

  /** The share of o that a put takes which is no longer than a segment; no more than the flag's. */
  private double overheadFactor(Segment segment) {
    double dataPs = segment.timePs(1) - flagPs;
    return Math.max(LEAST_FACTOR, dataPs / overheadPs);
  }

  private double flagOverheadFactor() {
    return Math.min(overheadFactor(dataAndFlag.segment(FLAG_BYTES)), flagPs / overheadPs);
  }

  /** From the start of a small put until it takes effect, without what its factor adds to o. */
  long latencyPs() {
    return Math.max(1, Math.round(flagPs - overheadPs * (flagOverheadFactor() - 1)));
  }

  String overheadFactors() {
    Segment first = dataAndFlag.first();
    return table(segment -> segment.equals(first) ? flagOverheadFactor() : overheadFactor(segment));
  }

  String bandwidthFactors() {
    return table(
        segment ->
            segment.psPerByte() > 0
                ? Math.min(GREATEST_FACTOR, psPerByte / segment.psPerByte())
                : GREATEST_FACTOR);
  }

  private String table(ToDoubleFunction<Segment> factor) {
    List<String> entries = new ArrayList<>();
    long aboveBytes = 0;
    for (Segment segment : dataAndFlag.segments()) {
      entries.add(
          0, String.format(Locale.US, "%d:%.6g", aboveBytes, factor.applyAsDouble(segment)));
      aboveBytes = segment.toBytes();
    }
    return String.join(";", entries);
  }
}
