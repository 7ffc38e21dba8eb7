package org.foretell.engine.graph;

import java.util.Arrays;
import org.foretell.engine.buslink.BusLinkEvents;
import org.foretell.engine.buslink.BusLinkNetwork;
import org.foretell.engine.buslink.BusLinkState;
import org.foretell.engine.buslink.BusLinkTransport;
import org.foretell.engine.buslink.NodeCpus;
import org.foretell.engine.buslink.StepRequests;
import org.foretell.engine.buslink.TransferPool;
import org.foretell.engine.cause.CauseSetup;
import org.foretell.engine.cause.CauseTree;
import org.foretell.engine.cause.Causes;
import org.foretell.engine.kernel.ModelAnswer;
import org.foretell.engine.message.Deliveries;
import org.foretell.engine.message.Matcher;
import org.foretell.engine.message.MessageState;
import org.foretell.engine.message.Probes;
import org.foretell.engine.message.Transport;
import org.foretell.engine.state.ForeignFailure;
import org.foretell.engine.state.OpRecorder;
import org.foretell.engine.state.ProblemLog;
import org.foretell.engine.state.RankPrograms;
import org.foretell.engine.state.RankTable;
import org.foretell.engine.state.ReplayState;
import org.foretell.engine.state.RequestTable;
import org.foretell.engine.state.RunSettings;
import org.foretell.engine.state.StopCheck;
import org.foretell.machine.Placement;
import org.foretell.model.BusLinkModel;
import org.foretell.model.ComputeModel;
import org.foretell.observe.SimObserver;
import org.foretell.result.InputException;
import org.foretell.result.Prediction;
import org.foretell.time.Ps;
import org.foretell.time.TimeOverflowException;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.TaskGraph;
import org.jspecify.annotations.Nullable;

/**
 * One run of a simulation whose ranks are task graphs, under a {@link BusLinkModel}. Each stream of
 * a rank competes for the CPUs of its node like a rank, and its tasks are ops; but while a send or
 * receive is blocked its stream takes the next task that is ready.
 */
public final class BusLinkGraphReplay implements NodeCpus.Runner {
  /** Most streams of all ranks. */
  private static final long MOST_STREAMS = 1L << 26;

  private static final int NOBODY = -1;

  /** There is no communicator but the world. */
  private static final int CONTEXT = 0;

  // What a stream does.

  /** It has no task that is ready. */
  private static final byte IDLE = 0;

  /** It has, or waits for, a burst of no time before a send or receive. */
  private static final byte TURN = 1;

  /** Likewise, the burst that is its task. */
  private static final byte BURST = 2;

  /** Likewise, the startup of its send or receive. */
  private static final byte STARTUP = 3;

  /** Its next action will be known before the present event is over. */
  private static final byte DECIDES = 4;

  private final RunSettings settings;
  private final TaskTable tasks;
  private final Matcher matcher;
  private final TaskProgress progress;
  private final BusLinkEvents events;
  private final BusLinkNetwork network;
  private final NodeCpus cpus;
  private final StepRequests begun;
  private final BusLinkTransport transport;
  private final ComputeModel compute;
  private final ProblemLog problems = new ProblemLog();
  private final @Nullable TaskRecorder recorder;

  private final StreamCauses causes;

  private final OpView burst = new OpView();
  private final int streams;

  /** By rank the task that it executes just now. */
  private final int[] executing;

  /** By rank when that task started. */
  private final long[] startPs;

  // By stream of all ranks.

  private final byte[] phase;
  private final int[] current;
  private final long[] currentStartPs;
  private final long[] startupPs;
  private final ReadyTasks ready;

  /** By rank and task when it started; only kept for observers. */
  private final long[][] taskStartPs;

  /** The stream whose rendezvous the present event has released. */
  private int released = NOBODY;

  /** When the sender came to its side of a message that a receive took at once. */
  private long partnerPs;

  /** Who sent the message that was delivered last, and its size. */
  private int lastSource;

  private long lastBytes;

  private int rank;
  private long nextProgress;
  private final StopCheck stop;

  public BusLinkGraphReplay(RunSettings settings, BusLinkModel model) {
    this.settings = settings;
    Placement placement = settings.placement();
    compute = settings.compute();
    stop = new StopCheck(settings);
    tasks = new TaskTable(settings.trace(), stop);
    int ranks = tasks.ranks();
    streams = tasks.streams().used();
    if ((long) ranks * streams > MOST_STREAMS) {
      throw new InputException(
          "the task graphs use "
              + streams
              + " streams; for "
              + ranks
              + " ranks that is more than the engine can hold ("
              + MOST_STREAMS
              + " ranks x streams); use fewer of them");
    }
    matcher = tasks.openTags() ? new OpenTagMatcher(tasks) : new Matcher(ranks, tasks.wildcards());
    SimObserver observer = settings.observers().isEmpty() ? null : settings.observer();
    recorder = observer == null ? null : new TaskRecorder(observer, tasks);
    executing = new int[ranks];
    int all = ranks * streams;
    phase = new byte[all];
    current = new int[all];
    currentStartPs = new long[all];
    startupPs = new long[all];
    ready = new ReadyTasks(tasks, streams);
    taskStartPs = new long[ranks][];
    for (int one = 0; one < ranks; one++) {
      taskStartPs[one] = new long[recorder == null ? 0 : tasks.graph(one).tasks()];
    }
    causes = new StreamCauses(settings, tasks, matcher, streams);
    Causes moments = causes.moments();
    progress = new TaskProgress(tasks, this::enters, true, causes.tasks);
    BusLinkState bus = new BusLinkState(model, placement, observer, moments, null);
    events = bus.events;
    network = bus.network;
    begun = bus.begun;
    startPs = bus.opStartPs;
    int[] nodes = new int[all];
    Arrays.setAll(nodes, stream -> placement.node(stream / streams));
    cpus = new NodeCpus(model, nodes);
    RankTable executed = new Executed(new RankPrograms(ranks, false));
    RequestTable requests =
        new RequestTable(executed, false, moments, this::awaitedEnds, this::completes);
    OpRecorder messageRecorder = observer == null ? null : new OpRecorder(observer, ranks);
    ReplayState state = new ReplayState(executed, requests, problems, messageRecorder, moments);
    transport =
        new BusLinkTransport(
            bus,
            new MessageState(
                placement,
                executed,
                requests,
                matcher,
                new Probes(executed, null),
                new Received(state, observer),
                null,
                moments));
    nextProgress = settings.progressEvery();
  }

  /** Reports messages to observers. */
  private final class Received extends Deliveries {
    private final @Nullable SimObserver observer;

    Received(ReplayState state, @Nullable SimObserver observer) {
      super(state, matcher);
      this.observer = observer;
    }

    @Override
    protected void tell(
        int receiver,
        int slot,
        int source,
        int tag,
        long bytes,
        long sendPs,
        long postedPs,
        long arrivePs) {
      lastSource = source;
      lastBytes = bytes;
      if (observer != null) {
        int known = tag == OpView.ANY ? tasks.graph(receiver).tag(begun.task(slot)) : tag;
        observer.message(source, receiver, known, bytes, sendPs, postedPs, arrivePs);
      }
    }
  }

  /** Runs the simulation; to be called once. */
  public Prediction run() {
    if (recorder != null) {
      recorder.observer.begin(tasks.ranks());
    }
    try {
      progress.begin();
      cpus.runAll(this);
      while (!events.isEmpty()) {
        stop.event();
        int event = events.poll();
        causes.tasks.eventBegins(events.nowPs());
        happens(event);
        cpus.runAll(this);
        if (progress.started() >= nextProgress) {
          nextProgress = progress.started() + settings.progressEvery();
          settings.progress().progress(events.nowPs(), progress.started(), tasks.tasks());
        }
      }
      network.end();
    } catch (TimeOverflowException overflow) {
      throw overflow.at("rank " + rank + ", op " + executing[rank]);
    } catch (IndexOutOfBoundsException | NullPointerException | ClassCastException broken) {
      throw ForeignFailure.orInternal(
          broken,
          "rank "
              + rank
              + ", task "
              + executing[rank]
              + ", now "
              + events.nowPs()
              + " ps, "
              + progress.started()
              + " tasks started");
    }
    long[] finishPs = new long[tasks.ranks()];
    Arrays.setAll(finishPs, tasks::latestPs);
    return new GraphEnd(tasks, matcher, transport.waiting, problems, recorder, causes.tasks)
        .prediction(finishPs, progress.started());
  }

  private void happens(int event) {
    int index = BusLinkEvents.index(event);
    int transfer = index * TransferPool.STRIDE;
    switch (BusLinkEvents.kind(event)) {
      case BusLinkEvents.BURST_ENDS -> burstEnds(index);
      case BusLinkEvents.TRANSFER_LEAVES -> {
        rank = network.transfers.source(transfer);
        causes.legsBelongTo(network, matcher, transfer);
        network.leaves(transfer);
      }
      default -> {
        rank = network.transfers.destination(transfer);
        int message = network.transfers.entry(transfer);
        causes.legsBelongTo(network, matcher, transfer);
        transport.arrives(message, network.arrived(transfer));
        handOut();
      }
    }
  }

  /** What the present event has made ready enters. */
  private void handOut() {
    progress.handOut();
    released = NOBODY;
  }

  /** All dependencies of a task are met. */
  private void enters(int ofRank, int task) {
    int stream = streamOf(ofRank, task);
    ready.add(stream, task);
    if (phase[stream] == IDLE) {
      current[stream] = ready.take(stream);
      causes.wakes(stream, task);
      waitForTurn(stream, stream == released);
    }
  }

  /** The number of a task's stream among those of all ranks. */
  private int streamOf(int ofRank, int task) {
    return ofRank * streams + tasks.streams().placeOf(tasks.graph(ofRank).stream(task));
  }

  private boolean isBurst(int stream) {
    return tasks.graph(stream / streams).code(current[stream]) == OpCode.COMPUTE;
  }

  private void waitForTurn(int stream, boolean before) {
    phase[stream] = isBurst(stream) ? BURST : TURN;
    cpus.ready(stream, before);
  }

  @Override
  public void runs(int stream) {
    long now = events.nowPs();
    long spanPs =
        switch (phase[stream]) {
          case BURST -> burstPs(stream);
          case STARTUP -> startupPs[stream];
          default -> 0;
        };
    int begun = causes.begins(stream, current[stream], phase[stream] == BURST, now);
    if (phase[stream] != TURN) {
      starts(stream, spanPs, begun);
      handOut();
    }
    events.add(BusLinkEvents.BURST_ENDS, stream, Ps.plus(now, spanPs));
  }

  private long burstPs(int stream) {
    int ofRank = stream / streams;
    long now = events.nowPs();
    burst
        .reset(OpCode.COMPUTE)
        .set(OpField.DURATION_PS, tasks.graph(ofRank).amount(current[stream]));
    long duration = ModelAnswer.burstPs(compute.durationPs(ofRank, burst, OpView.NONE, now), burst);
    if (recorder != null) {
      recorder.burst(ofRank, now, Ps.plus(now, duration));
    }
    return duration;
  }

  /** A stream's task starts, and keeps the CPU so long. */
  private void starts(int stream, long spanPs, int begun) {
    int ofRank = stream / streams;
    int task = current[stream];
    long now = events.nowPs();
    currentStartPs[stream] = now;
    if (recorder != null) {
      taskStartPs[ofRank][task] = now;
      if (phase[stream] == STARTUP && spanPs > 0) {
        long bytes = tasks.graph(ofRank).amount(task);
        recorder.busy(SimObserver.Resource.CPU, stream, bytes, now, Ps.plus(now, spanPs));
      }
    }
    progress.starts(ofRank, task, now, begun);
  }

  // A rank is to the transport what executes its tasks: it has no ops and no requests.

  private final class Executed extends RankTable {
    Executed(RankPrograms none) {
      super(none, BusLinkGraphReplay.this::opEnds, null, CauseSetup.none(), null);
    }

    /** The task that a rank executes, in place of an op. */
    @Override
    public long operation(int ofRank) {
      return executing[ofRank];
    }
  }

  private void opEnds(int ofRank, long timePs, int after) {
    throw new AssertionError("rank " + ofRank + " has no op that could block it");
  }

  private void awaitedEnds(int ofRank, long timePs, int after) {
    throw new AssertionError("rank " + ofRank + " has no requests");
  }

  private void burstEnds(int stream) {
    rank = stream / streams;
    causes.ends(stream, current[stream], events.nowPs());
    cpus.leaves(stream);
    byte ended = phase[stream];
    phase[stream] = DECIDES;
    switch (ended) {
      case BURST -> {
        progress.finishes(rank, current[stream], events.nowPs(), causes.ready(stream));
        handOut();
        goesOn(stream, true);
      }
      case TURN -> begin(stream);
      default -> execute(stream);
    }
    cpus.runOne(stream, this);
  }

  /** The stream's task is over or blocked. */
  private void goesOn(int stream, boolean afterBurst) {
    if (ready.isEmpty(stream)) {
      phase[stream] = IDLE;
      causes.sleeps(stream);
      return;
    }
    current[stream] = ready.take(stream);
    causes.takes(stream, current[stream]);
    if (!afterBurst) {
      waitForTurn(stream, true);
    } else if (isBurst(stream)) {
      waitForTurn(stream, false);
    } else {
      begin(stream);
    }
  }

  /** A send or receive begins with its startup. */
  private void begin(int stream) {
    int ofRank = stream / streams;
    TaskGraph graph = tasks.graph(ofRank);
    int task = current[stream];
    int peer = graph.peer(task);
    startupPs[stream] =
        graph.code(task) == OpCode.SEND
            ? network.startupPs(ofRank, peer, graph.tag(task), graph.amount(task))
            : transport.startupPs(ofRank, peer, graph.tag(task), graph.amount(task));
    phase[stream] = STARTUP;
    if (startupPs[stream] > 0) {
      cpus.ready(stream, true);
      return;
    }
    starts(stream, 0, causes.ready(stream));
    execute(stream);
  }

  /** Executes a send or receive, whose startup is paid. */
  private void execute(int stream) {
    phase[stream] = DECIDES;
    int ofRank = stream / streams;
    TaskGraph graph = tasks.graph(ofRank);
    int task = current[stream];
    executing[ofRank] = task;
    causes.executes(stream, task, events.nowPs());
    startPs[ofRank] = currentStartPs[stream];
    partnerPs = 0;
    int name = begun.beginTask(ofRank, task);
    int peer = graph.peer(task);
    int tag = graph.tag(task);
    long bytes = graph.amount(task);
    if (graph.code(task) == OpCode.SEND) {
      transport.send(ofRank, peer, tag, CONTEXT, bytes, Transport.Mode.STANDARD, name);
    } else {
      transport.receive(ofRank, peer, tag, CONTEXT, bytes, name);
    }
    if (!begun.isPending(name)) {
      begun.forget(name);
      finishes(ofRank, task, partnerPs, causes.moments().clock(ofRank));
    }
    causes.moments().clockIs(ofRank, events.nowPs(), CauseTree.NONE);
    handOut();
    goesOn(stream, false);
  }

  /** A send or receive ends. */
  private void completes(int name, long timePs, long partner, int after) {
    if (!begun.isPending(name)) {
      partnerPs = partner;
      return;
    }
    int ofRank = begun.rank(name);
    int task = begun.task(name);
    if (begun.isReleased(name)) {
      released = streamOf(ofRank, task);
    }
    begun.forget(name);
    finishes(ofRank, task, partner, after);
  }

  private void finishes(int ofRank, int task, long partner, int after) {
    long now = events.nowPs();
    progress.finishes(ofRank, task, now, after);
    if (recorder != null) {
      TaskGraph graph = tasks.graph(ofRank);
      long start = taskStartPs[ofRank][task];
      if (graph.code(task) == OpCode.RECV) {
        recorder.ends(ofRank, OpCode.RECV, lastSource, lastBytes, start, partner, now);
      } else {
        recorder.ends(
            ofRank, OpCode.SEND, graph.peer(task), graph.amount(task), start, partner, now);
      }
    }
  }
}
