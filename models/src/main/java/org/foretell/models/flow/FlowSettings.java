package org.foretell.models.flow;

/**
 * What the flow model is told besides the topology.
 *
 * @param weights how flows that compete share a link
 * @param envelopeBytes what each message carries besides its payload
 * @param latencyFactors by payload, for the latency of a route
 * @param bandwidthFactors by payload, for the rate at which it moves, whatever its share
 * @param windowBytes a flow's rate is at most this over twice its latency; {@link Long#MAX_VALUE}
 *     for no such limit
 * @param crossTraffic what a flow takes of the links of the way back, as a share of its rate
 * @param eagerBytes messages up to and including this size are eager
 * @param startsWhenSent whether eager messages move before their receive is posted
 * @param sendOverheadPs of a blocking eager send
 * @param nonBlockingSendOverheadPs of any non-blocking send
 * @param receiveOverheadPs of the receive of an eager message
 */
public record FlowSettings(
    Weights weights,
    long envelopeBytes,
    SizeFactors latencyFactors,
    SizeFactors bandwidthFactors,
    long windowBytes,
    double crossTraffic,
    long eagerBytes,
    boolean startsWhenSent,
    long sendOverheadPs,
    long nonBlockingSendOverheadPs,
    long receiveOverheadPs) {
  /** How flows that compete share a link. */
  public enum Weights {
    /** Equally. */
    EQUAL,
    /** In proportion to the inverse of the latencies of their routes, as in SimGrid. */
    LATENCY
  }
}
