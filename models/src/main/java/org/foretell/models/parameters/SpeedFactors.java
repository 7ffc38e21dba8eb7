package org.foretell.models.parameters;

import org.foretell.model.FigureOrigin;

/**
 * Factors of latency and bandwidth by size of the message.
 *
 * @param latency of the latency
 * @param bandwidth of the bandwidth
 */
public record SpeedFactors(SizeFactors latency, SizeFactors bandwidth) {
  /** 1 for all sizes. */
  public static final SpeedFactors ONE = new SpeedFactors(SizeFactors.ONE, SizeFactors.ONE);

  /**
   * {@return the factors within a node: those given, otherwise those between nodes}
   *
   * @param parameters of the model
   * @param ofLatency the parameter for the latency between nodes
   * @param ofBandwidth the parameter for the bandwidth between nodes
   * @param latency the parameter for the latency within a node
   * @param bandwidth the parameter for the bandwidth within a node
   */
  public SpeedFactors within(
      Parameters parameters,
      Parameter<SizeFactors> ofLatency,
      Parameter<SizeFactors> ofBandwidth,
      Parameter<SizeFactors> latency,
      Parameter<SizeFactors> bandwidth) {
    return new SpeedFactors(
        parameters.get(latency, this.latency, as(ofLatency)),
        parameters.get(bandwidth, this.bandwidth, as(ofBandwidth)));
  }

  private static FigureOrigin as(Parameter<?> between) {
    return FigureOrigin.derived(between.name(), "as between nodes");
  }
}
