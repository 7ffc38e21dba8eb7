package org.foretell.benchmarks;

/**
 * {@code y = factor * x^slope}, a straight line where both axes are logarithmic.
 *
 * @param factor above 0
 * @param slope the exponent
 */
record PowerLaw(double factor, double slope) {
  /**
   * Fits the logarithms by least squares.
   *
   * @param x at least two values above 0, not all equal
   * @param y as many, above 0
   */
  static PowerLaw fit(double[] x, double[] y) {
    if (x.length != y.length || x.length < 2) {
      throw new IllegalArgumentException(
          "a fit needs pairs, at least two: " + x.length + " and " + y.length);
    }
    double meanX = 0;
    double meanY = 0;
    for (int i = 0; i < x.length; i++) {
      meanX += Math.log(x[i]) / x.length;
      meanY += Math.log(y[i]) / x.length;
    }
    double covariance = 0;
    double variance = 0;
    for (int i = 0; i < x.length; i++) {
      double fromMean = Math.log(x[i]) - meanX;
      covariance += fromMean * (Math.log(y[i]) - meanY);
      variance += fromMean * fromMean;
    }
    if (!(variance > 0)) {
      throw new IllegalArgumentException("a fit needs two different values of x: " + x[0]);
    }
    double slope = covariance / variance;
    return new PowerLaw(Math.exp(meanY - slope * meanX), slope);
  }

  double at(double x) {
    return factor * Math.pow(x, slope);
  }
}
