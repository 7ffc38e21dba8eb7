package org.foretell.engine.graph;

import org.foretell.engine.cause.CauseTree;
import org.foretell.engine.kernel.ModelAnswer;
import org.foretell.engine.kernel.RecordPool;
import org.foretell.engine.message.EventList;
import org.foretell.engine.message.Matcher;
import org.foretell.engine.message.MessagePool;
import org.foretell.engine.state.ProblemLog;
import org.foretell.machine.Placement;
import org.foretell.model.FlowModel;
import org.foretell.observe.PathLeg;
import org.foretell.observe.SimObserver;
import org.foretell.time.Ps;
import org.foretell.trace.TaskGraph;
import org.jspecify.annotations.Nullable;

/**
 * Moves the messages of task graphs under a {@link FlowModel}. A send keeps its stream until its
 * message leaves; a receive keeps none.
 */
final class FlowTasks extends TaskTransport {
  private final FlowModel model;

  FlowTasks(
      FlowModel model,
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
  }

  @Override
  void send(int rank, int task, int met) {
    TaskGraph graph = tasks.graph(rank);
    long now = eventList.nowPs();
    view(rank, task);
    view.rendezvous(!model.eager(view));
    long leave =
        Ps.plus(now, ModelAnswer.atLeastZero(model.sendOverheadPs(view), "sendOverheadPs"));
    int cpu = eventList.cpu(rank, graph.stream(task));
    eventList.keepCpu(cpu, leave);
    int begun = begins(rank, cpu, met);
    int left = causes.moments.happened(PathLeg.Kind.OVERHEAD, view, leave, begun);
    causes.keepStream(cpu, left);
    if (recorder != null && leave > now) {
      recorder.busy(SimObserver.Resource.CPU, cpu, graph.amount(task), now, leave);
    }
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
        start(message);
      }
    }
  }

  /** A message, which the view shows, starts to move. */
  private void start(int message) {
    messages.arrivePs(message, MessagePool.MOVING);
    model.start(EventList.flow(message), view, eventList.nowPs());
  }

  @Override
  void takenIn(int message) {
    throw new AssertionError("a flow model takes no message in: " + message);
  }

  @Override
  void flowEnds(int message) {
    int now = flows(message);
    if (messages.counterpart(message) == RecordPool.NONE) {
      messages.arrivePs(message, eventList.nowPs());
    } else {
      finishes(message, receivedPs(message), now);
    }
  }

  /** The moment until which a message has been on its way, which is the present one. */
  private int flows(int message) {
    if (!causes.moments.areKept()) {
      return CauseTree.NONE; // the model is not asked for nobody
    }
    view(message);
    causes.belongsTo(messages, message);
    int left = messages.cause(message);
    long now = eventList.nowPs();
    long latency = ModelAnswer.atLeastZero(model.latencyPs(view), "latencyPs");
    long first = Math.min(now, Ps.plus(causes.moments.endPs(left), latency));
    int there = causes.moments.happened(PathLeg.Kind.LATENCY, view, first, left);
    int arrived = causes.moments.happened(PathLeg.Kind.BANDWIDTH, view, now, there);
    messages.cause(message, arrived);
    return causes.begins(messages.source(message), arrived);
  }

  @Override
  boolean receivesWaitForStream() {
    return true;
  }

  @Override
  void posts(int rank, int task, int begun) {}

  @Override
  long completesPs(int message, int rank, int task, long postedPs, int posted) {
    if (messages.arrivePs(message) >= 0) {
      follow(message, posted);
      return receivedPs(message);
    }
    if (messages.arrivePs(message) == MessagePool.NOT_MOVING) {
      follow(message, posted);
      view(message);
      start(message);
    }
    return LATER;
  }

  private long receivedPs(int message) {
    view(message);
    long received =
        Ps.plus(
            eventList.nowPs(),
            ModelAnswer.atLeastZero(model.receiveOverheadPs(view), "receiveOverheadPs"));
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

  /** The end of the flow. */
  @Override
  long releasePs(int message, long completePs) {
    return eventList.nowPs();
  }

  @Override
  int released(int message, int now) {
    return now;
  }
}
