package org.foretell.engine.turns;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.BitSet;
import org.foretell.engine.buslink.BusLinkNetwork;
import org.foretell.engine.buslink.BusLinkTransport;
import org.foretell.engine.buslink.RequestNotes;
import org.foretell.engine.collective.CommunicatorGroup;
import org.foretell.engine.kernel.ModelAnswer;
import org.foretell.engine.ops.PointToPoint;
import org.foretell.engine.ops.ShmemOps;
import org.foretell.engine.ops.WaitOps;
import org.foretell.engine.state.RequestTable;
import org.foretell.machine.Placement;
import org.foretell.model.BusLinkModel;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/** What communication ops cost the CPU of their rank under a bus-link model. */
final class Startups {
  private static final int SHARES_NODES = 1;
  private static final int SEVERAL_NODES = 2;
  private static final int SEVERAL_SITES = 4;

  private final BusLinkModel model;
  private final int[] nodes;
  private final RequestTable requests;
  private final PointToPoint pointToPoint;
  private final WaitOps completions;

  /** Null where all collectives go by formula. */
  private final @Nullable TurnSchedules steps;

  private final BusLinkTransport transport;
  private final BusLinkNetwork network;
  private final RequestNotes notes;
  private final ShmemOps shmem;

  /** By context of a communicator how its members are spread. */
  private final Int2IntOpenHashMap spans = new Int2IntOpenHashMap();

  Startups(
      BusLinkModel model,
      Placement placement,
      RequestTable requests,
      PointToPoint pointToPoint,
      WaitOps completions,
      @Nullable TurnSchedules steps,
      BusLinkTransport transport,
      BusLinkNetwork network,
      RequestNotes notes,
      ShmemOps shmem) {
    this.model = model;
    nodes = placement.nodes();
    this.requests = requests;
    this.pointToPoint = pointToPoint;
    this.completions = completions;
    this.steps = steps;
    this.transport = transport;
    this.network = network;
    this.notes = notes;
    this.shmem = shmem;
  }

  /** How long the CPU is busy before a step of an op that is no collective in steps. */
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
      case REDUCE -> isByMessages(op) ? collectivePs(rank, op) : 0;
      default ->
          op.code().family() == OpCode.Family.SHMEM
              ? shmemPs(rank, op, step)
              : op.code().isNonBlockingCollective() && !goesInSteps(rank, op)
                  ? collectivePs(rank, op)
                  : 0;
    };
  }

  private long shmemPs(int rank, OpView op, int step) {
    int target = step == 0 ? shmem.sendsTo(rank, op) : shmem.sendsToAfterQuiet(op);
    return target < 0 ? 0 : network.startupPs(rank, target, op.tag(), ShmemOps.sentBytes(op));
  }

  private boolean goesInSteps(int rank, OpView op) {
    long id = op.communicator();
    return steps != null
        && steps.takes(rank, pointToPoint.group(rank, id), pointToPoint.member(rank, id), op);
  }

  /** Whether a reduce was traced as messages to its root. */
  static boolean isByMessages(OpView op) {
    return (op.get(OpField.FLAGS) & OpCode.REDUCTION_TO_ROOT_BY_MESSAGES) != 0;
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
    return source == OpView.PROC_NULL
        ? 0
        : transport.startupPs(rank, source, tag, op.receiveBytes());
  }

  private long waitPs(int rank, long named) {
    int slot = completions.slot(rank, named);
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
        : network.startupPs(rank, target, 0, pointToPoint.startedBytes(rank, named));
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
