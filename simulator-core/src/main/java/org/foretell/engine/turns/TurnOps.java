package org.foretell.engine.turns;

import java.util.Arrays;
import org.foretell.engine.buslink.BusLinkTransport;
import org.foretell.engine.buslink.RequestNotes;
import org.foretell.engine.collective.CollectiveMatching;
import org.foretell.engine.collective.CommunicatorGroup;
import org.foretell.engine.collective.ScheduleRun;
import org.foretell.engine.message.Transport.Mode;
import org.foretell.engine.ops.PointToPoint;
import org.foretell.engine.ops.ShmemOps;
import org.foretell.engine.ops.WaitOps;
import org.foretell.engine.state.RankTable;
import org.foretell.engine.state.RequestTable;
import org.foretell.engine.state.Resume;
import org.foretell.engine.state.Unsupported;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/**
 * What communication ops do under a bus-link model. Some consist of steps, each with a startup of
 * its own, see {@link Startups}.
 */
final class TurnOps implements RequestTable.Watcher {
  private final RankTable ranks;
  private final RequestTable requests;
  private final PointToPoint pointToPoint;
  private final WaitOps completions;
  private final CollectiveMatching gate;
  private final BusLinkCollectiveCalls collectives;

  /** Null where all collectives go by formula. */
  private final @Nullable TurnSchedules steps;

  /** Likewise. */
  private final @Nullable BackgroundTurns background;

  private final Startups startups;
  private final BusLinkTransport transport;
  private final RequestNotes notes;
  private final ShmemOps shmem;
  private final Unsupported unsupported;

  /** By rank how long its CPU is busy after its op. */
  private final long[] afterPs;

  /** By rank the slots of a blocked waitany or waitsome without outcome; null for others. */
  private final int[][] choices;

  private static final int[] NO_CHOICE = {};

  TurnOps(
      Startups startups,
      RankTable ranks,
      RequestTable requests,
      PointToPoint pointToPoint,
      WaitOps completions,
      CollectiveMatching gate,
      BusLinkCollectiveCalls collectives,
      @Nullable TurnSchedules steps,
      @Nullable BackgroundTurns background,
      BusLinkTransport transport,
      RequestNotes notes,
      ShmemOps shmem,
      Unsupported unsupported) {
    this.startups = startups;
    this.ranks = ranks;
    this.requests = requests;
    this.pointToPoint = pointToPoint;
    this.completions = completions;
    this.gate = gate;
    this.collectives = collectives;
    this.steps = steps;
    this.background = background;
    this.transport = transport;
    this.notes = notes;
    this.shmem = shmem;
    this.unsupported = unsupported;
    afterPs = new long[ranks.size()];
    choices = new int[ranks.size()][];
    Arrays.fill(choices, NO_CHOICE);
  }

  /** How long the CPU is busy before a step. */
  long startupPs(int rank, OpView op, int step) {
    return isInCollective(rank)
        ? collectiveSteps().startupPs(collectiveSteps().inside(rank))
        : startups.beforePs(rank, op, step);
  }

  /** Whether the rank's op is a collective that it executes in steps. */
  boolean isInCollective(int rank) {
    return steps != null && steps.isInside(rank);
  }

  /** Those of a rank that {@link #isInCollective}. */
  TurnSchedules collectiveSteps() {
    TurnSchedules known = steps;
    if (known == null) {
      throw new AssertionError("no collective is executed in steps");
    }
    return known;
  }

  /** Executes a step at the rank's clock. */
  StepOutcome execute(int rank, OpView op, int step) {
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
          return StepOutcome.NEXT_STEP;
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
    return ranks.end(rank) ? StepOutcome.DONE : StepOutcome.BLOCKED;
  }

  private StepOutcome executeShmem(int rank, OpView op, int step) {
    shmem.checkAnnounced(rank);
    if (step == 0 && ShmemOps.goesOnAfterQuiet(op)) {
      shmem.execute(rank, op);
      if (ranks.openParts(rank) == 1) {
        return StepOutcome.NEXT_STEP;
      }
      ranks.resume(rank, Resume.AFTER_QUIET);
    } else if (ShmemOps.isCollective(op)) {
      return executeCollective(rank, shmem.collective(rank, op), ShmemOps.mayGoInSteps(op));
    } else if (step == 0) {
      shmem.execute(rank, op);
    } else {
      shmem.executeAfterQuiet(rank, op);
    }
    return ranks.end(rank) ? StepOutcome.DONE : StepOutcome.BLOCKED;
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
  private StepOutcome executeCollective(int rank, OpView op, boolean mayGoInSteps) {
    OpCode code = op.code();
    if (code == OpCode.COMM_CREATE_GROUP) {
      long id = op.communicator();
      gate.callCreateGroup(rank, pointToPoint.group(rank, id), pointToPoint.member(rank, id), op);
    } else if (code.isNonBlockingCollective()) {
      return start(rank, op);
    } else if (code.family() == OpCode.Family.COLLECTIVE
        || code.family() == OpCode.Family.COMMUNICATOR) {
      if (mayGoInSteps && callInSteps(rank, op, RequestTable.BLOCKING) != null) {
        return StepOutcome.NEXT_STEP;
      }
      callByFormula(rank, op, RequestTable.BLOCKING, mayGoInSteps);
    } else {
      unsupported.pass(rank, ranks.operation(rank), op);
    }
    return ranks.end(rank) ? StepOutcome.DONE : StepOutcome.BLOCKED;
  }

  /** A non-blocking collective. */
  private StepOutcome start(int rank, OpView op) {
    int slot = pointToPoint.newSlot(rank, op);
    ScheduleRun run = callInSteps(rank, op, slot);
    if (slot >= 0) {
      notes.started(rank, slot, run == null ? startups.collectivePs(rank, op) : 0);
    }
    if (run == null) {
      callByFormula(rank, op, slot, true);
    } else if (background != null) {
      background.begins(run);
    }
    if (!ranks.end(rank)) {
      throw new AssertionError("rank " + rank + " is blocked by " + op);
    }
    return run == null ? StepOutcome.LAUNCHED : StepOutcome.DONE;
  }

  private @Nullable ScheduleRun callInSteps(int rank, OpView op, int slot) {
    long id = op.communicator();
    return steps == null || op.code().family() != OpCode.Family.COLLECTIVE
        ? null
        : steps.begin(rank, pointToPoint.group(rank, id), pointToPoint.member(rank, id), op, slot);
  }

  /** Calls a collective for which there is no schedule, or whose schedule has too many steps. */
  private void callByFormula(int rank, OpView op, int slot, boolean mayGoInSteps) {
    long id = op.communicator();
    CommunicatorGroup group = pointToPoint.group(rank, id);
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
  private StepOutcome sendrecv(int rank, OpView op, int step) {
    switch (step) {
      case 0 -> {
        pointToPoint.receiveHalf(rank, op);
        return StepOutcome.NEXT_STEP;
      }
      case 1 -> {
        int parts = ranks.openParts(rank);
        pointToPoint.send(rank, op, Mode.STANDARD, RequestTable.BLOCKING);
        if (ranks.openParts(rank) == parts) {
          return StepOutcome.NEXT_STEP;
        }
        afterPs[rank] = startups.sendrecvReceivePs(rank, op);
      }
      default -> ranks.part(rank, ranks.clockPs(rank), 0);
    }
    return ranks.end(rank) ? StepOutcome.DONE : StepOutcome.BLOCKED;
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
  private StepOutcome awaitUnrecorded(int rank, OpView op, int most) {
    int count = op.listLength(OpField.REQUESTS);
    int[] slots = new int[count];
    boolean active = false;
    for (int i = 0; i < count; i++) {
      slots[i] = completions.slot(rank, op.listElement(OpField.REQUESTS, i));
      active |= slots[i] >= 0 && requests.word(rank, slots[i]) != RequestTable.EMPTY;
    }
    if (takeComplete(rank, slots, most) || !active) {
      return ranks.end(rank) ? StepOutcome.DONE : StepOutcome.BLOCKED;
    }
    for (int slot : slots) {
      if (slot >= 0) {
        requests.watch(rank, slot, true);
      }
    }
    choices[rank] = slots;
    return StepOutcome.BLOCKED;
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
