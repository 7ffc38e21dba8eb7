package org.foretell.engine.graph;

import org.foretell.engine.cause.CauseTree;
import org.foretell.engine.kernel.ModelAnswer;
import org.foretell.engine.message.Matcher;
import org.foretell.engine.message.MessagePool;
import org.foretell.engine.state.ProblemLog;
import org.foretell.machine.Placement;
import org.foretell.model.DirectModel;
import org.foretell.model.ModelException;
import org.foretell.observe.PathLeg;
import org.foretell.observe.SimObserver;
import org.foretell.time.Ps;
import org.foretell.trace.TaskGraph;
import org.jspecify.annotations.Nullable;

/**
 * Moves the messages of task graphs under a {@link DirectModel}: sends and receives are
 * non-blocking ops that keep their stream no longer than these do their caller.
 */
final class DirectTasks extends TaskTransport {
  private final DirectModel model;
  private final long postReceivePs;

  /**
   * Whether messages are matched when the receiver can see them, rather than when they are sent.
   */
  private final boolean envelopes;

  DirectTasks(
      DirectModel model,
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
    postReceivePs = ModelAnswer.atLeastZero(model.postReceivePs(), "postReceivePs");
    envelopes = tasks.wildcards();
  }

  @Override
  void send(int rank, int task, int met) {
    TaskGraph graph = tasks.graph(rank);
    long now = eventList.nowPs();
    view(rank, task);
    view.rendezvous(!model.eager(view));
    long arrive = view.rendezvous() ? MessagePool.NOT_MOVING : Ps.plus(now, transferPs(now));
    long until =
        Ps.plus(now, ModelAnswer.atLeastZero(model.nonBlockingSendPs(view), "nonBlockingSendPs"));
    int begun = begins(rank, eventList.cpu(rank, graph.stream(task)), met);
    int caller = causes.moments.happened(PathLeg.Kind.OVERHEAD, view, until, begun);
    keepStream(rank, graph.stream(task), graph.amount(task), now, until, caller);
    long envelope = envelopes ? ModelAnswer.atLeastZero(model.envelopePs(view), "envelopePs") : 0;
    if (!view.rendezvous()) {
      tellMoved(now, arrive);
    }
    int message = create(rank, task);
    messages.callerPs(message, until);
    messages.arrivePs(message, arrive);
    sent(message, until, begun, caller);
    messages.cause(message, view.rendezvous() ? begun : moves(now, arrive, begun));
    if (envelopes) {
      eventList.messageComes(message, Ps.plus(now, envelope));
    } else {
      match(message, begun);
    }
  }

  private void keepStream(int rank, int stream, long bytes, long startPs, long untilPs, int until) {
    int cpu = eventList.cpu(rank, stream);
    eventList.keepCpu(cpu, untilPs);
    causes.keepStream(cpu, until);
    if (recorder != null && untilPs > startPs) {
      recorder.busy(SimObserver.Resource.CPU, cpu, bytes, startPs, untilPs);
    }
  }

  @Override
  void comes(int message) {
    match(message, messages.cause(message));
  }

  @Override
  void takenIn(int message) {
    throw new AssertionError("a direct model takes no message in: " + message);
  }

  @Override
  boolean receivesWaitForStream() {
    return true;
  }

  @Override
  void posts(int rank, int task, int begun) {
    TaskGraph graph = tasks.graph(rank);
    long now = eventList.nowPs();
    long until = Ps.plus(now, postReceivePs);
    int end = causes.moments.happened(PathLeg.Kind.OVERHEAD, rank, until, begun);
    keepStream(rank, graph.stream(task), graph.amount(task), now, until, end);
  }

  @Override
  long completesPs(int message, int rank, int task, long postedPs, int posted) {
    long arrive = messages.arrivePs(message);
    if (messages.isRendezvous(message)) {
      view(message);
      long move = Math.max(messages.sendPs(message), postedPs);
      arrive = Ps.plus(move, transferPs(move));
      tellMoved(move, arrive);
      messages.cause(message, moves(move, arrive, causes.meet(messages, message, posted)));
    }
    if (arrive < eventList.nowPs() && postedPs < eventList.nowPs()) {
      throw new ModelException(
          "the model lets a message arrive before its envelope: transferPs must be at least"
              + " envelopePs, but the message is complete at "
              + arrive
              + " ps and can be seen from "
              + eventList.nowPs()
              + " ps only");
    }
    return arrive;
  }

  /** Latency and bytes of the message in the view until it arrives. */
  private int moves(long startPs, long arrivePs, int after) {
    if (!causes.moments.areKept()) {
      return CauseTree.NONE; // the model is not asked for nobody
    }
    long bytes = view.bytes();
    view.bytes(0);
    long latency = ModelAnswer.atLeastZero(model.latencyPs(view, startPs), "latencyPs");
    view.bytes(bytes);
    long first = Math.min(arrivePs, Ps.plus(startPs, latency));
    int there = causes.moments.happened(PathLeg.Kind.LATENCY, view, first, after);
    return causes.moments.happened(PathLeg.Kind.BANDWIDTH, view, arrivePs, there);
  }

  private long transferPs(long startPs) {
    return ModelAnswer.atLeastZero(model.transferPs(view, startPs), "transferPs");
  }

  @Override
  long releasePs(int message, long completePs) {
    return completePs;
  }

  @Override
  int released(int message, int now) {
    return messages.cause(message);
  }
}
