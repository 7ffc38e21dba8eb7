package org.foretell.engine.reference;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.foretell.machine.Placement;
import org.foretell.model.ComputeModel;
import org.foretell.model.DirectModel;
import org.foretell.model.MpiModel;
import org.foretell.model.MutableMessage;
import org.foretell.model.OccupancyModel;
import org.foretell.model.QueuedOccupancyModel;
import org.foretell.observe.SimObserver;
import org.foretell.observe.SimObserver.Resource;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.TraceSource;

/**
 * Task graphs as {@code docs/semantics.md} has them, by trying: what finds its stream or interface
 * taken is put off until that is free, keeping its number, as often as it takes. Objects and linear
 * searches throughout.
 */
public final class GraphReference {
  private final MpiModel model;
  private final Placement placement;
  private final ComputeModel compute;
  private final SimObserver observer;
  private final int ranks;
  private final int streams;
  private final int nics;
  private final boolean wildcards;
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(
          Comparator.comparingLong((Event e) -> e.timePs)
              .thenComparing(e -> !e.comesFirst())
              .thenComparing(this::comesLast)
              .thenComparingLong(e -> e.number));
  private final Task[][] tasks;
  private final List<List<Task>> posted = new ArrayList<>();
  private final List<List<Task>> unexpected = new ArrayList<>();
  private final long[][] cpuPs;
  private final long[][] outPs;
  private final long[][] inPs;
  private final long[] finishPs;
  private final QueuedPorts ports;
  private final List<Task> released = new ArrayList<>();
  private long numbers;
  private int started;

  /** Where a message is under a queued model. */
  private enum Stage {
    /** It is sent. */
    SENT,
    /** It asks for its ports. */
    ASKS,
    /** Its first byte is at the other node, if it goes to one. */
    ARRIVES,
    /** It waits to be taken in. */
    THERE
  }

  /** Something at a time. */
  private static final class Event {
    final Task task;
    final boolean message;
    final long number;
    long timePs;

    /** Of a message under a queued model: 0 it or its request, 1 the answer, 2 the data. */
    int leg;

    /** What is next for it under a queued model; null for all else. */
    Stage stage;

    /** Under a queued model when it reaches its ports. */
    long reachesPs;

    /** Under a queued model until when its sender's stream is busy with it. */
    long cpuUntilPs;

    Event(Task task, boolean message, long number, long timePs) {
      this.task = task;
      this.message = message;
      this.number = number;
      this.timePs = timePs;
    }

    /** Under a queued model before all else of its time. */
    boolean comesFirst() {
      return stage == Stage.SENT || stage == Stage.ASKS;
    }
  }

  /** A task, and the message of a send. */
  private static final class Task {
    final TaskGraph graph;
    final int rank;
    final int number;
    int missing;
    long readyPs;
    long startPs;
    boolean finished;
    boolean rendezvous;
    long callerPs;
    long therePs;

    /** Under a queued model, what a rendezvous has met. */
    Task receive;

    Task(TaskGraph graph, int rank, int number) {
      this.graph = graph;
      this.rank = rank;
      this.number = number;
      missing = graph.dependencies(number);
    }

    OpCode code() {
      return graph.code(number);
    }

    int peer() {
      return graph.peer(number);
    }

    int tag() {
      return graph.tag(number);
    }

    long bytes() {
      return graph.amount(number);
    }

    int stream() {
      return graph.stream(number);
    }

    int nic() {
      return graph.nic(number);
    }
  }

  /**
   * What came out.
   *
   * @param finishPs by rank
   * @param unfinished tasks left
   * @param started tasks that started
   */
  public record Result(long[] finishPs, long unfinished, int started) {}

  public GraphReference(
      TraceSource trace,
      Placement placement,
      MpiModel model,
      ComputeModel compute,
      SimObserver observer) {
    this.placement = placement;
    this.model = model;
    this.compute = compute;
    this.observer = observer;
    ranks = trace.info().ranks();
    tasks = new Task[ranks][];
    int highStream = 0;
    int highNic = 0;
    boolean any = false;
    for (int rank = 0; rank < ranks; rank++) {
      TaskGraph graph = trace.graph(rank);
      tasks[rank] = new Task[graph.tasks()];
      for (int i = 0; i < graph.tasks(); i++) {
        tasks[rank][i] = new Task(graph, rank, i);
        highStream = Math.max(highStream, graph.stream(i));
        highNic = Math.max(highNic, graph.nic(i));
        any |= graph.code(i) != OpCode.COMPUTE && (graph.peer(i) < 0 || graph.tag(i) < 0);
      }
      posted.add(new ArrayList<>());
      unexpected.add(new ArrayList<>());
    }
    streams = highStream + 1;
    nics = highNic + 1;
    wildcards = any;
    cpuPs = new long[ranks][streams];
    outPs = new long[ranks][nics];
    inPs = new long[ranks][nics];
    finishPs = new long[ranks];
    ports =
        model instanceof QueuedOccupancyModel queued
            ? new QueuedPorts(queued, ranks, observer)
            : null;
  }

  public Result run() {
    observer.begin(ranks);
    for (Task[] ofRank : tasks) {
      for (Task task : ofRank) {
        if (task.missing == 0) {
          released.add(task);
        }
      }
      enter(0);
    }
    while (!events.isEmpty()) {
      Event event = events.remove();
      long now = event.timePs;
      long putOff = event.message ? message(event) : task(event);
      if (putOff > now) {
        event.timePs = putOff;
        events.add(event);
      } else {
        enter(now);
      }
    }
    long unfinished = 0;
    for (int rank = 0; rank < ranks; rank++) {
      long left = 0;
      for (Task task : tasks[rank]) {
        left += task.finished ? 0 : 1;
      }
      for (long free : cpuPs[rank]) {
        finishPs[rank] = Math.max(finishPs[rank], free);
      }
      if (left == 0) {
        observer.finished(rank, finishPs[rank]);
      }
      unfinished += left;
    }
    return new Result(finishPs, unfinished, started);
  }

  /** Under a queued model that takes messages in after all else of a time. */
  private boolean comesLast(Event event) {
    return event.stage == Stage.THERE
        && model instanceof QueuedOccupancyModel queued
        && queued.takesInLast();
  }

  private void enter(long nowPs) {
    Comparator<Task> order = Comparator.comparingInt(task -> task.rank);
    if (!(model instanceof OccupancyModel occupancy) || occupancy.sendsFirst()) {
      order =
          order.thenComparingInt(
              task -> List.of(OpCode.SEND, OpCode.RECV, OpCode.COMPUTE).indexOf(task.code()));
    }
    released.sort(order);
    for (Task task : released) {
      long readyPs = Math.max(nowPs, task.readyPs);
      if (task.code() == OpCode.RECV && model instanceof OccupancyModel) {
        readyPs = Math.max(readyPs, cpuPs[task.rank][task.stream()]);
      }
      events.add(new Event(task, false, numbers++, readyPs));
    }
    released.clear();
  }

  private void startDependents(Task task, long nowPs) {
    started++;
    task.startPs = nowPs;
    met(
        task,
        task.graph.firstAfterStart(task.number),
        task.graph.endAfterStart(task.number),
        nowPs);
  }

  private void finish(Task task, long timePs) {
    task.finished = true;
    finishPs[task.rank] = Math.max(finishPs[task.rank], timePs);
    met(
        task,
        task.graph.firstAfterFinish(task.number),
        task.graph.firstAfterStart(task.number),
        timePs);
  }

  private void met(Task task, int from, int to, long timePs) {
    for (int i = from; i < to; i++) {
      Task successor = tasks[task.rank][task.graph.successor(i)];
      successor.readyPs = Math.max(successor.readyPs, timePs);
      if (--successor.missing == 0) {
        released.add(successor);
      }
    }
  }

  private int nic(int rank, int nic) {
    return ((OccupancyModel) model).nicOf(rank) * nics + nic;
  }

  private long[] nics(long[][] side, int rank) {
    return side[((OccupancyModel) model).nicOf(rank)];
  }

  private MutableMessage view(Task send) {
    return new MutableMessage()
        .set(
            send.rank,
            send.peer(),
            placement.node(send.rank),
            placement.node(send.peer()),
            send.bytes(),
            false);
  }

  private void busy(Resource resource, int index, Task send, long fromPs, long toPs) {
    observer.busy(resource, index, send.bytes(), fromPs, toPs);
  }

  /** Starts a task, or says when to try again. */
  private long task(Event event) {
    Task task = event.task;
    long now = event.timePs;
    boolean direct = model instanceof DirectModel;
    long free = cpuPs[task.rank][task.stream()];
    if (task.code() == OpCode.RECV && !direct) {
      free = now;
    } else if (task.code() == OpCode.SEND && !direct && ports == null) {
      free = Math.max(free, nics(outPs, task.rank)[task.nic()]);
    }
    if (free > now) {
      return free;
    }
    switch (task.code()) {
      case COMPUTE -> burst(task, now);
      case SEND -> send(task, now);
      default -> receive(task, now);
    }
    return now;
  }

  private void burst(Task task, long now) {
    OpView view = new OpView().reset(OpCode.COMPUTE).set(OpField.DURATION_PS, task.bytes());
    long end = now + compute.durationPs(task.rank, view, OpView.NONE, now);
    cpuPs[task.rank][task.stream()] = end;
    observer.compute(task.rank, OpCode.COMPUTE, OpView.NONE, now, end);
    startDependents(task, now);
    finish(task, end);
  }

  private void send(Task task, long now) {
    MutableMessage view = view(task);
    task.rendezvous = !model.eager(view);
    view.rendezvous(task.rendezvous);
    int cpu = task.rank * streams + task.stream();
    if (ports != null) {
      leave(task, 0, now, now);
      task.callerPs = cpuPs[task.rank][task.stream()];
      startDependents(task, now);
      if (!task.rendezvous) {
        finish(task, task.callerPs);
        ends(task, task.peer(), task.bytes(), task.callerPs);
      }
      return;
    }
    if (model instanceof OccupancyModel occupancy) {
      task.callerPs = now + occupancy.sendCpuPs(view, now);
      long nicPs = now + occupancy.sendNicPs(view);
      nics(outPs, task.rank)[task.nic()] = nicPs;
      busy(Resource.NIC_OUT, nic(task.rank, task.nic()), task, now, nicPs);
      events.add(new Event(task, true, numbers++, now + occupancy.wirePs(view, now)));
    } else {
      DirectModel direct = (DirectModel) model;
      task.therePs = task.rendezvous ? -1 : now + direct.transferPs(view, now);
      task.callerPs = now + direct.nonBlockingSendPs(view);
      if (wildcards) {
        events.add(new Event(task, true, numbers++, now + direct.envelopePs(view)));
      }
    }
    cpuPs[task.rank][task.stream()] = task.callerPs;
    busy(Resource.CPU, cpu, task, now, task.callerPs);
    startDependents(task, now);
    if (!task.rendezvous) {
      finish(task, task.callerPs);
      ends(task, task.peer(), task.bytes(), task.callerPs);
    }
    if (model instanceof DirectModel && !wildcards) {
      match(task, now);
    }
  }

  private MutableMessage leg(Task send, int leg) {
    MutableMessage view = view(send);
    if (send.rendezvous && leg < 2) {
      int from = leg == 0 ? send.rank : send.peer();
      int to = leg == 0 ? send.peer() : send.rank;
      return view.set(from, to, placement.node(from), placement.node(to), 0, false);
    }
    view.rendezvous(send.rendezvous);
    return view;
  }

  /** A stream sends a message, or a part of a rendezvous, from a time on. */
  private void leave(Task send, int leg, long nowPs, long sentPs) {
    QueuedOccupancyModel queued = (QueuedOccupancyModel) model;
    MutableMessage view = leg(send, leg);
    Event event = new Event(send, true, numbers++, sentPs);
    event.leg = leg;
    event.cpuUntilPs = sentPs + queued.sendCpuPs(view, sentPs);
    keepCpu(view.source(), send.stream(), view.bytes(), sentPs, event.cpuUntilPs);
    if (sentPs > nowPs) {
      later(event, Stage.SENT, sentPs);
    } else {
      sent(queued, event, view);
    }
  }

  private void later(Event event, Stage stage, long timePs) {
    event.stage = stage;
    event.timePs = timePs;
    events.add(event);
  }

  private void sent(QueuedOccupancyModel queued, Event event, MutableMessage view) {
    event.reachesPs = ports.reach(view, event.timePs);
    long askPs = event.reachesPs - queued.leastInjectPs(view);
    if (askPs > event.timePs) {
      later(event, Stage.ASKS, askPs);
    } else {
      asks(queued, event, view);
    }
  }

  private void asks(QueuedOccupancyModel queued, Event event, MutableMessage view) {
    long injected = ports.inject(view, event.reachesPs);
    later(event, Stage.ARRIVES, injected + queued.flightPs(view, injected));
    if (event.leg == 2) {
      long left = Math.max(event.cpuUntilPs, injected + queued.streamPs(view));
      finish(event.task, left);
      ends(event.task, event.task.peer(), event.task.bytes(), left);
    }
  }

  private void keepCpu(int rank, int stream, long bytes, long fromPs, long untilPs) {
    cpuPs[rank][stream] = untilPs;
    observer.busy(Resource.CPU, rank * streams + stream, bytes, fromPs, untilPs);
  }

  /** A part of a message is at a node, or tries again to be taken in. */
  private long queued(QueuedOccupancyModel queued, Event event) {
    Task send = event.task;
    MutableMessage view = leg(send, event.leg);
    long now = event.timePs;
    if (event.stage == Stage.SENT) {
      sent(queued, event, view);
      return now;
    }
    if (event.stage == Stage.ASKS) {
      asks(queued, event, view);
      return now;
    }
    if (event.stage == Stage.ARRIVES) {
      event.stage = Stage.THERE;
      long ready = now;
      if (!view.withinNode()) {
        ready = ports.receive(view, now) + queued.receiveFromPs(view);
      }
      if (queued.takesInLast()) {
        later(event, Stage.THERE, ready);
        return now;
      }
      if (ready > now) {
        return ready;
      }
    }
    int rank = view.destination();
    if (cpuPs[rank][send.stream()] > now) {
      return cpuPs[rank][send.stream()];
    }
    long done = now + queued.receiveCpuPs(view, now);
    keepCpu(rank, send.stream(), view.bytes(), now, done);
    if (event.leg == 0) {
      send.therePs = done;
      match(send, now);
    } else if (event.leg == 1) {
      leave(send, 2, now, done);
    } else {
      send.therePs = done;
      complete(send, send.receive);
    }
    return now;
  }

  private void complete(Task send, Task receive) {
    observer.message(
        send.rank,
        receive.rank,
        send.tag() == OpView.ANY ? receive.tag() : send.tag(),
        send.bytes(),
        send.startPs,
        receive.startPs,
        send.therePs);
    finishReceive(receive, send, Math.max(receive.startPs, send.therePs));
  }

  private void ends(Task task, int peer, long bytes, long endPs) {
    observer.op(task.rank, task.code(), OpView.NONE, peer, 0, bytes, task.startPs, 0, endPs);
  }

  private void receive(Task task, long now) {
    if (model instanceof DirectModel direct) {
      long until = now + direct.postReceivePs();
      cpuPs[task.rank][task.stream()] = until;
      busy(Resource.CPU, task.rank * streams + task.stream(), task, now, until);
    }
    startDependents(task, now);
    for (Task send : unexpected.get(task.rank)) {
      if (fits(send, task)) {
        unexpected.get(task.rank).remove(send);
        meet(send, task, now, true);
        return;
      }
    }
    posted.get(task.rank).add(task);
  }

  private static boolean fits(Task send, Task receive) {
    return (receive.peer() == OpView.ANY || receive.peer() == send.rank)
        && (receive.tag() == OpView.ANY || send.tag() == OpView.ANY || receive.tag() == send.tag());
  }

  /** Takes a message in, or says when to try again. */
  private long message(Event event) {
    if (model instanceof QueuedOccupancyModel queued) {
      return queued(queued, event);
    }
    Task send = event.task;
    long now = event.timePs;
    if (model instanceof OccupancyModel occupancy
        && occupancy.intake() == OccupancyModel.Intake.ON_ARRIVAL) {
      long free = Math.max(cpuPs[send.peer()][send.stream()], nics(inPs, send.peer())[send.nic()]);
      if (free > now) {
        return free;
      }
      takeIn(occupancy, send, send.peer(), send.stream(), send.nic(), now, now);
    }
    match(send, now);
    return now;
  }

  private void takeIn(
      OccupancyModel occupancy,
      Task send,
      int rank,
      int stream,
      int nic,
      long cpuFromPs,
      long nicFromPs) {
    MutableMessage view = view(send);
    view.rendezvous(send.rendezvous);
    long nicUntil = nicFromPs + occupancy.receiveNicPs(view);
    long cpuUntil = cpuFromPs + occupancy.receiveCpuPs(view, cpuFromPs);
    nics(inPs, rank)[nic] = nicUntil;
    cpuPs[rank][stream] = cpuUntil;
    send.therePs = cpuUntil;
    busy(Resource.NIC_IN, nic(rank, nic), send, nicFromPs, nicUntil);
    busy(Resource.CPU, rank * streams + stream, send, cpuFromPs, cpuUntil);
  }

  private void match(Task send, long now) {
    for (Task receive : posted.get(send.peer())) {
      if (fits(send, receive)) {
        posted.get(send.peer()).remove(receive);
        meet(send, receive, now, false);
        return;
      }
    }
    unexpected.get(send.peer()).add(send);
  }

  private void meet(Task send, Task receive, long now, boolean receiverFirst) {
    if (ports != null) {
      if (send.rendezvous) {
        send.receive = receive;
        leave(send, 1, now, Math.max(now, cpuPs[receive.rank][send.stream()]));
      } else {
        complete(send, receive);
      }
      return;
    }
    long releasePs = now;
    if (model instanceof DirectModel direct) {
      if (send.rendezvous) {
        long move = Math.max(send.startPs, receive.startPs);
        MutableMessage view = view(send);
        view.rendezvous(true);
        send.therePs = move + direct.transferPs(view, move);
      }
      releasePs = send.therePs;
    } else if (((OccupancyModel) model).intake() == OccupancyModel.Intake.ON_MATCH) {
      OccupancyModel occupancy = (OccupancyModel) model;
      long nicFrom = Math.max(now, nics(inPs, receive.rank)[receive.nic()]);
      MutableMessage view = view(send);
      view.rendezvous(send.rendezvous);
      long cpuFrom =
          Math.max(nicFrom + occupancy.receiveNicPs(view), cpuPs[receive.rank][receive.stream()]);
      takeIn(occupancy, send, receive.rank, receive.stream(), receive.nic(), cpuFrom, nicFrom);
      releasePs = send.therePs;
    }
    long end = Math.max(receive.startPs, send.therePs);
    observer.message(
        send.rank,
        receive.rank,
        send.tag() == OpView.ANY ? receive.tag() : send.tag(),
        send.bytes(),
        send.startPs,
        receive.startPs,
        send.therePs);
    if (send.rendezvous && model instanceof OccupancyModel) {
      raise(cpuPs[send.rank], send.stream(), releasePs);
      raise(nics(outPs, send.rank), send.nic(), releasePs);
    }
    if (receiverFirst) {
      finishReceive(receive, send, end);
    }
    if (send.rendezvous) {
      long senderEnd = Math.max(send.callerPs, releasePs);
      finish(send, senderEnd);
      ends(send, send.peer(), send.bytes(), senderEnd);
    }
    if (!receiverFirst) {
      finishReceive(receive, send, end);
    }
  }

  private void finishReceive(Task receive, Task send, long endPs) {
    finish(receive, endPs);
    ends(receive, send.rank, send.bytes(), endPs);
  }

  private static void raise(long[] clocks, int index, long toPs) {
    clocks[index] = Math.max(clocks[index], toPs);
  }
}
