package org.foretell.calibration.fit;

/**
 * A measured time beside the one that a fit says.
 *
 * @param bytes of the message
 * @param measuredPs picoseconds
 * @param fittedPs picoseconds
 */
public record Residual(long bytes, double measuredPs, double fittedPs) {
  /** {@return how much more the fit says than was measured; -0.1 for a tenth less} */
  public double relative() {
    return fittedPs / measuredPs - 1;
  }
}
