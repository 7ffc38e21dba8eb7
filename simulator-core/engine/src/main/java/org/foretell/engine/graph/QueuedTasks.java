package org.foretell.engine.graph;

import static org.foretell.engine.message.InterfaceQueues.CLEAR_TO_SEND;
import static org.foretell.engine.message.InterfaceQueues.DATA;
import static org.foretell.engine.message.InterfaceQueues.FIRST;

import org.foretell.engine.kernel.ModelAnswer;
import org.foretell.engine.kernel.RecordPool;
import org.foretell.engine.message.InterfaceQueues;
import org.foretell.engine.message.Matcher;
import org.foretell.engine.state.ProblemLog;
import org.foretell.machine.Placement;
import org.foretell.model.QueuedOccupancyModel;
import org.foretell.observe.PathLeg;
import org.foretell.time.Ps;
import org.foretell.trace.TaskGraph;
import org.jspecify.annotations.Nullable;

/**
 * Moves the messages of task graphs under a {@link QueuedOccupancyModel}. All of a message that
 * needs a CPU, at either end, needs the stream that has the number of its send's.
 */
final class QueuedTasks extends TaskTransport {
  private final QueuedOccupancyModel model;
  private final InterfaceQueues interfaces;

  QueuedTasks(
      QueuedOccupancyModel model,
      InterfaceQueues interfaces,
      Placement placement,
      TaskTable tasks,
      TaskEventList eventList,
      TaskProgress progress,
      Matcher matcher,
      ProblemLog problems,
      @Nullable TaskRecorder recorder,
      GraphCauses causes) {
    super(placement, tasks, eventList, progress, matcher, problems, recorder, causes);
    this.model = model;
    this.interfaces = interfaces;
  }

  @Override
  void send(int rank, int task, int met) {
    long now = eventList.nowPs();
    view(rank, task, false);
    boolean rendezvous = !model.eager(view);
    if (rendezvous) {
      interfaces.showEmpty(rank, tasks.graph(rank).peer(task), view);
    }
    int stream = tasks.graph(rank).stream(task);
    int begun = begins(rank, eventList.cpu(rank, stream), met);
    long cpuUntil = sendCpuUntil(now);
    int caller = sends(rank, stream, now, cpuUntil, begun);
    view.rendezvous(rendezvous);
    int message = sent(rank, task, cpuUntil, InterfaceQueues.moving(FIRST), begun, caller);
    messages.counterpart(message, RecordPool.NONE);
    interfaces.show(message, FIRST, view);
    messages.cause(message, begun);
    leave(message, FIRST, now, eventList.number());
  }

  /** Until when a stream sends what the view shows. */
  private long sendCpuUntil(long startPs) {
    return Ps.plus(startPs, ModelAnswer.atLeastZero(model.sendCpuPs(view, startPs), "sendCpuPs"));
  }

  /** The moment until which a stream sends what the view shows. */
  private int sends(int rank, int stream, long startPs, long untilPs, int begun) {
    int until = causes.moments.happened(PathLeg.Kind.OVERHEAD, view, untilPs, begun);
    keepsCpu(rank, stream, startPs, untilPs, until);
    return until;
  }

  private void keepsCpu(int rank, int stream, long fromPs, long untilPs, int until) {
    int cpu = eventList.cpu(rank, stream);
    eventList.keepCpu(cpu, untilPs);
    causes.keepStream(cpu, until);
    if (recorder != null) {
      recorder.busy(rank, cpu, view.bytes(), fromPs, untilPs);
    }
  }

  /** A leg of a message, which the view shows, is sent at a time that is not in the past. */
  private void leaveAt(int message, int leg, long sentPs) {
    long number = eventList.number();
    long now = eventList.nowPs();
    if (sentPs > now) {
      messages.arrivePs(message, InterfaceQueues.toBeSent(leg));
      eventList.goesOnFirst(message, sentPs, number);
    } else {
      leave(message, leg, now, number);
    }
  }

  /** A leg of a message, which the view shows, is sent now. */
  private void leave(int message, int leg, long nowPs, long number) {
    long lead = interfaces.leadPs(view);
    long reaches = interfaces.reachesPs(message, view, nowPs, lead);
    if (reaches - lead > nowPs) {
      messages.arrivePs(message, InterfaceQueues.toAsk(leg));
      eventList.goesOnFirst(message, reaches - lead, number);
    } else {
      inject(message, leg, reaches, number);
    }
  }

  /** A leg of a message, which the view shows, asks for its ports now. */
  private void inject(int message, int leg, long reachesPs, long number) {
    long injectedPs = interfaces.injectedPs(message, view, reachesPs);
    int injected = messages.cause(message);
    long arrive = interfaces.arrivesPs(message, view, injectedPs);
    if (view.withinNode()) {
      messages.arrivePs(message, InterfaceQueues.there(leg));
      eventList.comesToStream(message, arrive, number);
    } else {
      messages.arrivePs(message, InterfaceQueues.moving(leg));
      eventList.messageComes(message, arrive, number);
    }
    if (leg == DATA) {
      long end = interfaces.dataSentPs(message, view, injectedPs);
      senderFinishes(message, end, interfaces.dataSent(message, view, injectedPs, injected));
    }
  }

  /** The number of the stream that sends a message. */
  private int stream(int message) {
    TaskGraph sender = tasks.graph(messages.source(message));
    return sender.stream((int) messages.operation(message));
  }

  /** A message is sent, asks for its ports, or is at a node. */
  @Override
  void comes(int message) {
    int leg = interfaces.legOf(message);
    interfaces.show(message, leg, view);
    long now = eventList.nowPs();
    long number = eventList.takenNumber();
    causes.belongsTo(messages, message);
    if (interfaces.isLeaving(message)) {
      if (interfaces.isToAsk(message)) {
        inject(message, leg, now + interfaces.leadPs(view), number);
      } else {
        leave(message, leg, now, number);
      }
    } else {
      messages.arrivePs(message, InterfaceQueues.there(leg));
      eventList.comesToStream(message, interfaces.readyPs(message, view, now), number);
    }
  }

  @Override
  void takenIn(int message) {
    long now = eventList.nowPs();
    int leg = interfaces.legOf(message);
    interfaces.show(message, leg, view);
    long done =
        Ps.plus(now, ModelAnswer.atLeastZero(model.receiveCpuPs(view, now), "receiveCpuPs"));
    int rank = view.destination();
    causes.belongsTo(messages, message);
    if (leg == FIRST) {
      causes.belongsTo(rank, GraphCauses.NO_TASK);
    }
    int begun = begins(rank, eventList.cpu(rank, stream(message)), messages.cause(message));
    int taken =
        causes.moments.happenedAtTarget(PathLeg.Kind.OVERHEAD, view, null, now, done, begun);
    messages.cause(message, taken);
    keepsCpu(rank, stream(message), now, done, taken);
    if (leg == FIRST) {
      messages.arrivePs(message, done);
      match(message, begun);
    } else if (leg == CLEAR_TO_SEND) {
      sendData(message, done);
    } else {
      receiverFinishes(message, done);
    }
  }

  /** The stream that sent the message, which is busy until then, sends the data. */
  private void sendData(int message, long startPs) {
    interfaces.show(message, DATA, view);
    long untilPs = sendCpuUntil(startPs);
    int taken = messages.cause(message);
    int until = sends(view.source(), stream(message), startPs, untilPs, taken);
    interfaces.dataCpuPs(message, untilPs, until);
    leaveAt(message, DATA, startPs);
  }

  @Override
  boolean receivesWaitForStream() {
    return false;
  }

  @Override
  void posts(int rank, int task, int begun) {}

  @Override
  long completesPs(int message, int rank, int task, long postedPs, int posted) {
    if (!messages.isRendezvous(message)) {
      return messages.arrivePs(message);
    }
    interfaces.show(message, CLEAR_TO_SEND, view);
    int stream = stream(message);
    long start = Math.max(eventList.nowPs(), eventList.cpuPs(eventList.cpu(rank, stream)));
    int met = causes.meet(messages, message, posted);
    int begun = causes.streams.after(eventList.cpu(rank, stream), met);
    messages.cause(message, begun);
    sends(rank, stream, start, sendCpuUntil(start), begun);
    leaveAt(message, CLEAR_TO_SEND, start);
    return LATER;
  }

  @Override
  long releasePs(int message, long completePs) {
    throw new AssertionError("a rendezvous is released before it is complete: " + message);
  }

  @Override
  int released(int message, int now) {
    throw new AssertionError("a rendezvous is released before it is complete: " + message);
  }
}
