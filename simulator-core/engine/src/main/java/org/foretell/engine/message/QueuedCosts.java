package org.foretell.engine.message;

import static org.foretell.engine.message.InterfaceQueues.CLEAR_TO_SEND;
import static org.foretell.engine.message.InterfaceQueues.DATA;

import org.foretell.engine.cause.Causes;
import org.foretell.engine.cause.Uses;
import org.foretell.engine.kernel.ModelAnswer;
import org.foretell.model.MutableMessage;
import org.foretell.model.QueuedOccupancyModel;
import org.foretell.observe.PathLeg;
import org.foretell.observe.SimObserver;
import org.jspecify.annotations.Nullable;

/**
 * What the legs of messages cost under a {@link QueuedOccupancyModel}, and what that follows from.
 * Each leg is sent by a CPU, passes interfaces, and is taken in by a CPU.
 */
public final class QueuedCosts {
  private final QueuedOccupancyModel model;
  private final InterfaceQueues interfaces;
  private final MessagePool messages;
  private final MutableMessage view;
  private final OccupancyEvents events;
  private final Causes causes;

  /** Until when CPUs are in use. */
  private final Uses cpus;

  private final @Nullable SimObserver observer;
  private final Sent sent;

  /** Called when it is known when the sender of the data of a rendezvous is done. */
  @FunctionalInterface
  public interface Sent {
    void dataSent(int message, long endPs, int end);
  }

  /**
   * @param view shows the leg that every method is about
   */
  public QueuedCosts(
      QueuedOccupancyModel model,
      InterfaceQueues interfaces,
      MessagePool messages,
      MutableMessage view,
      OccupancyEvents events,
      Causes causes,
      Uses cpus,
      @Nullable SimObserver observer,
      Sent sent) {
    this.model = model;
    this.interfaces = interfaces;
    this.messages = messages;
    this.view = view;
    this.events = events;
    this.causes = causes;
    this.cpus = cpus;
    this.observer = observer;
    this.sent = sent;
  }

  /** Until when a CPU sends the leg. */
  public long sendCpuUntilPs(long startPs) {
    return ModelAnswer.endPs(startPs, model.sendCpuPs(view, startPs), "sendCpuPs");
  }

  /**
   * A CPU sends the leg.
   *
   * @return the moment at which it is done
   */
  public int sends(int cpu, long startPs, long untilPs, int after) {
    int until =
        causes.happened(
            PathLeg.Kind.OVERHEAD, view, OccupancyCosts.SEND_CPU, startPs, untilPs, after);
    keepCpu(cpu, startPs, untilPs, until);
    return until;
  }

  private void keepCpu(int cpu, long fromPs, long untilPs, int until) {
    events.keepCpu(cpu, untilPs, until);
    cpus.keep(cpu, until);
    if (observer != null) {
      observer.busy(SimObserver.Resource.CPU, cpu, view.bytes(), fromPs, untilPs);
    }
  }

  /** The leg is sent at a time that is not in the past. */
  private void leaveAt(int message, int leg, long sentPs, int after) {
    long number = events.number(message, after);
    long now = events.nowPs();
    if (sentPs > now) {
      messages.arrivePs(message, InterfaceQueues.toBeSent(leg));
      events.goesOnFirst(message, sentPs, number);
    } else {
      leave(message, leg, now, number);
    }
  }

  /** The leg is sent now. */
  public void leave(int message, int leg, long nowPs, long number) {
    long lead = interfaces.leadPs(view);
    long reaches = interfaces.reachesPs(message, view, nowPs, lead);
    if (reaches - lead > nowPs) {
      messages.arrivePs(message, InterfaceQueues.toAsk(leg));
      events.goesOnFirst(message, reaches - lead, number);
    } else {
      inject(message, leg, reaches, number);
    }
  }

  /** A leg that has not left is sent now, or asks for its ports. */
  public void goesOn(int message, int leg, long nowPs, long number) {
    if (interfaces.isToAsk(message)) {
      inject(message, leg, nowPs + interfaces.leadPs(view), number);
    } else {
      leave(message, leg, nowPs, number);
    }
  }

  /** The leg asks for its ports now. */
  private void inject(int message, int leg, long reachesPs, long number) {
    long injectedPs = interfaces.injectedPs(message, view, reachesPs);
    int injected = messages.cause(message);
    long arrive = interfaces.arrivesPs(message, view, injectedPs);
    if (view.withinNode()) {
      messages.arrivePs(message, InterfaceQueues.there(leg));
      events.comesToCpu(message, view.destination(), arrive, number);
    } else {
      messages.arrivePs(message, InterfaceQueues.moving(leg));
      events.crosses(message, view.source(), arrive, number, messages.cause(message));
    }
    if (leg == DATA) {
      long end = interfaces.dataSentPs(message, view, injectedPs);
      sent.dataSent(message, end, interfaces.dataSent(message, view, injectedPs, injected));
    }
  }

  /**
   * The CPU, which is free, takes the leg in.
   *
   * @return when it is done, at the moment that the message follows from
   */
  public long takeIn(int message, long nowPs) {
    int cpu = events.cpuOf(view.destination(), message);
    long done = ModelAnswer.endPs(nowPs, model.receiveCpuPs(view, nowPs), "receiveCpuPs");
    int begun = cpus.after(cpu, EventList.who(message), messages.cause(message));
    int taken =
        causes.happenedAtTarget(
            PathLeg.Kind.OVERHEAD, view, OccupancyCosts.RECEIVE_CPU, nowPs, done, begun);
    messages.cause(message, taken);
    keepCpu(cpu, nowPs, done, taken);
    return done;
  }

  /**
   * The receiver tells the sender of a match, as soon as its CPU is free.
   *
   * @param fromPs no earlier than then
   * @param met the moment of the match
   */
  public void clearToSend(int message, long fromPs, int met) {
    interfaces.show(message, CLEAR_TO_SEND, view);
    int cpu = events.cpuOf(view.source(), message);
    long start = Math.max(fromPs, events.cpuPs(cpu));
    int begun = cpus.after(cpu, met);
    messages.cause(message, begun);
    leaveAt(message, CLEAR_TO_SEND, start, sends(cpu, start, sendCpuUntilPs(start), begun));
  }

  /** The sender, whose CPU is busy until then, sends the data. */
  public void sendData(int message, long startPs) {
    interfaces.show(message, DATA, view);
    int cpu = events.cpuOf(view.source(), message);
    long untilPs = sendCpuUntilPs(startPs);
    int until = sends(cpu, startPs, untilPs, messages.cause(message));
    interfaces.dataCpuPs(message, untilPs, until);
    leaveAt(message, DATA, startPs, until);
  }
}
