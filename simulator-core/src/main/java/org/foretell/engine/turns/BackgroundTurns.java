package org.foretell.engine.turns;

import org.foretell.engine.buslink.BusLinkEvents;
import org.foretell.engine.buslink.NodeCpus;
import org.foretell.engine.collective.ScheduleRun;
import org.foretell.time.Ps;

/**
 * Non-blocking collectives that go on in steps under a bus-link model, each behind one of its
 * members: it needs a CPU of the node like a rank that executes the same steps as ops, from the
 * call on.
 */
final class BackgroundTurns {
  private final int ranks;
  private final TurnSchedules steps;
  private final BusLinkEvents events;
  private final NodeCpus cpus;

  BackgroundTurns(int ranks, TurnSchedules steps, BusLinkEvents events, NodeCpus cpus) {
    this.ranks = ranks;
    this.steps = steps;
    this.events = events;
    this.cpus = cpus;
  }

  /** What competes for CPUs: numbers after those of the ranks. */
  private int competitor(ScheduleRun run) {
    return ranks + run.number;
  }

  /** The rank behind which a competitor is. */
  int rank(int competitor) {
    return steps.at(competitor - ranks).rank;
  }

  /** A member has called. */
  void begins(ScheduleRun run) {
    cpus.joins(competitor(run), run.rank);
    goesOn(run, false);
  }

  /** The next step follows, if there is one. */
  private void goesOn(ScheduleRun run, boolean before) {
    if (steps.isOver(run)) {
      steps.ends(run);
    } else {
      run.startupPs = 0;
      cpus.ready(competitor(run), before);
    }
  }

  /** A competitor has got a CPU. */
  void runs(int competitor) {
    long end = Ps.plus(events.nowPs(), steps.at(competitor - ranks).startupPs);
    events.add(BusLinkEvents.BURST_ENDS, competitor, end);
  }

  /** The burst of a competitor has ended. */
  void burstEnds(int competitor) {
    ScheduleRun run = steps.at(competitor - ranks);
    cpus.leaves(competitor);
    boolean paid = run.startupPs > 0;
    if (!paid) {
      steps.begins(run);
    }
    proceed(run, paid);
    cpus.runOne(competitor);
  }

  private void proceed(ScheduleRun run, boolean paid) {
    boolean startupIsPaid = paid;
    while (true) {
      if (!startupIsPaid) {
        run.startupPs = steps.startupPs(run);
        if (run.startupPs > 0) {
          cpus.ready(competitor(run), true);
          return;
        }
      }
      startupIsPaid = false;
      switch (steps.execute(run)) {
        case NEXT_STEP -> {
          // at once
        }
        case STEP_ENDS -> {
          goesOn(run, true);
          return;
        }
        case BLOCKED -> {
          return;
        }
        case DONE, LAUNCHED -> {
          steps.ends(run);
          return;
        }
      }
    }
  }

  /** A step has ended that was blocked. */
  void stepEnds(ScheduleRun run) {
    boolean before = run.atHead;
    run.atHead = false;
    if (!steps.goesOn(run)) {
      goesOn(run, before);
      return;
    }
    run.startupPs = steps.startupPs(run);
    cpus.ready(competitor(run), before);
  }
}
