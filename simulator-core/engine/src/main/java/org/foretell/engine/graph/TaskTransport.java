package org.foretell.engine.graph;

import org.foretell.engine.kernel.RecordPool;
import org.foretell.engine.message.Deliveries;
import org.foretell.engine.message.Matcher;
import org.foretell.engine.message.MessagePool;
import org.foretell.engine.state.ProblemLog;
import org.foretell.engine.state.RequestTable;
import org.foretell.model.MutableMessage;
import org.foretell.observe.SimObserver;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.TaskGraph;
import org.jspecify.annotations.Nullable;

/** How the messages of task graphs move: one subclass for each kind of model. */
abstract sealed class TaskTransport permits OccupancyTasks, QueuedTasks, DirectTasks, FlowTasks {
  /** It is not known yet when a message is complete. */
  static final long LATER = -1;

  final TaskTable tasks;
  final TaskEventList eventList;
  final TaskProgress progress;
  final MessagePool messages;
  final @Nullable TaskRecorder recorder;

  final GraphCauses causes;

  final MutableMessage view = new MutableMessage();
  private final int[] nodes;
  private final Matcher matcher;
  private final ProblemLog problems;

  TaskTransport(GraphState state) {
    nodes = state.placement().nodes();
    tasks = state.tasks();
    eventList = state.eventList();
    progress = state.progress();
    matcher = state.matcher();
    messages = matcher.messages;
    problems = state.problems();
    recorder = state.recorder();
    causes = state.causes();
  }

  /** A send starts now, whose dependencies were met at a moment or none. */
  abstract void send(int rank, int task, int met);

  /** A message comes to its receiver, and can be matched. */
  void comes(int message) {
    match(message, messages.cause(message));
  }

  /** A message has reached its receiver, and all is free that it needs there before it matches. */
  void takenIn(int message) {
    throw new AssertionError("messages take no stream of their receiver, but " + message + " does");
  }

  /** What a message has been is over: its flow has ended. */
  void flowEnds(int message) {
    throw new AssertionError("there are no flows, but that of " + message + " ends");
  }

  /** Whether a receive waits until its stream is free. */
  boolean receivesWaitForStream() {
    return true;
  }

  /** A receive is being posted at a moment. */
  void posts(int rank, int task, int begun) {}

  /**
   * Two ends have met: when the message is complete at the receiver, which may be in the past, or
   * {@link #LATER} if {@link #finishes} will be called then.
   *
   * @param postedPs when the receive was posted
   * @param posted the moment of that
   */
  abstract long completesPs(int message, int rank, int task, long postedPs, int posted);

  /** When the rendezvous send of a message that was matched now is done. */
  long releasedPs(int message, long completePs) {
    return Math.max(messages.callerPs(message), completePs);
  }

  /**
   * The moment at which it is released, whenever its sender is done.
   *
   * @param now that of the event
   */
  int released(int message, int now) {
    return messages.cause(message);
  }

  /** Fills the view for a send that starts now, as an eager one. */
  final void view(int rank, int task) {
    TaskGraph graph = tasks.graph(rank);
    int peer = graph.peer(task);
    view.set(rank, peer, nodes[rank], nodes[peer], graph.amount(task), false);
  }

  /** Fills the view for a message that is on its way. */
  final void view(int message) {
    messages.show(message, view, nodes);
  }

  /** A send or receive keeps a stream until a moment. */
  final void keepStream(int cpu, long bytes, long startPs, long untilPs, int until) {
    eventList.keepCpu(cpu, untilPs);
    causes.keepStream(cpu, until);
    if (recorder != null && untilPs > startPs) {
      recorder.busy(SimObserver.Resource.CPU, cpu, bytes, startPs, untilPs);
    }
  }

  /** The moment at which a send, or what keeps a stream of its rank, begins now. */
  final int begins(int rank, int cpu, int came) {
    return causes.begins(rank, causes.streams.after(cpu, came));
  }

  /** A message of a send that starts now, whose protocol the view shows. */
  final int create(int rank, int task) {
    TaskGraph graph = tasks.graph(rank);
    int message =
        messages.create(
            rank,
            graph.peer(task),
            graph.tag(task),
            tasks.channel(rank, task),
            graph.amount(task),
            eventList.nowPs(),
            view.rendezvous() ? RequestTable.DETACHED : RequestTable.NOBODY,
            view.rendezvous() ? MessagePool.RENDEZVOUS : 0);
    messages.operation(message, task);
    return message;
  }

  /**
   * A send has started.
   *
   * @param callerPs when the sender, as far as it alone is concerned, is done
   * @param begun the moment at which it began
   * @param caller the moment at which the sender, as far as it alone is concerned, is done
   */
  final void sent(int message, long callerPs, int begun, int caller) {
    int rank = messages.source(message);
    int task = (int) messages.operation(message);
    long now = eventList.nowPs();
    causes.callerEnds(message, caller);
    progress.starts(rank, task, now, begun);
    if (!messages.isRendezvous(message)) {
      progress.finishes(rank, task, callerPs, caller);
      if (recorder != null) {
        int peer = messages.destination(message);
        recorder.ends(rank, OpCode.SEND, peer, messages.bytes(message), now, 0, callerPs);
      }
    }
  }

  /** A receive is posted now, whose dependencies were met at a moment or none. */
  final void receive(int rank, int task, int met) {
    int begun =
        receivesWaitForStream()
            ? begins(rank, eventList.cpu(rank, tasks.graph(rank).stream(task)), met)
            : causes.begins(rank, met);
    posts(rank, task, begun);
    long now = eventList.nowPs();
    progress.starts(rank, task, now, begun);
    TaskGraph graph = tasks.graph(rank);
    int message =
        matcher.takeMessage(rank, graph.peer(task), graph.tag(task), tasks.channel(rank, task));
    if (message == RecordPool.NONE) {
      int receive = matcher.keepReceive(RequestTable.DETACHED, now, graph.amount(task), task);
      matcher.receives.cause(receive, begun);
      return;
    }
    causes.belongsTo(messages, message);
    causes.belongsTo(rank, task);
    long complete = completesPs(message, rank, task, now, begun);
    if (complete == LATER) {
      int receive = matcher.receives.create(RequestTable.DETACHED, now, graph.amount(task), task);
      messages.counterpart(message, receive);
      matcher.receives.cause(receive, begun);
      return;
    }
    receiverFinishes(message, rank, task, now, complete, begun);
    senderFinishes(message, now, complete, begun);
    messages.release(message);
  }

  /**
   * A message can be matched from now on.
   *
   * @param now the moment of the event
   * @return whether it is
   */
  final boolean match(int message, int now) {
    int rank = messages.destination(message);
    int receive =
        matcher.takeReceive(
            rank, messages.source(message), messages.tag(message), messages.context(message));
    if (receive == RecordPool.NONE) {
      matcher.keepMessage(message);
      return false;
    }
    int task = (int) matcher.receives.operation(receive);
    long posted = matcher.receives.postedPs(receive);
    causes.belongsTo(messages, message);
    causes.belongsTo(rank, task);
    long complete = completesPs(message, rank, task, posted, matcher.receives.cause(receive));
    if (complete == LATER) {
      messages.counterpart(message, receive);
    } else {
      finishes(message, receive, complete, now);
    }
    return true;
  }

  /**
   * A message that has met its receive is complete.
   *
   * @param now the moment of the event
   */
  final void finishes(int message, long completePs, int now) {
    finishes(message, messages.counterpart(message), completePs, now);
  }

  private void finishes(int message, int receive, long completePs, int now) {
    int task = (int) matcher.receives.operation(receive);
    long posted = matcher.receives.postedPs(receive);
    int met = matcher.receives.cause(receive);
    matcher.receives.release(receive);
    senderFinishes(message, posted, completePs, now);
    receiverFinishes(message, messages.destination(message), task, posted, completePs, met);
    messages.release(message);
  }

  /** A message that has met its receive is complete; its sender has finished. */
  final void receiverFinishes(int message, long completePs) {
    int receive = messages.counterpart(message);
    int task = (int) matcher.receives.operation(receive);
    long posted = matcher.receives.postedPs(receive);
    int met = matcher.receives.cause(receive);
    matcher.receives.release(receive);
    receiverFinishes(message, messages.destination(message), task, posted, completePs, met);
    messages.release(message);
  }

  private void receiverFinishes(
      int message, int rank, int task, long postedPs, long completePs, int posted) {
    int source = messages.source(message);
    long bytes = messages.bytes(message);
    long capacity = tasks.graph(rank).amount(task);
    if (bytes > capacity) {
      Deliveries.truncated(
          problems, rank, task, capacity, source, messages.operation(message), bytes);
    }
    long end = Math.max(postedPs, completePs);
    progress.finishes(rank, task, end, causes.meet(messages, message, posted));
    if (recorder != null) {
      long sendPs = messages.sendPs(message);
      recorder.observer.message(
          source, rank, tag(message, rank, task), bytes, sendPs, postedPs, completePs);
      recorder.ends(rank, OpCode.RECV, source, bytes, postedPs, sendPs, end);
    }
  }

  /** The tag of a message, that of its receive if it bears any. */
  private int tag(int message, int rank, int task) {
    int tag = messages.tag(message);
    return tag == OpView.ANY ? tasks.graph(rank).tag(task) : tag;
  }

  private void senderFinishes(int message, long postedPs, long completePs, int now) {
    if (!messages.isRendezvous(message)) {
      return;
    }
    long end = releasedPs(message, completePs);
    int after = causes.afterCaller(message, released(message, now));
    senderFinishesAt(message, postedPs, end, after);
  }

  /** A rendezvous send that has met its receive is done, before the message is complete. */
  final void senderFinishes(int message, long endPs, int end) {
    long posted = matcher.receives.postedPs(messages.counterpart(message));
    senderFinishesAt(message, posted, endPs, end);
  }

  private void senderFinishesAt(int message, long postedPs, long end, int after) {
    int source = messages.source(message);
    int task = (int) messages.operation(message);
    progress.finishes(source, task, end, after);
    if (recorder != null) {
      recorder.ends(
          source,
          OpCode.SEND,
          messages.destination(message),
          messages.bytes(message),
          messages.sendPs(message),
          postedPs,
          end);
    }
  }
}
