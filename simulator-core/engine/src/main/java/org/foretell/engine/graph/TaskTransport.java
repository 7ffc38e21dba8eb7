package org.foretell.engine.graph;

import org.foretell.engine.kernel.RecordPool;
import org.foretell.engine.message.CostState;
import org.foretell.engine.message.Deliveries;
import org.foretell.engine.message.DirectCosts;
import org.foretell.engine.message.FlowCosts;
import org.foretell.engine.message.InterfaceQueues;
import org.foretell.engine.message.Matcher;
import org.foretell.engine.message.MessageCosts;
import org.foretell.engine.message.MessagePool;
import org.foretell.engine.message.OccupancyCosts;
import org.foretell.engine.message.QueuedCosts;
import org.foretell.engine.state.ProblemLog;
import org.foretell.engine.state.RequestTable;
import org.foretell.model.DirectModel;
import org.foretell.model.FlowModel;
import org.foretell.model.MpiModel;
import org.foretell.model.MutableMessage;
import org.foretell.model.OccupancyModel;
import org.foretell.model.QueuedOccupancyModel;
import org.foretell.observe.PathLeg;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.TaskGraph;
import org.jspecify.annotations.Nullable;

/** Moves the messages of task graphs under a model of any kind, between tasks and their streams. */
final class TaskTransport {
  private final MpiModel model;
  private final MessageCosts costs;
  private final TaskTable tasks;
  private final TaskEventList eventList;
  private final TaskProgress progress;
  private final Matcher matcher;
  private final MessagePool messages;
  private final ProblemLog problems;
  private final @Nullable TaskRecorder recorder;
  private final GraphCauses causes;
  private final int[] nodes;
  private final MutableMessage view = new MutableMessage();

  /**
   * @param interfaces null under a model whose interfaces do not queue
   */
  TaskTransport(MpiModel model, @Nullable InterfaceQueues interfaces, GraphState state) {
    this.model = model;
    nodes = state.placement().nodes();
    tasks = state.tasks();
    eventList = state.eventList();
    progress = state.progress();
    matcher = state.matcher();
    messages = matcher.messages;
    problems = state.problems();
    recorder = state.recorder();
    causes = state.causes();
    costs = costs(interfaces);
  }

  private MessageCosts costs(@Nullable InterfaceQueues interfaces) {
    CostState state =
        new CostState(messages, nodes, view, eventList, causes.moments, causes.streams, recorder);
    if (model instanceof QueuedOccupancyModel queued && interfaces != null) {
      return new QueuedCosts(queued, interfaces, this::senderFinishes, state);
    }
    if (model instanceof OccupancyModel occupancy) {
      return new OccupancyCosts(occupancy, causes.out, causes.in, true, state);
    }
    return model instanceof FlowModel flows
        ? new FlowCosts(flows, state)
        : new DirectCosts((DirectModel) model, tasks.wildcards(), state);
  }

  /** A send starts now, whose dependencies were met at a moment or none. */
  void send(int rank, int task, int met) {
    TaskGraph graph = tasks.graph(rank);
    int peer = graph.peer(task);
    view.set(rank, peer, nodes[rank], nodes[peer], graph.amount(task), false);
    view.rendezvous(!model.eager(view));
    int message = create(rank, task);
    int cpu = eventList.cpu(rank, graph.stream(task));
    int begun = causes.begins(rank, costs.free(message, cpu, met));
    long callerPs = costs.callerPs(message);
    int caller = costs.sends(message, cpu, callerPs, begun);
    sent(message, callerPs, begun, caller);
    if (costs.setsOut(message, caller)) {
      match(message);
    }
  }

  /** The event of a message has come. */
  void comes(int message) {
    causes.belongsTo(messages, message);
    switch (costs.comes(message)) {
      case AT_RECEIVER -> match(message);
      case COMPLETE -> {
        int now = messages.cause(message);
        finishes(message, messages.counterpart(message), costs.receivedPs(message), now);
      }
      case ON_ITS_WAY -> {} // nobody learns of that
    }
  }

  /** A message of a send that starts now, whose protocol the view shows. */
  private int create(int rank, int task) {
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
  private void sent(int message, long callerPs, int begun, int caller) {
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
  void receive(int rank, int task, int met) {
    TaskGraph graph = tasks.graph(rank);
    int cpu = eventList.cpu(rank, graph.stream(task));
    int free = costs.occupies() ? met : causes.streams.after(cpu, met);
    int begun = causes.begins(rank, free);
    long now = eventList.nowPs();
    long until = costs.postedPs(now);
    if (until > now) {
      int end = causes.moments.happened(PathLeg.Kind.OVERHEAD, rank, until, begun);
      costs.keepCpu(cpu, graph.amount(task), now, until, end);
    }
    progress.starts(rank, task, now, begun);
    int message =
        matcher.takeMessage(rank, graph.peer(task), graph.tag(task), tasks.channel(rank, task));
    if (message == RecordPool.NONE) {
      int receive = matcher.keepReceive(RequestTable.DETACHED, now, graph.amount(task), task);
      matcher.receives.cause(receive, begun);
      return;
    }
    long complete = meets(message, rank, task, now, begun);
    if (complete == MessageCosts.NOT_NOW) {
      int receive = matcher.receives.create(RequestTable.DETACHED, now, graph.amount(task), task);
      messages.counterpart(message, receive);
      matcher.receives.cause(receive, begun);
      return;
    }
    receiverFinishes(message, rank, task, now, complete, begun);
    senderFinishes(message, now, complete, begun);
    messages.release(message);
  }

  /** A message can be matched from now on. */
  private void match(int message) {
    int rank = messages.destination(message);
    int receive = matcher.takeReceive(message);
    if (receive == RecordPool.NONE) {
      matcher.keepMessage(message);
      costs.waits(message);
      return;
    }
    long nowPs = eventList.nowPs();
    int now = causes.moments.at(messages.cause(message), nowPs);
    int task = (int) matcher.receives.operation(receive);
    long posted = matcher.receives.postedPs(receive);
    long complete = meets(message, rank, task, posted, matcher.receives.cause(receive));
    if (complete == MessageCosts.NOT_NOW) {
      messages.counterpart(message, receive);
    } else {
      MessageCosts.checkSeen(complete, nowPs);
      finishes(message, receive, complete, now);
    }
  }

  private long meets(int message, int rank, int task, long postedPs, int posted) {
    causes.belongsTo(messages, message);
    causes.belongsTo(rank, task);
    return costs.meets(message, task, postedPs, causes.meet(messages, message, posted));
  }

  /**
   * A message that has met its receive is complete.
   *
   * @param now the moment of the event
   */
  private void finishes(int message, int receive, long completePs, int now) {
    int task = (int) matcher.receives.operation(receive);
    long posted = matcher.receives.postedPs(receive);
    int met = matcher.receives.cause(receive);
    matcher.receives.release(receive);
    senderFinishes(message, posted, completePs, now);
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
    long end = costs.sentPs(message, completePs);
    if (end != MessageCosts.NOT_NOW) {
      senderFinishesAt(
          message, postedPs, end, causes.afterCaller(message, costs.sent(message, now)));
    }
  }

  /** A rendezvous send that has met its receive is done, before the message is complete. */
  private void senderFinishes(int message, long endPs, int end) {
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
