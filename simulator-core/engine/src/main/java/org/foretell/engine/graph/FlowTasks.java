package org.foretell.engine.graph;

import org.foretell.engine.kernel.ModelAnswer;
import org.foretell.engine.kernel.RecordPool;
import org.foretell.engine.message.EventList;
import org.foretell.engine.message.Matcher;
import org.foretell.engine.message.MessagePool;
import org.foretell.engine.state.ProblemLog;
import org.foretell.machine.Placement;
import org.foretell.model.FlowModel;
import org.foretell.observe.PathLeg;
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
      @Nullable GraphCauses causes) {
    super(placement, tasks, eventList, progress, matcher, problems, recorder, causes);
    this.model = model;
  }

  @Override
  void send(int rank, int task) {
    TaskGraph graph = tasks.graph(rank);
    long now = eventList.nowPs();
    view(rank, task, false);
    view.rendezvous(!model.eager(view));
    long leave =
        Ps.plus(now, ModelAnswer.atLeastZero(model.sendOverheadPs(view), "sendOverheadPs"));
    int cpu = eventList.cpu(rank, graph.stream(task));
    eventList.keepCpu(cpu, leave);
    if (causes != null) {
      begins(causes, rank, cpu);
      causes.moments.leg(PathLeg.Kind.OVERHEAD, view, leave);
      causes.keepStream(cpu);
    }
    if (recorder != null && leave > now) {
      recorder.busy(rank, cpu, graph.amount(task), now, leave);
    }
    int message = sent(rank, task, leave, MessagePool.NOT_MOVING);
    messages.counterpart(message, RecordPool.NONE);
    if (causes != null) {
      causes.atCaller(message);
      messages.cause(message, causes.moments.now());
    }
    if (leave > now) {
      eventList.messageComes(message, leave);
    } else {
      comes(message);
    }
  }

  /** A message leaves. */
  @Override
  void comes(int message) {
    if (!match(message)) {
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
    if (causes != null) {
      view(message);
      flows(causes, message);
    }
    if (messages.counterpart(message) == RecordPool.NONE) {
      messages.arrivePs(message, eventList.nowPs());
    } else {
      finishes(message, receivedPs(message));
    }
  }

  /** The message in the view has been on its way until now. */
  private void flows(GraphCauses known, int message) {
    known.belongsTo(messages, message);
    known.moments.now(messages.cause(message));
    long now = eventList.nowPs();
    long latency = ModelAnswer.atLeastZero(model.latencyPs(view), "latencyPs");
    long first = Ps.plus(known.moments.nowPs(), latency);
    known.moments.leg(PathLeg.Kind.LATENCY, view, Math.min(now, first));
    known.moments.leg(PathLeg.Kind.BANDWIDTH, view, now);
    messages.cause(message, known.moments.now());
    known.begins(messages.source(message));
  }

  @Override
  boolean receivesWaitForStream() {
    return true;
  }

  @Override
  void posts(int rank, int task) {}

  @Override
  long completesPs(int message, int rank, int task, long postedPs) {
    if (messages.arrivePs(message) >= 0) {
      follow(message);
      return receivedPs(message);
    }
    if (messages.arrivePs(message) == MessagePool.NOT_MOVING) {
      follow(message);
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
    if (causes != null) {
      causes.moments.now(messages.cause(message));
      causes.moments.legAtTarget(PathLeg.Kind.OVERHEAD, view, received);
      messages.cause(message, causes.moments.now());
    }
    return received;
  }

  /** A message goes on now that it has met its receive, if anybody asks. */
  private void follow(int message) {
    if (causes != null) {
      causes.follow(messages, message);
      messages.cause(message, causes.moments.now());
    }
  }

  /** The end of the flow. */
  @Override
  long releasePs(int message, long completePs) {
    if (causes != null) {
      causes.atStart();
    }
    return eventList.nowPs();
  }
}
