package org.foretell.models.parameters;

/**
 * Factors of latency and bandwidth by size of the message.
 *
 * @param latency of the latency
 * @param bandwidth of the bandwidth
 */
public record SpeedFactors(SizeFactors latency, SizeFactors bandwidth) {
  /** 1 for all sizes. */
  public static final SpeedFactors ONE = new SpeedFactors(SizeFactors.ONE, SizeFactors.ONE);

  private static final String BETWEEN = "derived: as between nodes";

  /**
   * {@return the factors within a node: what is given, otherwise those between nodes}
   *
   * @param parameters of the model
   * @param latency the parameter for the latency within a node
   * @param bandwidth the parameter for the bandwidth within a node
   */
  public SpeedFactors within(
      Parameters parameters, Parameter<SizeFactors> latency, Parameter<SizeFactors> bandwidth) {
    return new SpeedFactors(
        parameters.get(latency, this.latency, BETWEEN),
        parameters.get(bandwidth, this.bandwidth, BETWEEN));
  }
}
