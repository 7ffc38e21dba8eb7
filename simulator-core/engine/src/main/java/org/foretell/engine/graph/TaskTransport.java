package org.foretell.engine.graph;

import org.foretell.engine.kernel.RecordPool;
import org.foretell.engine.message.Deliveries;
import org.foretell.engine.message.Matcher;
import org.foretell.engine.message.MessagePool;
import org.foretell.engine.state.ProblemLog;
import org.foretell.engine.state.RequestTable;
import org.foretell.machine.Placement;
import org.foretell.model.MutableMessage;
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

  /** Null where nobody asks for the critical path. */
  final @Nullable GraphCauses causes;

  final MutableMessage view = new MutableMessage();
  private final int[] nodes;
  private final Matcher matcher;
  private final ProblemLog problems;

  TaskTransport(
      Placement placement,
      TaskTable tasks,
      TaskEventList eventList,
      TaskProgress progress,
      Matcher matcher,
      ProblemLog problems,
      @Nullable TaskRecorder recorder,
      @Nullable GraphCauses causes) {
    nodes = placement.nodes();
    this.tasks = tasks;
    this.eventList = eventList;
    this.progress = progress;
    this.matcher = matcher;
    messages = matcher.messages;
    this.problems = problems;
    this.recorder = recorder;
    this.causes = causes;
  }

  /** A send starts now. */
  abstract void send(int rank, int task);

  /** A message comes to its receiver and costs nothing until it is matched. */
  abstract void comes(int message);

  /** A message has reached its receiver, and all is free that it needs there before it matches. */
  abstract void takenIn(int message);

  /** What a message has been is over: its flow has ended. */
  void flowEnds(int message) {
    throw new AssertionError("there are no flows, but that of " + message + " ends");
  }

  /** Whether a receive waits until its stream is free. */
  abstract boolean receivesWaitForStream();

  /** A receive is being posted. */
  abstract void posts(int rank, int task);

  /**
   * Two ends have met: when the message is complete at the receiver, which may be in the past, or
   * {@link #LATER} if {@link #finishes} will be called then.
   *
   * @param postedPs when the receive was posted
   */
  abstract long completesPs(int message, int rank, int task, long postedPs);

  /**
   * When the rendezvous send of a message that was matched now is released, which is at hand then
   * if anybody asks.
   */
  abstract long releasePs(int message, long completePs);

  /** Fills the view for a send that starts now. */
  final void view(int rank, int task, boolean rendezvous) {
    TaskGraph graph = tasks.graph(rank);
    int peer = graph.peer(task);
    view.set(rank, peer, nodes[rank], nodes[peer], graph.amount(task), false);
    view.rendezvous(rendezvous);
  }

  /** Fills the view for a message that is on its way. */
  final void view(int message) {
    view(
        messages.source(message),
        (int) messages.operation(message),
        messages.isRendezvous(message));
  }

  /** Reports to observers that the message in the view moves. */
  final void tellMoved(long startPs, long endPs) {
    if (recorder != null && view.bytes() > 0) {
      recorder.observer.moved(view.source(), view.destination(), view.bytes(), startPs, endPs);
    }
  }

  /** A send, or what keeps a stream of its rank, begins now: all is free that it waits for. */
  final void begins(GraphCauses known, int rank, int cpu) {
    known.after(known.streams, cpu);
    known.begins(rank);
  }

  /**
   * A send that the view describes has started; what it ends with, as far as it alone is concerned,
   * is at hand, if anybody asks.
   *
   * @param callerPs when the sender, as far as it alone is concerned, is done
   * @param arrivePs when it is complete at the receiver, if that is known
   */
  final int sent(int rank, int task, long callerPs, long arrivePs) {
    TaskGraph graph = tasks.graph(rank);
    long now = eventList.nowPs();
    int message =
        messages.create(
            rank,
            graph.peer(task),
            graph.tag(task),
            tasks.channel(rank, task),
            graph.amount(task),
            now,
            view.rendezvous() ? RequestTable.DETACHED : RequestTable.NOBODY,
            view.rendezvous() ? MessagePool.RENDEZVOUS : 0);
    messages.operation(message, task);
    messages.callerPs(message, callerPs);
    messages.arrivePs(message, arrivePs);
    if (causes == null) {
      progress.starts(rank, task, now);
    } else {
      starts(causes, rank, task, message, now);
    }
    if (!view.rendezvous()) {
      progress.finishes(rank, task, callerPs);
      if (recorder != null) {
        recorder.ends(rank, OpCode.SEND, graph.peer(task), graph.amount(task), now, 0, callerPs);
      }
    }
    return message;
  }

  /** As {@link TaskProgress#starts}; what the sender alone ends with is at hand, and stays so. */
  private void starts(GraphCauses known, int rank, int task, int message, long nowPs) {
    known.callerEnds(message);
    known.atStart();
    progress.starts(rank, task, nowPs);
    known.atCaller(message);
  }

  /** A receive is posted now. */
  final void receive(int rank, int task) {
    if (causes != null) {
      if (receivesWaitForStream()) {
        causes.after(causes.streams, eventList.cpu(rank, tasks.graph(rank).stream(task)));
      }
      causes.begins(rank);
    }
    posts(rank, task);
    long now = eventList.nowPs();
    progress.starts(rank, task, now);
    TaskGraph graph = tasks.graph(rank);
    int message =
        matcher.takeMessage(rank, graph.peer(task), graph.tag(task), tasks.channel(rank, task));
    if (message == RecordPool.NONE) {
      int receive = matcher.keepReceive(RequestTable.DETACHED, now, graph.amount(task), task);
      if (causes != null) {
        causes.meetsNow();
        causes.keepsWaiting(matcher.receives, receive);
      }
      return;
    }
    if (causes != null) {
      causes.meetsNow();
      causes.belongsTo(messages, message);
      causes.belongsTo(rank, task);
    }
    long complete = completesPs(message, rank, task, now);
    if (complete == LATER) {
      int receive = matcher.receives.create(RequestTable.DETACHED, now, graph.amount(task), task);
      messages.counterpart(message, receive);
      if (causes != null) {
        causes.keepsWaiting(matcher.receives, receive);
      }
      return;
    }
    receiverFinishes(message, rank, task, now, complete);
    senderFinishes(message, now, complete);
    messages.release(message);
  }

  /**
   * A message can be matched from now on.
   *
   * @return whether it is
   */
  final boolean match(int message) {
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
    if (causes != null) {
      causes.meetsKept(matcher.receives, receive);
      causes.belongsTo(messages, message);
      causes.belongsTo(rank, task);
    }
    long complete = completesPs(message, rank, task, posted);
    if (complete == LATER) {
      messages.counterpart(message, receive);
    } else {
      finishes(message, receive, complete);
    }
    return true;
  }

  /** A message that has met its receive is complete. */
  final void finishes(int message, long completePs) {
    finishes(message, messages.counterpart(message), completePs);
  }

  private void finishes(int message, int receive, long completePs) {
    int task = (int) matcher.receives.operation(receive);
    long posted = matcher.receives.postedPs(receive);
    if (causes != null) {
      causes.meetsKept(matcher.receives, receive);
    }
    matcher.receives.release(receive);
    senderFinishes(message, posted, completePs);
    receiverFinishes(message, messages.destination(message), task, posted, completePs);
    messages.release(message);
  }

  /** A message that has met its receive is complete; its sender has finished. */
  final void receiverFinishes(int message, long completePs) {
    int receive = messages.counterpart(message);
    int task = (int) matcher.receives.operation(receive);
    long posted = matcher.receives.postedPs(receive);
    if (causes != null) {
      causes.meetsKept(matcher.receives, receive);
    }
    matcher.receives.release(receive);
    receiverFinishes(message, messages.destination(message), task, posted, completePs);
    messages.release(message);
  }

  private void receiverFinishes(int message, int rank, int task, long postedPs, long completePs) {
    int source = messages.source(message);
    long bytes = messages.bytes(message);
    long capacity = tasks.graph(rank).amount(task);
    if (bytes > capacity) {
      Deliveries.truncated(
          problems, rank, task, capacity, source, messages.operation(message), bytes);
    }
    long end = Math.max(postedPs, completePs);
    if (causes != null) {
      causes.follow(messages, message);
    }
    progress.finishes(rank, task, end);
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

  private void senderFinishes(int message, long postedPs, long completePs) {
    if (!messages.isRendezvous(message)) {
      return;
    }
    long end = Math.max(messages.callerPs(message), releasePs(message, completePs));
    if (causes != null) {
      causes.afterCaller(message);
    }
    senderFinishesAt(message, postedPs, end);
  }

  /** A rendezvous send that has met its receive is done, before the message is complete. */
  final void senderFinishes(int message, long endPs) {
    long posted = matcher.receives.postedPs(messages.counterpart(message));
    senderFinishesAt(message, posted, endPs);
  }

  private void senderFinishesAt(int message, long postedPs, long end) {
    int source = messages.source(message);
    int task = (int) messages.operation(message);
    progress.finishes(source, task, end);
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
