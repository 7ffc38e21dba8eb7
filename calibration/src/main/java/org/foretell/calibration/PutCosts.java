package org.foretell.calibration;

import org.foretell.calibration.SizeRanges.Range;
import org.foretell.calibration.fit.PiecewiseFit;

/**
 * What a put within a node costs, as parameters of the model {@code max-rate}. A flag alone says
 * when a small put takes effect; data and then a flag say what the data cost besides.
 */
final class PutCosts {
  private static final int FLAG_BYTES = 8;

  private final double flagPs;
  private final double overheadPs;
  private final double psPerByte;
  private final SizeRanges dataAndFlag;

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
    this.dataAndFlag = new SizeRanges(dataAndFlag);
    this.overheadPs = overheadPs;
    this.psPerByte = psPerByte;
  }

  /** The share of o that a put takes which is no longer than a range. */
  private double overheadFactor(Range range) {
    return SizeRanges.factor((range.segment().timePs(1) - flagPs) / overheadPs);
  }

  /** No more than the flag takes in all. */
  private double flagOverheadFactor() {
    return Math.min(overheadFactor(dataAndFlag.of(FLAG_BYTES)), flagPs / overheadPs);
  }

  /** From the start of a small put until it takes effect, without what its factor adds to o. */
  long latencyPs() {
    return Math.max(1, Math.round(flagPs - overheadPs * (flagOverheadFactor() - 1)));
  }

  /** From the start of a put until it takes effect. */
  double timePs(long bytes) {
    Range range = dataAndFlag.of(bytes);
    return latencyPs()
        + overheadPs * (overheadFactor(range) - 1)
        + (Math.max(bytes, 1) - 1) * psPerByte / SizeRanges.bandwidthFactor(range, psPerByte);
  }

  /** CPU time of an empty put. */
  double emptyCpuPs() {
    return overheadPs * flagOverheadFactor();
  }

  String overheadFactors() {
    Range first = dataAndFlag.first();
    return dataAndFlag.table(
        range -> range.equals(first) ? flagOverheadFactor() : overheadFactor(range));
  }

  String bandwidthFactors() {
    return dataAndFlag.table(range -> SizeRanges.bandwidthFactor(range, psPerByte));
  }
}
