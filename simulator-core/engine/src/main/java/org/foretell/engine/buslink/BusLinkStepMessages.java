package org.foretell.engine.buslink;

import org.foretell.engine.collective.ScheduleRun;
import org.foretell.engine.collective.ScheduleRuns;
import org.foretell.engine.collective.StepMessages;
import org.foretell.engine.message.Transport.Mode;
import org.foretell.engine.state.CpuPolicy;
import org.foretell.engine.state.RankTable;
import org.foretell.model.CollectiveStep;
import org.foretell.time.Ps;

/**
 * Messages of collectives under a bus-link model. Each step begins where its rank, or the
 * background of one, calls the send or receive, before it pays for it.
 */
public final class BusLinkStepMessages implements StepMessages {
  private final RankTable ranks;
  private final BusLinkTransport transport;
  private final StepRequests begun;
  private final long[] opStartPs;
  private final ScheduleRuns runs;
  private final CpuPolicy cpus;

  public BusLinkStepMessages(
      RankTable ranks,
      BusLinkState bus,
      BusLinkTransport transport,
      ScheduleRuns runs,
      CpuPolicy cpus) {
    this.ranks = ranks;
    this.transport = transport;
    begun = bus.begun;
    opStartPs = bus.opStartPs;
    this.runs = runs;
    this.cpus = cpus;
  }

  @Override
  public void send(ScheduleRun run, CollectiveStep step, boolean awaited) {
    int name = begun.begin(run.number, StepRequests.NO_SOURCE, awaited);
    long opStart = lend(run);
    transport.send(
        run.rank,
        run.worldRank(step.peer()),
        run.tag,
        run.context(),
        run.checked(step.bytes()),
        Mode.STANDARD,
        name,
        run.clockCause);
    takeBack(run, opStart);
    note(run, name);
  }

  @Override
  public void receive(ScheduleRun run, int from, boolean awaited) {
    int source = run.worldRank(from);
    if (!awaited) {
      long startup = transport.startupPs(run.rank, source, run.tag, UNKNOWN_BYTES);
      run.awaitPs = Ps.plus(run.awaitPs, startup);
    }
    int name = begun.begin(run.number, source, awaited);
    long opStart = lend(run);
    transport.receive(
        run.rank, source, run.tag, run.context(), UNKNOWN_BYTES, name, run.clockCause);
    takeBack(run, opStart);
    note(run, name);
  }

  /** The rank's op is the collective, which starts when the step began; answers when it did. */
  private long lend(ScheduleRun run) {
    if (run.background) {
      ranks.beginBackground(run.rank, run.operation, run.place);
    }
    long opStart = opStartPs[run.rank];
    opStartPs[run.rank] = run.beganPs;
    return opStart;
  }

  private void takeBack(ScheduleRun run, long opStart) {
    opStartPs[run.rank] = opStart;
    if (run.background) {
      ranks.endBackground();
    }
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

  @Override
  public void awaitStarted(ScheduleRun run) {
    run.hasStarted = false;
    run.awaitPs = 0;
    int end = run.startedEnd();
    run.part(run.startedEndPs, run.startedPartnerPs, end);
    long opStart = lend(run);
    for (int i = 0; i < run.pending.size(); i++) {
      int name = run.pending.getInt(i);
      if (begun.isPending(name)) {
        run.parts++;
        begun.await(name);
        int source = begun.source(name);
        if (source != StepRequests.NO_SOURCE) {
          transport.awaitReceive(run.rank, source, run.tag, run.context(), end);
        }
      } else {
        begun.forget(name);
      }
    }
    takeBack(run, opStart);
    run.pending.clear();
  }

  @Override
  public int run(int name) {
    return begun.run(name);
  }

  @Override
  public void completes(int name, long timePs, long partnerPs, int after) {
    ScheduleRun run = runs.at(begun.run(name));
    if (begun.isPending(name) && begun.isAwaited(name)) {
      run.atHead |= begun.isReleased(name);
      begun.forget(name);
      run.part(timePs, partnerPs, after);
      if (run.end()) {
        cpus.collectiveGoesOn(run.strand(), run.clockPs);
      }
    } else if (begun.isBlocking(name)) {
      run.part(timePs, partnerPs, after);
    } else {
      run.startedEnds(timePs, partnerPs, after);
      begun.complete(name);
    }
  }
}
