package org.foretell.models.flow;

import java.util.function.Function;
import org.foretell.model.Message;
import org.foretell.models.parameters.SpeedFactors;

/**
 * What the flow model is told besides the topology.
 *
 * @param weights how flows that compete share a link
 * @param envelopeBytes what each message carries besides its payload
 * @param factors by payload and envelope, for the latency of a route and for the rate at which a
 *     message moves, whatever its share
 * @param factorsWithin the same for messages within a node that no link carries
 * @param windowBytes a flow's rate is at most this over twice the latency of its route; {@link
 *     Long#MAX_VALUE} for no such limit
 * @param crossTraffic what a flow takes of the links of the way back, as a share of its rate
 * @param eagerBytes messages up to and including this size are eager
 * @param startsWhenSent whether eager messages move before their receive is posted
 * @param receivesAfterSending whether a sendrecv posts its receive when its message has left
 * @param overheads how long a message keeps its ranks; a message is to be read during the call
 * @param endsPs what a message between nodes takes besides its overheads and its route
 * @param messageBytesPerSecond most of one message, for each interface that it uses; infinite for
 *     no such limit
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
  /** How flows that compete share a link. */
  public enum Weights {
    /** Equally. */
    EQUAL,
    /** In proportion to the inverse of the latencies of their routes, as in SimGrid. */
    LATENCY
  }
}
