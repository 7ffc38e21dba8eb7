package org.foretell.models.maxrate;

import org.foretell.model.Message;
import org.foretell.model.QueuedOccupancyModel;
import org.foretell.models.parameters.ByDistance;
import org.foretell.time.Ps;

/**
 * LogGP for nodes whose ranks share interfaces (W. Gropp, L. Olson, P. Samfass, EuroMPI 2016): a
 * message is limited by what its rank can inject, and by what the interface can carry that it
 * shares with others. Messages of up to S bytes are eager. Within a node CPUs copy.
 */
final class MaxRateModel extends QueuedOccupancyModel {
  private final ByDistance<MessageCosts> costs;
  private final ByDistance<MessageCosts> putCosts;
  private final InterfaceRates rates;
  private final RankPorts ports;
  private final long eagerBytes;
  private final Progress progress;

  MaxRateModel(
      ByDistance<MessageCosts> costs,
      ByDistance<MessageCosts> putCosts,
      InterfaceRates rates,
      RankPorts ports,
      long eagerBytes,
      Progress progress) {
    this.costs = costs;
    this.putCosts = putCosts;
    this.rates = rates;
    this.ports = ports;
    this.eagerBytes = eagerBytes;
    this.progress = progress;
  }

  private MessageCosts costs(Message message) {
    return message.oneSided() ? putCosts.of(message) : costs.of(message);
  }

  @Override
  public boolean eager(Message message) {
    return message.bytes() <= eagerBytes;
  }

  @Override
  public int ports() {
    return ports.ports();
  }

  @Override
  public int firstSendPort(Message message) {
    int rank = message.source();
    if (message.withinNode()) {
      return ports.memory(rank);
    }
    return rates.stripes(message.bytes()) ? ports.first(rank) : ports.own(rank);
  }

  @Override
  public int sendPorts(Message message) {
    if (message.withinNode()) {
      return costs(message).memoryPsPerByte() > 0 ? 1 : 0;
    }
    return interfaces(message, message.source());
  }

  @Override
  public int firstReceivePort(Message message) {
    int rank = message.destination();
    return rates.stripes(message.bytes()) ? ports.first(rank) : ports.own(rank);
  }

  @Override
  public int receivePorts(Message message) {
    return interfaces(message, message.destination());
  }

  /** The number of interfaces of a rank's node that a message uses. */
  private int interfaces(Message message, int rank) {
    return rates.stripes(message.bytes()) ? ports.count(rank) : 1;
  }

  @Override
  public int ranksOfPort(Message message) {
    int rank = message.source();
    return message.withinNode() || rates.stripes(message.bytes())
        ? ports.ranksOfNode(rank)
        : ports.sharers(rank);
  }

  @Override
  public boolean takesInLast() {
    return progress == Progress.WAITING;
  }

  @Override
  public long injectPs(Message message) {
    return costs(message).overheadPs(message.bytes());
  }

  /** Messages that share an interface, or a node's memory, have the same o but for the factors. */
  @Override
  public long leastInjectPs(Message message) {
    return Math.min(costs.of(message).leastOverheadPs(), putCosts.of(message).leastOverheadPs());
  }

  @Override
  public long leastFlightPs() {
    MessageCosts between = costs.betweenNodes();
    long least = Math.min(between.leastOverheadPs(), putCosts.betweenNodes().leastOverheadPs());
    return Ps.plus(least, between.latencyPs());
  }

  @Override
  public long flightPs(Message message) {
    return costs(message).latencyPs();
  }

  @Override
  public long streamPs(Message message) {
    if (message.withinNode()) {
      return costs(message).bytesPs(message.bytes());
    }
    int interfaces =
        rates.stripes(message.bytes())
            ? Math.min(ports.count(message.source()), ports.count(message.destination()))
            : 1;
    return rates.streamPs(message.bytes(), interfaces);
  }

  /** As late as the CPU need not wait for bytes that come slower than it copies. */
  @Override
  public long receiveFromPs(Message message) {
    return Math.max(0, streamPs(message) - costs(message).bytesPs(message.bytes()));
  }

  /** Within a node the receiver of a rendezvous copies straight from the sender's buffer. */
  @Override
  public long sendCpuPs(Message message) {
    MessageCosts cost = costs(message);
    return message.withinNode() && message.rendezvous()
        ? cost.overheadPs(message.bytes())
        : cost.cpuPs(message.bytes());
  }

  /**
   * Within a node each copy reads and writes every byte. An eager message is copied by both sides;
   * a rendezvous by its receiver alone, and what is one-sided by its source.
   */
  @Override
  public long sendNicPs(Message message) {
    if (message.withinNode()) {
      int accesses = message.rendezvous() || message.oneSided() ? 2 : 4;
      return Ps.atGap(message.bytes(), accesses * costs(message).memoryPsPerByte());
    }
    return rates.interfacePs(message.bytes(), interfaces(message, message.source()));
  }

  @Override
  public long receiveCpuPs(Message message) {
    return costs(message).cpuPs(message.bytes());
  }

  @Override
  public long receiveNicPs(Message message) {
    return rates.interfacePs(message.bytes(), interfaces(message, message.destination()));
  }
}
