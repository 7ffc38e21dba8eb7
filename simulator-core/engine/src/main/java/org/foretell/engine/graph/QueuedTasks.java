package org.foretell.engine.graph;

import static org.foretell.engine.message.InterfaceQueues.CLEAR_TO_SEND;
import static org.foretell.engine.message.InterfaceQueues.FIRST;

import org.foretell.engine.kernel.RecordPool;
import org.foretell.engine.message.InterfaceQueues;
import org.foretell.engine.message.QueuedCosts;
import org.foretell.model.QueuedOccupancyModel;

/**
 * Moves the messages of task graphs under a {@link QueuedOccupancyModel}. All of a message that
 * needs a CPU, at either end, needs the stream that has the number of its send's.
 */
final class QueuedTasks extends TaskTransport {
  private final QueuedOccupancyModel model;
  private final InterfaceQueues interfaces;
  private final QueuedCosts costs;

  QueuedTasks(QueuedOccupancyModel model, InterfaceQueues interfaces, GraphState state) {
    super(state);
    this.model = model;
    this.interfaces = interfaces;
    costs =
        new QueuedCosts(
            model,
            interfaces,
            messages,
            view,
            eventList,
            causes.moments,
            causes.streams,
            recorder,
            this::senderFinishes);
  }

  @Override
  void send(int rank, int task, int met) {
    long now = eventList.nowPs();
    view(rank, task);
    boolean rendezvous = !model.eager(view);
    if (rendezvous) {
      interfaces.showEmpty(rank, tasks.graph(rank).peer(task), view);
    }
    int cpu = eventList.cpu(rank, tasks.graph(rank).stream(task));
    int begun = begins(rank, cpu, met);
    long cpuUntil = costs.sendCpuUntilPs(now);
    int caller = costs.sends(cpu, now, cpuUntil, begun);
    view.rendezvous(rendezvous);
    int message = create(rank, task);
    messages.arrivePs(message, InterfaceQueues.moving(FIRST));
    messages.counterpart(message, RecordPool.NONE);
    sent(message, cpuUntil, begun, caller);
    interfaces.show(message, FIRST, view);
    messages.cause(message, begun);
    costs.leave(message, FIRST, now, eventList.number(message, caller));
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
      costs.goesOn(message, leg, now, number);
    } else {
      messages.arrivePs(message, InterfaceQueues.there(leg));
      eventList.comesToCpu(
          message, view.destination(), interfaces.readyPs(message, view, now), number);
    }
  }

  @Override
  void takenIn(int message) {
    int leg = interfaces.legOf(message);
    interfaces.show(message, leg, view);
    causes.belongsTo(messages, message);
    if (leg == FIRST) {
      causes.belongsTo(view.destination(), GraphCauses.NO_TASK);
    }
    long done = costs.takeIn(message, eventList.nowPs());
    if (leg == FIRST) {
      messages.arrivePs(message, done);
      match(message, messages.cause(message));
    } else if (leg == CLEAR_TO_SEND) {
      costs.sendData(message, done);
    } else {
      receiverFinishes(message, done);
    }
  }

  @Override
  boolean receivesWaitForStream() {
    return false;
  }

  @Override
  long completesPs(int message, int rank, int task, long postedPs, int posted) {
    if (!messages.isRendezvous(message)) {
      return messages.arrivePs(message);
    }
    long now = eventList.nowPs();
    int met = causes.meet(messages, message, posted);
    costs.clearToSend(message, now, met);
    return LATER;
  }
}
