package org.foretell.engine.collective;

import org.foretell.model.MutableMessage;
import org.foretell.model.OccupancyModel;
import org.foretell.time.Ps;

/**
 * A member alone under an occupancy model, with CPU and interface of its own. Messages for receives
 * that were started are sent when the member starts its own sends, and are taken in while it waits
 * for its interface, or afterwards.
 */
final class OccupancyEstimate extends MemberEstimate {
  private final OccupancyModel model;
  private final boolean takesInOnMatch;
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

  /** When the last message is taken in, under a model that does so on match. */
  private long takenPs;

  OccupancyEstimate(OccupancyModel model, AnyMember call, double reducePsPerByte, long startPs) {
    super(call, reducePsPerByte);
    this.model = model;
    takesInOnMatch = model.intake() == OccupancyModel.Intake.ON_MATCH;
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
  long send(MutableMessage message) {
    message.rendezvous(!model.eager(message));
    long start = Math.max(clockPs, Math.max(cpuPs, outPs));
    cpuPs = Ps.plus(start, model.sendCpuPs(message));
    outPs = Ps.plus(start, model.sendNicPs(message));
    clockPs = cpuPs;
    if (message.rendezvous()) {
      long release = Ps.plus(start, untilReleasePs(message));
      clockPs = Math.max(cpuPs, release);
      if (takesInOnMatch) {
        cpuPs = clockPs;
        outPs = Math.max(outPs, release);
      }
    }
    return start;
  }

  /** From the start of a rendezvous send until its receiver, who waits for it, releases it. */
  private long untilReleasePs(MutableMessage message) {
    long wire = model.wirePs(message);
    return takesInOnMatch ? Ps.plus(wire, intakePs(message)) : wire;
  }

  /**
   * How long a message is taken in that is matched as it arrives, by who has nothing else to do.
   */
  private long intakePs(MutableMessage message) {
    return Ps.plus(model.receiveNicPs(message), model.receiveCpuPs(message));
  }

  @Override
  void receive(MutableMessage message, long sendPs) {
    message.rendezvous(!model.eager(message));
    long there = Ps.plus(sendPs, model.wirePs(message));
    if (takesInOnMatch) {
      inPs = Ps.plus(Math.max(there, inPs), model.receiveNicPs(message));
      cpuPs = Ps.plus(Math.max(inPs, cpuPs), model.receiveCpuPs(message));
      clockPs = cpuPs;
      return;
    }
    long start = Math.max(there, Math.max(cpuPs, inPs));
    cpuPs = Ps.plus(start, model.receiveCpuPs(message));
    inPs = Ps.plus(start, model.receiveNicPs(message));
    clockPs = cpuPs;
  }

  @Override
  void startSend(MutableMessage message) {
    start();
    long start = send(message);
    startedEndPs = Math.max(startedEndPs, clockPs);
    lastSendPs = start;
    startedCpuPs = Ps.plus(startedCpuPs, model.sendCpuPs(message));
    clockPs = cpuPs;
  }

  @Override
  void startReceive(MutableMessage message) {
    start();
    message.rendezvous(!model.eager(message));
    long wire = model.wirePs(message);
    long cpu = model.receiveCpuPs(message);
    // On match the CPU is reserved until the interface is done, and meanwhile does nothing else.
    startedCpuPs = Ps.plus(startedCpuPs, takesInOnMatch ? intakePs(message) : cpu);
    inPs = Ps.plus(Math.max(inPs, Ps.plus(clockPs, wire)), model.receiveNicPs(message));
    arrivalPs = Math.max(arrivalPs, Ps.plus(wire, takesInOnMatch ? intakePs(message) : cpu));
    if (takesInOnMatch) {
      takenPs = Ps.plus(Math.max(inPs, takenPs), cpu);
    }
  }

  private void start() {
    if (!hasStarted) {
      hasStarted = true;
      firstPs = Math.max(clockPs, cpuPs);
      lastSendPs = firstPs;
      startedCpuPs = 0;
      arrivalPs = 0;
      takenPs = 0;
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
        cpuPs = Math.max(cpuPs, takenPs);
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
