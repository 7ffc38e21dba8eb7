package org.foretell.engine.turns;

import org.foretell.engine.buslink.BusLinkEvents;
import org.foretell.engine.buslink.BusLinkNetwork;
import org.foretell.engine.buslink.BusLinkTransport;
import org.foretell.engine.buslink.StepRequests;
import org.foretell.engine.collective.CollectiveMatching;
import org.foretell.engine.collective.CommunicatorGroup;
import org.foretell.engine.collective.LargeCollectives;
import org.foretell.engine.collective.RunsInProgress;
import org.foretell.engine.collective.ScheduleRun;
import org.foretell.engine.collective.ScheduleRuns;
import org.foretell.engine.message.StepTags;
import org.foretell.engine.message.Transport.Mode;
import org.foretell.engine.state.RankTable;
import org.foretell.engine.state.RequestTable;
import org.foretell.model.CollectiveSchedule;
import org.foretell.model.CollectiveStep;
import org.foretell.model.ExpandedCollectives;
import org.foretell.time.Ps;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/**
 * Collectives as messages under a bus-link model. Who is in a collective does what a rank does that
 * calls the sends, receives and waits of its schedule: each keeps the CPU for its startup first,
 * and a reduction keeps it for as long as it takes. Messages are matched in a context of their own,
 * as those of {@code ScheduleExecutor}.
 *
 * <p>In a blocking collective that is the rank itself, in a non-blocking one its background, which
 * needs a CPU of the node as another rank would, see {@link BackgroundTurns}.
 */
final class TurnSchedules implements RunsInProgress, RequestTable.Steps {
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
  private final CollectiveMatching gate;
  private final BusLinkTransport transport;
  private final BusLinkNetwork network;
  private final StepRequests begun;
  private final BusLinkEvents events;
  private final long[] opStartPs;
  private final CollectiveStep step = new CollectiveStep();
  private final ScheduleRuns runs;

  /** By rank the blocking collective in which it is. */
  private final @Nullable ScheduleRun[] current;

  private Listener listener =
      run -> {
        throw new AssertionError(run + " has nobody to go on with it");
      };

  /** Who goes on with collectives. */
  @FunctionalInterface
  interface Listener {
    /** A step has ended that was blocked. */
    void stepEnds(ScheduleRun run);
  }

  TurnSchedules(
      ExpandedCollectives expanded,
      LargeCollectives large,
      RankTable ranks,
      RequestTable requests,
      CommunicatorGroup world,
      CollectiveMatching gate,
      BusLinkTransport transport,
      BusLinkNetwork network,
      StepRequests begun,
      BusLinkEvents events,
      long[] opStartPs) {
    this.expanded = expanded;
    this.large = large;
    this.ranks = ranks;
    this.requests = requests;
    this.gate = gate;
    this.transport = transport;
    this.network = network;
    this.begun = begun;
    this.events = events;
    this.opStartPs = opStartPs;
    runs = new ScheduleRuns(world);
    current = new ScheduleRun[ranks.size()];
    requests.steps(this);
  }

  void listener(Listener told) {
    listener = told;
  }

  /** Whether a rank is in a blocking collective that it executes in steps. */
  boolean isInside(int rank) {
    return current[rank] != null;
  }

  /** The blocking collective in which a rank is. */
  ScheduleRun inside(int rank) {
    ScheduleRun run = current[rank];
    if (run == null) {
      throw new AssertionError("rank " + rank + " is in no collective");
    }
    return run;
  }

  ScheduleRun at(int number) {
    return runs.at(number);
  }

  @Override
  public @Nullable ScheduleRun run(int rank, int slot) {
    return slot <= RequestTable.STEP ? runs.at(begun.run(slot)) : null;
  }

  /** A member's call as a run with its schedule; null if there is none for it. */
  private @Nullable ScheduleRun choose(int rank, CommunicatorGroup group, int member, OpView op) {
    if (op.code() == OpCode.REDUCE
        && (op.get(OpField.FLAGS) & OpCode.REDUCTION_TO_ROOT_BY_MESSAGES) != 0) {
      return null;
    }
    int root = root(op);
    if (root < 0 || root >= group.size()) {
      return null;
    }
    ScheduleRun run = runs.acquire();
    run.call(rank, group, member, op, root, op.code().isNonBlockingCollective());
    run.schedule = expanded.schedules().choose(run);
    if (run.schedule == null) {
      runs.release(run);
      return null;
    }
    return run;
  }

  private boolean isLarge(ScheduleRun run) {
    CollectiveSchedule chosen = run.schedule;
    return chosen != null && large.isLarge(run, chosen);
  }

  private static int root(OpView op) {
    return op.code().has(OpField.ROOT) ? (int) op.get(OpField.ROOT) : 0;
  }

  /** Whether a call of a collective is executed in steps. */
  boolean takes(int rank, CommunicatorGroup group, int member, OpView op) {
    ScheduleRun run = choose(rank, group, member, op);
    if (run == null) {
      return false;
    }
    boolean executed = !isLarge(run);
    runs.release(run);
    return executed;
  }

  /**
   * The schedule of a call that has too many steps to execute them; null for one that has not, or
   * for which there is no schedule.
   */
  @Nullable CollectiveSchedule tooLarge(int rank, CommunicatorGroup group, int member, OpView op) {
    ScheduleRun run = choose(rank, group, member, op);
    if (run == null) {
      return null;
    }
    CollectiveSchedule schedule = isLarge(run) ? run.schedule : null;
    runs.release(run);
    return schedule;
  }

  /**
   * A member calls a collective.
   *
   * @param slot request of a non-blocking one, or one of {@link RequestTable}'s names
   * @return null if it goes by formula or is {@link #tooLarge}; then nothing has happened
   */
  @Nullable ScheduleRun begin(int rank, CommunicatorGroup group, int member, OpView op, int slot) {
    ScheduleRun run = choose(rank, group, member, op);
    CollectiveSchedule chosen = run == null ? null : run.schedule;
    if (run == null || chosen == null) {
      return null;
    }
    if (isLarge(run)) {
      runs.release(run);
      return null;
    }
    run.operation = ranks.operation(rank);
    run.startPs = events.nowPs();
    run.stepPs = run.startPs;
    run.beganPs = run.startPs;
    gate.check(rank, group, member, op);
    long number = gate.callInSteps(rank, group, member, op, root(op), chosen.name());
    if (run.background) {
      run.tag = StepTags.background(number);
      run.call = gate.calls.create(slot, group.context, number);
      if (slot >= 0) {
        requests.setPending(rank, slot, RequestTable.COLLECTIVE, run.call);
      }
    } else {
      run.tag = StepTags.BLOCKING;
      current[rank] = run;
    }
    return run;
  }

  /** Whether no step is left. */
  boolean isOver(ScheduleRun run) {
    return !fetch(run) && !run.hasStarted;
  }

  /** Fetches the next step; one for which there is nothing to do is none. */
  private boolean fetch(ScheduleRun run) {
    CollectiveSchedule schedule = run.schedule;
    if (schedule == null || run.group.size() == 1) {
      return false;
    }
    while (schedule.step(run, run.next, step)) {
      boolean nothing =
          switch (step.kind()) {
            case WAIT_ALL -> !run.hasStarted;
            case REDUCE -> reductionPs() == 0;
            default -> false;
          };
      if (!nothing) {
        return true;
      }
      run.next++;
    }
    return false;
  }

  private long reductionPs() {
    return Ps.atGap(step.bytes(), expanded.reducePsPerByte());
  }

  /** How long the CPU is busy before the next step. */
  long startupPs(ScheduleRun run) {
    if (!fetch(run)) {
      return run.awaitPs;
    }
    return switch (step.kind()) {
      case SEND, START_SEND -> sendStartupPs(run);
      case RECEIVE -> receiveStartupPs(run, step.peer());
      case SEND_RECEIVE ->
          switch (run.part) {
            case 0 -> 0;
            case SENDS -> sendStartupPs(run);
            default -> receiveStartupPs(run, step.receivePeer());
          };
      case START_RECEIVE -> 0;
      case WAIT_ALL -> run.awaitPs;
      case REDUCE -> reductionPs();
    };
  }

  private long sendStartupPs(ScheduleRun run) {
    int destination = run.worldRank(step.peer());
    return network.startupPs(run.rank, destination, run.tag, step.bytes());
  }

  private long receiveStartupPs(ScheduleRun run, int from) {
    int source = run.worldRank(from);
    return transport.startupPs(run.rank, source, run.tag, UNKNOWN);
  }

  /** The next step begins, its startup still ahead. */
  void begins(ScheduleRun run) {
    run.beganPs = events.nowPs();
  }

  /** Executes the next step, whose startup is paid, at the present time. */
  StepOutcome execute(ScheduleRun run) {
    run.clockPs = events.nowPs();
    if (!fetch(run)) {
      if (!run.hasStarted) {
        return StepOutcome.DONE;
      }
      run.begin();
      awaitStarted(run);
      return end(run);
    }
    switch (step.kind()) {
      case SEND -> {
        run.begin();
        send(run, true);
      }
      case RECEIVE -> {
        run.begin();
        receive(run, step.peer(), true);
      }
      case SEND_RECEIVE -> {
        return sendReceive(run);
      }
      case START_SEND -> {
        send(run, false);
        run.next++;
        return StepOutcome.STEP_ENDS;
      }
      case START_RECEIVE -> {
        receive(run, step.peer(), false);
        run.next++;
        return StepOutcome.STEP_ENDS;
      }
      case WAIT_ALL -> {
        run.begin();
        awaitStarted(run);
      }
      case REDUCE -> {
        run.next++;
        return StepOutcome.NEXT_STEP;
      }
    }
    run.next++;
    return end(run);
  }

  private StepOutcome sendReceive(ScheduleRun run) {
    switch (run.part) {
      case 0 -> {
        run.begin();
        receive(run, step.receivePeer(), true);
        run.part = SENDS;
        return StepOutcome.NEXT_STEP;
      }
      case SENDS -> {
        int open = run.parts;
        send(run, true);
        if (run.parts > open) {
          run.part = HAS_WAITED;
          return end(run);
        }
        run.part = WAITS;
        return StepOutcome.NEXT_STEP;
      }
      default -> {
        boolean waits = run.part == WAITS;
        run.part = 0;
        run.next++;
        if (!waits) {
          return StepOutcome.STEP_ENDS;
        }
        run.part(run.clockPs, 0);
        return end(run);
      }
    }
  }

  private StepOutcome end(ScheduleRun run) {
    if (!run.end()) {
      return StepOutcome.BLOCKED;
    }
    stepEnds(run);
    return StepOutcome.STEP_ENDS;
  }

  /** Whether a step in which a run was blocked goes on, with a startup. */
  boolean goesOn(ScheduleRun run) {
    return run.part == HAS_WAITED;
  }

  private void stepEnds(ScheduleRun run) {
    long clock = run.clockPs;
    run.waitedPs += Math.max(0, Math.min(run.partnerPs, clock) - run.stepPs);
    run.stepPs = clock;
    if (!run.background) {
      ranks.clockPs(run.rank, clock);
    }
  }

  /**
   * A rank's blocking collective is over.
   *
   * @return until when it waited, if it had done all its waiting at first
   */
  long ends(int rank) {
    ScheduleRun run = inside(rank);
    current[rank] = null;
    runs.release(run);
    return run.startPs + run.waitedPs;
  }

  /** A non-blocking collective is over for one of its members. */
  void ends(ScheduleRun run) {
    int slot = gate.calls.slot(run.call);
    gate.calls.release(run.call);
    long waited = run.startPs + run.waitedPs;
    runs.release(run);
    requests.completes(run.rank, slot, events.nowPs(), waited);
  }

  private void send(ScheduleRun run, boolean blocking) {
    int name = begun.begin(run.number, StepRequests.NO_SOURCE, blocking);
    long opStart = lend(run);
    transport.send(
        run.rank,
        run.worldRank(step.peer()),
        run.tag,
        run.context(),
        run.checked(step.bytes()),
        Mode.STANDARD,
        name);
    opStartPs[run.rank] = opStart;
    note(run, name);
  }

  private void receive(ScheduleRun run, int from, boolean blocking) {
    int source = run.worldRank(from);
    if (!blocking) {
      run.awaitPs = Ps.plus(run.awaitPs, receiveStartupPs(run, from));
    }
    int name = begun.begin(run.number, source, blocking);
    long opStart = lend(run);
    transport.receive(run.rank, source, run.tag, run.context(), UNKNOWN, name);
    opStartPs[run.rank] = opStart;
    note(run, name);
  }

  /** The rank's op starts when the step began; answers when it did. */
  private long lend(ScheduleRun run) {
    long opStart = opStartPs[run.rank];
    opStartPs[run.rank] = run.beganPs;
    return opStart;
  }

  /** Looks at what has become of something that has begun. */
  private void note(ScheduleRun run, int name) {
    boolean blocking = begun.isBlocking(name);
    run.hasStarted |= !blocking;
    if (!begun.isPending(name)) {
      begun.forget(name);
    } else if (blocking) {
      run.parts++;
    } else {
      run.pending.add(name);
    }
  }

  private void awaitStarted(ScheduleRun run) {
    run.hasStarted = false;
    run.awaitPs = 0;
    run.part(run.startedEndPs, run.startedPartnerPs);
    long opStart = lend(run);
    for (int i = 0; i < run.pending.size(); i++) {
      int name = run.pending.getInt(i);
      if (begun.isPending(name)) {
        run.parts++;
        begun.await(name);
        int source = begun.source(name);
        if (source != StepRequests.NO_SOURCE) {
          transport.awaitReceive(run.rank, source, run.tag, run.context());
        }
      } else {
        begun.forget(name);
      }
    }
    opStartPs[run.rank] = opStart;
    run.pending.clear();
  }

  @Override
  public void completes(int name, long timePs, long partnerPs) {
    ScheduleRun run = runs.at(begun.run(name));
    if (begun.isPending(name) && begun.isAwaited(name)) {
      run.atHead |= begun.isReleased(name);
      begun.forget(name);
      run.part(timePs, partnerPs);
      if (run.end()) {
        stepEnds(run);
        listener.stepEnds(run);
      }
    } else if (begun.isBlocking(name)) {
      run.part(timePs, partnerPs);
    } else {
      run.startedEnds(timePs, partnerPs);
      begun.complete(name);
    }
  }
}
