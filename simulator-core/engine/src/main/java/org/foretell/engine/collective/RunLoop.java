package org.foretell.engine.collective;

import org.foretell.engine.cause.Causes;
import org.foretell.engine.message.EventCode;
import org.foretell.engine.message.EventList;
import org.foretell.engine.state.CpuPolicy;
import org.foretell.engine.state.RankTable;
import org.foretell.result.ReplayOrder;

/** Executes the steps of collectives one after the other, until something else comes before. */
public final class RunLoop {
  /** Steps after which a rank that runs ahead lets others catch up. */
  private static final int STEPS_AT_ONCE = 512;

  private final ScheduleExecutor steps;
  private final RankTable ranks;
  private final EventList eventList;
  private final CpuPolicy cpus;
  private final Causes causes;
  private final boolean strict;

  public RunLoop(
      ScheduleExecutor steps,
      RankTable ranks,
      EventList eventList,
      CpuPolicy cpus,
      ReplayOrder schedule,
      Causes causes) {
    this.steps = steps;
    this.ranks = ranks;
    this.eventList = eventList;
    this.cpus = cpus;
    this.causes = causes;
    strict = schedule == ReplayOrder.STRICT;
  }

  /**
   * Goes on with the blocking collective in which a rank is, at the rank's clock.
   *
   * @return whether it has ended, so that the rank can go on at its clock; otherwise the rank is
   *     blocked, waits for its CPU, or is in the event list with the next step
   */
  public boolean goOn(int rank) {
    ScheduleRun run = steps.inside(rank);
    for (int left = STEPS_AT_ONCE; left > 0; left--) {
      ranks.step(rank);
      StepOutcome outcome = steps.execute(run);
      if (outcome == StepOutcome.OVER) {
        steps.ends(rank);
        return true;
      }
      if (outcome == StepOutcome.BLOCKED) {
        return false;
      }
      if (!eventList.goesOnInline(rank, ranks.clockPs(rank))) {
        eventList.rankGoesOn(rank, ranks.clockPs(rank), ranks.latest(rank));
        return false;
      }
    }
    eventList.pauses(rank, ranks.clockPs(rank), causes.clock(rank));
    return false;
  }

  /** Goes on with a collective in the background whose event has come. */
  public void goOnInBackground(int event) {
    ScheduleRun run = steps.at(EventCode.collective(event));
    for (int left = STEPS_AT_ONCE; left > 0; left--) {
      StepOutcome outcome = steps.execute(run);
      if (outcome == StepOutcome.OVER) {
        steps.ends(run);
        return;
      }
      if (outcome == StepOutcome.BLOCKED) {
        return;
      }
      if (strict) {
        break;
      }
    }
    cpus.collectiveGoesOn(run.strand(), run.clockPs);
  }

  /** The rank in whose background an event happens. */
  public int rankOf(int event) {
    return steps.at(EventCode.collective(event)).rank;
  }
}
