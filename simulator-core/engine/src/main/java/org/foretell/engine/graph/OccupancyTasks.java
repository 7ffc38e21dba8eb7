package org.foretell.engine.graph;

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
      @Nullable GraphCauses causes) {
    super(placement, tasks, eventList, progress, matcher, problems, recorder, causes);
    this.model = model;
    takesInOnArrival = model.intake() == OccupancyModel.Intake.ON_ARRIVAL;
  }

  @Override
  void send(int rank, int task) {
    TaskGraph graph = tasks.graph(rank);
    long now = eventList.nowPs();
    view(rank, task, false);
    view.rendezvous(!model.eager(view));
    int cpu = eventList.cpu(rank, graph.stream(task));
    int nic = eventList.nic(rank, graph.nic(task));
    long cpuUntil = Ps.plus(now, ModelAnswer.atLeastZero(model.sendCpuPs(view, now), "sendCpuPs"));
    long nicUntil = Ps.plus(now, ModelAnswer.atLeastZero(model.sendNicPs(view), "sendNicPs"));
    if (causes != null) {
      causes.after(causes.out, nic);
      begins(causes, rank, cpu);
      causes.moments.leg(PathLeg.Kind.OVERHEAD, view, cpuUntil);
      causes.keepStream(cpu);
    }
    eventList.keepCpu(cpu, cpuUntil);
    eventList.keepOut(nic, nicUntil);
    if (recorder != null) {
      long bytes = graph.amount(task);
      recorder.busy(rank, cpu, bytes, now, cpuUntil);
      recorder.busy(SimObserver.Resource.NIC_OUT, nic, bytes, now, nicUntil);
    }
    long arrive = Ps.plus(now, ModelAnswer.atLeastZero(model.wirePs(view, now), "wirePs"));
    if (recorder != null) {
      // The last byte follows the first, which arrives.
      long last = Ps.plus(arrive, ModelAnswer.atLeastZero(model.lastBytePs(view), "lastBytePs"));
      tellMoved(now, Math.max(last, nicUntil));
    }
    int message = sent(rank, task, cpuUntil, arrive);
    if (causes != null) {
      leaves(causes, message, nic, nicUntil, arrive);
    }
    eventList.messageComes(message, arrive);
  }

  /** What follows from a message that leaves, which the view shows, beside its sender. */
  private void leaves(GraphCauses known, int message, int nic, long nicUntilPs, long arrivePs) {
    known.atStart();
    known.moments.queue(
        PathLeg.Kind.INTERFACE_QUEUE, PathLeg.Resource.NIC_OUT, nic, view, nicUntilPs);
    known.out.keepLater(nic, known.moments.now());
    known.atStart();
    long now = eventList.nowPs();
    long bytes = view.bytes();
    view.bytes(0);
    long first = Ps.plus(now, ModelAnswer.atLeastZero(model.wirePs(view, now), "wirePs"));
    view.bytes(bytes);
    known.moments.leg(PathLeg.Kind.LATENCY, view, Math.min(arrivePs, first));
    known.moments.leg(PathLeg.Kind.BANDWIDTH, view, arrivePs);
    messages.cause(message, known.moments.now());
  }

  @Override
  void comes(int message) {
    match(message);
  }

  @Override
  void takenIn(int message) {
    TaskGraph sender = tasks.graph(messages.source(message));
    int sent = (int) messages.operation(message);
    if (causes != null) {
      int rank = messages.destination(message);
      causes.belongsTo(messages, message);
      causes.belongsTo(rank, GraphCauses.NO_TASK);
      causes.moments.now(messages.cause(message));
      causes.after(causes.in, eventList.nic(rank, sender.nic(sent)));
      begins(causes, rank, eventList.cpu(rank, sender.stream(sent)));
    }
    takeIn(message, messages.destination(message), sender.stream(sent), sender.nic(sent));
    match(message);
  }

  @Override
  boolean receivesWaitForStream() {
    return false;
  }

  @Override
  void posts(int rank, int task) {}

  @Override
  long completesPs(int message, int rank, int task, long postedPs) {
    if (!takesInOnArrival) {
      TaskGraph graph = tasks.graph(rank);
      if (causes != null) {
        causes.follow(messages, message);
      }
      takeIn(message, rank, graph.stream(task), graph.nic(task));
    }
    return messages.arrivePs(message);
  }

  /** Keeps stream and interface of the receiver; on arrival both are free. */
  private void takeIn(int message, int rank, int stream, int nicOfGraph) {
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
    if (causes != null) {
      taken(causes, message, cpu, nic, nicUntil, cpuUntil);
    }
    if (recorder != null) {
      long bytes = messages.bytes(message);
      recorder.busy(rank, cpu, bytes, cpuFrom, cpuUntil);
      recorder.busy(SimObserver.Resource.NIC_IN, nic, bytes, nicFrom, nicUntil);
    }
  }

  /** What follows from a message that is taken in, from what is at hand on. */
  private void taken(
      GraphCauses known, int message, int cpu, int nic, long nicUntilPs, long cpuUntilPs) {
    if (takesInOnArrival) {
      known.moments.queue(
          PathLeg.Kind.INTERFACE_QUEUE, PathLeg.Resource.NIC_IN, nic, view, nicUntilPs);
      known.in.keepLater(nic, known.moments.now());
      known.atStart();
    } else {
      known.after(known.in, nic);
      known.moments.leg(PathLeg.Kind.BANDWIDTH, view, nicUntilPs);
      known.in.keepLater(nic, known.moments.now());
      known.after(known.streams, cpu);
    }
    known.moments.legAtTarget(PathLeg.Kind.OVERHEAD, view, cpuUntilPs);
    known.keepStream(cpu);
    messages.cause(message, known.moments.now());
  }

  @Override
  long releasePs(int message, long completePs) {
    long release = takesInOnArrival ? eventList.nowPs() : completePs;
    int source = messages.source(message);
    TaskGraph graph = tasks.graph(source);
    int sent = (int) messages.operation(message);
    eventList.keepCpu(eventList.cpu(source, graph.stream(sent)), release);
    eventList.keepOut(eventList.nic(source, graph.nic(sent)), release);
    if (causes != null) {
      if (takesInOnArrival) {
        causes.atStart();
      } else {
        causes.moments.now(messages.cause(message));
      }
      causes.keepStream(eventList.cpu(source, graph.stream(sent)));
      causes.out.keepLater(eventList.nic(source, graph.nic(sent)), causes.moments.now());
    }
    return release;
  }
}
