package org.foretell.engine.graph;

import org.foretell.engine.kernel.RecordPool;
import org.foretell.engine.message.FlowCosts;
import org.foretell.engine.message.MessagePool;
import org.foretell.model.FlowModel;
import org.foretell.observe.PathLeg;
import org.foretell.trace.TaskGraph;

/**
 * Moves the messages of task graphs under a {@link FlowModel}. A send keeps its stream until its
 * message leaves; a receive keeps none.
 */
final class FlowTasks extends TaskTransport {
  private final FlowModel model;
  private final FlowCosts costs;

  FlowTasks(FlowModel model, GraphState state) {
    super(state);
    this.model = model;
    costs = new FlowCosts(model, messages, view, causes.moments);
  }

  @Override
  void send(int rank, int task, int met) {
    TaskGraph graph = tasks.graph(rank);
    long now = eventList.nowPs();
    view(rank, task);
    view.rendezvous(!model.eager(view));
    long leave = costs.leavesPs(now);
    int cpu = eventList.cpu(rank, graph.stream(task));
    int begun = begins(rank, cpu, met);
    int left = costs.leaves(now, leave, begun);
    keepStream(cpu, graph.amount(task), now, leave, left);
    int message = create(rank, task);
    messages.arrivePs(message, MessagePool.NOT_MOVING);
    messages.counterpart(message, RecordPool.NONE);
    sent(message, leave, begun, left);
    messages.cause(message, left);
    if (leave > now) {
      eventList.messageComes(message, leave);
    } else {
      comes(message);
    }
  }

  /** A message leaves. */
  @Override
  void comes(int message) {
    if (!match(message, messages.cause(message))) {
      view(message);
      if (!view.rendezvous() && model.startsWhenSent(view)) {
        costs.start(message, eventList.nowPs());
      }
    }
  }

  @Override
  void flowEnds(int message) {
    view(message);
    causes.belongsTo(messages, message);
    costs.flows(message, eventList.nowPs());
    if (messages.counterpart(message) == RecordPool.NONE) {
      messages.arrivePs(message, eventList.nowPs());
    } else {
      int now = messages.cause(message);
      finishes(message, receivedPs(message), now);
    }
  }

  @Override
  long completesPs(int message, int rank, int task, long postedPs, int posted) {
    if (messages.arrivePs(message) >= 0) {
      follow(message, posted);
      return receivedPs(message);
    }
    if (messages.arrivePs(message) == MessagePool.NOT_MOVING) {
      follow(message, posted);
      view(message);
      costs.start(message, eventList.nowPs());
    }
    return LATER;
  }

  private long receivedPs(int message) {
    view(message);
    long received = costs.receivedPs(eventList.nowPs());
    messages.cause(
        message,
        causes.moments.happenedAtTarget(
            PathLeg.Kind.OVERHEAD,
            view,
            null,
            eventList.nowPs(),
            received,
            messages.cause(message)));
    return received;
  }

  /** A message goes on now that it has met its receive. */
  private void follow(int message, int posted) {
    messages.cause(message, causes.meet(messages, message, posted));
  }

  /** The end of the flow, before which the message has left. */
  @Override
  long releasedPs(int message, long completePs) {
    return eventList.nowPs();
  }

  @Override
  int released(int message, int now) {
    return now;
  }
}
