package org.foretell.engine.message;

import org.foretell.engine.cause.CauseTree;
import org.foretell.engine.cause.Causes;
import org.foretell.engine.cause.MessageCost;
import org.foretell.engine.cause.Uses;
import org.foretell.engine.kernel.ModelAnswer;
import org.foretell.model.MutableMessage;
import org.foretell.model.OccupancyModel;
import org.foretell.observe.PathLeg;
import org.foretell.observe.SimObserver;
import org.jspecify.annotations.Nullable;

/**
 * What messages cost CPUs and interfaces under an {@link OccupancyModel}, and what that follows
 * from.
 */
public final class OccupancyCosts {
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
  private final MessagePool messages;
  private final MutableMessage view;
  private final OccupancyEvents events;
  private final Causes causes;

  /** Until when CPUs are in use. */
  private final Uses cpus;

  /** By interface how long its sides are in use. */
  private final Uses out;

  private final Uses in;
  private final @Nullable SimObserver observer;

  /**
   * @param view shows the message that every method is about
   */
  public OccupancyCosts(
      OccupancyModel model,
      MessagePool messages,
      MutableMessage view,
      OccupancyEvents events,
      Causes causes,
      Uses cpus,
      Uses out,
      Uses in,
      @Nullable SimObserver observer) {
    this.model = model;
    takesInOnArrival = model.intake() == OccupancyModel.Intake.ON_ARRIVAL;
    this.messages = messages;
    this.view = view;
    this.events = events;
    this.causes = causes;
    this.cpus = cpus;
    this.out = out;
    this.in = in;
    this.observer = observer;
  }

  /** Until when a CPU sends the message. */
  public long sendCpuUntilPs(long startPs) {
    return ModelAnswer.endPs(startPs, model.sendCpuPs(view, startPs), "sendCpuPs");
  }

  /** Until when an interface sends the message. */
  public long sendNicUntilPs(long startPs) {
    return ModelAnswer.endPs(startPs, model.sendNicPs(view), "sendNicPs");
  }

  /** When the message arrives, which an interface sends. */
  public long arrivePs(long startPs) {
    return ModelAnswer.endPs(startPs, model.wirePs(view, startPs), "wirePs");
  }

  /** Reports to the observer that a CPU is busy with the message. */
  public void tellCpu(int cpu, long fromPs, long untilPs) {
    if (observer != null) {
      observer.busy(SimObserver.Resource.CPU, cpu, view.bytes(), fromPs, untilPs);
    }
  }

  /**
   * Reports to the observer that an interface sends the message, which arrives: its last byte
   * follows the first.
   */
  public void tellSent(int nic, long startPs, long nicUntilPs, long arrivePs) {
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
   * @param who sends it, see {@link Causes#numbered}
   * @param byCaller whether the CPU does
   * @return the moment at which its sender goes on
   */
  public int leaves(
      int cpu,
      int nic,
      int who,
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
    int onNic = out.after(nic, who, onCpu);
    long start = causes.endPs(onNic);
    long bytes = view.bytes();
    view.bytes(0);
    long first = Math.min(arrivePs, start + model.wirePs(view, start));
    view.bytes(bytes);
    int there = causes.happened(PathLeg.Kind.LATENCY, view, WIRE, start, first, onNic);
    messages.cause(
        message, causes.happened(PathLeg.Kind.BANDWIDTH, view, null, first, arrivePs, there));
    keepsNic(out, PathLeg.Resource.NIC_OUT, nic, SEND_NIC, nicUntilPs, onNic);
    if (!byCaller) {
      return onCpu;
    }
    long called = causes.endPs(onCpu);
    int left = causes.happened(PathLeg.Kind.OVERHEAD, view, SEND_CPU, called, cpuUntilPs, onCpu);
    cpus.keep(cpu, left);
    return left;
  }

  /** The message keeps a side of an interface. */
  private void keepsNic(
      Uses sides, PathLeg.Resource side, int nic, MessageCost cost, long untilPs, int after) {
    sides.keep(
        nic, causes.happened(PathLeg.Kind.INTERFACE_QUEUE, side, nic, view, cost, untilPs, after));
  }

  /**
   * The message keeps CPU and interface of its receiver from a moment on; on arrival both are free.
   *
   * @return when it is complete, at the moment that it follows from
   */
  public long takeIn(int cpu, int nic, int message, long nowPs, int after) {
    long nicFrom = Math.max(nowPs, events.inPs(nic));
    long nicUntil = ModelAnswer.endPs(nicFrom, model.receiveNicPs(view), "receiveNicPs");
    long cpuFrom = takesInOnArrival ? nowPs : Math.max(nicUntil, events.cpuPs(cpu));
    long done = ModelAnswer.endPs(cpuFrom, model.receiveCpuPs(view, cpuFrom), "receiveCpuPs");
    events.takeIn(cpu, nic, done, nicUntil);
    messages.cause(message, taken(cpu, nic, message, nicUntil, done, after));
    if (observer != null) {
      long bytes = view.bytes();
      observer.busy(SimObserver.Resource.CPU, cpu, bytes, cpuFrom, done);
      observer.busy(SimObserver.Resource.NIC_IN, nic, bytes, nicFrom, nicUntil);
    }
    messages.arrivePs(message, done);
    return done;
  }

  /** The moment at which the message has been taken in. */
  private int taken(int cpu, int nic, int message, long nicUntilPs, long cpuUntilPs, int after) {
    if (!causes.areKept()) {
      return CauseTree.NONE; // each message comes here
    }
    int who = EventList.who(message);
    int begun;
    if (takesInOnArrival) {
      begun = cpus.after(cpu, in, nic, who, after);
      keepsNic(in, PathLeg.Resource.NIC_IN, nic, RECEIVE_NIC, nicUntilPs, begun);
    } else {
      int onNic = in.after(nic, who, after);
      long start = causes.endPs(onNic);
      int there =
          causes.happened(PathLeg.Kind.BANDWIDTH, view, RECEIVE_NIC, start, nicUntilPs, onNic);
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
  public long takeInAlone(int cpu, int nic, int message, long nowPs) {
    long from = Math.max(nowPs, events.inPs(nic));
    long nicUntil = ModelAnswer.endPs(from, model.receiveNicPs(view), "receiveNicPs");
    events.takeIn(cpu, nic, events.cpuPs(cpu), nicUntil);
    if (observer != null) {
      observer.busy(SimObserver.Resource.NIC_IN, nic, view.bytes(), from, nicUntil);
    }
    long complete = ModelAnswer.endPs(from, model.lastBytePs(view), "lastBytePs");
    int begun = in.after(nic, EventList.who(message), messages.cause(message));
    keepsNic(in, PathLeg.Resource.NIC_IN, nic, RECEIVE_NIC, nicUntil, begun);
    messages.cause(
        message,
        causes.happened(
            PathLeg.Kind.BANDWIDTH, view, LAST_BYTE, causes.endPs(begun), complete, begun));
    return complete;
  }
}
