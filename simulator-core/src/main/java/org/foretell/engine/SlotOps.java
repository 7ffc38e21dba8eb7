package org.foretell.engine;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.Arrays;
import java.util.BitSet;
import org.foretell.engine.Transport.Mode;
import org.foretell.machine.Placement;
import org.foretell.model.SlotModel;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/**
 * What communication ops cost the CPU and do under a slot model. Some consist of steps, each with a
 * startup of its own.
 */
final class SlotOps implements RequestTable.Watcher {
  /** What has come of a step. */
  enum Outcome {
    /** The op is over. */
    DONE,
    /**
     * A non-blocking collective, whose startup was paid, has been called; the rank keeps its CPU.
     */
    LAUNCHED,
    /** The rank is blocked. */
    BLOCKED,
    /** The next step follows. */
    NEXT_STEP,
    /** What would be an op of its own, in a collective, is over. */
    STEP_ENDS
  }

  private static final int SHARES_NODES = 1;
  private static final int SEVERAL_NODES = 2;
  private static final int SEVERAL_SITES = 4;

  private final SlotModel model;
  private final int[] nodes;
  private final RankTable ranks;
  private final RequestTable requests;
  private final PointToPoint pointToPoint;
  private final Completions completions;
  private final CollectiveGate gate;
  private final SlotCollectives collectives;

  /** Null where all collectives go by formula. */
  private final @Nullable SlotSteps steps;

  /** Likewise. */
  private final @Nullable SlotBackground background;

  private final SlotTransport transport;
  private final SlotNetwork network;
  private final SlotRequests notes;
  private final ShmemOps shmem;
  private final Unsupported unsupported;

  /** By context of a communicator how its members are spread. */
  private final Int2IntOpenHashMap spans = new Int2IntOpenHashMap();

  /** By rank how long its CPU is busy after its op. */
  private final long[] afterPs;

  /** By rank the slots of a blocked waitany or waitsome without outcome; null for others. */
  private final int[][] choices;

  private static final int[] NO_CHOICE = {};

  SlotOps(
      SlotModel model,
      Placement placement,
      RankTable ranks,
      RequestTable requests,
      PointToPoint pointToPoint,
      Completions completions,
      CollectiveGate gate,
      SlotCollectives collectives,
      @Nullable SlotSteps steps,
      @Nullable SlotBackground background,
      SlotTransport transport,
      SlotNetwork network,
      SlotRequests notes,
      ShmemOps shmem,
      Unsupported unsupported) {
    this.model = model;
    nodes = placement.nodes();
    this.ranks = ranks;
    this.requests = requests;
    this.pointToPoint = pointToPoint;
    this.completions = completions;
    this.gate = gate;
    this.collectives = collectives;
    this.steps = steps;
    this.background = background;
    this.transport = transport;
    this.network = network;
    this.notes = notes;
    this.shmem = shmem;
    this.unsupported = unsupported;
    afterPs = new long[ranks.size()];
    choices = new int[ranks.size()][];
    Arrays.fill(choices, NO_CHOICE);
  }

  /** How long the CPU is busy before a step. */
  long startupPs(int rank, OpView op, int step) {
    if (isInCollective(rank)) {
      return collectiveSteps().startupPs(collectiveSteps().inside(rank));
    }
    return switch (op.code()) {
      case SEND, BSEND, SSEND, RSEND, ISEND, IBSEND, ISSEND, IRSEND -> sendStartupPs(rank, op);
      case RECV -> receiveStartupPs(rank, op, OpField.PEER, op.tag());
      case SENDRECV, SENDRECV_REPLACE ->
          step == 1 ? sendStartupPs(rank, op) : step == 0 ? 0 : sendrecvReceiveStartupPs(rank, op);
      case WAIT -> waitStartupPs(rank, op.request());
      case WAITALL -> waitAllStartupPs(rank, op);
      case WAITANY, TESTANY -> recordedStartupPs(rank, op, op.get(OpField.OUTCOME));
      case WAITSOME, TESTSOME -> recordedStartupPs(rank, op);
      case TEST -> op.get(OpField.OUTCOME) == 1 ? waitStartupPs(rank, op.request()) : 0;
      case TESTALL -> op.get(OpField.OUTCOME) == 1 ? waitAllStartupPs(rank, op) : 0;
      case START -> startStartupPs(rank, op.request());
      case STARTALL ->
          step < op.listLength(OpField.REQUESTS)
              ? startStartupPs(rank, op.listElement(OpField.REQUESTS, step))
              : 0;
      case REDUCE -> isByMessages(op) ? collectiveStartupPs(rank, op) : 0;
      default ->
          op.code().family() == OpCode.Family.SHMEM
              ? shmemStartupPs(rank, op, step)
              : op.code().isNonBlockingCollective() && !goesInSteps(rank, op)
                  ? collectiveStartupPs(rank, op)
                  : 0;
    };
  }

  private long shmemStartupPs(int rank, OpView op, int step) {
    int target = step == 0 ? shmem.sendsTo(rank, op) : shmem.sendsToAfterQuiet(op);
    return target < 0 ? 0 : network.startupPs(rank, target, op.tag(), ShmemOps.sentBytes(op));
  }

  private boolean goesInSteps(int rank, OpView op) {
    long id = op.communicator();
    return steps != null
        && steps.takes(rank, pointToPoint.group(rank, id), pointToPoint.member(rank, id), op);
  }

  private static boolean isByMessages(OpView op) {
    return (op.get(OpField.FLAGS) & OpCode.REDUCTION_TO_ROOT_BY_MESSAGES) != 0;
  }

  private long sendStartupPs(int rank, OpView op) {
    int target = pointToPoint.target(rank, op);
    return target < 0 ? 0 : network.startupPs(rank, target, op.tag(), op.bytes());
  }

  private long sendrecvReceiveStartupPs(int rank, OpView op) {
    return receiveStartupPs(rank, op, OpField.RECEIVE_PEER, (int) op.get(OpField.RECEIVE_TAG));
  }

  private long receiveStartupPs(int rank, OpView op, OpField peer, int tag) {
    int source = pointToPoint.origin(rank, op, peer);
    return source == OpView.PROC_NULL
        ? 0
        : transport.startupPs(rank, source, tag, op.receiveBytes());
  }

  private long waitStartupPs(int rank, long named) {
    int slot = completions.slot(rank, named);
    return slot < 0 || requests.word(rank, slot) == RequestTable.EMPTY
        ? 0
        : notes.startupPs(rank, slot);
  }

  private long waitAllStartupPs(int rank, OpView op) {
    long sum = 0;
    for (int i = 0, n = op.listLength(OpField.REQUESTS); i < n; i++) {
      sum += waitStartupPs(rank, op.listElement(OpField.REQUESTS, i));
    }
    return sum;
  }

  private long recordedStartupPs(int rank, OpView op, long outcome) {
    return outcome >= 0 && outcome < op.listLength(OpField.REQUESTS)
        ? waitStartupPs(rank, op.listElement(OpField.REQUESTS, (int) outcome))
        : 0;
  }

  private long recordedStartupPs(int rank, OpView op) {
    long sum = 0;
    for (int i = 0, n = op.listLength(OpField.OUTCOMES); i < n; i++) {
      sum += recordedStartupPs(rank, op, op.listElement(OpField.OUTCOMES, i));
    }
    return sum;
  }

  private long startStartupPs(int rank, long named) {
    int target = pointToPoint.startedTarget(rank, named);
    return target < 0
        ? 0
        : network.startupPs(rank, target, 0, pointToPoint.startedBytes(rank, named));
  }

  private long collectiveStartupPs(int rank, OpView op) {
    Group group = pointToPoint.group(rank, op.communicator());
    if (group.size() == 1) {
      return 0;
    }
    int span = spans.computeIfAbsent(group.context, context -> span(group));
    return SlotNetwork.atLeastZero(
        model.collectiveStartupPs(
            nodes[rank],
            (span & SHARES_NODES) != 0,
            (span & SEVERAL_NODES) != 0,
            (span & SEVERAL_SITES) != 0),
        "collectiveStartupPs");
  }

  private int span(Group group) {
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

  /** Whether the rank's op is a collective that it executes in steps. */
  boolean isInCollective(int rank) {
    return steps != null && steps.isInside(rank);
  }

  /** Those of a rank that {@link #isInCollective}. */
  SlotSteps collectiveSteps() {
    SlotSteps known = steps;
    if (known == null) {
      throw new AssertionError("no collective is executed in steps");
    }
    return known;
  }

  /** Executes a step at the rank's clock. */
  Outcome execute(int rank, OpView op, int step) {
    if (isInCollective(rank)) {
      return collectiveSteps().execute(collectiveSteps().inside(rank));
    }
    if (step == 0) {
      ranks.begin(rank);
    }
    switch (op.code()) {
      case SEND, RSEND -> pointToPoint.send(rank, op, mode(op), RequestTable.BLOCKING);
      case BSEND -> pointToPoint.send(rank, op, Mode.BUFFERED, RequestTable.BLOCKING);
      case SSEND -> pointToPoint.send(rank, op, Mode.SYNCHRONOUS, RequestTable.BLOCKING);
      case ISEND, IRSEND -> pointToPoint.send(rank, op, mode(op), pointToPoint.newSlot(rank, op));
      case IBSEND -> pointToPoint.send(rank, op, Mode.BUFFERED, pointToPoint.newSlot(rank, op));
      case ISSEND -> pointToPoint.send(rank, op, Mode.SYNCHRONOUS, pointToPoint.newSlot(rank, op));
      case RECV -> pointToPoint.receive(rank, op, RequestTable.BLOCKING);
      case IRECV -> pointToPoint.receive(rank, op, pointToPoint.newSlot(rank, op));
      case SENDRECV, SENDRECV_REPLACE -> {
        return sendrecv(rank, op, step);
      }
      case SEND_INIT, BSEND_INIT, SSEND_INIT, RSEND_INIT, RECV_INIT -> pointToPoint.init(rank, op);
      case START -> pointToPoint.start(rank, op.request());
      case STARTALL -> {
        if (step < op.listLength(OpField.REQUESTS)) {
          pointToPoint.start(rank, op.listElement(OpField.REQUESTS, step));
          return Outcome.NEXT_STEP;
        }
      }
      case REQUEST_FREE -> pointToPoint.free(rank, op);
      case WAIT -> await(rank, op.request());
      case WAITALL -> awaitAll(rank, op);
      case WAITANY -> {
        if (op.get(OpField.OUTCOME) == OpView.NONE) {
          return awaitUnrecorded(rank, op, 1);
        }
        noteAwaited(rank, op, op.get(OpField.OUTCOME));
        completions.awaitRecorded(rank, op, op.get(OpField.OUTCOME));
      }
      case WAITSOME -> {
        if (op.listLength(OpField.OUTCOMES) == 0) {
          return awaitUnrecorded(rank, op, Integer.MAX_VALUE);
        }
        completions.awaitAllRecorded(rank, op);
      }
      case TEST, TESTALL, TESTANY, TESTSOME -> completions.test(rank, op);
      case PROBE -> pointToPoint.probe(rank, op, true);
      case IPROBE -> pointToPoint.probe(rank, op, op.get(OpField.OUTCOME) == 1);
      default -> {
        return op.code().family() == OpCode.Family.SHMEM
            ? executeShmem(rank, op, step)
            : executeCollective(rank, op, true);
      }
    }
    return ranks.end(rank) ? Outcome.DONE : Outcome.BLOCKED;
  }

  private Outcome executeShmem(int rank, OpView op, int step) {
    shmem.checkAnnounced(rank);
    if (step == 0 && ShmemOps.goesOnAfterQuiet(op)) {
      shmem.execute(rank, op);
      if (ranks.openParts(rank) == 1) {
        return Outcome.NEXT_STEP;
      }
      ranks.resume(rank, Resume.AFTER_QUIET);
    } else if (ShmemOps.isCollective(op)) {
      return executeCollective(rank, shmem.collective(rank, op), ShmemOps.mayGoInSteps(op));
    } else if (step == 0) {
      shmem.execute(rank, op);
    } else {
      shmem.executeAfterQuiet(rank, op);
    }
    return ranks.end(rank) ? Outcome.DONE : Outcome.BLOCKED;
  }

  /** Whether the op in which a rank was blocked goes on with its next step. */
  boolean goesOnAfterQuiet(int rank) {
    if (ranks.resume(rank) != Resume.AFTER_QUIET) {
      return false;
    }
    ranks.resume(rank, Resume.NEXT_OP);
    ranks.begin(rank);
    return true;
  }

  /**
   * Executes a collective.
   *
   * @param mayGoInSteps whether it does if there is a schedule for it
   */
  private Outcome executeCollective(int rank, OpView op, boolean mayGoInSteps) {
    OpCode code = op.code();
    if (code == OpCode.COMM_CREATE_GROUP) {
      long id = op.communicator();
      gate.callCreateGroup(rank, pointToPoint.group(rank, id), pointToPoint.member(rank, id), op);
    } else if (code.isNonBlockingCollective()) {
      return start(rank, op);
    } else if (code.family() == OpCode.Family.COLLECTIVE
        || code.family() == OpCode.Family.COMMUNICATOR) {
      if (mayGoInSteps && callInSteps(rank, op, RequestTable.BLOCKING) != null) {
        return Outcome.NEXT_STEP;
      }
      callByFormula(rank, op, RequestTable.BLOCKING, mayGoInSteps);
    } else {
      unsupported.pass(rank, ranks.operation(rank), op);
    }
    return ranks.end(rank) ? Outcome.DONE : Outcome.BLOCKED;
  }

  /** A non-blocking collective. */
  private Outcome start(int rank, OpView op) {
    int slot = pointToPoint.newSlot(rank, op);
    CollectiveRun run = callInSteps(rank, op, slot);
    if (slot >= 0) {
      notes.started(rank, slot, run == null ? collectiveStartupPs(rank, op) : 0);
    }
    if (run == null) {
      callByFormula(rank, op, slot, true);
    } else if (background != null) {
      background.begins(run);
    }
    if (!ranks.end(rank)) {
      throw new AssertionError("rank " + rank + " is blocked by " + op);
    }
    return run == null ? Outcome.LAUNCHED : Outcome.DONE;
  }

  private @Nullable CollectiveRun callInSteps(int rank, OpView op, int slot) {
    long id = op.communicator();
    return steps == null || op.code().family() != OpCode.Family.COLLECTIVE
        ? null
        : steps.begin(rank, pointToPoint.group(rank, id), pointToPoint.member(rank, id), op, slot);
  }

  /** Calls a collective for which there is no schedule, or whose schedule has too many steps. */
  private void callByFormula(int rank, OpView op, int slot, boolean mayGoInSteps) {
    long id = op.communicator();
    Group group = pointToPoint.group(rank, id);
    int member = pointToPoint.member(rank, id);
    boolean mayBeLarge =
        steps != null && mayGoInSteps && op.code().family() == OpCode.Family.COLLECTIVE;
    collectives.call(
        rank,
        group,
        member,
        op,
        slot,
        mayBeLarge ? collectiveSteps().tooLarge(rank, group, member, op) : null);
  }

  private static Mode mode(OpView op) {
    if (!op.code().has(OpField.FLAGS)) {
      return Mode.STANDARD;
    }
    long protocol = op.get(OpField.FLAGS);
    return protocol == OpCode.PROTOCOL_EAGER
        ? Mode.TRACED_EAGER
        : protocol == OpCode.PROTOCOL_RENDEZVOUS ? Mode.TRACED_RENDEZVOUS : Mode.STANDARD;
  }

  /** First the receive is posted, then the message sent, then the other waited for. */
  private Outcome sendrecv(int rank, OpView op, int step) {
    switch (step) {
      case 0 -> {
        pointToPoint.receiveHalf(rank, op);
        return Outcome.NEXT_STEP;
      }
      case 1 -> {
        int parts = ranks.openParts(rank);
        pointToPoint.send(rank, op, Mode.STANDARD, RequestTable.BLOCKING);
        if (ranks.openParts(rank) == parts) {
          return Outcome.NEXT_STEP;
        }
        afterPs[rank] = sendrecvReceiveStartupPs(rank, op);
      }
      default -> ranks.part(rank, ranks.clockPs(rank), 0);
    }
    return ranks.end(rank) ? Outcome.DONE : Outcome.BLOCKED;
  }

  private void await(int rank, long named) {
    int slot = completions.slot(rank, named);
    if (slot >= 0) {
      transport.await(rank, slot);
    }
  }

  private void awaitAll(int rank, OpView op) {
    for (int i = 0, n = op.listLength(OpField.REQUESTS); i < n; i++) {
      await(rank, op.listElement(OpField.REQUESTS, i));
    }
  }

  private void noteAwaited(int rank, OpView op, long outcome) {
    if (outcome >= 0 && outcome < op.listLength(OpField.REQUESTS)) {
      await(rank, op.listElement(OpField.REQUESTS, (int) outcome));
    }
  }

  /**
   * A waitany or waitsome without outcome: takes what is complete, or blocks until something is.
   */
  private Outcome awaitUnrecorded(int rank, OpView op, int most) {
    int count = op.listLength(OpField.REQUESTS);
    int[] slots = new int[count];
    boolean active = false;
    for (int i = 0; i < count; i++) {
      slots[i] = completions.slot(rank, op.listElement(OpField.REQUESTS, i));
      active |= slots[i] >= 0 && requests.word(rank, slots[i]) != RequestTable.EMPTY;
    }
    if (takeComplete(rank, slots, most) || !active) {
      return ranks.end(rank) ? Outcome.DONE : Outcome.BLOCKED;
    }
    for (int slot : slots) {
      if (slot >= 0) {
        requests.watch(rank, slot, true);
      }
    }
    choices[rank] = slots;
    return Outcome.BLOCKED;
  }

  private boolean takeComplete(int rank, int[] slots, int most) {
    int taken = 0;
    for (int slot : slots) {
      if (slot >= 0 && taken < most && RequestTable.complete(requests.word(rank, slot))) {
        afterPs[rank] += notes.startupPs(rank, slot);
        requests.await(rank, slot);
        taken++;
      }
    }
    return taken > 0;
  }

  @Override
  public void watchedRequestCompletes(int rank, long timePs) {
    int[] slots = choices[rank];
    choices[rank] = NO_CHOICE;
    for (int slot : slots) {
      if (slot >= 0) {
        requests.watch(rank, slot, false);
      }
    }
    ranks.expect(rank);
    takeComplete(rank, slots, 1);
    ranks.end(rank);
    ranks.partEnds(rank, timePs, 0);
  }

  /** How long a rank's CPU is busy after its op, which is over; forgets it. */
  long takeAfterPs(int rank) {
    long after = afterPs[rank];
    afterPs[rank] = 0;
    return after;
  }
}
