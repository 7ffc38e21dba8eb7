package org.foretell.engine.graph;

import org.foretell.engine.message.DirectCosts;
import org.foretell.engine.message.MessagePool;
import org.foretell.model.DirectModel;
import org.foretell.observe.PathLeg;
import org.foretell.trace.TaskGraph;

/**
 * Moves the messages of task graphs under a {@link DirectModel}: sends and receives are
 * non-blocking ops that keep their stream no longer than these do their caller.
 */
final class DirectTasks extends TaskTransport {
  private final DirectModel model;
  private final DirectCosts costs;

  /**
   * Whether messages are matched when the receiver can see them, rather than when they are sent.
   */
  private final boolean envelopes;

  DirectTasks(DirectModel model, GraphState state) {
    super(state);
    this.model = model;
    costs = new DirectCosts(model, view, causes.moments, recorder);
    envelopes = tasks.wildcards();
  }

  @Override
  void send(int rank, int task, int met) {
    TaskGraph graph = tasks.graph(rank);
    long now = eventList.nowPs();
    view(rank, task);
    view.rendezvous(!model.eager(view));
    boolean rendezvous = view.rendezvous();
    long until = costs.goesOnPs(now);
    int cpu = eventList.cpu(rank, graph.stream(task));
    int begun = begins(rank, cpu, met);
    int caller = costs.goesOn(now, until, begun);
    keepStream(cpu, graph.amount(task), now, until, caller);
    long arrive = rendezvous ? MessagePool.NOT_MOVING : costs.arrivesPs(now);
    int message = create(rank, task);
    messages.callerPs(message, until);
    messages.arrivePs(message, arrive);
    sent(message, until, begun, caller);
    messages.cause(message, rendezvous ? begun : costs.moves(now, arrive, begun));
    if (envelopes) {
      eventList.messageComes(message, costs.seenPs(now));
    } else {
      match(message, begun);
    }
  }

  @Override
  void posts(int rank, int task, int begun) {
    TaskGraph graph = tasks.graph(rank);
    long now = eventList.nowPs();
    long until = costs.postedPs(now);
    int end = causes.moments.happened(PathLeg.Kind.OVERHEAD, rank, until, begun);
    keepStream(eventList.cpu(rank, graph.stream(task)), graph.amount(task), now, until, end);
  }

  @Override
  long completesPs(int message, int rank, int task, long postedPs, int posted) {
    long arrive = messages.arrivePs(message);
    if (messages.isRendezvous(message)) {
      view(message);
      long move = Math.max(messages.sendPs(message), postedPs);
      arrive = costs.arrivesPs(move);
      int met = causes.meet(messages, message, posted);
      messages.cause(message, costs.moves(move, arrive, met));
    }
    if (postedPs < eventList.nowPs()) {
      DirectCosts.checkSeen(arrive, eventList.nowPs());
    }
    return arrive;
  }
}
