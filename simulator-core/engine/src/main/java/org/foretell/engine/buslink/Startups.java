package org.foretell.engine.buslink;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.BitSet;
import org.foretell.engine.collective.CommunicatorGroup;
import org.foretell.engine.collective.ScheduleExecutor;
import org.foretell.engine.collective.ScheduleRun;
import org.foretell.engine.collective.StepMessages;
import org.foretell.engine.kernel.ModelAnswer;
import org.foretell.engine.ops.CollectiveOps;
import org.foretell.engine.ops.OpExecutor;
import org.foretell.engine.ops.PointToPoint;
import org.foretell.engine.ops.RmaOps;
import org.foretell.engine.ops.ShmemOps;
import org.foretell.engine.ops.WaitOps;
import org.foretell.engine.state.RequestTable;
import org.foretell.model.BusLinkModel;
import org.foretell.model.CollectiveStep;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/** What communication ops cost the CPU of their rank under a bus-link model. */
public final class Startups {
  private static final int SHARES_NODES = 1;
  private static final int SEVERAL_NODES = 2;
  private static final int SEVERAL_SITES = 4;

  private final BusLinkModel model;
  private final int[] nodes;
  private final BusLinkNetwork network;
  private final RequestNotes notes;
  private final RequestTable requests;
  private final BusLinkTransport transport;
  private final PointToPoint pointToPoint;
  private final WaitOps waits;
  private final CollectiveOps collectives;
  private final ShmemOps shmem;
  private final RmaOps rma;

  /** Null where all collectives go by formula. */
  private final @Nullable ScheduleExecutor steps;

  /** By context of a communicator how its members are spread. */
  private final Int2IntOpenHashMap spans = new Int2IntOpenHashMap();

  public Startups(
      BusLinkState bus,
      RequestTable requests,
      BusLinkTransport transport,
      OpExecutor.Kinds kinds,
      @Nullable ScheduleExecutor steps) {
    model = bus.model;
    nodes = bus.nodes;
    network = bus.network;
    notes = bus.notes;
    this.requests = requests;
    this.transport = transport;
    pointToPoint = kinds.pointToPoint();
    waits = kinds.waits();
    collectives = kinds.collectives();
    shmem = kinds.shmem();
    rma = kinds.rma();
    this.steps = steps;
  }

  /**
   * A rank is about to begin its op, whose startups are asked for next: readies what they depend
   * on, and notes that waiting for a one-sided op, or for a file, costs none.
   */
  void opBegins(int rank, OpView op) {
    switch (op.code().family()) {
      case RMA -> {
        rma.prepare(rank, op);
        noteRequest(rank, op);
      }
      case FILE -> noteRequest(rank, op);
      case COMPUTE,
          MARKER,
          LOCAL,
          POINT_TO_POINT,
          PERSISTENT,
          COMPLETION,
          COLLECTIVE,
          COMMUNICATOR,
          SHMEM -> {
        // depends on nothing but the op
      }
    }
  }

  /** How long the CPU is busy before a step of an op, which has been told to {@link #opBegins}. */
  long beforePs(int rank, OpView op, int step) {
    return switch (op.code()) {
      case SEND, BSEND, SSEND, RSEND, ISEND, IBSEND, ISSEND, IRSEND -> sendPs(rank, op);
      case RECV -> receivePs(rank, op, OpField.PEER, op.tag());
      case SENDRECV, SENDRECV_REPLACE ->
          step == 1 ? sendPs(rank, op) : step == 0 ? 0 : sendrecvReceivePs(rank, op);
      case WAIT -> waitPs(rank, op.request());
      case WAITALL -> waitAllPs(rank, op);
      case WAITANY, TESTANY -> recordedPs(rank, op, op.get(OpField.OUTCOME));
      case WAITSOME, TESTSOME -> recordedPs(rank, op);
      case TEST -> op.get(OpField.OUTCOME) == 1 ? waitPs(rank, op.request()) : 0;
      case TESTALL -> op.get(OpField.OUTCOME) == 1 ? waitAllPs(rank, op) : 0;
      case START -> startPs(rank, op.request());
      case STARTALL ->
          step < op.listLength(OpField.REQUESTS)
              ? startPs(rank, op.listElement(OpField.REQUESTS, step))
              : 0;
      case REDUCE -> ScheduleExecutor.isByMessages(op) ? collectivePs(rank, op) : 0;
      case IRECV, PROBE, IPROBE, SEND_INIT, BSEND_INIT, SSEND_INIT, RSEND_INIT, RECV_INIT -> 0;
      case REQUEST_FREE -> 0;
      // Of POINT_TO_POINT, PERSISTENT and COMPLETION all are listed: the others are told apart by
      // family.
      default ->
          switch (op.code().family()) {
            case SHMEM -> shmemPs(rank, op, step);
            case RMA -> rmaPs(rank, op, step);
            case FILE -> 0;
            case COMPUTE, MARKER, LOCAL, POINT_TO_POINT, PERSISTENT, COMPLETION, COMMUNICATOR -> 0;
            case COLLECTIVE ->
                op.code().isNonBlockingCollective() && !collectives.goesInSteps(rank, op)
                    ? collectivePs(rank, op)
                    : 0;
          };
    };
  }

  private long shmemPs(int rank, OpView op, int step) {
    if (shmem.elements(op) > 1) {
      int tag = step == shmem.elements(op) - 1 ? ShmemOps.tag(op) : 0;
      return network.startupPs(rank, shmem.sendsTo(rank, op), tag, shmem.elementBytes(op, step));
    }
    int target = step == 0 ? shmem.sendsTo(rank, op) : shmem.sendsToAfterQuiet(rank, op);
    return target < 0
        ? 0
        : network.startupPs(rank, target, ShmemOps.tag(op), ShmemOps.sentBytes(op));
  }

  private long rmaPs(int rank, OpView op, int step) {
    int target = rma.sendsTo(rank, op, step);
    return target < 0 ? 0 : network.startupPs(rank, target, 0, RmaOps.sentBytes(op));
  }

  private void noteRequest(int rank, OpView op) {
    if (op.code().has(OpField.REQUEST)) {
      int slot = waits.slot(rank, op.request());
      if (slot >= 0) {
        notes.started(rank, slot, 0);
      }
    }
  }

  /**
   * A rank has called a non-blocking collective: notes what waiting for it costs.
   *
   * @return whether the startup was that of the whole collective, which goes by formula
   */
  boolean paysForAll(int rank, OpView op) {
    boolean all = !collectives.goesInSteps(rank, op);
    int slot = waits.slot(rank, op.request());
    if (slot >= 0) {
      notes.started(rank, slot, all ? collectivePs(rank, op) : 0);
    }
    return all;
  }

  /** How long the CPU is busy before the next step of a collective, or the next part of it. */
  long beforePs(ScheduleRun run) {
    CollectiveStep step = steps == null ? null : steps.upcoming(run);
    if (steps == null || step == null) {
      return run.awaitPs;
    }
    return switch (step.kind()) {
      case SEND, START_SEND -> sendPs(run, step);
      case RECEIVE -> receivePs(run, step.peer());
      case SEND_RECEIVE ->
          switch (run.part) {
            case ScheduleRun.AT_START -> 0;
            case ScheduleRun.SENDS -> sendPs(run, step);
            default -> receivePs(run, step.receivePeer());
          };
      case START_RECEIVE -> 0;
      case WAIT_ALL -> run.awaitPs;
      case REDUCE -> steps.reductionPs();
    };
  }

  private long sendPs(ScheduleRun run, CollectiveStep step) {
    int destination = run.worldRank(step.peer());
    return network.startupPs(run.rank, destination, run.tag, step.bytes());
  }

  private long receivePs(ScheduleRun run, int from) {
    int source = run.worldRank(from);
    return transport.startupPs(run.rank, source, run.tag, StepMessages.UNKNOWN_BYTES);
  }

  private long sendPs(int rank, OpView op) {
    int target = pointToPoint.target(rank, op);
    return target < 0 ? 0 : network.startupPs(rank, target, op.tag(), op.bytes());
  }

  /** Of the receiving half of a sendrecv, which comes after it. */
  long sendrecvReceivePs(int rank, OpView op) {
    return receivePs(rank, op, OpField.RECEIVE_PEER, (int) op.get(OpField.RECEIVE_TAG));
  }

  private long receivePs(int rank, OpView op, OpField peer, int tag) {
    int source = pointToPoint.origin(rank, op, peer);
    long matchedTag = op.get(OpField.MATCHED_TAG);
    int wantedTag = tag == OpView.ANY && matchedTag != OpView.NONE ? (int) matchedTag : tag;
    return source == OpView.PROC_NULL
        ? 0
        : transport.startupPs(rank, source, wantedTag, op.receiveBytes());
  }

  private long waitPs(int rank, long named) {
    int slot = waits.slot(rank, named);
    return slot < 0 || requests.word(rank, slot) == RequestTable.EMPTY
        ? 0
        : notes.startupPs(rank, slot);
  }

  private long waitAllPs(int rank, OpView op) {
    long sum = 0;
    for (int i = 0, n = op.listLength(OpField.REQUESTS); i < n; i++) {
      sum += waitPs(rank, op.listElement(OpField.REQUESTS, i));
    }
    return sum;
  }

  private long recordedPs(int rank, OpView op, long outcome) {
    return outcome >= 0 && outcome < op.listLength(OpField.REQUESTS)
        ? waitPs(rank, op.listElement(OpField.REQUESTS, (int) outcome))
        : 0;
  }

  private long recordedPs(int rank, OpView op) {
    long sum = 0;
    for (int i = 0, n = op.listLength(OpField.OUTCOMES); i < n; i++) {
      sum += recordedPs(rank, op, op.listElement(OpField.OUTCOMES, i));
    }
    return sum;
  }

  private long startPs(int rank, long named) {
    int target = pointToPoint.startedTarget(rank, named);
    return target < 0
        ? 0
        : network.startupPs(
            rank,
            target,
            pointToPoint.startedTag(rank, named),
            pointToPoint.startedBytes(rank, named));
  }

  /** Of a collective that goes by formula. */
  long collectivePs(int rank, OpView op) {
    CommunicatorGroup group = pointToPoint.group(rank, op.communicator());
    if (group.size() == 1) {
      return 0;
    }
    int span = spans.computeIfAbsent(group.context, context -> span(group));
    return ModelAnswer.atLeastZero(
        model.collectiveStartupPs(
            nodes[rank],
            (span & SHARES_NODES) != 0,
            (span & SEVERAL_NODES) != 0,
            (span & SEVERAL_SITES) != 0),
        "collectiveStartupPs");
  }

  private int span(CommunicatorGroup group) {
    BitSet seen = new BitSet();
    int span = 0;
    for (int member = 0; member < group.size(); member++) {
      int node = nodes[group.worldRank(member)];
      span |= seen.get(node) ? SHARES_NODES : seen.isEmpty() ? 0 : SEVERAL_NODES;
      span |= model.site(node) == model.site(nodes[group.worldRank(0)]) ? 0 : SEVERAL_SITES;
      seen.set(node);
    }
    return span;
  }
}
