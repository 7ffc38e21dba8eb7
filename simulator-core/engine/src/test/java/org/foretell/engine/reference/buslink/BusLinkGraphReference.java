package org.foretell.engine.reference.buslink;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.foretell.engine.reference.GraphReference.Result;
import org.foretell.engine.reference.Group;
import org.foretell.engine.reference.RankState;
import org.foretell.engine.reference.Replay;
import org.foretell.engine.reference.Request;
import org.foretell.machine.Placement;
import org.foretell.model.BusLinkModel;
import org.foretell.model.ComputeModel;
import org.foretell.model.MutableMessage;
import org.foretell.observe.SimObserver;
import org.foretell.observe.SimObserver.Resource;
import org.foretell.result.Position;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.TraceSource;
import org.jspecify.annotations.Nullable;

/**
 * Task graphs under a model of links and buses, as {@code docs/semantics.md} has them: each stream
 * is like a rank of its node. Messages, links, buses and CPUs are those of ranks.
 */
final class BusLinkGraphReference {
  /** Of one rank at one time: sends, receives, bursts. */
  private static final List<OpCode> KINDS = List.of(OpCode.SEND, OpCode.RECV, OpCode.COMPUTE);

  private final BusLinkModel model;
  private final ComputeModel compute;
  private final SimObserver observer;
  private final Replay replay;
  private final Cpus cpus;
  private final Ways ways;
  private final Messages messages;
  private final Group world;
  private final List<List<Task>> tasks = new ArrayList<>();

  /** What has become ready in this event and has no number yet. */
  private final List<Task> released = new ArrayList<>();

  /** Those whose own rendezvous send this event has released. */
  private final List<Stream> let = new ArrayList<>();

  /** Of a rank, idle ones too. */
  private final int streams;

  private int started;

  /** A CPU stream of a rank. */
  private static final class Stream {
    final int node;

    /** Ready and not taken, in the order of their numbers. */
    final Deque<Task> tasks = new ArrayDeque<>();

    /** Whether it has no task to go on with. */
    boolean idle = true;

    /** The burst that it is in. */
    @Nullable Task inBurst;

    Stream(int node) {
      this.node = node;
    }
  }

  private static final class Task {
    final TaskGraph graph;
    final int rank;
    final int number;
    final Stream stream;
    int missing;
    long startPs;
    boolean finished;

    Task(TaskGraph graph, int rank, int number, Stream stream) {
      this.graph = graph;
      this.rank = rank;
      this.number = number;
      this.stream = stream;
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

    long amount() {
      return graph.amount(number);
    }
  }

  private BusLinkGraphReference(
      TraceSource trace,
      Placement placement,
      BusLinkModel model,
      ComputeModel compute,
      SimObserver observer) {
    this.model = model;
    this.compute = compute;
    this.observer = observer;
    RankState[] ranks = new RankState[trace.info().ranks()];
    boolean wildcards = false;
    int highStream = 0;
    for (int rank = 0; rank < ranks.length; rank++) {
      ranks[rank] = new RankState(rank, new NoOps());
      TaskGraph graph = trace.graph(rank);
      Map<Integer, Stream> streams = new HashMap<>();
      int node = placement.node(rank);
      List<Task> ofRank = new ArrayList<>();
      for (int i = 0; i < graph.tasks(); i++) {
        Stream stream = streams.computeIfAbsent(graph.stream(i), key -> new Stream(node));
        ofRank.add(new Task(graph, rank, i, stream));
        highStream = Math.max(highStream, graph.stream(i));
        wildcards |= graph.code(i) != OpCode.COMPUTE && (graph.peer(i) < 0 || graph.tag(i) < 0);
      }
      tasks.add(ofRank);
    }
    streams = highStream + 1;
    replay = new Replay(ranks, observer, rank -> {});
    cpus = new Cpus(replay.timeline, model.machine().cpusOfNodes(), this::enter);
    ways = new Ways(model, placement, replay.timeline, cpus);
    messages = new Messages(replay, ways, cpus, wildcards);
    world = new Group(IntStream.range(0, ranks.length).toArray());
  }

  /** Replays graphs as far as they go. */
  static Result run(
      TraceSource trace,
      Placement placement,
      BusLinkModel model,
      ComputeModel compute,
      SimObserver observer) {
    return new BusLinkGraphReference(trace, placement, model, compute, observer).run();
  }

  private Result run() {
    observer.begin(tasks.size());
    for (List<Task> ofRank : tasks) {
      ofRank.stream().filter(task -> task.missing == 0).forEach(released::add);
    }
    enter();
    cpus.serveAll();
    replay.timeline.run();
    long[] finishPs = new long[tasks.size()];
    long unfinished = 0;
    for (int rank = 0; rank < finishPs.length; rank++) {
      long left = tasks.get(rank).stream().filter(task -> !task.finished).count();
      finishPs[rank] = replay.ranks[rank].clockPs;
      if (left == 0) {
        observer.finished(rank, finishPs[rank]);
      }
      unfinished += left;
    }
    return new Result(finishPs, unfinished, started);
  }

  /** What has become ready gets its number. */
  private void enter() {
    released.sort(
        Comparator.<Task>comparingInt(task -> task.rank)
            .thenComparingInt(task -> KINDS.indexOf(task.code())));
    for (Task task : released) {
      Stream stream = task.stream;
      stream.tasks.add(task);
      if (stream.idle) {
        ready(stream, let.contains(stream));
      }
    }
    released.clear();
    let.clear();
  }

  /** A stream has a task: a burst, or one of no time before a send or receive. */
  private void ready(Stream stream, boolean atHead) {
    stream.idle = false;
    cpus.ready(stream.node, atHead, () -> burst(stream), () -> burstEnds(stream));
  }

  private long burst(Stream stream) {
    Task task = stream.tasks.element();
    if (task.code() != OpCode.COMPUTE) {
      return 0;
    }
    stream.tasks.remove();
    stream.inBurst = task;
    long nowPs = replay.nowPs();
    OpView view = new OpView().reset(OpCode.COMPUTE).set(OpField.DURATION_PS, task.amount());
    long durationPs = compute.durationPs(task.rank, view, OpView.NONE, nowPs);
    observer.compute(task.rank, OpCode.COMPUTE, OpView.NONE, nowPs, nowPs + durationPs);
    start(task);
    enter();
    return durationPs;
  }

  private void burstEnds(Stream stream) {
    Task task = stream.inBurst;
    if (task != null) {
      stream.inBurst = null;
      finish(task);
      enter();
    }
    if (stream.tasks.isEmpty()) {
      stream.idle = true;
    } else if (stream.tasks.element().code() == OpCode.COMPUTE) {
      ready(stream, false);
    } else {
      pay(stream, stream.tasks.remove());
    }
  }

  private void pay(Stream stream, Task task) {
    long startupPs = startupPs(task);
    if (startupPs > 0) {
      cpus.ready(
          stream.node,
          true,
          () -> {
            start(task);
            enter();
            long nowPs = replay.nowPs();
            observer.busy(Resource.CPU, resource(task), task.amount(), nowPs, nowPs + startupPs);
            return startupPs;
          },
          () -> execute(stream, task));
    } else {
      start(task);
      execute(stream, task);
    }
  }

  private int resource(Task task) {
    return task.rank * streams + task.graph.stream(task.number);
  }

  private long startupPs(Task task) {
    if (task.code() == OpCode.SEND) {
      return ways.startupPs(task.rank, task.peer(), task.tag(), task.amount());
    }
    return task.peer() == OpView.ANY
        ? ways.startupFromAnywherePs(task.rank)
        : ways.startupPs(task.peer(), task.rank, task.tag(), task.amount());
  }

  private void execute(Stream stream, Task task) {
    if (task.code() == OpCode.SEND) {
      send(stream, task);
    } else {
      receive(task);
    }
    enter();
    if (stream.tasks.isEmpty()) {
      stream.idle = true;
    } else {
      ready(stream, true);
    }
  }

  private void send(Stream stream, Task task) {
    MutableMessage view = ways.view(task.rank, task.peer(), task.tag(), task.amount());
    boolean eager = model.eager(view);
    view.rendezvous(!eager);
    Request request = new Request(() -> ends(task, task.peer(), task.amount()));
    messages.send(
        new Sent(
            world, task.rank, task.tag(), view, request, true, () -> let.add(stream), task.startPs),
        eager);
  }

  private void receive(Task task) {
    Posted[] posted = {null};
    Request request =
        new Request(
            () -> {
              var view = posted[0].received.view;
              ends(task, view.source(), view.bytes());
            });
    posted[0] =
        new Posted(
            world,
            task.rank,
            task.peer(),
            task.tag(),
            -1,
            request,
            new Position(task.rank, task.number, "recv"),
            task.startPs,
            true);
    messages.post(posted[0]);
  }

  private void ends(Task task, int peer, long bytes) {
    observer.op(
        task.rank, task.code(), OpView.NONE, peer, 0, bytes, task.startPs, 0, replay.nowPs());
    finish(task);
  }

  private void start(Task task) {
    started++;
    task.startPs = replay.nowPs();
    met(task, task.graph.firstAfterStart(task.number), task.graph.endAfterStart(task.number));
  }

  private void finish(Task task) {
    task.finished = true;
    replay.ranks[task.rank].clockPs = replay.nowPs();
    met(task, task.graph.firstAfterFinish(task.number), task.graph.firstAfterStart(task.number));
  }

  private void met(Task task, int from, int to) {
    for (int i = from; i < to; i++) {
      Task successor = tasks.get(task.rank).get(task.graph.successor(i));
      if (--successor.missing == 0) {
        released.add(successor);
      }
    }
  }

  /** The program of a rank that is a graph. */
  private static final class NoOps implements RankCursor {
    @Override
    public boolean next(OpView view) {
      return false;
    }

    @Override
    public long delivered() {
      return 0;
    }

    @Override
    public void close() {}
  }
}
