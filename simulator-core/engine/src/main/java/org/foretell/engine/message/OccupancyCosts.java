package org.foretell.engine.message;

import org.foretell.engine.cause.CauseTree;
import org.foretell.engine.cause.MessageCost;
import org.foretell.engine.cause.Uses;
import org.foretell.engine.kernel.ModelAnswer;
import org.foretell.model.OccupancyModel;
import org.foretell.observe.PathLeg;
import org.foretell.observe.SimObserver;

/**
 * What messages cost CPUs and interfaces under an {@link OccupancyModel}, and what that follows
 * from.
 */
public final class OccupancyCosts extends MessageCosts {
  static final MessageCost SEND_CPU =
      (model, message, startPs) -> ((OccupancyModel) model).sendCpuPs(message, startPs);
  private static final MessageCost SEND_NIC =
      (model, message, startPs) -> ((OccupancyModel) model).sendNicPs(message);
  private static final MessageCost WIRE =
      (model, message, startPs) -> ((OccupancyModel) model).wirePs(message, startPs);
  private static final MessageCost RECEIVE_NIC =
      (model, message, startPs) -> ((OccupancyModel) model).receiveNicPs(message);
  static final MessageCost RECEIVE_CPU =
      (model, message, startPs) -> ((OccupancyModel) model).receiveCpuPs(message, startPs);
  static final MessageCost LAST_BYTE =
      (model, message, startPs) -> ((OccupancyModel) model).lastBytePs(message);
  static final MessageCost ACKNOWLEDGE =
      (model, message, startPs) -> ((OccupancyModel) model).acknowledgePs(message);

  private final OccupancyModel model;
  private final boolean takesInOnArrival;
  private final boolean interfaceDecides;

  /** By interface how long its sides are in use. */
  private final Uses out;

  private final Uses in;

  /**
   * @param out by interface how long its sending side is in use
   * @param in likewise its receiving side
   * @param interfaceDecides whether a message follows from the interface, rather than from the CPU,
   *     if it has waited for both until the same time
   */
  public OccupancyCosts(
      OccupancyModel model, Uses out, Uses in, boolean interfaceDecides, CostState state) {
    super(state, true);
    this.model = model;
    this.interfaceDecides = interfaceDecides;
    takesInOnArrival = model.intake() == OccupancyModel.Intake.ON_ARRIVAL;
    this.out = out;
    this.in = in;
  }

  /** Whether a message is taken in when it arrives; otherwise when its receive is posted too. */
  boolean takesInOnArrival() {
    return takesInOnArrival;
  }

  @Override
  public int free(int message, int cpu, int came) {
    if (!causes.areKept()) {
      return CauseTree.NONE; // each message comes here
    }
    int nic = ends.nicOf(messages.source(message), message);
    return free(cpu, out, nic, cpu, came);
  }

  /** The moment at which a CPU and a side of an interface are free for who came. */
  private int free(int cpu, Uses sides, int nic, int who, int came) {
    return interfaceDecides
        ? sides.after(nic, cpus, cpu, who, came)
        : cpus.after(cpu, sides, nic, who, came);
  }

  @Override
  public long callerPs(int message) {
    long now = ends.nowPs();
    return ModelAnswer.endPs(now, model.sendCpuPs(view, now), "sendCpuPs");
  }

  @Override
  public int sends(int message, int cpu, long callerPs, int begun) {
    messages.callerPs(message, callerPs);
    return sends(message, cpu, true, ends.nowPs(), callerPs, begun);
  }

  /**
   * A message is sent now.
   *
   * @param byCaller whether its sender does, which has the CPU; otherwise the interface alone
   * @param nicFromPs when the interface is free
   * @return the moment at which the sender goes on
   */
  int sends(int message, int cpu, boolean byCaller, long nicFromPs, long callerPs, int begun) {
    int nic = ends.nicOf(messages.source(message), message);
    long nicUntil = ModelAnswer.endPs(nicFromPs, model.sendNicPs(view), "sendNicPs");
    long arrive = ModelAnswer.endPs(nicFromPs, model.wirePs(view, nicFromPs), "wirePs");
    messages.arrivePs(message, arrive);
    ends.keepOut(nic, nicUntil);
    int goesOn = leaves(cpu, nic, message, byCaller, arrive, nicUntil, callerPs, begun);
    if (byCaller) {
      keepCpu(cpu, view.bytes(), ends.nowPs(), callerPs, goesOn);
    } else {
      ends.keepCpu(cpu, callerPs, goesOn); // moves the event of its rank
    }
    tellSent(nic, nicFromPs, nicUntil, arrive);
    return goesOn;
  }

  @Override
  public boolean setsOut(int message, int after) {
    long arrive = messages.arrivePs(message);
    if (view.withinNode()) {
      ends.messageComes(message, arrive, after);
    } else {
      ends.crosses(message, view.source(), arrive, after);
    }
    return false;
  }

  /** Comes when all is free that it needs to be taken in, or when it arrives. */
  @Override
  public Place comes(int message) {
    if (takesInOnArrival) {
      int rank = messages.destination(message);
      int cpu = ends.cpuOf(rank, message);
      int nic = ends.nicOf(rank, message);
      int begun = CauseTree.NONE;
      if (causes.areKept()) { // each message comes here
        int came = messages.cause(message);
        begun = ends.begins(rank, free(cpu, in, nic, MessagePool.who(message), came));
      }
      takeIn(cpu, nic, message, begun);
    } else {
      messages.arrivePs(message, ends.nowPs());
    }
    return Place.AT_RECEIVER;
  }

  @Override
  public long meets(int message, long receiving, long postedPs, int met) {
    if (!takesInOnArrival) {
      int rank = messages.destination(message);
      int cpu = ends.receivingCpu(rank, receiving);
      takeIn(cpu, ends.receivingNic(rank, receiving), message, met);
    }
    return messages.arrivePs(message);
  }

  @Override
  public long sentPs(int message, long completePs) {
    if (takesInOnArrival) {
      return Math.max(messages.callerPs(message), ends.nowPs());
    }
    int rank = messages.source(message);
    int cpu = ends.cpuOf(rank, message);
    int nic = ends.nicOf(rank, message);
    int complete = messages.cause(message);
    ends.keepOut(nic, completePs);
    ends.keepCpu(cpu, completePs, complete);
    out.keepLater(nic, complete);
    cpus.keepLater(cpu, complete);
    return super.sentPs(message, completePs);
  }

  @Override
  public int sent(int message, int now) {
    return takesInOnArrival ? now : messages.cause(message);
  }

  /**
   * Reports to the observer that an interface sends the message, which arrives: its last byte
   * follows the first.
   */
  private void tellSent(int nic, long startPs, long nicUntilPs, long arrivePs) {
    if (observer != null) {
      long bytes = view.bytes();
      observer.busy(SimObserver.Resource.NIC_OUT, nic, bytes, startPs, nicUntilPs);
      if (bytes > 0) {
        long last = ModelAnswer.endPs(arrivePs, model.lastBytePs(view), "lastBytePs");
        observer.moved(
            view.source(), view.destination(), bytes, startPs, Math.max(nicUntilPs, last));
      }
    }
  }

  /**
   * The message leaves.
   *
   * @param byCaller whether the CPU does
   * @return the moment at which its sender goes on
   */
  private int leaves(
      int cpu,
      int nic,
      int message,
      boolean byCaller,
      long arrivePs,
      long nicUntilPs,
      long cpuUntilPs,
      int after) {
    if (!causes.areKept()) {
      return CauseTree.NONE; // else each message would cost a question to the model for nobody
    }
    int onCpu = byCaller ? cpus.after(cpu, after) : after;
    int onNic = out.after(nic, cpu, onCpu);
    long start = causes.endPs(onNic);
    long bytes = view.bytes();
    view.bytes(0);
    long first = Math.min(arrivePs, start + model.wirePs(view, start));
    view.bytes(bytes);
    int who = MessagePool.who(message);
    int there = causes.happened(PathLeg.Kind.LATENCY, who, view, WIRE, start, first, onNic);
    messages.cause(
        message, causes.happened(PathLeg.Kind.BANDWIDTH, who, view, null, first, arrivePs, there));
    keepsNic(out, PathLeg.Resource.NIC_OUT, nic, who, SEND_NIC, nicUntilPs, onNic);
    if (!byCaller) {
      return onCpu;
    }
    long called = causes.endPs(onCpu);
    return causes.happened(PathLeg.Kind.OVERHEAD, who, view, SEND_CPU, called, cpuUntilPs, onCpu);
  }

  /** The message keeps a side of an interface. */
  private void keepsNic(
      Uses sides,
      PathLeg.Resource side,
      int nic,
      int who,
      MessageCost cost,
      long untilPs,
      int after) {
    sides.keep(
        nic,
        causes.happened(PathLeg.Kind.INTERFACE_QUEUE, side, nic, who, view, cost, untilPs, after));
  }

  /**
   * A message keeps CPU and interface of its receiver from a moment on; on arrival both are free.
   * It is complete after that, at the moment that it follows from.
   */
  private void takeIn(int cpu, int nic, int message, int after) {
    messages.show(message, view, nodes);
    long now = ends.nowPs();
    long nicFrom = Math.max(now, ends.inPs(nic));
    long nicUntil = ModelAnswer.endPs(nicFrom, model.receiveNicPs(view), "receiveNicPs");
    long cpuFrom = takesInOnArrival ? now : Math.max(nicUntil, ends.cpuPs(cpu));
    long done = ModelAnswer.endPs(cpuFrom, model.receiveCpuPs(view, cpuFrom), "receiveCpuPs");
    int taken = taken(cpu, nic, message, nicUntil, done, after);
    messages.cause(message, taken);
    ends.keepIn(nic, nicUntil);
    ends.keepCpu(cpu, done, taken);
    if (observer != null) {
      long bytes = view.bytes();
      observer.busy(SimObserver.Resource.CPU, cpu, bytes, cpuFrom, done);
      observer.busy(SimObserver.Resource.NIC_IN, nic, bytes, nicFrom, nicUntil);
    }
    messages.arrivePs(message, done);
  }

  /** The moment at which the message has been taken in. */
  private int taken(int cpu, int nic, int message, long nicUntilPs, long cpuUntilPs, int after) {
    if (!causes.areKept()) {
      return CauseTree.NONE; // each message comes here
    }
    int begun = after;
    int who = MessagePool.who(message);
    if (takesInOnArrival) {
      keepsNic(in, PathLeg.Resource.NIC_IN, nic, who, RECEIVE_NIC, nicUntilPs, begun);
    } else {
      int onNic = in.after(nic, who, after);
      long start = causes.endPs(onNic);
      int there =
          causes.happened(PathLeg.Kind.BANDWIDTH, who, view, RECEIVE_NIC, start, nicUntilPs, onNic);
      in.keep(nic, there);
      begun = cpus.after(cpu, who, there);
    }
    int taken =
        causes.happenedAtTarget(
            PathLeg.Kind.OVERHEAD, view, RECEIVE_CPU, causes.endPs(begun), cpuUntilPs, begun);
    cpus.keep(cpu, taken);
    return taken;
  }

  /**
   * The message, a one-sided one, is taken in by the interface alone, as soon as that is free.
   *
   * @return when it is complete, at the moment that it follows from
   */
  long takeInAlone(int cpu, int nic, int message) {
    long from = Math.max(ends.nowPs(), ends.inPs(nic));
    long nicUntil = ModelAnswer.endPs(from, model.receiveNicPs(view), "receiveNicPs");
    ends.keepIn(nic, nicUntil);
    ends.keepCpu(cpu, ends.cpuPs(cpu), CauseTree.NONE); // moves the event of its rank
    if (observer != null) {
      observer.busy(SimObserver.Resource.NIC_IN, nic, view.bytes(), from, nicUntil);
    }
    long complete = ModelAnswer.endPs(from, model.lastBytePs(view), "lastBytePs");
    int who = MessagePool.who(message);
    int begun = in.after(nic, who, messages.cause(message));
    keepsNic(in, PathLeg.Resource.NIC_IN, nic, who, RECEIVE_NIC, nicUntil, begun);
    messages.cause(
        message,
        causes.happened(
            PathLeg.Kind.BANDWIDTH, who, view, LAST_BYTE, causes.endPs(begun), complete, begun));
    return complete;
  }
}
