package org.foretell.engine.graph;

import org.foretell.engine.cause.CauseTree;
import org.foretell.engine.cause.Uses;
import org.foretell.engine.kernel.ModelAnswer;
import org.foretell.engine.message.Matcher;
import org.foretell.engine.state.ProblemLog;
import org.foretell.machine.Placement;
import org.foretell.model.OccupancyModel;
import org.foretell.observe.PathLeg;
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
      TaskEventList eventList,
      TaskProgress progress,
      Matcher matcher,
      ProblemLog problems,
      @Nullable TaskRecorder recorder,
      GraphCauses causes) {
    super(placement, tasks, eventList, progress, matcher, problems, recorder, causes);
    this.model = model;
    takesInOnArrival = model.intake() == OccupancyModel.Intake.ON_ARRIVAL;
  }

  @Override
  void send(int rank, int task, int met) {
    TaskGraph graph = tasks.graph(rank);
    long now = eventList.nowPs();
    view(rank, task, false);
    view.rendezvous(!model.eager(view));
    int cpu = eventList.cpu(rank, graph.stream(task));
    int nic = eventList.nic(rank, graph.nic(task));
    long cpuUntil = Ps.plus(now, ModelAnswer.atLeastZero(model.sendCpuPs(view, now), "sendCpuPs"));
    long nicUntil = Ps.plus(now, ModelAnswer.atLeastZero(model.sendNicPs(view), "sendNicPs"));
    int begun = begins(rank, cpu, causes.out.after(nic, met));
    int caller = causes.moments.happened(PathLeg.Kind.OVERHEAD, view, cpuUntil, begun);
    causes.keepStream(cpu, caller);
    eventList.keepCpu(cpu, cpuUntil);
    eventList.keepOut(nic, nicUntil);
    if (recorder != null) {
      long bytes = graph.amount(task);
      recorder.busy(SimObserver.Resource.CPU, cpu, bytes, now, cpuUntil);
      recorder.busy(SimObserver.Resource.NIC_OUT, nic, bytes, now, nicUntil);
    }
    long arrive = Ps.plus(now, ModelAnswer.atLeastZero(model.wirePs(view, now), "wirePs"));
    if (recorder != null) {
      // The last byte follows the first, which arrives.
      long last = Ps.plus(arrive, ModelAnswer.atLeastZero(model.lastBytePs(view), "lastBytePs"));
      tellMoved(now, Math.max(last, nicUntil));
    }
    int message = sent(rank, task, cpuUntil, arrive, begun, caller);
    messages.cause(message, leaves(nic, nicUntil, arrive, begun));
    eventList.messageComes(message, arrive);
  }

  /** The moment at which a message arrives that leaves, which the view shows. */
  private int leaves(int nic, long nicUntilPs, long arrivePs, int begun) {
    if (!causes.moments.areKept()) {
      return CauseTree.NONE; // the model is not asked for nobody
    }
    keepsNic(causes.out, PathLeg.Resource.NIC_OUT, nic, nicUntilPs, begun);
    long now = eventList.nowPs();
    long bytes = view.bytes();
    view.bytes(0);
    long first = Ps.plus(now, ModelAnswer.atLeastZero(model.wirePs(view, now), "wirePs"));
    view.bytes(bytes);
    first = Math.min(arrivePs, first);
    int there = causes.moments.happened(PathLeg.Kind.LATENCY, view, first, begun);
    return causes.moments.happened(PathLeg.Kind.BANDWIDTH, view, arrivePs, there);
  }

  /** The message in the view keeps a side of an interface. */
  private void keepsNic(Uses sides, PathLeg.Resource side, int nic, long untilPs, int begun) {
    sides.keep(
        nic,
        causes.moments.happened(
            PathLeg.Kind.INTERFACE_QUEUE,
            side,
            nic,
            view.source(),
            view.destination(),
            view.bytes(),
            untilPs,
            begun));
  }

  @Override
  void comes(int message) {
    match(message, messages.cause(message));
  }

  @Override
  void takenIn(int message) {
    TaskGraph sender = tasks.graph(messages.source(message));
    int sent = (int) messages.operation(message);
    int rank = messages.destination(message);
    causes.belongsTo(messages, message);
    causes.belongsTo(rank, GraphCauses.NO_TASK);
    int onNic = causes.in.after(eventList.nic(rank, sender.nic(sent)), messages.cause(message));
    int begun = begins(rank, eventList.cpu(rank, sender.stream(sent)), onNic);
    takeIn(message, rank, sender.stream(sent), sender.nic(sent), begun);
    match(message, begun);
  }

  @Override
  boolean receivesWaitForStream() {
    return false;
  }

  @Override
  void posts(int rank, int task, int begun) {}

  @Override
  long completesPs(int message, int rank, int task, long postedPs, int posted) {
    if (!takesInOnArrival) {
      TaskGraph graph = tasks.graph(rank);
      int met = causes.meet(messages, message, posted);
      takeIn(message, rank, graph.stream(task), graph.nic(task), met);
    }
    return messages.arrivePs(message);
  }

  /** Keeps stream and interface of the receiver; on arrival both are free. */
  private void takeIn(int message, int rank, int stream, int nicOfGraph, int after) {
    int cpu = eventList.cpu(rank, stream);
    int nic = eventList.nic(rank, nicOfGraph);
    view(message);
    long nicFrom = Math.max(eventList.nowPs(), eventList.inPs(nic));
    long nicUntil =
        Ps.plus(nicFrom, ModelAnswer.atLeastZero(model.receiveNicPs(view), "receiveNicPs"));
    long cpuFrom = takesInOnArrival ? nicFrom : Math.max(nicUntil, eventList.cpuPs(cpu));
    long cpuUntil =
        Ps.plus(
            cpuFrom, ModelAnswer.atLeastZero(model.receiveCpuPs(view, cpuFrom), "receiveCpuPs"));
    eventList.keepCpu(cpu, cpuUntil);
    eventList.keepIn(nic, nicUntil);
    messages.arrivePs(message, cpuUntil);
    int taken = taken(cpu, nic, nicUntil, cpuUntil, after);
    causes.keepStream(cpu, taken);
    messages.cause(message, taken);
    if (recorder != null) {
      long bytes = messages.bytes(message);
      recorder.busy(SimObserver.Resource.CPU, cpu, bytes, cpuFrom, cpuUntil);
      recorder.busy(SimObserver.Resource.NIC_IN, nic, bytes, nicFrom, nicUntil);
    }
  }

  /** The moment at which the message in the view has been taken in. */
  private int taken(int cpu, int nic, long nicUntilPs, long cpuUntilPs, int after) {
    int begun = after;
    if (takesInOnArrival) {
      keepsNic(causes.in, PathLeg.Resource.NIC_IN, nic, nicUntilPs, after);
    } else {
      int onNic = causes.in.after(nic, after);
      int there = causes.moments.happened(PathLeg.Kind.BANDWIDTH, view, nicUntilPs, onNic);
      causes.in.keep(nic, there);
      begun = causes.streams.after(cpu, there);
    }
    return causes.moments.happenedAtTarget(
        PathLeg.Kind.OVERHEAD, view, null, cpuUntilPs, cpuUntilPs, begun);
  }

  @Override
  long releasePs(int message, long completePs) {
    long release = takesInOnArrival ? eventList.nowPs() : completePs;
    int source = messages.source(message);
    TaskGraph graph = tasks.graph(source);
    int sent = (int) messages.operation(message);
    eventList.keepCpu(eventList.cpu(source, graph.stream(sent)), release);
    eventList.keepOut(eventList.nic(source, graph.nic(sent)), release);
    return release;
  }

  @Override
  int released(int message, int now) {
    int released = takesInOnArrival ? now : messages.cause(message);
    int source = messages.source(message);
    TaskGraph graph = tasks.graph(source);
    int sent = (int) messages.operation(message);
    causes.keepStream(eventList.cpu(source, graph.stream(sent)), released);
    causes.out.keep(eventList.nic(source, graph.nic(sent)), released);
    return released;
  }
}
