package org.foretell.engine.reference;

import org.foretell.model.Message;
import org.foretell.model.QueuedOccupancyModel;

/**
 * Interfaces that queue, with integer parameters: ranks share ports by their nodes, {@code
 * portsPerNode} each; what is longer than {@code stripeBytes} takes all of its node. A rank is
 * {@code rankSlowness} times slower than a port. If {@code smallReachSooner}, messages of up to 100
 * bytes reach the ports after {@code gapPs} if that is less than {@code overheadPs}. One-sided
 * messages fly longer between nodes, and otherwise within one.
 */
public final class SharedInterfacesModel extends QueuedOccupancyModel {
  private final int nodes;
  private final int portsPerNode;
  private final long latencyPs;
  private final long overheadPs;
  private final long gapPs;
  private final long perBytePs;
  private final long overheadPerBytePs;
  private final long eagerBytes;
  private final long stripeBytes;
  private final boolean memory;
  private final int rankSlowness;
  private final boolean smallReachSooner;
  private boolean takesInLast;

  /** Times in picoseconds, sizes in bytes; {@code memory}: a port of each node for its own. */
  public SharedInterfacesModel(
      int nodes,
      int portsPerNode,
      long latencyPs,
      long overheadPs,
      long gapPs,
      long perBytePs,
      long overheadPerBytePs,
      long eagerBytes,
      long stripeBytes,
      boolean memory,
      int rankSlowness,
      boolean smallReachSooner) {
    this.nodes = nodes;
    this.portsPerNode = portsPerNode;
    this.latencyPs = latencyPs;
    this.overheadPs = overheadPs;
    this.gapPs = gapPs;
    this.perBytePs = perBytePs;
    this.overheadPerBytePs = overheadPerBytePs;
    this.eagerBytes = eagerBytes;
    this.stripeBytes = stripeBytes;
    this.memory = memory;
    this.rankSlowness = rankSlowness;
    this.smallReachSooner = smallReachSooner;
  }

  /** The same model, but messages are taken in after all else of their time, or not. */
  public SharedInterfacesModel takingInLast(boolean last) {
    takesInLast = last;
    return this;
  }

  private static long moreThanOne(Message message) {
    return Math.max(0, message.bytes() - 1);
  }

  private boolean striped(Message message) {
    return message.bytes() > stripeBytes;
  }

  private int first(int rank, int node, Message message) {
    return node * portsPerNode + (striped(message) ? 0 : rank % portsPerNode);
  }

  private long portPs(Message message) {
    return gapPs + moreThanOne(message) / (striped(message) ? portsPerNode : 1) * perBytePs;
  }

  @Override
  public int ports() {
    return nodes * (portsPerNode + 1);
  }

  @Override
  public int firstSendPort(Message message) {
    return message.withinNode()
        ? nodes * portsPerNode + message.sourceNode()
        : first(message.source(), message.sourceNode(), message);
  }

  @Override
  public int sendPorts(Message message) {
    if (message.withinNode()) {
      return memory ? 1 : 0;
    }
    return striped(message) ? portsPerNode : 1;
  }

  @Override
  public int firstReceivePort(Message message) {
    return first(message.destination(), message.destinationNode(), message);
  }

  @Override
  public int receivePorts(Message message) {
    return striped(message) ? portsPerNode : 1;
  }

  @Override
  public int ranksOfPort(Message message) {
    return 1;
  }

  @Override
  public boolean takesInLast() {
    return takesInLast;
  }

  @Override
  public long injectPs(Message message) {
    return message.bytes() > 100 ? overheadPs : leastInjectPs(message);
  }

  @Override
  public long leastInjectPs(Message message) {
    return smallReachSooner ? Math.min(overheadPs, gapPs) : overheadPs;
  }

  @Override
  public long leastFlightPs() {
    return (smallReachSooner ? Math.min(overheadPs, gapPs) : overheadPs) + latencyPs;
  }

  @Override
  public long flightPs(Message message) {
    if (message.oneSided()) {
      return message.withinNode() ? gapPs : latencyPs + gapPs;
    }
    return message.withinNode() ? overheadPs : latencyPs;
  }

  @Override
  public long streamPs(Message message) {
    return moreThanOne(message) * perBytePs * (message.withinNode() ? 1 : rankSlowness);
  }

  @Override
  public long receiveFromPs(Message message) {
    return Math.max(0, streamPs(message) - moreThanOne(message) * overheadPerBytePs);
  }

  @Override
  public boolean eager(Message message) {
    return message.bytes() <= eagerBytes;
  }

  @Override
  public long sendCpuPs(Message message) {
    return overheadPs + moreThanOne(message) * overheadPerBytePs;
  }

  @Override
  public long sendNicPs(Message message) {
    return portPs(message);
  }

  @Override
  public long receiveCpuPs(Message message) {
    return overheadPs
        + moreThanOne(message) * overheadPerBytePs
        + (message.rendezvous() ? overheadPs : 0);
  }

  @Override
  public long receiveNicPs(Message message) {
    return portPs(message);
  }

  @Override
  public String toString() {
    return "interfaces nodes=%d ports=%d L=%d o=%d g=%d G=%d O=%d S=%d stripe=%d memory=%b rank=1/%d sooner=%b last=%b"
        .formatted(
            nodes,
            portsPerNode,
            latencyPs,
            overheadPs,
            gapPs,
            perBytePs,
            overheadPerBytePs,
            eagerBytes,
            stripeBytes,
            memory,
            rankSlowness,
            smallReachSooner,
            takesInLast);
  }
}
