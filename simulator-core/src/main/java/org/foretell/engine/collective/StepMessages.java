package org.foretell.engine.collective;

import org.foretell.engine.message.Matcher;
import org.foretell.engine.message.Transport;
import org.foretell.engine.message.Transport.Mode;
import org.foretell.engine.state.RankTable;
import org.foretell.engine.state.RequestTable;
import org.foretell.model.CollectiveStep;

/**
 * Gives the transport what collectives send and receive, one step after the other. A blocking
 * collective is to the transport as an op of its rank; one in the background lends its clock to its
 * rank while the transport acts for it.
 */
final class StepMessages {
  /** Room for what a step receives, which the schedules of both ends agree on. */
  private static final long UNKNOWN = -1;

  private final RankTable ranks;
  private final RequestTable requests;
  private final Matcher matcher;
  private final Transport transport;

  StepMessages(RankTable ranks, RequestTable requests, Matcher matcher, Transport transport) {
    this.ranks = ranks;
    this.requests = requests;
    this.matcher = matcher;
    this.transport = transport;
  }

  /**
   * Sends the message of a step.
   *
   * @param awaited whether it is a part of the step, rather than started
   */
  void send(ScheduleRun run, CollectiveStep step, boolean awaited) {
    int destination = run.worldRank(step.peer());
    long bytes = run.checked(step.bytes());
    if (awaited && !run.background) {
      transport.send(
          run.rank,
          destination,
          run.tag,
          run.context(),
          bytes,
          Mode.STANDARD,
          RequestTable.BLOCKING);
      return;
    }
    long clock = lendClock(run);
    transport.send(
        run.rank, destination, run.tag, run.context(), bytes, Mode.STANDARD, RequestTable.SCRATCH);
    takeClockBack(run, clock, awaited);
    note(run, awaited);
  }

  /** Posts a receive of a step, see {@link #send}. */
  void receive(ScheduleRun run, int from, boolean awaited) {
    int source = run.worldRank(from);
    if (awaited && !run.background) {
      transport.receive(run.rank, source, run.tag, run.context(), UNKNOWN, RequestTable.BLOCKING);
      return;
    }
    long clock = lendClock(run);
    transport.receive(run.rank, source, run.tag, run.context(), UNKNOWN, RequestTable.SCRATCH);
    takeClockBack(run, clock, awaited);
    note(run, awaited);
  }

  /** Sets the clock of the rank to that of its collective; answers what it was. */
  private long lendClock(ScheduleRun run) {
    long clock = ranks.clockPs(run.rank);
    if (run.background) {
      ranks.clockPs(run.rank, run.clockPs);
    }
    return clock;
  }

  /** The clock of the rank has moved to where the caller goes on. */
  private void takeClockBack(ScheduleRun run, long clockPs, boolean awaited) {
    if (!run.background) {
      return;
    }
    long caller = ranks.clockPs(run.rank);
    ranks.clockPs(run.rank, clockPs);
    if (awaited) {
      run.part(caller, 0);
    } else {
      run.clockPs = caller;
    }
  }

  /** Looks at what the transport has made of the request that it was given. */
  private void note(ScheduleRun run, boolean awaited) {
    long word = requests.takeScratch();
    if (RequestTable.complete(word)) {
      if (awaited) {
        run.part(word, requests.scratchPartnerPs());
      } else {
        run.startedEnds(word, requests.scratchPartnerPs());
      }
    } else {
      int entry = RequestTable.entry(word);
      int slot = RequestTable.STEP - 2 * run.number - (awaited ? 0 : 1);
      if (RequestTable.kind(word) == RequestTable.RECEIVE) {
        matcher.receives.slot(entry, slot);
      } else {
        matcher.messages.slot(entry, slot);
      }
      if (awaited) {
        run.parts++;
      } else {
        run.started++;
      }
    }
    run.hasStarted |= !awaited;
  }
}
