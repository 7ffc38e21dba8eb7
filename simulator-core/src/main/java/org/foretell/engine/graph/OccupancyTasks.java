package org.foretell.engine.graph;

import org.foretell.engine.kernel.ModelAnswer;
import org.foretell.engine.message.Matcher;
import org.foretell.engine.state.ProblemLog;
import org.foretell.machine.Placement;
import org.foretell.model.OccupancyModel;
import org.foretell.observe.SimObserver;
import org.foretell.time.Ps;
import org.foretell.trace.TaskGraph;
import org.jspecify.annotations.Nullable;

/** Moves the messages of task graphs under an {@link OccupancyModel}. */
final class OccupancyTasks extends TaskTransport {
  private final OccupancyModel model;
  private final boolean takesInOnArrival;

  OccupancyTasks(
      OccupancyModel model,
      Placement placement,
      TaskTable tasks,
      TaskEventList agenda,
      TaskProgress progress,
      Matcher matcher,
      ProblemLog problems,
      @Nullable TaskRecorder watch) {
    super(placement, tasks, agenda, progress, matcher, problems, watch);
    this.model = model;
    takesInOnArrival = model.intake() == OccupancyModel.Intake.ON_ARRIVAL;
  }

  @Override
  void send(int rank, int task) {
    TaskGraph graph = tasks.graph(rank);
    long now = agenda.nowPs();
    view(rank, task, false);
    view.rendezvous(!model.eager(view));
    int cpu = agenda.cpu(rank, graph.stream(task));
    int nic = agenda.nic(rank, graph.nic(task));
    long cpuUntil = Ps.plus(now, ModelAnswer.atLeastZero(model.sendCpuPs(view, now), "sendCpuPs"));
    long nicUntil = Ps.plus(now, ModelAnswer.atLeastZero(model.sendNicPs(view), "sendNicPs"));
    agenda.keepCpu(cpu, cpuUntil);
    agenda.keepOut(nic, nicUntil);
    if (watch != null) {
      long bytes = graph.amount(task);
      watch.busy(rank, cpu, bytes, now, cpuUntil);
      watch.observer.busy(SimObserver.Resource.NIC_OUT, nic, bytes, now, nicUntil);
    }
    long arrive = Ps.plus(now, ModelAnswer.atLeastZero(model.wirePs(view, now), "wirePs"));
    agenda.messageComes(sent(rank, task, cpuUntil, arrive), arrive);
  }

  @Override
  void comes(int message) {
    match(message);
  }

  @Override
  void takenIn(int message) {
    TaskGraph sender = tasks.graph(messages.source(message));
    int sent = (int) messages.operation(message);
    takeIn(message, messages.destination(message), sender.stream(sent), sender.nic(sent));
    match(message);
  }

  @Override
  void posts(int rank, int task) {}

  @Override
  long completesPs(int message, int rank, int task, long postedPs) {
    if (!takesInOnArrival) {
      TaskGraph graph = tasks.graph(rank);
      takeIn(message, rank, graph.stream(task), graph.nic(task));
    }
    return messages.arrivePs(message);
  }

  /** Keeps stream and interface of the receiver; on arrival both are free. */
  private void takeIn(int message, int rank, int stream, int nicOfGraph) {
    int cpu = agenda.cpu(rank, stream);
    int nic = agenda.nic(rank, nicOfGraph);
    view(message);
    long nicFrom = Math.max(agenda.nowPs(), agenda.inPs(nic));
    long nicUntil =
        Ps.plus(nicFrom, ModelAnswer.atLeastZero(model.receiveNicPs(view), "receiveNicPs"));
    long cpuFrom = takesInOnArrival ? nicFrom : Math.max(nicUntil, agenda.cpuPs(cpu));
    long cpuUntil =
        Ps.plus(
            cpuFrom, ModelAnswer.atLeastZero(model.receiveCpuPs(view, cpuFrom), "receiveCpuPs"));
    agenda.keepCpu(cpu, cpuUntil);
    agenda.keepIn(nic, nicUntil);
    messages.arrivePs(message, cpuUntil);
    if (watch != null) {
      long bytes = messages.bytes(message);
      watch.busy(rank, cpu, bytes, cpuFrom, cpuUntil);
      watch.observer.busy(SimObserver.Resource.NIC_IN, nic, bytes, nicFrom, nicUntil);
    }
  }

  @Override
  long releasePs(int message, long completePs) {
    long release = takesInOnArrival ? agenda.nowPs() : completePs;
    int source = messages.source(message);
    TaskGraph graph = tasks.graph(source);
    int sent = (int) messages.operation(message);
    agenda.keepCpu(agenda.cpu(source, graph.stream(sent)), release);
    agenda.keepOut(agenda.nic(source, graph.nic(sent)), release);
    return release;
  }
}
