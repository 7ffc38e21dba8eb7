package org.foretell.engine.ops;

import org.foretell.engine.batch.Followers;
import org.foretell.engine.cause.CauseTree;
import org.foretell.engine.cause.Causes;
import org.foretell.engine.cause.PlaceTable;
import org.foretell.engine.cause.Uses;
import org.foretell.engine.kernel.ModelAnswer;
import org.foretell.engine.message.Transport.Mode;
import org.foretell.engine.state.CpuPolicy;
import org.foretell.engine.state.OpRecorder;
import org.foretell.engine.state.RankTable;
import org.foretell.engine.state.ReplayState;
import org.foretell.engine.state.RequestTable;
import org.foretell.engine.state.Resume;
import org.foretell.model.ComputeModel;
import org.foretell.time.Ps;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/**
 * Executes the ops of ranks, each in one step or several: a sendrecv posts its receive, sends, and
 * waits; a startall starts one request after the other; some ops of OpenSHMEM go on after a quiet.
 * Where ranks compete for CPUs a step may have to wait for one, or costs time before it is
 * executed; other classes decide when it is executed, this class alone what it does.
 */
public final class OpExecutor {
  private final RankTable ranks;
  private final @Nullable OpRecorder recorder;
  private final Causes causes;
  private final Uses cpuUses;
  private final @Nullable Followers followers;
  private final PointToPoint pointToPoint;
  private final WaitOps waits;
  private final CollectiveOps collectives;
  private final ShmemOps shmem;
  private final RmaOps rma;
  private final FileOps files;
  private final LocalOps local;
  private final ComputeModel compute;
  private final CallTimes calls;
  private final CpuPolicy cpus;
  private final boolean competes;

  /** Whether models know of the protocol with which a message was sent when it was traced. */
  private final boolean tracedProtocols;

  /** What ops do, by kind. */
  public record Kinds(
      PointToPoint pointToPoint,
      WaitOps waits,
      CollectiveOps collectives,
      ShmemOps shmem,
      RmaOps rma,
      FileOps files,
      LocalOps local) {}

  public OpExecutor(
      ReplayState state,
      Kinds kinds,
      ComputeModel compute,
      CallTimes calls,
      CpuPolicy cpus,
      boolean tracedProtocols) {
    ranks = state.ranks();
    recorder = state.recorder();
    causes = state.causes();
    cpuUses = causes.setup().cpus();
    followers = ranks.followers();
    pointToPoint = kinds.pointToPoint();
    waits = kinds.waits();
    collectives = kinds.collectives();
    shmem = kinds.shmem();
    rma = kinds.rma();
    files = kinds.files();
    local = kinds.local();
    this.compute = compute;
    this.calls = calls;
    this.cpus = cpus;
    competes = cpus.competes();
    this.tracedProtocols = tracedProtocols;
  }

  /**
   * Executes a step of an op at the clock of its rank.
   *
   * @param step 0 for the first
   */
  public OpOutcome execute(int rank, OpView op, int step) {
    OpCode code = op.code();
    if (code == OpCode.ISEND) {
      return startSend(rank, op, mode(op));
    }
    if (code == OpCode.IRECV) {
      pointToPoint.receive(rank, op, pointToPoint.newSlot(rank, op));
      return endLocal(rank);
    }
    // The most frequent ops are told apart at once: a second switch costs as much as the op.
    switch (code) {
      case COMPUTE, ELAPSE -> {
        return burst(rank, op);
      }
      case ISEND, IRSEND -> {
        return startSend(rank, op, mode(op));
      }
      case IBSEND -> {
        return startSend(rank, op, Mode.BUFFERED);
      }
      case ISSEND -> {
        return startSend(rank, op, Mode.SYNCHRONOUS);
      }
      case IRECV -> pointToPoint.receive(rank, op, pointToPoint.newSlot(rank, op));
      case WAITALL -> {
        ranks.begin(rank);
        waits.awaitAll(rank, op);
        return end(rank);
      }
      case SEND, RSEND -> {
        return send(rank, op, mode(op));
      }
      case RECV -> {
        ranks.begin(rank);
        pointToPoint.receive(rank, op, RequestTable.BLOCKING);
        return end(rank);
      }
      case WAIT -> {
        ranks.begin(rank);
        waits.await(rank, op.request());
        return end(rank);
      }
      case MARKER_BEGIN, MARKER_END -> {
        local.marker(rank, op);
        return OpOutcome.DONE;
      }
      case SEND_INIT, BSEND_INIT, SSEND_INIT, RSEND_INIT, RECV_INIT -> pointToPoint.init(rank, op);
      case START -> {
        if (mustWaitToStart(rank, op.request(), step)) {
          return OpOutcome.BLOCKED;
        }
        pointToPoint.start(rank, op.request());
      }
      case STARTALL -> {
        return startAll(rank, op, step);
      }
      case REQUEST_FREE -> pointToPoint.free(rank, op);
      case COMM_FREE -> local.freeCommunicator(rank, op);
      case INIT, FINALIZE -> {}
      case EVENT -> {
        compute.event(rank, op.get(OpField.OBJECT), op.get(OpField.COUNT));
        if (followers != null) {
          followers.event(rank, op.get(OpField.OBJECT), op.get(OpField.COUNT));
        }
        return OpOutcome.DONE;
      }
      // Any other op is told apart below; to list it here would make the frequent ops no faster.
      default -> {
        return executeOther(rank, op, step);
      }
    }
    return endLocal(rank);
  }

  /** The protocol of a send that names none. */
  private Mode mode(OpView op) {
    if (!tracedProtocols || !op.code().has(OpField.FLAGS)) {
      return Mode.STANDARD;
    }
    long protocol = op.get(OpField.FLAGS);
    return protocol == OpCode.PROTOCOL_EAGER
        ? Mode.TRACED_EAGER
        : protocol == OpCode.PROTOCOL_RENDEZVOUS ? Mode.TRACED_RENDEZVOUS : Mode.STANDARD;
  }

  private OpOutcome endLocal(int rank) {
    if (recorder != null) {
      recorder.end(rank, ranks.clockPs(rank), 0);
    }
    return OpOutcome.DONE;
  }

  private OpOutcome startSend(int rank, OpView op, Mode mode) {
    if (mustWaitToSend(rank, op, 0)) {
      return OpOutcome.BLOCKED;
    }
    pointToPoint.send(rank, op, mode, pointToPoint.newSlot(rank, op));
    return endLocal(rank);
  }

  private OpOutcome send(int rank, OpView op, Mode mode) {
    if (mustWaitToSend(rank, op, 0)) {
      return OpOutcome.BLOCKED;
    }
    ranks.begin(rank);
    pointToPoint.send(rank, op, mode, RequestTable.BLOCKING);
    return end(rank);
  }

  /** Executes a step of one of the other ops that may block. */
  private OpOutcome executeOther(int rank, OpView op, int step) {
    if (step == 0) {
      long duePs = calls.duePs(rank, op);
      if (duePs > 0) {
        return calls.pay(rank, duePs);
      }
      ranks.begin(rank);
    }
    OpCode code = op.code();
    switch (code) {
      case BSEND -> {
        return send(rank, op, Mode.BUFFERED);
      }
      case SSEND -> {
        return send(rank, op, Mode.SYNCHRONOUS);
      }
      case SENDRECV, SENDRECV_REPLACE -> {
        return sendrecv(rank, op, step);
      }
      case WAITANY -> {
        if (!waits.waitAny(rank, op)) {
          return OpOutcome.BLOCKED;
        }
      }
      case WAITSOME -> {
        if (!waits.waitSome(rank, op)) {
          return OpOutcome.BLOCKED;
        }
      }
      case TEST, TESTALL, TESTANY, TESTSOME -> waits.test(rank, op);
      case PROBE -> pointToPoint.probe(rank, op, true);
      case IPROBE -> pointToPoint.probe(rank, op, op.get(OpField.OUTCOME) == 1);
      case COMM_SPLIT, COMM_DUP, COMM_CREATE -> {
        return collective(rank, op, RequestTable.BLOCKING, false);
      }
      case COMM_CREATE_GROUP -> collectives.createGroup(rank, op);
      // Any other op is executed by its family, and fails where nobody does.
      default -> {
        switch (code.family()) {
          case COLLECTIVE -> {
            boolean blocks = !code.isNonBlockingCollective();
            int slot = blocks ? RequestTable.BLOCKING : pointToPoint.newSlot(rank, op);
            return collective(rank, op, slot, true);
          }
          case SHMEM -> {
            return executeShmem(rank, op, step);
          }
          case RMA -> {
            return executeRma(rank, op, step);
          }
          case FILE -> {
            return executeFile(rank, op, step);
          }
          case COMPUTE, MARKER, LOCAL, POINT_TO_POINT, PERSISTENT, COMPLETION, COMMUNICATOR ->
              throw new AssertionError("nobody executes " + op);
        }
      }
    }
    return end(rank);
  }

  /** First the receive is posted, then the message sent, then the other waited for. */
  private OpOutcome sendrecv(int rank, OpView op, int step) {
    if (pointToPoint.receivesAfterSending()) {
      return sendBeforeReceive(rank, op, step);
    }
    if (step == 0) {
      pointToPoint.receiveHalf(rank, op);
      return OpOutcome.NEXT_STEP;
    }
    if (step == 1) {
      if (mustWaitToSend(rank, op, step)) {
        return OpOutcome.BLOCKED;
      }
      int parts = ranks.openParts(rank);
      pointToPoint.send(rank, op, Mode.EXCHANGE, RequestTable.BLOCKING);
      return ranks.openParts(rank) == parts ? OpOutcome.NEXT_STEP : end(rank);
    }
    ranks.part(rank, ranks.clockPs(rank), 0, causes.clock(rank));
    return end(rank);
  }

  /** As {@link #sendrecv}, but the receive is posted when the message has left. */
  private OpOutcome sendBeforeReceive(int rank, OpView op, int step) {
    if (step == 0) {
      pointToPoint.send(rank, op, Mode.EXCHANGE, RequestTable.BLOCKING);
      return OpOutcome.NEXT_STEP_AT_CLOCK;
    }
    pointToPoint.receiveHalf(rank, op);
    return end(rank);
  }

  private OpOutcome executeShmem(int rank, OpView op, int step) {
    if (step == 0) {
      shmem.checkAnnounced(rank, op);
      if (ShmemOps.goesOnAfterQuiet(op)) {
        return quiet(rank, op);
      }
    } else {
      ranks.begin(rank);
    }
    if (ShmemOps.isCollective(op)) {
      OpView collective = shmem.collective(rank, op);
      return collective(rank, collective, op, RequestTable.BLOCKING, ShmemOps.mayGoInSteps(op));
    }
    if (shmem.elements(op) > 1) {
      return putElement(rank, op, step);
    }
    if (competes && sendsShmem(rank, op, step)) {
      boolean waits =
          ShmemOps.leavesToInterface(op) ? mustWaitForCpu(rank, step) : mustWait(rank, step);
      if (waits) {
        return OpOutcome.BLOCKED;
      }
    }
    if (step == 0) {
      shmem.execute(rank, op);
    } else {
      shmem.executeAfterQuiet(rank, op);
    }
    return end(rank);
  }

  /** A strided put of several messages: each but the first belongs to an event of its own. */
  private OpOutcome putElement(int rank, OpView op, int step) {
    if (competes && shmem.sendsTo(rank, op) != OpView.NONE && mustWait(rank, step)) {
      return OpOutcome.BLOCKED;
    }
    shmem.putElement(rank, op, step);
    if (step + 1 < shmem.elements(op)) {
      ranks.end(rank);
      return OpOutcome.NEXT_STEP_AS_EVENT;
    }
    return end(rank);
  }

  private OpOutcome executeRma(int rank, OpView op, int step) {
    if (step == 0) {
      rma.prepare(rank, op);
    } else {
      ranks.begin(rank);
    }
    if (competes && rma.sendsTo(rank, op, step) != OpView.NONE && mustWait(rank, step)) {
      return OpOutcome.BLOCKED;
    }
    return switch (rma.execute(rank, op, step)) {
      case NOTHING -> end(rank);
      case REST_AFTER_QUIET -> restFollows(rank, step + 1);
      case ANOTHER_MESSAGE -> {
        ranks.end(rank);
        yield OpOutcome.NEXT_STEP_AS_EVENT;
      }
      case COLLECTIVE -> {
        boolean mayGoInSteps = op.code() != OpCode.WIN_CREATE;
        yield collective(rank, rma.collective(op), op, RequestTable.BLOCKING, mayGoInSteps);
      }
    };
  }

  private OpOutcome executeFile(int rank, OpView op, int step) {
    if (!files.isReplayed(rank, op)) {
      return end(rank);
    }
    if (step == 0 && FileOps.isCollective(op)) {
      collectives.call(rank, op, op, RequestTable.BLOCKING, false);
      if (ranks.end(rank)) {
        return OpOutcome.NEXT_STEP_AT_CLOCK;
      }
      ranks.resume(rank, Resume.at(1));
      return OpOutcome.BLOCKED;
    }
    if (step > 0) {
      long latestCaller = ranks.partnerPs(rank);
      ranks.begin(rank);
      ranks.part(rank, ranks.clockPs(rank), latestCaller, causes.clock(rank));
      if (recorder != null) {
        recorder.waitsFromStart(rank);
      }
    }
    files.execute(rank, op);
    return end(rank);
  }

  private boolean sendsShmem(int rank, OpView op, int step) {
    return step > 0 || shmem.sendsTo(rank, op) != OpView.NONE;
  }

  /** Waits until what a rank has written is complete; the op goes on with its next step. */
  private OpOutcome quiet(int rank, OpView op) {
    shmem.execute(rank, op);
    return restFollows(rank, 1);
  }

  /** A quiet is executed; the op goes on with its next step when that is over. */
  private OpOutcome restFollows(int rank, int next) {
    if (!ranks.end(rank)) {
      ranks.resume(rank, Resume.at(next));
      return OpOutcome.BLOCKED;
    }
    if (recorder != null) {
      recorder.waitsFrom(rank, ranks.clockPs(rank));
    }
    return OpOutcome.NEXT_STEP_AT_CLOCK;
  }

  /** The op itself is done; whether the rank goes on. */
  private OpOutcome end(int rank) {
    if (!ranks.end(rank)) {
      return OpOutcome.BLOCKED;
    }
    if (recorder != null) {
      recorder.end(rank, ranks.clockPs(rank), ranks.partnerPs(rank));
    }
    return OpOutcome.DONE;
  }

  /** Whether a send has to wait for its CPU and interface; if so its step is executed again. */
  private boolean mustWaitToSend(int rank, OpView op, int step) {
    return competes && op.peer() != OpView.PROC_NULL && mustWait(rank, step);
  }

  private boolean mustWaitToStart(int rank, long request, int step) {
    return competes && pointToPoint.startsSend(rank, request) && mustWait(rank, step);
  }

  private boolean mustWait(int rank, int step) {
    if (!cpus.waitsToSend(rank)) {
      return false;
    }
    ranks.resume(rank, Resume.at(step));
    return true;
  }

  /** As {@link #mustWait}, of what the interface sends when it is free. */
  private boolean mustWaitForCpu(int rank, int step) {
    if (cpus.computesFromPs(rank, ranks.clockPs(rank)) != CpuPolicy.NOT_YET) {
      return false;
    }
    ranks.resume(rank, Resume.at(step));
    return true;
  }

  /** Starts one request of a startall. */
  private OpOutcome startAll(int rank, OpView op, int step) {
    int count = op.listLength(OpField.REQUESTS);
    if (step < count) {
      long request = op.listElement(OpField.REQUESTS, step);
      if (mustWaitToStart(rank, request, step)) {
        return OpOutcome.BLOCKED;
      }
      pointToPoint.start(rank, request);
    }
    return step + 1 < count ? OpOutcome.NEXT_STEP_AS_EVENT : endLocal(rank);
  }

  /**
   * Begins a burst at the clock of its rank, as {@link #execute} does, or lets it wait for its CPU.
   * Observers are called at the end of a burst, so nothing need be kept for them.
   */
  public OpOutcome burst(int rank, OpView op) {
    long start = cpus.computesFromPs(rank, ranks.clockPs(rank));
    if (start == CpuPolicy.NOT_YET) {
      ranks.resume(rank, Resume.at(0));
      return OpOutcome.BLOCKED;
    }
    long end = Ps.plus(start, burstPs(rank, op, start));
    // Every second op of many a trace is a burst: where nobody asks, no place is looked up.
    ranks.clockPs(rank, end, causes.areKept() ? ended(rank, op, start, end) : CauseTree.NONE);
    if (followers != null) {
      followers.computes(rank, op, local.innermostMarker(rank));
    }
    cpus.computes(rank, end);
    return OpOutcome.DONE;
  }

  /** The moment at which a burst of a rank is over. */
  private int ended(int rank, OpView op, long startPs, long endPs) {
    int start = causes.setup().waitsForCpu(rank, startPs, causes.clock(rank));
    int end = causes.burst(rank, place(rank, op), ranks.operation(rank), endPs, start);
    if (competes) {
      cpuUses.keep(rank, end);
    }
    return end;
  }

  /** Where a burst is in its program, for the critical path. */
  public long place(int rank, OpView op) {
    return PlaceTable.place(op.code(), op.callSite(), local.innermostMarker(rank));
  }

  /** How long a burst keeps the CPU that starts now; tells observers. */
  public long burstPs(int rank, OpView op, long startPs) {
    long duration =
        ModelAnswer.burstPs(compute.durationPs(rank, op, local.innermostMarker(rank), startPs), op);
    ranks.inBurst(rank, Ps.plus(startPs, duration));
    if (recorder != null) {
      long end = Ps.plus(startPs, duration);
      recorder.observer.compute(rank, op.code(), op.callSite(), startPs, end);
    }
    return duration;
  }

  private OpOutcome collective(int rank, OpView op, int slot, boolean mayGoInSteps) {
    return collective(rank, op, op, slot, mayGoInSteps);
  }

  private OpOutcome collective(
      int rank, OpView op, OpView asTraced, int slot, boolean mayGoInSteps) {
    return collectives.call(rank, op, asTraced, slot, mayGoInSteps)
        ? OpOutcome.IN_COLLECTIVE
        : end(rank);
  }
}
