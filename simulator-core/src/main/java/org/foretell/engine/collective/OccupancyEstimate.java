package org.foretell.engine.collective;

import org.foretell.model.Message;
import org.foretell.model.OccupancyModel;
import org.foretell.time.Ps;

/**
 * A member alone under an occupancy model, with CPU and interface of its own. Messages for receives
 * that were started are sent when the member starts its own sends, and are taken in while it waits
 * for its interface, or afterwards.
 */
final class OccupancyEstimate extends MemberEstimate {
  private final OccupancyModel model;
  private final long startPs;
  private long cpuPs;
  private long outPs;
  private long inPs;
  private boolean hasStarted;

  /** When the first since the last wait was started. */
  private long firstPs;

  /** When the last send was started. */
  private long lastSendPs;

  /** CPU time of all that was started. */
  private long startedCpuPs;

  /** From a send until it is received, at most; 0 if nothing is. */
  private long arrivalPs;

  OccupancyEstimate(OccupancyModel model, AnyMember call, double reducePsPerByte, long startPs) {
    super(call, reducePsPerByte);
    this.model = model;
    this.startPs = startPs;
  }

  @Override
  long begin() {
    clockPs = startPs;
    startedEndPs = startPs;
    cpuPs = startPs;
    outPs = startPs;
    inPs = startPs;
    hasStarted = false;
    return clockPs;
  }

  @Override
  long send(Message message) {
    message.rendezvous(!model.eager(message));
    long start = Math.max(clockPs, Math.max(cpuPs, outPs));
    cpuPs = Ps.plus(start, model.sendCpuPs(message));
    outPs = Ps.plus(start, model.sendNicPs(message));
    clockPs = message.rendezvous() ? Math.max(cpuPs, Ps.plus(start, model.wirePs(message))) : cpuPs;
    return start;
  }

  @Override
  void receive(Message message, long sendPs) {
    message.rendezvous(!model.eager(message));
    long there = Ps.plus(sendPs, model.wirePs(message));
    long start = Math.max(there, Math.max(cpuPs, inPs));
    cpuPs = Ps.plus(start, model.receiveCpuPs(message));
    inPs = Ps.plus(start, model.receiveNicPs(message));
    clockPs = cpuPs;
  }

  @Override
  void startSend(Message message) {
    start();
    long start = send(message);
    startedEndPs = Math.max(startedEndPs, clockPs);
    lastSendPs = start;
    startedCpuPs = Ps.plus(startedCpuPs, model.sendCpuPs(message));
    clockPs = cpuPs;
  }

  @Override
  void startReceive(Message message) {
    start();
    message.rendezvous(!model.eager(message));
    long wire = model.wirePs(message);
    long cpu = model.receiveCpuPs(message);
    startedCpuPs = Ps.plus(startedCpuPs, cpu);
    inPs = Ps.plus(Math.max(inPs, Ps.plus(clockPs, wire)), model.receiveNicPs(message));
    arrivalPs = Math.max(arrivalPs, Ps.plus(wire, cpu));
  }

  private void start() {
    if (!hasStarted) {
      hasStarted = true;
      firstPs = Math.max(clockPs, cpuPs);
      lastSendPs = firstPs;
      startedCpuPs = 0;
      arrivalPs = 0;
    }
  }

  @Override
  void awaitStarted() {
    super.awaitStarted();
    if (hasStarted) {
      // Messages are taken in between sends, so the CPU need not rest.
      hasStarted = false;
      cpuPs = Math.max(cpuPs, Ps.plus(firstPs, startedCpuPs));
      if (arrivalPs > 0) {
        cpuPs = Math.max(cpuPs, Math.max(inPs, Ps.plus(lastSendPs, arrivalPs)));
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
