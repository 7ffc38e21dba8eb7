package org.foretell.engine;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.foretell.engine.Transport.Mode;
import org.foretell.model.CollectiveSchedule;
import org.foretell.model.CollectiveStep;
import org.foretell.model.ExpandedCollectives;
import org.foretell.time.Ps;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/**
 * Blocking collectives as messages under a slot model. A member in a collective does what a rank
 * does that calls the sends, receives and waits of its schedule: each keeps the CPU for its startup
 * first, and a reduction keeps it for as long as it takes. Messages are matched in a context of
 * their own, as those of {@link CollectiveSteps}. Non-blocking collectives go by formula: in the
 * background nobody could pay a startup.
 */
final class SlotSteps implements RunsInProgress {
  // Parts of a step that sends and receives after its receive is posted, as those of a sendrecv.

  private static final int SENDS = 1;

  /** The message has gone; the startup of the receive comes before waiting for it. */
  private static final int WAITS = 2;

  /** Sending has blocked; the startup of the receive comes when all is there. */
  private static final int HAS_WAITED = 3;

  /** Room for what a step receives, which the schedules of both ends agree on. */
  private static final long UNKNOWN = -1;

  private final ExpandedCollectives expanded;
  private final LargeCollectives large;
  private final RankTable ranks;
  private final RequestTable requests;
  private final CollectiveGate gate;
  private final SlotTransport transport;
  private final SlotNetwork network;
  private final SlotRequests notes;
  private final SlotEvents events;
  private final long[] opStartPs;
  private final CollectiveStep step = new CollectiveStep();
  private final CollectiveRuns runs;

  /** By rank the collective in which it is. */
  private final @Nullable CollectiveRun[] current;

  /** By rank the slots of what its collective has started and not waited for. */
  private final IntArrayList[] started;

  /** By rank which part of a step comes next; a step that sends and receives has three. */
  private final int[] part;

  SlotSteps(
      ExpandedCollectives expanded,
      LargeCollectives large,
      RankTable ranks,
      RequestTable requests,
      Group world,
      CollectiveGate gate,
      SlotTransport transport,
      SlotNetwork network,
      SlotRequests notes,
      SlotEvents events,
      long[] opStartPs) {
    this.expanded = expanded;
    this.large = large;
    this.ranks = ranks;
    this.requests = requests;
    this.gate = gate;
    this.transport = transport;
    this.network = network;
    this.notes = notes;
    this.events = events;
    this.opStartPs = opStartPs;
    runs = new CollectiveRuns(world);
    current = new CollectiveRun[ranks.size()];
    started = new IntArrayList[ranks.size()];
    part = new int[ranks.size()];
  }

  /** Whether a rank is in a collective that it executes in steps. */
  boolean isInside(int rank) {
    return current[rank] != null;
  }

  @Override
  public @Nullable CollectiveRun run(int rank, int slot) {
    boolean own = slot == RequestTable.BLOCKING || (slot >= 0 && started(rank).contains(slot));
    return own ? current[rank] : null;
  }

  private CollectiveRun inside(int rank) {
    CollectiveRun run = current[rank];
    if (run == null) {
      throw new AssertionError("rank " + rank + " is in no collective");
    }
    return run;
  }

  /**
   * A member calls a collective.
   *
   * @return whether it executes it in steps; otherwise nothing has happened
   */
  boolean begins(int rank, Group group, int member, OpView op) {
    if (op.code().isNonBlockingCollective()
        || (op.code() == OpCode.REDUCE
            && (op.get(OpField.FLAGS) & OpCode.REDUCTION_TO_ROOT_BY_MESSAGES) != 0)) {
      return false;
    }
    CollectiveRun run = runs.acquire();
    int root = op.code().has(OpField.ROOT) ? (int) op.get(OpField.ROOT) : 0;
    boolean known = root >= 0 && root < group.size();
    run.call(rank, group, member, op, known ? root : 0, false);
    CollectiveSchedule chosen = known ? expanded.schedules().choose(run) : null;
    if (chosen == null || large.isLarge(run, chosen)) {
      runs.release(run);
      return false;
    }
    run.schedule = chosen;
    run.operation = ranks.operation(rank);
    run.startPs = events.nowPs();
    run.stepPs = run.startPs;
    gate.check(rank, group, member, op);
    gate.callInSteps(rank, group, member, op, root, chosen.name());
    current[rank] = run;
    part[rank] = 0;
    IntArrayList slots = started[rank];
    if (slots == null) {
      started[rank] = new IntArrayList();
    } else {
      slots.clear();
    }
    ranks.resume(rank, Resume.NEXT_STEP);
    return true;
  }

  /** How long the CPU is busy before the next step. */
  long startupPs(int rank) {
    CollectiveRun run = inside(rank);
    if (!fetch(run)) {
      return awaitedStartupPs(rank);
    }
    return switch (step.kind()) {
      case SEND, START_SEND -> sendStartupPs(run);
      case RECEIVE -> receiveStartupPs(run, step.peer());
      case SEND_RECEIVE ->
          switch (part[rank]) {
            case 0 -> 0;
            case SENDS -> sendStartupPs(run);
            default -> receiveStartupPs(run, step.receivePeer());
          };
      case START_RECEIVE -> 0;
      case WAIT_ALL -> awaitedStartupPs(rank);
      case REDUCE -> Ps.atGap(step.bytes(), expanded.reducePsPerByte());
    };
  }

  private boolean fetch(CollectiveRun run) {
    CollectiveSchedule schedule = run.schedule;
    return schedule != null && run.group.size() > 1 && schedule.step(run, run.next, step);
  }

  private long sendStartupPs(CollectiveRun run) {
    int destination = CollectiveSteps.worldRank(run, step.peer());
    return network.startupPs(run.rank, destination, CollectiveSteps.FIRST_TAG, step.bytes());
  }

  private long receiveStartupPs(CollectiveRun run, int from) {
    int source = CollectiveSteps.worldRank(run, from);
    return transport.startupPs(run.rank, source, CollectiveSteps.FIRST_TAG, UNKNOWN);
  }

  private long awaitedStartupPs(int rank) {
    long sum = 0;
    IntArrayList slots = started(rank);
    for (int i = 0; i < slots.size(); i++) {
      sum = Ps.plus(sum, notes.startupPs(rank, slots.getInt(i)));
    }
    return sum;
  }

  private IntArrayList started(int rank) {
    IntArrayList slots = started[rank];
    if (slots == null) {
      throw new AssertionError("rank " + rank + " has never been in a collective");
    }
    return slots;
  }

  /** Executes the next step, whose startup is paid, at the present time. */
  SlotOps.Outcome execute(int rank) {
    CollectiveRun run = inside(rank);
    if (!fetch(run)) {
      if (started(rank).isEmpty()) {
        return SlotOps.Outcome.DONE;
      }
      ranks.begin(rank);
      awaitStarted(rank);
      return end(rank);
    }
    switch (step.kind()) {
      case SEND -> {
        ranks.begin(rank);
        send(run, RequestTable.BLOCKING);
      }
      case RECEIVE -> {
        ranks.begin(rank);
        receive(run, step.peer(), RequestTable.BLOCKING);
      }
      case SEND_RECEIVE -> {
        if (part[rank] == 0) {
          ranks.begin(rank);
          receive(run, step.receivePeer(), RequestTable.BLOCKING);
          part[rank] = SENDS;
          return SlotOps.Outcome.NEXT_STEP;
        }
        if (part[rank] == SENDS) {
          int open = ranks.openParts(rank);
          send(run, RequestTable.BLOCKING);
          if (ranks.openParts(rank) > open) {
            part[rank] = HAS_WAITED;
            return end(rank);
          }
          part[rank] = WAITS;
          return SlotOps.Outcome.NEXT_STEP;
        }
        boolean waits = part[rank] == WAITS;
        part[rank] = 0;
        run.next++;
        if (!waits) {
          return SlotOps.Outcome.STEP_ENDS;
        }
        ranks.part(rank, ranks.clockPs(rank), 0);
        return end(rank);
      }
      case START_SEND -> {
        send(run, freeSlot(rank));
        run.next++;
        return SlotOps.Outcome.STEP_ENDS;
      }
      case START_RECEIVE -> {
        receive(run, step.peer(), freeSlot(rank));
        run.next++;
        return SlotOps.Outcome.STEP_ENDS;
      }
      case WAIT_ALL -> {
        ranks.begin(rank);
        awaitStarted(rank);
      }
      case REDUCE -> {
        run.next++;
        return SlotOps.Outcome.NEXT_STEP;
      }
    }
    run.next++;
    return end(rank);
  }

  private SlotOps.Outcome end(int rank) {
    if (!ranks.end(rank)) {
      return SlotOps.Outcome.BLOCKED;
    }
    stepEnds(rank);
    return SlotOps.Outcome.STEP_ENDS;
  }

  /**
   * A step in which the rank was blocked has ended, at the rank's clock.
   *
   * @return whether the step goes on, with a startup
   */
  boolean goesOn(int rank) {
    stepEnds(rank);
    return part[rank] == HAS_WAITED;
  }

  /** The next step begins. */
  void begins(int rank) {
    opStartPs[rank] = events.nowPs();
  }

  private void stepEnds(int rank) {
    CollectiveRun run = inside(rank);
    long clock = ranks.clockPs(rank);
    run.waitedPs += Math.max(0, Math.min(ranks.partnerPs(rank), clock) - run.stepPs);
    run.stepPs = clock;
  }

  /**
   * A rank's collective is over.
   *
   * @return until when it waited, if it had done all its waiting at first
   */
  long ends(int rank) {
    CollectiveRun run = inside(rank);
    current[rank] = null;
    ranks.resume(rank, Resume.NEXT_OP);
    runs.release(run);
    return run.startPs + run.waitedPs;
  }

  /** A slot that neither the program nor the collective uses; there is room for it. */
  private int freeSlot(int rank) {
    int slot = 0;
    while (requests.word(rank, slot) != RequestTable.EMPTY || requests.template(rank, slot) != 0) {
      slot++;
    }
    requests.reserve(rank, slot);
    started(rank).add(slot);
    return slot;
  }

  private void awaitStarted(int rank) {
    IntArrayList slots = started(rank);
    for (int i = 0; i < slots.size(); i++) {
      transport.await(rank, slots.getInt(i));
    }
    slots.clear();
  }

  private void send(CollectiveRun run, int slot) {
    transport.send(
        run.rank,
        CollectiveSteps.worldRank(run, step.peer()),
        CollectiveSteps.FIRST_TAG,
        CollectiveSteps.context(run),
        CollectiveSteps.checked(run, step.bytes()),
        Mode.STANDARD,
        slot);
  }

  private void receive(CollectiveRun run, int from, int slot) {
    transport.receive(
        run.rank,
        CollectiveSteps.worldRank(run, from),
        CollectiveSteps.FIRST_TAG,
        CollectiveSteps.context(run),
        UNKNOWN,
        slot);
  }
}
