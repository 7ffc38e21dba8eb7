package org.foretell.engine.ops;

import org.foretell.engine.collective.CollectiveMatching;
import org.foretell.engine.collective.CommunicatorGroup;
import org.foretell.engine.collective.ScheduleExecutor;
import org.foretell.engine.kernel.ModelAnswer;
import org.foretell.engine.message.CpuQueues;
import org.foretell.engine.message.EventList;
import org.foretell.engine.message.Transport.Mode;
import org.foretell.engine.state.OpRecorder;
import org.foretell.engine.state.RankTable;
import org.foretell.engine.state.RequestTable;
import org.foretell.engine.state.Resume;
import org.foretell.engine.state.Unsupported;
import org.foretell.model.ComputeModel;
import org.foretell.time.Ps;
import org.foretell.trace.InPlaceCursor;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/** Executes one op of one rank. */
public final class OpExecutor {
  private final RankTable ranks;
  private final PointToPoint pointToPoint;
  private final WaitOps completions;
  private final CollectiveMatching gate;

  /** Null where all collectives go by formula. */
  private final @Nullable ScheduleExecutor steps;

  private final LocalOps local;
  private final ComputeModel compute;
  private final EventList agenda;

  /** Only under an occupancy model. */
  private final @Nullable CpuQueues cpus;

  private final ShmemOps shmem;
  private final Unsupported unsupported;
  private final @Nullable OpRecorder watch;

  /** By rank the requests of a startall that are still to be started: next, end, then slots. */
  private final long[][] starts;

  public OpExecutor(
      RankTable ranks,
      PointToPoint pointToPoint,
      WaitOps completions,
      CollectiveMatching gate,
      @Nullable ScheduleExecutor steps,
      LocalOps local,
      ComputeModel compute,
      EventList agenda,
      @Nullable CpuQueues cpus,
      ShmemOps shmem,
      Unsupported unsupported,
      @Nullable OpRecorder watch) {
    this.ranks = ranks;
    this.pointToPoint = pointToPoint;
    this.completions = completions;
    this.gate = gate;
    this.steps = steps;
    this.local = local;
    this.compute = compute;
    this.agenda = agenda;
    this.cpus = cpus;
    this.shmem = shmem;
    this.unsupported = unsupported;
    this.watch = watch;
    starts = new long[ranks.size()][];
  }

  /**
   * Executes an op at the clock of its rank.
   *
   * @return whether the rank can go on at its clock; otherwise it is blocked or waits for its CPU
   */
  public boolean execute(int rank, OpView op) {
    if (watch != null) {
      watch.begin(rank, op, ranks.clockPs(rank));
    }
    OpCode code = op.code();
    if (code == OpCode.ISEND) {
      return startSend(rank, op, Mode.STANDARD);
    }
    if (code == OpCode.IRECV) {
      pointToPoint.receive(rank, op, pointToPoint.newSlot(rank, op));
      endLocal(rank);
      return true;
    }
    // The most frequent ops are told apart at once: a second switch costs as much as the op.
    switch (code) {
      case COMPUTE, ELAPSE -> {
        return burst(rank, op);
      }
      case ISEND, IRSEND -> {
        return startSend(rank, op, Mode.STANDARD);
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
        completions.awaitAll(rank, op);
        return end(rank);
      }
      case SEND, RSEND -> {
        return send(rank, op, Mode.STANDARD);
      }
      case RECV -> {
        ranks.begin(rank);
        pointToPoint.receive(rank, op, RequestTable.BLOCKING);
        return end(rank);
      }
      case WAIT -> {
        ranks.begin(rank);
        completions.await(rank, op.request());
        return end(rank);
      }
      case MARKER_BEGIN, MARKER_END -> {
        local.marker(rank, op);
        return true;
      }
      case SEND_INIT, BSEND_INIT, SSEND_INIT, RSEND_INIT, RECV_INIT -> pointToPoint.init(rank, op);
      case START -> {
        if (mustWaitToStart(rank, op.request(), Resume.SAME_OP)) {
          return false;
        }
        pointToPoint.start(rank, op.request());
      }
      case STARTALL -> {
        return startAll(rank, op);
      }
      case REQUEST_FREE -> pointToPoint.free(rank, op);
      case COMM_FREE -> local.freeCommunicator(rank, op);
      case INIT, FINALIZE -> {}
      case EVENT -> {
        compute.event(rank, op.get(OpField.OBJECT), op.get(OpField.COUNT));
        return true;
      }
      default -> {
        return executeInParts(rank, op);
      }
    }
    endLocal(rank);
    return true;
  }

  /** As {@link #execute}, of the waitall that a cursor stands at; only where nobody watches. */
  public boolean executeWaitAll(int rank, InPlaceCursor ops) {
    ranks.begin(rank);
    completions.takeWaitAll(rank, ops);
    return ranks.end(rank);
  }

  private void endLocal(int rank) {
    if (watch != null) {
      watch.end(rank, ranks.clockPs(rank), 0);
    }
  }

  private boolean startSend(int rank, OpView op, Mode mode) {
    if (mustWaitToSend(rank, op, Resume.SAME_OP)) {
      return false;
    }
    pointToPoint.send(rank, op, mode, pointToPoint.newSlot(rank, op));
    endLocal(rank);
    return true;
  }

  private boolean send(int rank, OpView op, Mode mode) {
    if (mustWaitToSend(rank, op, Resume.SAME_OP)) {
      return false;
    }
    ranks.begin(rank);
    pointToPoint.send(rank, op, mode, RequestTable.BLOCKING);
    return end(rank);
  }

  /** Executes one of the other ops that may block. */
  private boolean executeInParts(int rank, OpView op) {
    ranks.begin(rank);
    switch (op.code()) {
      case BSEND -> {
        return send(rank, op, Mode.BUFFERED);
      }
      case SSEND -> {
        return send(rank, op, Mode.SYNCHRONOUS);
      }
      case SENDRECV, SENDRECV_REPLACE -> {
        pointToPoint.receiveHalf(rank, op);
        if (mustWaitToSend(rank, op, Resume.SEND_HALF)) {
          return false;
        }
        pointToPoint.send(rank, op, Mode.STANDARD, RequestTable.BLOCKING);
      }
      case WAITANY -> {
        if (op.get(OpField.OUTCOME) != OpView.NONE) {
          completions.awaitRecorded(rank, op, op.get(OpField.OUTCOME));
        } else if (!completions.awaitAny(rank, op, false)) {
          return false;
        }
      }
      case WAITSOME -> {
        if (op.listLength(OpField.OUTCOMES) > 0) {
          completions.awaitAllRecorded(rank, op);
        } else if (!completions.awaitAny(rank, op, true)) {
          return false;
        }
      }
      case TEST, TESTALL, TESTANY, TESTSOME -> completions.test(rank, op);
      case PROBE -> pointToPoint.probe(rank, op, true);
      case IPROBE -> pointToPoint.probe(rank, op, op.get(OpField.OUTCOME) == 1);
      case BARRIER,
          BCAST,
          GATHER,
          GATHERV,
          SCATTER,
          SCATTERV,
          ALLGATHER,
          ALLGATHERV,
          ALLTOALL,
          ALLTOALLV,
          ALLTOALLW,
          REDUCE,
          ALLREDUCE,
          REDUCE_SCATTER,
          REDUCE_SCATTER_BLOCK,
          SCAN,
          EXSCAN,
          NEIGHBOR_ALLGATHER,
          NEIGHBOR_ALLTOALL -> {
        return collective(rank, op, RequestTable.BLOCKING, steps);
      }
      case COMM_SPLIT, COMM_DUP, COMM_CREATE -> {
        return collective(rank, op, RequestTable.BLOCKING, null);
      }
      case IBARRIER,
          IBCAST,
          IGATHER,
          IGATHERV,
          ISCATTER,
          ISCATTERV,
          IALLGATHER,
          IALLGATHERV,
          IALLTOALL,
          IALLTOALLV,
          IALLTOALLW,
          IREDUCE,
          IALLREDUCE,
          IREDUCE_SCATTER,
          IREDUCE_SCATTER_BLOCK,
          ISCAN,
          IEXSCAN,
          INEIGHBOR_ALLGATHER,
          INEIGHBOR_ALLTOALL -> {
        return collective(rank, op, pointToPoint.newSlot(rank, op), steps);
      }
      case COMM_CREATE_GROUP -> {
        long id = op.communicator();
        gate.callCreateGroup(rank, pointToPoint.group(rank, id), pointToPoint.member(rank, id), op);
      }
      default -> {
        if (op.code().family() == OpCode.Family.SHMEM) {
          return executeShmem(rank, op);
        }
        unsupported.pass(rank, ranks.operation(rank), op);
      }
    }
    return end(rank);
  }

  private boolean executeShmem(int rank, OpView op) {
    shmem.checkAnnounced(rank);
    if (ShmemOps.goesOnAfterQuiet(op)) {
      shmem.execute(rank, op);
      ranks.resume(rank, Resume.AFTER_QUIET);
      if (!ranks.end(rank)) {
        return false;
      }
      if (ranks.clockPs(rank) > agenda.nowPs()) {
        agenda.rankGoesOn(rank, ranks.clockPs(rank));
        return false;
      }
      return goOnAfterQuiet(rank, op);
    }
    if (ShmemOps.isCollective(op)) {
      return shmemCollective(rank, op);
    }
    if (cpus != null
        && shmem.sendsTo(rank, op) != OpView.NONE
        && cannotSend(rank, Resume.SAME_OP)) {
      return false;
    }
    shmem.execute(rank, op);
    return end(rank);
  }

  private boolean goOnAfterQuiet(int rank, OpView op) {
    ranks.begin(rank);
    if (watch != null) {
      watch.waitsFrom(rank, ranks.clockPs(rank));
    }
    if (ShmemOps.isCollective(op)) {
      ranks.resume(rank, Resume.NEXT_OP);
      return shmemCollective(rank, op);
    }
    if (cpus != null && cannotSend(rank, Resume.AFTER_QUIET)) {
      return false;
    }
    ranks.resume(rank, Resume.NEXT_OP);
    shmem.executeAfterQuiet(rank, op);
    return end(rank);
  }

  private boolean shmemCollective(int rank, OpView op) {
    ScheduleExecutor inSteps = ShmemOps.mayGoInSteps(op) ? steps : null;
    return collective(rank, shmem.collective(rank, op), RequestTable.BLOCKING, inSteps);
  }

  /** The op itself is done; whether the rank goes on. */
  private boolean end(int rank) {
    if (!ranks.end(rank)) {
      return false;
    }
    if (watch != null) {
      watch.end(rank, ranks.clockPs(rank), ranks.partnerPs(rank));
    }
    return true;
  }

  /**
   * Goes on with an interrupted op, see {@link Resume}.
   *
   * @return as {@link #execute}
   */
  public boolean resume(int rank, OpView op) {
    int how = ranks.resume(rank);
    if (how == Resume.NEXT_START) {
      return startNext(rank);
    }
    if (how == Resume.NEXT_STEP && steps != null) {
      return steps.goOn(rank);
    }
    if (how == Resume.AFTER_QUIET) {
      return goOnAfterQuiet(rank, op);
    }
    ranks.resume(rank, Resume.NEXT_OP);
    if (how == Resume.SEND_HALF) {
      pointToPoint.send(rank, op, Mode.STANDARD, RequestTable.BLOCKING);
      return end(rank);
    }
    return execute(rank, op);
  }

  /** Whether a send has to wait for its CPU and interface; if so it will go on as told. */
  private boolean mustWaitToSend(int rank, OpView op, int resume) {
    return cpus != null && op.peer() != OpView.PROC_NULL && cannotSend(rank, resume);
  }

  private boolean mustWaitToStart(int rank, long request, int resume) {
    return cpus != null && pointToPoint.startsSend(rank, request) && cannotSend(rank, resume);
  }

  private boolean cannotSend(int rank, int resume) {
    CpuQueues queues = cpus;
    if (queues == null || queues.canSend(rank, agenda.nowPs())) {
      return false;
    }
    ranks.resume(rank, resume);
    queues.waitToSend(rank, agenda.nowPs());
    return true;
  }

  private boolean startAll(int rank, OpView op) {
    int count = op.listLength(OpField.REQUESTS);
    long[] list = starts[rank];
    if (list == null || list.length < count + 2) {
      list = new long[2 * count + 2];
      starts[rank] = list;
    }
    list[0] = 2;
    list[1] = count + 2L;
    for (int i = 0; i < count; i++) {
      list[i + 2] = op.listElement(OpField.REQUESTS, i);
    }
    ranks.resume(rank, Resume.NEXT_START);
    return startNext(rank);
  }

  /** Starts the next request of a startall; the one after it is an event of its own. */
  private boolean startNext(int rank) {
    long[] list = starts[rank];
    if (list[0] < list[1]) {
      if (mustWaitToStart(rank, list[(int) list[0]], Resume.NEXT_START)) {
        return false;
      }
      pointToPoint.start(rank, list[(int) list[0]++]);
    }
    if (list[0] < list[1]) {
      agenda.rankGoesOn(rank, ranks.clockPs(rank));
      return false;
    }
    ranks.resume(rank, Resume.NEXT_OP);
    endLocal(rank);
    return true;
  }

  private boolean burst(int rank, OpView op) {
    long start = ranks.clockPs(rank);
    if (cpus != null) {
      start = agenda.nowPs();
      if (!cpus.canCompute(rank, start)) {
        ranks.resume(rank, Resume.SAME_OP);
        cpus.waitToCompute(rank, start);
        return false;
      }
    }
    long duration =
        ModelAnswer.burstPs(compute.durationPs(rank, op, local.innermostMarker(rank), start), op);
    long end = Ps.plus(start, duration);
    ranks.clockPs(rank, end);
    if (cpus != null) {
      cpus.compute(rank, end);
    }
    if (watch != null) {
      watch.observer.compute(rank, op.code(), op.callSite(), start, end);
    }
    return true;
  }

  /** A collective, by formula where nobody executes it in steps. */
  private boolean collective(int rank, OpView op, int slot, @Nullable ScheduleExecutor inSteps) {
    long id = op.communicator();
    CommunicatorGroup group = pointToPoint.group(rank, id);
    int member = pointToPoint.member(rank, id);
    int root = gate.check(rank, group, member, op);
    if (inSteps == null) {
      gate.call(rank, group, member, op, root, slot, null, null);
    } else if (inSteps.call(rank, group, member, op, root, slot)) {
      return inSteps.goOn(rank);
    }
    return end(rank);
  }
}
