package org.foretell.engine.collective;

import org.foretell.engine.cause.Causes;
import org.foretell.engine.message.Matcher;
import org.foretell.engine.message.Transport;
import org.foretell.engine.message.Transport.Mode;
import org.foretell.engine.state.CpuPolicy;
import org.foretell.engine.state.RankTable;
import org.foretell.engine.state.ReplayState;
import org.foretell.engine.state.RequestTable;
import org.foretell.model.CollectiveStep;

/**
 * Messages of collectives under models that have no startups to be paid ahead. A blocking
 * collective is to the transport as an op of its rank; one in the background lends its clock to its
 * rank while the transport acts for it.
 */
public final class PlainStepMessages implements StepMessages {
  private final RankTable ranks;
  private final RequestTable requests;
  private final Matcher matcher;
  private final Transport transport;
  private final ScheduleRuns runs;
  private final CpuPolicy cpus;
  private final Causes causes;

  public PlainStepMessages(
      ReplayState state, Matcher matcher, Transport transport, ScheduleRuns runs, CpuPolicy cpus) {
    ranks = state.ranks();
    requests = state.requests();
    causes = state.causes();
    this.matcher = matcher;
    this.transport = transport;
    this.runs = runs;
    this.cpus = cpus;
  }

  @Override
  public void send(ScheduleRun run, CollectiveStep step, boolean awaited) {
    int destination = run.worldRank(step.peer());
    long bytes = run.checked(step.bytes());
    if (awaited && !run.background) {
      transport.send(
          run.rank,
          destination,
          run.tag,
          run.context(),
          bytes,
          step.kind() == CollectiveStep.Kind.SEND_RECEIVE ? Mode.EXCHANGE : Mode.STANDARD,
          RequestTable.BLOCKING);
      return;
    }
    long clock = lendClock(run);
    transport.send(
        run.rank, destination, run.tag, run.context(), bytes, Mode.STANDARD, RequestTable.SCRATCH);
    takeClockBack(run, clock, awaited);
    note(run, awaited);
  }

  @Override
  public void receive(ScheduleRun run, int from, boolean awaited) {
    int source = run.worldRank(from);
    if (awaited && !run.background) {
      transport.receive(
          run.rank, source, run.tag, run.context(), UNKNOWN_BYTES, RequestTable.BLOCKING);
      return;
    }
    long clock = lendClock(run);
    transport.receive(
        run.rank, source, run.tag, run.context(), UNKNOWN_BYTES, RequestTable.SCRATCH);
    takeClockBack(run, clock, awaited);
    note(run, awaited);
  }

  @Override
  public boolean receivesAfterSending() {
    return transport.receivesAfterSending();
  }

  /** Sets the clock of the rank to that of its collective; answers what it was. */
  private long lendClock(ScheduleRun run) {
    long clock = ranks.clockPs(run.rank);
    if (run.background) {
      if (run.followers != null) {
        run.followers.lend(run.rank);
      }
      run.lentCause = causes.clock(run.rank);
      ranks.beginBackground(run.rank, run.operation, run.place);
      ranks.clockPs(run.rank, run.clockPs, run.clockCause);
    }
    return clock;
  }

  /** The clock of the rank has moved to where the caller goes on. */
  private void takeClockBack(ScheduleRun run, long clockPs, boolean awaited) {
    if (!run.background) {
      return;
    }
    ranks.endBackground();
    long caller = ranks.clockPs(run.rank);
    int callerCause = causes.clock(run.rank);
    ranks.clockPs(run.rank, clockPs, run.lentCause);
    if (run.followers != null) {
      run.followers.takeBack(run.rank, awaited);
    }
    if (awaited) {
      run.part(caller, 0, callerCause);
    } else {
      run.clockPs = caller;
      run.clockCause = callerCause;
    }
  }

  /** Looks at what the transport has made of the request that it was given. */
  private void note(ScheduleRun run, boolean awaited) {
    long word = requests.takeScratch(); // when it ends for followers is at hand
    if (RequestTable.complete(word)) {
      int end = requests.takeScratchCause();
      if (awaited) {
        run.part(word, requests.scratchPartnerPs(), end);
      } else {
        run.startedEnds(word, requests.scratchPartnerPs(), end);
      }
    } else {
      int entry = RequestTable.entry(word);
      int name = RequestTable.STEP - 2 * run.number - (awaited ? 0 : 1);
      if (RequestTable.kind(word) == RequestTable.RECEIVE) {
        matcher.receives.slot(entry, name);
      } else {
        matcher.messages.slot(entry, name);
      }
      if (awaited) {
        run.parts++;
      } else {
        run.started++;
      }
    }
    run.hasStarted |= !awaited;
  }

  @Override
  public void awaitStarted(ScheduleRun run) {
    run.hasStarted = false;
    if (run.started > 0) {
      run.awaitsStarted = true;
      if (run.background) {
        run.parts++;
      } else {
        ranks.expect(run.rank);
      }
      return;
    }
    if (run.followers != null) {
      run.followers.handStarted();
    }
    if (run.background) {
      run.part(run.startedEndPs, run.startedPartnerPs, run.startedEnd());
    } else {
      ranks.part(run.rank, run.startedEndPs, run.startedPartnerPs, run.startedEnd());
      ranks.followersPart(run.rank);
    }
  }

  @Override
  public int run(int name) {
    return (RequestTable.STEP - name) >> 1;
  }

  @Override
  public void completes(int name, long timePs, long partnerPs, int after) {
    ScheduleRun run = runs.at(run(name));
    if (((RequestTable.STEP - name) & 1) == 0) {
      partEnds(run, timePs, partnerPs, after);
      return;
    }
    run.startedEnds(timePs, partnerPs, after);
    if (--run.started == 0 && run.awaitsStarted) {
      run.awaitsStarted = false;
      if (run.followers != null) {
        run.followers.handStarted();
      }
      if (run.background) {
        partEnds(run, run.startedEndPs, run.startedPartnerPs, run.startedEnd());
      } else {
        ranks.partEnds(run.rank, run.startedEndPs, run.startedPartnerPs, run.startedEnd());
      }
    }
  }

  /** An expected part of a step in the background ends. */
  private void partEnds(ScheduleRun run, long timePs, long partnerPs, int after) {
    run.part(timePs, partnerPs, after);
    if (run.end()) {
      cpus.collectiveGoesOn(run.strand(), run.clockPs);
    }
  }
}
