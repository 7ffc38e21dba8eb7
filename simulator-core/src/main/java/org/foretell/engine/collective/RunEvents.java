package org.foretell.engine.collective;

import org.foretell.engine.message.CpuQueues;
import org.foretell.engine.message.EventList;
import org.foretell.time.Ps;
import org.jspecify.annotations.Nullable;

/**
 * Lets collectives go on as events: a blocking one as its rank does, one in the background as an
 * event source of its own. Under an occupancy model they compete for the CPU of their rank.
 */
public final class RunEvents implements RunListener, RunCpus {
  private static final int EVENT_SHIFT = 3;

  private final EventList eventList;

  /** Only under an occupancy model. */
  private final @Nullable CpuQueues cpus;

  public RunEvents(EventList eventList) {
    this.eventList = eventList;
    cpus = eventList.cpus();
  }

  /** The event of a collective in the background, an odd number; those of messages are even. */
  private static int eventOf(ScheduleRun run) {
    return (run.number << EVENT_SHIFT) + 1;
  }

  /** The number of the collective that has an event. */
  static int number(int event) {
    return event >> EVENT_SHIFT;
  }

  @Override
  public void goesOn(ScheduleRun run) {
    run.sequence = eventList.backgroundGoesOn(eventOf(run), run.clockPs);
  }

  @Override
  public boolean waitsToSend(ScheduleRun run) {
    CpuQueues queues = cpus;
    if (queues == null || queues.canSend(run.rank, eventList.nowPs())) {
      return false;
    }
    if (run.background) {
      queues.backgroundWaits(run.rank, eventOf(run), run.sequence, true);
    } else {
      queues.waitToSend(run.rank, eventList.nowPs());
    }
    return true;
  }

  @Override
  public long reduce(ScheduleRun run, long fromPs, long spanPs) {
    CpuQueues queues = cpus;
    if (queues == null) {
      return Ps.plus(fromPs, spanPs);
    }
    long now = eventList.nowPs();
    if (queues.canCompute(run.rank, now)) {
      long end = Ps.plus(now, spanPs);
      queues.compute(run.rank, end);
      return end;
    }
    if (run.background) {
      queues.backgroundWaits(run.rank, eventOf(run), run.sequence, false);
    } else {
      queues.waitToCompute(run.rank, now);
    }
    return NOT_YET;
  }
}
