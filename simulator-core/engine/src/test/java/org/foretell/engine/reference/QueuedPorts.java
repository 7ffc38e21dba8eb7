package org.foretell.engine.reference;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.foretell.model.Message;
import org.foretell.model.QueuedOccupancyModel;
import org.foretell.observe.SimObserver;
import org.foretell.observe.SimObserver.Resource;

/** When ports, and the ranks' sides of the network, are free: each has a name. */
final class QueuedPorts {
  private final QueuedOccupancyModel model;
  private final int ranks;
  private final SimObserver observer;
  private final Map<String, Long> freePs = new HashMap<>();

  QueuedPorts(QueuedOccupancyModel model, int ranks, SimObserver observer) {
    this.model = model;
    this.ranks = ranks;
    this.observer = observer;
  }

  private long free(String name) {
    return freePs.getOrDefault(name, 0L);
  }

  /** A message is sent at a time: when it reaches its ports. */
  long reach(Message message, long sentPs) {
    if (message.source() >= ranks) {
      throw new IllegalArgumentException("no rank " + message.source());
    }
    long reachesPs = sentPs + model.injectPs(message);
    if (!message.withinNode()) {
      String side = "rank out" + message.source();
      reachesPs = Math.max(reachesPs, free(side));
      freePs.put(side, reachesPs + model.streamPs(message));
    }
    return reachesPs;
  }

  /** A message that reaches its ports at a time asks for them: when it is injected. */
  long inject(Message message, long reachesPs) {
    List<Integer> ports = following(model.firstSendPort(message), model.sendPorts(message));
    long from = firstFree("out", ports, reachesPs);
    long until = from + model.sendNicPs(message);
    take("out", ports, until);
    if (!message.withinNode()) {
      tell(Resource.NIC_OUT, ports, message, from, until);
    } else if (!ports.isEmpty()) {
      observer.busy(Resource.NODE_BUS, message.sourceNode(), message.bytes(), from, until);
    }
    return from;
  }

  /** The first byte of a message from another node is there: when the rank begins to have it. */
  long receive(Message message, long arrivalPs) {
    List<Integer> ports = following(model.firstReceivePort(message), model.receivePorts(message));
    long from = firstFree("in", ports, arrivalPs);
    long until = from + model.receiveNicPs(message);
    take("in", ports, until);
    tell(Resource.NIC_IN, ports, message, from, until);
    String side = "rank in" + message.destination();
    long rankFrom = Math.max(from, free(side));
    freePs.put(side, rankFrom + model.streamPs(message));
    return rankFrom;
  }

  private static List<Integer> following(int first, int count) {
    return IntStream.range(first, first + count).boxed().toList();
  }

  private long firstFree(String side, List<Integer> ports, long fromPs) {
    return ports.stream().mapToLong(port -> free(side + port)).reduce(fromPs, Math::max);
  }

  private void take(String side, List<Integer> ports, long untilPs) {
    ports.forEach(port -> freePs.put(side + port, untilPs));
  }

  private void tell(
      Resource resource, List<Integer> ports, Message message, long fromPs, long untilPs) {
    for (int i = 0; i < ports.size(); i++) {
      long part = (message.bytes() + i) / ports.size();
      observer.busy(resource, ports.get(i), part, fromPs, untilPs);
    }
  }
}
