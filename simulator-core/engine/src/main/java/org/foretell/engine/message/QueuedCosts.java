package org.foretell.engine.message;

import static org.foretell.engine.message.InterfaceQueues.CLEAR_TO_SEND;
import static org.foretell.engine.message.InterfaceQueues.DATA;
import static org.foretell.engine.message.InterfaceQueues.FIRST;

import org.foretell.engine.cause.CauseTree;
import org.foretell.engine.cause.MessageCost;
import org.foretell.engine.kernel.ModelAnswer;
import org.foretell.engine.kernel.RecordPool;
import org.foretell.model.QueuedOccupancyModel;
import org.foretell.observe.PathLeg;

/**
 * What the legs of messages cost under a {@link QueuedOccupancyModel}, and what that follows from.
 * Each leg is sent by a CPU, passes interfaces, and is taken in by a CPU.
 */
public final class QueuedCosts extends MessageCosts {
  private final QueuedOccupancyModel model;
  private final boolean takesInLast;
  private final InterfaceQueues interfaces;
  private final Sent sent;

  public QueuedCosts(
      QueuedOccupancyModel model, InterfaceQueues interfaces, Sent sent, CostState state) {
    super(state, true);
    this.model = model;
    takesInLast = model.takesInLast();
    this.interfaces = interfaces;
    this.sent = sent;
  }

  @Override
  public long callerPs(int message) {
    if (messages.isRendezvous(message)) {
      interfaces.show(message, FIRST, view);
    }
    return sendCpuUntilPs(ends.nowPs());
  }

  @Override
  public int sends(int message, int cpu, long callerPs, int begun) {
    messages.counterpart(message, RecordPool.NONE);
    messages.cause(message, begun);
    return sendsLeg(cpu, view.source(), ends.nowPs(), callerPs, begun);
  }

  @Override
  public boolean setsOut(int message, int after) {
    leave(message, FIRST, ends.number(message, after));
    return false;
  }

  /** A message is sent, asks for its ports, is at a node, or the CPU there can take it in. */
  @Override
  public Place comes(int message) {
    int leg = interfaces.legOf(message);
    interfaces.show(message, leg, view);
    if (interfaces.isLeaving(message)) {
      goesOn(message, leg, ends.takenNumber());
      return Place.ON_ITS_WAY;
    }
    if (!interfaces.isThere(message)) {
      long now = ends.nowPs();
      long ready = interfaces.readyPs(message, view, now);
      int rank = view.destination();
      if (ready > now || ends.cpuPs(ends.cpuOf(rank, message)) > now || takesInLast) {
        messages.arrivePs(message, InterfaceQueues.there(leg));
        ends.comesToCpu(message, rank, ready, ends.takenNumber());
        return Place.ON_ITS_WAY;
      }
      // What has a lower number and waits for the same CPU would have come before.
    }
    long done = takeIn(message, leg);
    if (leg == CLEAR_TO_SEND) {
      sendData(message, done);
      return Place.ON_ITS_WAY;
    }
    messages.arrivePs(message, done);
    return leg == DATA ? Place.COMPLETE : Place.AT_RECEIVER;
  }

  @Override
  public long meets(int message, long receiving, long postedPs, int met) {
    if (!messages.isRendezvous(message)) {
      return messages.arrivePs(message);
    }
    clearToSend(message, met);
    return NOT_NOW;
  }

  @Override
  public long sentPs(int message, long completePs) {
    return NOT_NOW;
  }

  /** Until when a CPU sends the leg. */
  long sendCpuUntilPs(long startPs) {
    return ModelAnswer.endPs(startPs, model.sendCpuPs(view, startPs), "sendCpuPs");
  }

  /**
   * A CPU sends the leg.
   *
   * @param who a rank, or the complement of a message's number, to whose op this belongs, see
   *     {@link org.foretell.engine.cause.Causes#sends}
   * @return the moment at which it is done
   */
  int sendsLeg(int cpu, int who, long startPs, long untilPs, int after) {
    int until = CauseTree.NONE;
    if (causes.areKept()) { // each message comes here
      MessageCost cost = OccupancyCosts.SEND_CPU;
      until = causes.happened(PathLeg.Kind.OVERHEAD, who, view, cost, startPs, untilPs, after);
    }
    keepCpu(cpu, view.bytes(), startPs, untilPs, until);
    return until;
  }

  /** The leg is sent at a time that is not in the past. */
  private void leaveAt(int message, int leg, long sentPs, int after) {
    long number = ends.number(message, after);
    if (sentPs > ends.nowPs()) {
      messages.arrivePs(message, InterfaceQueues.toBeSent(leg));
      ends.goesOnFirst(message, sentPs, number);
    } else {
      leave(message, leg, number);
    }
  }

  /** The leg is sent now. */
  private void leave(int message, int leg, long number) {
    long now = ends.nowPs();
    long lead = interfaces.leadPs(view);
    long reaches = interfaces.reachesPs(message, view, now, lead);
    if (reaches - lead > now) {
      messages.arrivePs(message, InterfaceQueues.toAsk(leg));
      ends.goesOnFirst(message, reaches - lead, number);
    } else {
      inject(message, leg, reaches, number);
    }
  }

  /** A leg that has not left is sent now, or asks for its ports. */
  private void goesOn(int message, int leg, long number) {
    if (interfaces.isToAsk(message)) {
      inject(message, leg, ends.nowPs() + interfaces.leadPs(view), number);
    } else {
      leave(message, leg, number);
    }
  }

  /** The leg asks for its ports now. */
  private void inject(int message, int leg, long reachesPs, long number) {
    long injectedPs = interfaces.injectedPs(message, view, reachesPs);
    int injected = messages.cause(message);
    long arrive = interfaces.arrivesPs(message, view, injectedPs);
    if (view.withinNode()) {
      messages.arrivePs(message, InterfaceQueues.there(leg));
      ends.comesToCpu(message, view.destination(), arrive, number);
    } else {
      messages.arrivePs(message, InterfaceQueues.moving(leg));
      ends.crosses(message, view.source(), arrive, number, messages.cause(message));
    }
    if (leg == DATA) {
      long end = interfaces.dataSentPs(message, view, injectedPs);
      sent.ends(message, end, interfaces.dataSent(message, view, injectedPs, injected));
    }
  }

  /**
   * The CPU, which is free, takes the leg in.
   *
   * @return when it is done, at the moment that the message follows from
   */
  private long takeIn(int message, int leg) {
    long now = ends.nowPs();
    int cpu = ends.cpuOf(view.destination(), message);
    long done = ModelAnswer.endPs(now, model.receiveCpuPs(view, now), "receiveCpuPs");
    int taken = taken(message, cpu, leg, now, done);
    messages.cause(message, taken);
    keepCpu(cpu, view.bytes(), now, done, taken);
    return done;
  }

  /** The moment at which the CPU is done. */
  private int taken(int message, int cpu, int leg, long nowPs, long donePs) {
    if (!causes.areKept()) {
      return CauseTree.NONE; // each message comes here
    }
    int begun = cpus.after(cpu, MessagePool.who(message), messages.cause(message));
    if (leg == FIRST) {
      begun = ends.begins(view.destination(), begun);
    }
    MessageCost cost = OccupancyCosts.RECEIVE_CPU;
    return causes.happenedAtTarget(PathLeg.Kind.OVERHEAD, view, cost, nowPs, donePs, begun);
  }

  /**
   * The receiver tells the sender of a match, as soon as its CPU is free.
   *
   * @param met the moment of the match
   */
  private void clearToSend(int message, int met) {
    interfaces.show(message, CLEAR_TO_SEND, view);
    int cpu = ends.cpuOf(view.source(), message);
    long start = Math.max(ends.nowPs(), ends.cpuPs(cpu));
    int begun = cpus.after(cpu, met);
    messages.cause(message, begun);
    int sent = sendsLeg(cpu, view.source(), start, sendCpuUntilPs(start), begun);
    leaveAt(message, CLEAR_TO_SEND, start, sent);
  }

  /** The sender, whose CPU is busy until then, sends the data. */
  private void sendData(int message, long startPs) {
    interfaces.show(message, DATA, view);
    int cpu = ends.cpuOf(view.source(), message);
    long untilPs = sendCpuUntilPs(startPs);
    int who = MessagePool.who(message);
    int until = sendsLeg(cpu, who, startPs, untilPs, messages.cause(message));
    interfaces.dataCpuPs(message, untilPs, until);
    leaveAt(message, DATA, startPs, until);
  }
}
