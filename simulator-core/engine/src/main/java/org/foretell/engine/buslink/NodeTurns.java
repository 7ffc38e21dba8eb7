package org.foretell.engine.buslink;

import org.foretell.engine.cause.Causes;
import org.foretell.engine.collective.ScheduleExecutor;
import org.foretell.engine.collective.ScheduleRun;
import org.foretell.engine.ops.OpExecutor;
import org.foretell.engine.ops.OpOutcome;
import org.foretell.engine.state.OpRecorder;
import org.foretell.engine.state.RankPrograms;
import org.foretell.engine.state.RankTable;
import org.foretell.engine.state.ReplayState;
import org.foretell.engine.state.Resume;
import org.foretell.time.Ps;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/**
 * When ranks execute steps of their ops under a bus-link model: a rank has a burst, of no time if
 * need be, before each communication op, so that ops of the same time take turns; another one, the
 * startup, before each step that costs something; and every burst needs a CPU of the node.
 * Non-blocking collectives that go on in steps need one likewise, each like another rank that
 * executes the same steps as ops; their numbers come after those of the ranks.
 */
public final class NodeTurns implements NodeCpus.Runner, TurnCpus.Turns {
  /** The rank's burst is the op at hand, or one of no time before it. */
  private static final byte AT_OP = 0;

  /** The burst is the startup of a step of the op at hand. */
  private static final byte IN_STARTUP = 1;

  /** The burst follows the op at hand. */
  private static final byte AFTER_OP = 2;

  /** The burst, of no time, comes before a step of the collective at hand. */
  private static final byte BEFORE_STEP = 3;

  private final RankTable ranks;
  private final @Nullable OpRecorder recorder;

  private final Causes causes;
  private final BurstCauses bursts;

  private final RankPrograms programs;
  private final BusLinkEvents events;
  private final NodeCpus cpus;
  private final OpExecutor executor;

  /** Null where all collectives go by formula. */
  private final @Nullable ScheduleExecutor steps;

  private final Startups startups;
  private final long[] opStartPs;
  private final boolean[] atHead;
  private final long[] afterPs;
  private final byte[] phase;
  private final int[] step;
  private final long[] startupPs;
  private final boolean[] exhausted;

  public NodeTurns(
      ReplayState state,
      RankPrograms programs,
      BusLinkState bus,
      NodeCpus cpus,
      OpExecutor executor,
      @Nullable ScheduleExecutor steps,
      Startups startups) {
    ranks = state.ranks();
    recorder = state.recorder();
    causes = state.causes();
    bursts = new BurstCauses(causes, bus.nodes);
    this.programs = programs;
    events = bus.events;
    opStartPs = bus.opStartPs;
    atHead = bus.atHead;
    afterPs = bus.afterPs;
    this.cpus = cpus;
    this.executor = executor;
    this.steps = steps;
    this.startups = startups;
    phase = new byte[ranks.size()];
    step = new int[ranks.size()];
    startupPs = new long[ranks.size()];
    exhausted = new boolean[ranks.size()];
  }

  /** All ranks begin. */
  void begin() {
    for (int rank = 0; rank < ranks.size(); rank++) {
      next(rank, false);
    }
  }

  /** The rank of a strand: itself, or that in whose background it is. */
  int rank(int strand) {
    return strand < ranks.size() ? strand : run(strand).rank;
  }

  private ScheduleExecutor steps() {
    ScheduleExecutor known = steps;
    if (known == null) {
      throw new AssertionError("no collective is executed in steps");
    }
    return known;
  }

  /** The collective that a strand in the background executes. */
  private ScheduleRun run(int strand) {
    return steps().at(strand - ranks.size());
  }

  private boolean isInCollective(int rank) {
    return steps != null && steps.isInside(rank);
  }

  private void fetch(int rank) {
    exhausted[rank] = !programs.cursor(rank).next(programs.view(rank));
  }

  private void finish(int rank) {
    programs.finish(rank);
    causes.finished(rank);
    if (recorder != null) {
      recorder.observer.finished(rank, ranks.clockPs(rank));
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
  public void runs(int strand) {
    long start = events.nowPs();
    int ready = strand < ranks.size() ? causes.clock(strand) : run(strand).clockCause;
    bursts.begins(strand, rank(strand), ready, start);
    long duration = strand < ranks.size() ? burstPs(strand, start) : run(strand).startupPs;
    events.add(BusLinkEvents.BURST_ENDS, strand, Ps.plus(start, duration));
  }

  /** How long the burst of a rank keeps the CPU that starts now. */
  private long burstPs(int rank, long startPs) {
    if (phase[rank] == BEFORE_STEP) {
      return 0;
    }
    if (phase[rank] != AT_OP) {
      return startupPs[rank];
    }
    OpView op = programs.view(rank);
    if (!isBurst(op)) {
      return 0;
    }
    long duration = executor.burstPs(rank, op, startPs);
    if (causes.areKept()) {
      bursts.isComputation(rank, executor.place(rank, op), ranks.operation(rank));
    }
    fetch(rank);
    return duration;
  }

  /** A burst has ended. */
  void burstEnds(int strand) {
    if (strand < ranks.size()) {
      rankBurstEnds(strand);
    } else {
      runBurstEnds(strand);
    }
    cpus.runOne(strand, this);
  }

  private void rankBurstEnds(int rank) {
    ranks.clockPs(rank, events.nowPs(), bursts.ends(rank, rank, events.nowPs()));
    cpus.leaves(rank);
    byte ended = phase[rank];
    phase[rank] = AT_OP;
    switch (ended) {
      case IN_STARTUP -> proceed(rank, true);
      case AFTER_OP -> next(rank, true);
      case BEFORE_STEP -> {
        steps().inside(rank).beganPs = events.nowPs();
        proceed(rank, false);
      }
      default -> dispatch(rank);
    }
  }

  /** Goes on with the op at hand and local ones that follow, after a burst. */
  private void dispatch(int rank) {
    while (!exhausted[rank]) {
      OpView op = programs.view(rank);
      if (isBurst(op)) {
        cpus.ready(rank, false);
        return;
      }
      if (recorder != null) {
        recorder.begin(rank, op, events.nowPs());
      }
      if (!isLocal(op)) {
        opStartPs[rank] = events.nowPs();
        step[rank] = 0;
        startups.opBegins(rank, op);
        proceed(rank, false);
        return;
      }
      executor.execute(rank, op, 0);
      fetch(rank);
    }
    finish(rank);
  }

  private static boolean isLocal(OpView op) {
    return switch (op.code()) {
      case EVENT, MARKER_BEGIN, MARKER_END, INIT, FINALIZE, COMM_FREE -> true;
      case COMM_SPLIT, COMM_DUP, COMM_CREATE, COMM_CREATE_GROUP -> false;
      // Of LOCAL, MARKER and COMMUNICATOR all are listed: ops of other families take their turn.
      default -> false;
    };
  }

  /** Goes on with the steps of the op at hand. */
  private void proceed(int rank, boolean paid) {
    boolean startupIsPaid = paid;
    boolean goesOn = true;
    while (goesOn) {
      OpView op = programs.view(rank);
      boolean inCollective = isInCollective(rank);
      if (!startupIsPaid) {
        long startup =
            inCollective
                ? startups.beforePs(steps().inside(rank))
                : startups.beforePs(rank, op, step[rank]);
        if (startup > 0) {
          waitForTurn(rank, IN_STARTUP, startup, true);
          return;
        }
      }
      startupIsPaid = false;
      goesOn = inCollective ? executeCollective(rank) : execute(rank, op);
    }
  }

  private void waitForTurn(int rank, byte before, long spanPs, boolean atFront) {
    startupPs[rank] = spanPs;
    phase[rank] = before;
    cpus.ready(rank, atFront);
  }

  /** Executes a step; whether the next one follows. */
  private boolean execute(int rank, OpView op) {
    OpOutcome outcome = executor.execute(rank, op, step[rank]);
    switch (outcome) {
      case NEXT_STEP, NEXT_STEP_AT_CLOCK, NEXT_STEP_AS_EVENT -> step[rank]++;
      case SAME_STEP_AT_CLOCK -> throw new AssertionError("calls cost nothing here: " + op);
      case IN_COLLECTIVE -> {
        // its steps follow
      }
      case BLOCKED -> {
        if (step[rank] == 1 && isSendReceive(op)) {
          afterPs[rank] = startups.sendrecvReceivePs(rank, op);
        }
        return false;
      }
      case DONE -> {
        if (op.code().isNonBlockingCollective() && startups.paysForAll(rank, op)) {
          fetch(rank);
          dispatch(rank);
        } else {
          goOn(rank, true);
        }
        return false;
      }
    }
    return true;
  }

  private static boolean isSendReceive(OpView op) {
    return op.code() == OpCode.SENDRECV || op.code() == OpCode.SENDRECV_REPLACE;
  }

  /** Executes a step of the collective in which a rank is; whether the next one follows. */
  private boolean executeCollective(int rank) {
    ScheduleRun run = steps().inside(rank);
    run.clockPs = events.nowPs();
    run.clockCause = causes.clock(rank);
    switch (steps().execute(run)) {
      case ENDED -> waitForTurn(rank, BEFORE_STEP, 0, true);
      case OVER -> {
        steps().ends(rank);
        goOn(rank, true);
      }
      case GOES_ON -> {
        return true;
      }
      case BLOCKED -> {
        // collectiveGoesOn will be called
      }
    }
    return false;
  }

  @Override
  public void rankGoesOn(int rank) {
    boolean before = atHead[rank];
    atHead[rank] = false;
    int how = ranks.resume(rank);
    if (Resume.isAtStep(how)) {
      ranks.resume(rank, Resume.NEXT_OP);
      step[rank] = Resume.step(how);
      long startup = startups.beforePs(rank, programs.view(rank), step[rank]);
      waitForTurn(rank, IN_STARTUP, startup, before);
    } else {
      goOn(rank, before);
    }
  }

  /** The op at hand is over. */
  private void goOn(int rank, boolean before) {
    long after = afterPs[rank];
    if (after > 0) {
      afterPs[rank] = 0;
      waitForTurn(rank, AFTER_OP, after, before);
    } else {
      next(rank, before);
    }
  }

  @Override
  public void joins(int strand, int rank) {
    cpus.joins(strand, rank);
  }

  @Override
  public void collectiveGoesOn(int strand) {
    ScheduleRun run = strand < ranks.size() ? steps().inside(strand) : run(strand);
    if (!run.hasBegun) {
      run.hasBegun = true;
      waitForStep(run, false);
      return;
    }
    steps().stepEnded(run);
    boolean before = run.atHead;
    run.atHead = false;
    boolean inStep = run.part == ScheduleRun.HAS_WAITED;
    if (!run.background) {
      long startup = inStep ? startups.beforePs(run) : 0;
      waitForTurn(run.rank, inStep ? IN_STARTUP : BEFORE_STEP, startup, before);
    } else if (inStep) {
      run.startupPs = startups.beforePs(run);
      cpus.ready(run.strand(), before);
    } else {
      waitForStep(run, before);
    }
  }

  /** The next step of a collective in the background follows, if there is one. */
  private void waitForStep(ScheduleRun run, boolean before) {
    if (steps().isOver(run)) {
      run.clockPs = events.nowPs();
      steps().ends(run);
    } else {
      run.startupPs = 0;
      cpus.ready(run.strand(), before);
    }
  }

  private void runBurstEnds(int strand) {
    ScheduleRun run = run(strand);
    run.clockCause = bursts.ends(strand, run.rank, events.nowPs());
    cpus.leaves(strand);
    boolean startupIsPaid = run.startupPs > 0;
    if (!startupIsPaid) {
      run.beganPs = events.nowPs();
    }
    boolean goesOn = true;
    while (goesOn) {
      if (!startupIsPaid) {
        run.startupPs = startups.beforePs(run);
        if (run.startupPs > 0) {
          cpus.ready(strand, true);
          return;
        }
      }
      startupIsPaid = false;
      goesOn = execute(run);
    }
  }

  /** Executes a step of a collective in the background; whether the next one follows. */
  private boolean execute(ScheduleRun run) {
    run.clockPs = events.nowPs();
    switch (steps().execute(run)) {
      case ENDED -> waitForStep(run, true);
      case OVER -> steps().ends(run);
      case GOES_ON -> {
        return true;
      }
      case BLOCKED -> {
        // collectiveGoesOn will be called
      }
    }
    return false;
  }
}
