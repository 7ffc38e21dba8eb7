package org.foretell.engine.reference;

import java.util.HashMap;
import java.util.Map;
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

  /** A message sent at a time leaves its node: when. */
  long inject(Message message, long sentPs) {
    if (message.source() >= ranks) {
      throw new IllegalArgumentException("no rank " + message.source());
    }
    long from = sentPs + model.injectPs(message);
    int ports = model.sendPorts(message);
    for (int i = 0; i < ports; i++) {
      from = Math.max(from, free("out" + (model.firstSendPort(message) + i)));
    }
    boolean within = message.withinNode();
    if (!within) {
      from = Math.max(from, free("rank out" + message.source()));
      freePs.put("rank out" + message.source(), from + model.streamPs(message));
    }
    long until = from + model.sendNicPs(message);
    for (int i = 0; i < ports; i++) {
      int port = model.firstSendPort(message) + i;
      freePs.put("out" + port, until);
      if (!within) {
        observer.busy(Resource.NIC_OUT, port, (message.bytes() + i) / ports, from, until);
      }
    }
    if (within && ports > 0) {
      observer.busy(Resource.NODE_BUS, message.sourceNode(), message.bytes(), from, until);
    }
    return from;
  }

  /** A message from another node is there: from when on it is taken in. */
  long receive(Message message, long arrivalPs) {
    String rank = "rank in" + message.destination();
    long from = Math.max(arrivalPs, free(rank));
    int ports = model.receivePorts(message);
    for (int i = 0; i < ports; i++) {
      from = Math.max(from, free("in" + (model.firstReceivePort(message) + i)));
    }
    freePs.put(rank, from + model.streamPs(message));
    long until = from + model.receiveNicPs(message);
    for (int i = 0; i < ports; i++) {
      int port = model.firstReceivePort(message) + i;
      freePs.put("in" + port, until);
      observer.busy(Resource.NIC_IN, port, (message.bytes() + i) / ports, from, until);
    }
    return from;
  }
}
