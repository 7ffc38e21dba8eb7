package org.foretell.engine.turns;

import org.foretell.engine.buslink.BusLinkEvents;
import org.foretell.engine.buslink.NodeCpus;
import org.foretell.engine.collective.ScheduleRun;
import org.foretell.engine.kernel.ModelAnswer;
import org.foretell.engine.ops.LocalOps;
import org.foretell.engine.state.OpRecorder;
import org.foretell.engine.state.RankTable;
import org.foretell.model.ComputeModel;
import org.foretell.time.Ps;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.jspecify.annotations.Nullable;

/**
 * The life of the ranks under a bus-link model: a rank has a burst, of no time if need be, before
 * each communication op, so that ops of the same time take turns; and every burst needs a CPU.
 */
final class RankTurns implements NodeCpus.Runner {
  /** The rank's burst is the op at hand, or one of no time before it. */
  private static final byte AT_OP = 0;

  /** The burst is the startup of a step of the op at hand. */
  private static final byte IN_STARTUP = 1;

  /** The burst follows the op at hand. */
  private static final byte AFTER_OP = 2;

  /** The burst, of no time, comes before a step of the collective at hand. */
  private static final byte BEFORE_STEP = 3;

  private final RankTable ranks;
  private final @Nullable RankCursor[] cursors;
  private final OpView[] ops;
  private final BusLinkEvents events;
  private final NodeCpus cpus;
  private final TurnOps slotOps;
  private final @Nullable BackgroundTurns background;
  private final ComputeModel compute;
  private final LocalOps local;
  private final @Nullable OpRecorder watch;
  private final boolean[] finished;
  private final long[] opStartPs;
  private final boolean[] atHead;
  private final byte[] phase;
  private final int[] step;
  private final long[] startupPs;
  private final boolean[] exhausted;

  RankTurns(
      RankTable ranks,
      @Nullable RankCursor[] cursors,
      OpView[] ops,
      BusLinkEvents events,
      NodeCpus cpus,
      TurnOps slotOps,
      @Nullable BackgroundTurns background,
      ComputeModel compute,
      LocalOps local,
      @Nullable OpRecorder watch,
      boolean[] finished,
      long[] opStartPs,
      boolean[] atHead) {
    this.ranks = ranks;
    this.cursors = cursors;
    this.ops = ops;
    this.events = events;
    this.cpus = cpus;
    this.slotOps = slotOps;
    this.background = background;
    this.compute = compute;
    this.local = local;
    this.watch = watch;
    this.finished = finished;
    this.opStartPs = opStartPs;
    this.atHead = atHead;
    phase = new byte[ranks.size()];
    step = new int[ranks.size()];
    startupPs = new long[ranks.size()];
    exhausted = new boolean[ranks.size()];
    cpus.runner(this);
  }

  /** All ranks begin. */
  void begin() {
    for (int rank = 0; rank < ranks.size(); rank++) {
      next(rank, false);
    }
  }

  private void fetch(int rank) {
    RankCursor cursor = cursors[rank];
    exhausted[rank] = cursor == null || !cursor.next(ops[rank]);
  }

  private void finish(int rank) {
    finished[rank] = true;
    if (watch != null) {
      watch.observer.finished(rank, ranks.clockPs(rank));
    }
  }

  /** The rank goes on with its next op when it has a CPU. */
  private void next(int rank, boolean before) {
    fetch(rank);
    if (exhausted[rank]) {
      finish(rank);
    } else {
      phase[rank] = AT_OP;
      cpus.ready(rank, before);
    }
  }

  private static boolean isBurst(OpView op) {
    return op.code() == OpCode.COMPUTE || op.code() == OpCode.ELAPSE;
  }

  @Override
  public void runs(int competitor) {
    if (competitor < ranks.size()) {
      burst(competitor);
    } else {
      background().runs(competitor);
    }
  }

  private BackgroundTurns background() {
    BackgroundTurns known = background;
    if (known == null) {
      throw new AssertionError("nothing goes on in the background");
    }
    return known;
  }

  /** A burst of a rank starts. */
  private void burst(int rank) {
    long start = events.nowPs();
    long duration = 0;
    if (phase[rank] != AT_OP) {
      duration = phase[rank] == BEFORE_STEP ? 0 : startupPs[rank];
    } else if (isBurst(ops[rank])) {
      OpView op = ops[rank];
      duration =
          ModelAnswer.burstPs(compute.durationPs(rank, op, local.innermostMarker(rank), start), op);
      if (watch != null) {
        watch.observer.compute(rank, op.code(), op.callSite(), start, Ps.plus(start, duration));
      }
      fetch(rank);
    }
    events.add(BusLinkEvents.BURST_ENDS, rank, Ps.plus(start, duration));
  }

  /** A burst has ended. */
  void burstEnds(int competitor) {
    if (competitor < ranks.size()) {
      ownBurstEnds(competitor);
    } else {
      background().burstEnds(competitor);
    }
  }

  private void ownBurstEnds(int rank) {
    ranks.clockPs(rank, events.nowPs());
    cpus.leaves(rank);
    byte ended = phase[rank];
    phase[rank] = AT_OP;
    switch (ended) {
      case IN_STARTUP -> proceed(rank, true);
      case AFTER_OP -> next(rank, true);
      case BEFORE_STEP -> {
        TurnSchedules steps = slotOps.collectiveSteps();
        steps.begins(steps.inside(rank));
        proceed(rank, false);
      }
      default -> dispatch(rank, true);
    }
    cpus.runOne(rank);
  }

  /**
   * Goes on with the op at hand and local ones that follow.
   *
   * @param afterBurst whether a burst has just ended
   */
  private void dispatch(int rank, boolean afterBurst) {
    boolean direct = afterBurst;
    while (!exhausted[rank]) {
      OpView op = ops[rank];
      if (isBurst(op)) {
        cpus.ready(rank, !direct);
        return;
      }
      if (watch != null) {
        watch.begin(rank, op, events.nowPs());
      }
      if (!isLocal(op)) {
        opStartPs[rank] = events.nowPs();
        step[rank] = 0;
        proceed(rank, false);
        return;
      }
      executeLocal(rank, op);
      fetch(rank);
      direct = false;
    }
    finish(rank);
  }

  private static boolean isLocal(OpView op) {
    return switch (op.code()) {
      case EVENT, MARKER_BEGIN, MARKER_END, INIT, FINALIZE, COMM_FREE -> true;
      default -> false;
    };
  }

  private void executeLocal(int rank, OpView op) {
    switch (op.code()) {
      case EVENT -> compute.event(rank, op.get(OpField.OBJECT), op.get(OpField.COUNT));
      case MARKER_BEGIN, MARKER_END -> local.marker(rank, op);
      default -> {
        if (op.code() == OpCode.COMM_FREE) {
          local.freeCommunicator(rank, op);
        }
        if (watch != null) {
          watch.end(rank, events.nowPs(), 0);
        }
      }
    }
  }

  /** Goes on with the steps of the op at hand. */
  private void proceed(int rank, boolean paid) {
    boolean startupIsPaid = paid;
    while (true) {
      OpView op = ops[rank];
      if (!startupIsPaid) {
        long startup = slotOps.startupPs(rank, op, step[rank]);
        if (startup > 0) {
          startupPs[rank] = startup;
          phase[rank] = IN_STARTUP;
          cpus.ready(rank, true);
          return;
        }
      }
      startupIsPaid = false;
      StepOutcome outcome = slotOps.execute(rank, op, step[rank]);
      switch (outcome) {
        case NEXT_STEP -> step[rank]++;
        case STEP_ENDS -> {
          phase[rank] = BEFORE_STEP;
          cpus.ready(rank, true);
          return;
        }
        case BLOCKED -> {
          return;
        }
        case DONE -> {
          long partner =
              slotOps.isInCollective(rank)
                  ? slotOps.collectiveSteps().ends(rank)
                  : ranks.partnerPs(rank);
          if (watch != null) {
            watch.end(rank, ranks.clockPs(rank), partner);
          }
          goOn(rank, true);
          return;
        }
        case LAUNCHED -> {
          if (watch != null) {
            watch.end(rank, ranks.clockPs(rank), ranks.partnerPs(rank));
          }
          fetch(rank);
          dispatch(rank, true);
          return;
        }
      }
    }
  }

  @Override
  public void opEnds(int rank) {
    boolean before = atHead[rank];
    atHead[rank] = false;
    if (slotOps.goesOnAfterQuiet(rank)) {
      if (watch != null) {
        watch.waitsFrom(rank, events.nowPs());
      }
      step[rank]++;
      startupPs[rank] = slotOps.startupPs(rank, ops[rank], step[rank]);
      phase[rank] = IN_STARTUP;
      cpus.ready(rank, before);
      return;
    }
    goOn(rank, before);
  }

  /** A step of a collective has ended that was blocked. */
  void stepEnds(ScheduleRun run) {
    if (run.background) {
      background().stepEnds(run);
      return;
    }
    int rank = run.rank;
    TurnSchedules steps = slotOps.collectiveSteps();
    boolean goesOn = steps.goesOn(run);
    startupPs[rank] = goesOn ? steps.startupPs(run) : 0;
    phase[rank] = goesOn ? IN_STARTUP : BEFORE_STEP;
    cpus.ready(rank, run.atHead);
    run.atHead = false;
  }

  /** The op at hand is over. */
  private void goOn(int rank, boolean before) {
    long after = slotOps.takeAfterPs(rank);
    if (after > 0) {
      startupPs[rank] = after;
      phase[rank] = AFTER_OP;
      cpus.ready(rank, before);
    } else {
      next(rank, before);
    }
  }
}
