package org.foretell.engine.graph;

import org.foretell.engine.kernel.ModelAnswer;
import org.foretell.engine.message.Matcher;
import org.foretell.engine.message.MessagePool;
import org.foretell.engine.state.ProblemLog;
import org.foretell.machine.Placement;
import org.foretell.model.DirectModel;
import org.foretell.model.ModelException;
import org.foretell.observe.PathLeg;
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
      @Nullable GraphCauses causes) {
    super(placement, tasks, eventList, progress, matcher, problems, recorder, causes);
    this.model = model;
    postReceivePs = ModelAnswer.atLeastZero(model.postReceivePs(), "postReceivePs");
    envelopes = tasks.wildcards();
  }

  @Override
  void send(int rank, int task) {
    TaskGraph graph = tasks.graph(rank);
    long now = eventList.nowPs();
    view(rank, task, false);
    view.rendezvous(!model.eager(view));
    long arrive = view.rendezvous() ? MessagePool.NOT_MOVING : Ps.plus(now, transferPs(now));
    long until =
        Ps.plus(now, ModelAnswer.atLeastZero(model.nonBlockingSendPs(view), "nonBlockingSendPs"));
    if (causes != null) {
      begins(causes, rank, eventList.cpu(rank, graph.stream(task)));
      causes.moments.leg(PathLeg.Kind.OVERHEAD, view, until);
    }
    keepStream(rank, graph.stream(task), graph.amount(task), now, until);
    long envelope = envelopes ? ModelAnswer.atLeastZero(model.envelopePs(view), "envelopePs") : 0;
    if (!view.rendezvous()) {
      tellMoved(now, arrive);
    }
    int message = sent(rank, task, until, arrive);
    if (causes != null) {
      causes.atStart();
      if (!view.rendezvous()) {
        moves(causes, now, arrive);
      }
      messages.cause(message, causes.moments.now());
    }
    if (envelopes) {
      eventList.messageComes(message, Ps.plus(now, envelope));
    } else {
      match(message);
    }
  }

  private void keepStream(int rank, int stream, long bytes, long startPs, long untilPs) {
    int cpu = eventList.cpu(rank, stream);
    eventList.keepCpu(cpu, untilPs);
    if (causes != null) {
      causes.keepStream(cpu);
    }
    if (recorder != null && untilPs > startPs) {
      recorder.busy(rank, cpu, bytes, startPs, untilPs);
    }
  }

  @Override
  void comes(int message) {
    match(message);
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
  void posts(int rank, int task) {
    TaskGraph graph = tasks.graph(rank);
    long now = eventList.nowPs();
    if (causes != null) {
      causes.moments.leg(PathLeg.Kind.OVERHEAD, rank, Ps.plus(now, postReceivePs));
    }
    keepStream(rank, graph.stream(task), graph.amount(task), now, Ps.plus(now, postReceivePs));
    if (causes != null) {
      causes.atStart();
    }
  }

  @Override
  long completesPs(int message, int rank, int task, long postedPs) {
    long arrive = messages.arrivePs(message);
    if (messages.isRendezvous(message)) {
      view(message);
      long move = Math.max(messages.sendPs(message), postedPs);
      arrive = Ps.plus(move, transferPs(move));
      tellMoved(move, arrive);
      if (causes != null) {
        causes.follow(messages, message);
        moves(causes, move, arrive);
        messages.cause(message, causes.moments.now());
      }
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
  private void moves(GraphCauses known, long startPs, long arrivePs) {
    long bytes = view.bytes();
    view.bytes(0);
    long latency = ModelAnswer.atLeastZero(model.latencyPs(view, startPs), "latencyPs");
    view.bytes(bytes);
    long first = Math.min(arrivePs, Ps.plus(startPs, latency));
    known.moments.leg(PathLeg.Kind.LATENCY, view, first);
    known.moments.leg(PathLeg.Kind.BANDWIDTH, view, arrivePs);
  }

  private long transferPs(long startPs) {
    return ModelAnswer.atLeastZero(model.transferPs(view, startPs), "transferPs");
  }

  @Override
  long releasePs(int message, long completePs) {
    if (causes != null) {
      causes.moments.now(messages.cause(message));
    }
    return completePs;
  }
}
