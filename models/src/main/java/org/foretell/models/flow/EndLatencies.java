package org.foretell.models.flow;

import org.foretell.machine.LinkSpeed;
import org.foretell.machine.OverheadShare;

/**
 * What of a message's latency passes at its ends: the overheads of its ranks, and what these and
 * its route leave.
 *
 * @param latencyPs of a small message between neighbouring nodes
 * @param routePs of the route between them
 * @param overheads between nodes
 * @param partOfLatency whether the overheads are part of the latencies; otherwise they come on top
 * @param sendStated whether somebody states the overhead of a blocking send, for all distances
 * @param nonBlockingSendStated whether somebody states that of a non-blocking one
 * @param receiveStated whether somebody states that of a receive
 */
record EndLatencies(
    long latencyPs,
    long routePs,
    MessageOverheads overheads,
    boolean partOfLatency,
    boolean sendStated,
    boolean nonBlockingSendStated,
    boolean receiveStated) {
  /** The default overhead: less than a quarter if the route leaves less. */
  static long defaultOverheadPs(long latencyPs, long routePs) {
    return Math.min(latencyPs / OverheadShare.OF_LATENCY, left(latencyPs, routePs) / 2);
  }

  /** What overheads and the shortest route leave of the latency between nodes. */
  long restPs() {
    return left(withoutOverheads(latencyPs, overheads), routePs);
  }

  /**
   * The overheads within a node; those that are not stated are at most a quarter of its latency.
   */
  MessageOverheads overheadsWithin(LinkSpeed speed) {
    long most = partOfLatency ? speed.latencyPs() / OverheadShare.OF_LATENCY : Long.MAX_VALUE;
    return new MessageOverheads(
        sendStated ? overheads.sendPs() : Math.min(overheads.sendPs(), most),
        nonBlockingSendStated
            ? overheads.nonBlockingSendPs()
            : Math.min(overheads.nonBlockingSendPs(), most),
        receiveStated ? overheads.receivePs() : Math.min(overheads.receivePs(), most),
        overheads.rendezvousToo());
  }

  /** What overheads take of the latency between nodes, at most all of it. */
  long overheadsPs() {
    return latencyPs - left(left(latencyPs, overheads.sendPs()), overheads.receivePs());
  }

  /** What overheads take of a latency within a node, at most all of it. */
  long overheadsWithinPs(LinkSpeed speed) {
    MessageOverheads of = overheadsWithin(speed);
    return speed.latencyPs() - left(left(speed.latencyPs(), of.sendPs()), of.receivePs());
  }

  /** The speed within a node without the overheads. */
  LinkSpeed within(LinkSpeed speed) {
    return new LinkSpeed(
        withoutOverheads(speed.latencyPs(), overheadsWithin(speed)), speed.bytesPerSecond());
  }

  private long withoutOverheads(long spanPs, MessageOverheads of) {
    return partOfLatency ? left(left(spanPs, of.sendPs()), of.receivePs()) : spanPs;
  }

  /** What is left of a span when a part of it is over. */
  private static long left(long spanPs, long partPs) {
    return Math.max(0, spanPs - partPs);
  }
}
