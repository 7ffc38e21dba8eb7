package org.foretell.engine.graph;

import org.foretell.engine.message.OccupancyCosts;
import org.foretell.model.OccupancyModel;
import org.foretell.trace.TaskGraph;

/** Moves the messages of task graphs under an {@link OccupancyModel}. */
final class OccupancyTasks extends TaskTransport {
  private final OccupancyModel model;
  private final boolean takesInOnArrival;
  private final OccupancyCosts costs;

  OccupancyTasks(OccupancyModel model, GraphState state) {
    super(state);
    this.model = model;
    takesInOnArrival = model.intake() == OccupancyModel.Intake.ON_ARRIVAL;
    costs =
        new OccupancyCosts(
            model,
            messages,
            view,
            eventList,
            causes.moments,
            causes.streams,
            causes.out,
            causes.in,
            recorder);
  }

  @Override
  void send(int rank, int task, int met) {
    TaskGraph graph = tasks.graph(rank);
    long now = eventList.nowPs();
    view(rank, task);
    view.rendezvous(!model.eager(view));
    int cpu = eventList.cpu(rank, graph.stream(task));
    int nic = eventList.nic(rank, graph.nic(task));
    long cpuUntil = costs.sendCpuUntilPs(now);
    long nicUntil = costs.sendNicUntilPs(now);
    long arrive = costs.arrivePs(now);
    int begun = begins(rank, cpu, causes.out.after(nic, met));
    eventList.keepCpu(cpu, cpuUntil);
    eventList.keepOut(nic, nicUntil);
    costs.tellCpu(cpu, now, cpuUntil);
    costs.tellSent(nic, now, nicUntil, arrive);
    int message = create(rank, task);
    messages.callerPs(message, cpuUntil);
    int caller = costs.leaves(cpu, nic, cpu, message, true, arrive, nicUntil, cpuUntil, begun);
    causes.ends(caller);
    sent(message, cpuUntil, begun, caller);
    eventList.messageComes(message, arrive);
  }

  @Override
  void takenIn(int message) {
    int rank = messages.destination(message);
    causes.belongsTo(messages, message);
    causes.belongsTo(rank, GraphCauses.NO_TASK);
    int cpu = eventList.cpuOf(rank, message);
    int nic = eventList.nicOf(rank, message);
    int begun = begins(rank, cpu, causes.in.after(nic, messages.cause(message)));
    takeIn(message, cpu, nic, begun);
    match(message, begun);
  }

  @Override
  boolean receivesWaitForStream() {
    return false;
  }

  @Override
  long completesPs(int message, int rank, int task, long postedPs, int posted) {
    if (!takesInOnArrival) {
      TaskGraph graph = tasks.graph(rank);
      int met = causes.meet(messages, message, posted);
      int cpu = eventList.cpu(rank, graph.stream(task));
      takeIn(message, cpu, eventList.nic(rank, graph.nic(task)), met);
    }
    return messages.arrivePs(message);
  }

  private void takeIn(int message, int cpu, int nic, int after) {
    view(message);
    costs.takeIn(cpu, nic, message, eventList.nowPs(), after);
    causes.ends(messages.cause(message));
  }

  @Override
  long releasedPs(int message, long completePs) {
    long release = takesInOnArrival ? eventList.nowPs() : completePs;
    int source = messages.source(message);
    eventList.keepCpu(eventList.cpuOf(source, message), release);
    eventList.keepOut(eventList.nicOf(source, message), release);
    return Math.max(messages.callerPs(message), release);
  }

  @Override
  int released(int message, int now) {
    int released = takesInOnArrival ? now : messages.cause(message);
    int source = messages.source(message);
    causes.keepStream(eventList.cpuOf(source, message), released);
    causes.out.keep(eventList.nicOf(source, message), released);
    return released;
  }
}
