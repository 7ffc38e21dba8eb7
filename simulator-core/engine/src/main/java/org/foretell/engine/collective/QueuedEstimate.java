package org.foretell.engine.collective;

import org.foretell.model.CommunicatorNodes;
import org.foretell.model.MutableMessage;
import org.foretell.model.QueuedOccupancyModel;
import org.foretell.time.Ps;

/**
 * A member alone under a model whose interfaces queue. Of the members that share its ports, those
 * that send at the same step send when it does, and it is the last of them. Messages for receives
 * that were started are sent when the member starts its own sends, and are taken in between these
 * or afterwards.
 */
final class QueuedEstimate extends MemberEstimate {
  private final QueuedOccupancyModel model;
  private final AnyMember call;
  private final long startPs;
  private final MutableMessage empty = new MutableMessage();
  private long cpuPs;
  private long outPs;
  private long inPs;

  /** The last send: when it started, and when its message was injected. */
  private long lastSendPs;

  private long lastInjectedPs;

  private boolean hasStarted;

  /** When the first since the last wait was started. */
  private long firstPs;

  /** CPU time of all that was started. */
  private long startedCpuPs;

  /** From the injection of what was started until it is received, at most; 0 if nothing is. */
  private long arrivalPs;

  QueuedEstimate(QueuedOccupancyModel model, AnyMember call, double reducePsPerByte, long startPs) {
    super(call, reducePsPerByte);
    this.model = model;
    this.call = call;
    this.startPs = startPs;
  }

  @Override
  long begin() {
    clockPs = startPs;
    startedEndPs = startPs;
    cpuPs = startPs;
    outPs = startPs;
    inPs = startPs;
    lastSendPs = -1;
    hasStarted = false;
    return clockPs;
  }

  /** How many members send by the port of a message at the same time. */
  private long sharers(MutableMessage message) {
    CommunicatorNodes nodes = call.nodes();
    int ofNode = nodes.size(nodes.of(call.member));
    long senders = sendersOfNode(message.withinNode());
    long ofPort = Math.min(ofNode, model.ranksOfPort(message));
    return (senders * ofPort + ofNode - 1) / ofNode;
  }

  /** A message that is sent at a time is injected after those of the members that share. */
  private long inject(MutableMessage message, long sentPs) {
    long from = Math.max(outPs, Ps.plus(sentPs, model.injectPs(message)));
    if (message.withinNode() && model.sendPorts(message) == 0) {
      return from;
    }
    long share = model.sendNicPs(message);
    long others = Ps.times(sharers(message) - 1, share);
    long injected = Ps.plus(from, others);
    outPs = Math.max(Ps.plus(injected, share), Ps.plus(injected, model.streamPs(message)));
    return injected;
  }

  /** From the start of a send until its data are sent, by a receiver that waits for them. */
  private long handshakePs(MutableMessage message) {
    if (!message.rendezvous()) {
      return 0;
    }
    empty.set(
        message.source(),
        message.destination(),
        message.sourceNode(),
        message.destinationNode(),
        0,
        false);
    long there = oneWayPs(empty);
    empty.set(
        message.destination(),
        message.source(),
        message.destinationNode(),
        message.sourceNode(),
        0,
        false);
    return Ps.plus(there, oneWayPs(empty));
  }

  private long oneWayPs(MutableMessage message) {
    return Ps.plus(model.wirePs(message), receivePs(message));
  }

  /** From the first byte at the receiver's node until the message is complete. */
  private long receivePs(MutableMessage message) {
    long from = message.withinNode() ? 0 : model.receiveFromPs(message);
    return Ps.plus(from, model.receiveCpuPs(message));
  }

  /** What the handshake of a message costs the CPU at either end. */
  private long handshakeCpuPs(MutableMessage message) {
    if (!message.rendezvous()) {
      return 0;
    }
    handshakePs(message);
    return Ps.plus(model.sendCpuPs(empty), model.receiveCpuPs(empty));
  }

  @Override
  long send(MutableMessage message) {
    message.rendezvous(!model.eager(message));
    long start = Math.max(clockPs, cpuPs);
    long sent = Ps.plus(start, handshakePs(message));
    cpuPs = Ps.plus(sent, model.sendCpuPs(message));
    lastSendPs = start;
    lastInjectedPs = inject(message, sent);
    clockPs = cpuPs;
    if (message.rendezvous()) {
      clockPs = Math.max(cpuPs, Ps.plus(lastInjectedPs, model.streamPs(message)));
    }
    return start;
  }

  @Override
  void receive(MutableMessage message, long sendPs) {
    message.rendezvous(!model.eager(message));
    long injected = lastInjectedPs;
    if (sendPs != lastSendPs) {
      long sent = Ps.plus(Ps.plus(sendPs, handshakePs(message)), model.injectPs(message));
      long others =
          message.withinNode() ? 0 : Ps.times(sharers(message) - 1, model.sendNicPs(message));
      injected = Ps.plus(sent, others);
    }
    long from = Ps.plus(injected, model.flightPs(message));
    long ready = from;
    if (!message.withinNode()) {
      from = Math.max(from, inPs);
      inPs = Ps.plus(from, model.receiveNicPs(message));
      ready = Ps.plus(from, model.receiveFromPs(message));
    }
    cpuPs = Ps.plus(Math.max(ready, cpuPs), model.receiveCpuPs(message));
    clockPs = cpuPs;
  }

  @Override
  void startSend(MutableMessage message) {
    start();
    message.rendezvous(!model.eager(message));
    long start = Math.max(clockPs, cpuPs);
    long sent = Ps.plus(start, handshakePs(message));
    long cpu = model.sendCpuPs(message);
    lastSendPs = start;
    lastInjectedPs = inject(message, sent);
    if (message.rendezvous()) {
      startedEndPs = Math.max(startedEndPs, Ps.plus(lastInjectedPs, model.streamPs(message)));
    }
    long handshake = handshakeCpuPs(message);
    startedCpuPs = Ps.plus(startedCpuPs, Ps.plus(cpu, handshake));
    cpuPs = Ps.plus(start, message.rendezvous() ? model.sendCpuPs(empty) : cpu);
    clockPs = cpuPs;
  }

  @Override
  void startReceive(MutableMessage message) {
    start();
    message.rendezvous(!model.eager(message));
    long handshake = handshakeCpuPs(message);
    startedCpuPs = Ps.plus(startedCpuPs, Ps.plus(model.receiveCpuPs(message), handshake));
    long wire = model.wirePs(message);
    if (!message.withinNode()) {
      long begins = Ps.plus(Ps.plus(clockPs, handshakePs(message)), wire);
      inPs = Ps.plus(Math.max(inPs, begins), model.receiveNicPs(message));
    }
    arrivalPs = Math.max(arrivalPs, Ps.plus(model.flightPs(message), receivePs(message)));
  }

  private void start() {
    if (!hasStarted) {
      hasStarted = true;
      firstPs = Math.max(clockPs, cpuPs);
      lastSendPs = firstPs;
      lastInjectedPs = firstPs;
      startedCpuPs = 0;
      arrivalPs = 0;
    }
  }

  @Override
  void awaitStarted() {
    super.awaitStarted();
    if (hasStarted) {
      hasStarted = false;
      cpuPs = Math.max(cpuPs, Ps.plus(firstPs, startedCpuPs));
      if (arrivalPs > 0) {
        cpuPs = Math.max(cpuPs, Math.max(inPs, Ps.plus(lastInjectedPs, arrivalPs)));
      }
      clockPs = Math.max(clockPs, cpuPs);
    }
  }

  @Override
  void reduce(long spanPs) {
    cpuPs = Ps.plus(Math.max(clockPs, cpuPs), spanPs);
    clockPs = cpuPs;
  }
}
