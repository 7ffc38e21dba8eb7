package org.foretell.calibration.fit;

/**
 * A measured time beside the fitted time.
 *
 * @param bytes of the message
 * @param measuredPs picoseconds
 * @param fittedPs picoseconds
 */
public record Residual(long bytes, double measuredPs, double fittedPs) {
  /** {@return the relative excess of the fit over the measurement; -0.1 for a tenth less} */
  public double relative() {
    return fittedPs / measuredPs - 1;
  }
}
