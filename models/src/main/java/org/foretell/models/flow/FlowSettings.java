package org.foretell.models.flow;

import java.util.function.Function;
import org.foretell.model.Message;
import org.foretell.models.parameters.SpeedFactors;

/**
 * The settings of the flow model besides the topology.
 *
 * @param weights how flows that compete share a link
 * @param envelopeBytes bytes of each message in addition to its payload
 * @param factors by payload and envelope, for the latency of a route and for the rate at which a
 *     message moves, whatever its share
 * @param factorsWithin the same for messages within a node that no link carries
 * @param windowBytes a flow's rate is at most this over twice the latency of its route; {@link
 *     Long#MAX_VALUE} for no such limit
 * @param crossTraffic the load of a flow on the links of the reverse direction, as a share of its
 *     rate
 * @param eagerBytes messages up to and including this size are eager
 * @param startsWhenSent whether eager messages move before their receive is posted
 * @param receivesAfterSending whether a sendrecv posts its receive when its message has left
 * @param overheads how long a message keeps its ranks; a message is to be read during the call
 * @param endsPs time of a message between nodes besides its overheads and its route
 * @param messageBytesPerSecond maximum rate of a message, for each interface that it uses; infinite
 *     for no such limit
 */
public record FlowSettings(
    Weights weights,
    long envelopeBytes,
    SpeedFactors factors,
    SpeedFactors factorsWithin,
    long windowBytes,
    double crossTraffic,
    long eagerBytes,
    boolean startsWhenSent,
    boolean receivesAfterSending,
    Function<Message, MessageOverheads> overheads,
    long endsPs,
    double messageBytesPerSecond) {
  /** How competing flows share a link. */
  public enum Weights {
    /** Equally. */
    EQUAL,
    /** In proportion to the inverse of the latencies of their routes, as in SimGrid. */
    LATENCY
  }
}
