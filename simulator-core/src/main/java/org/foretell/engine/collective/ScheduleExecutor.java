package org.foretell.engine.collective;

import org.foretell.engine.kernel.RecordPool;
import org.foretell.engine.message.CpuQueues;
import org.foretell.engine.message.EventList;
import org.foretell.engine.message.Matcher;
import org.foretell.engine.message.StepTags;
import org.foretell.engine.message.Transport;
import org.foretell.engine.state.OpRecorder;
import org.foretell.engine.state.RankTable;
import org.foretell.engine.state.RequestTable;
import org.foretell.engine.state.Resume;
import org.foretell.model.CollectiveSchedule;
import org.foretell.model.CollectiveStep;
import org.foretell.model.ExpandedCollectives;
import org.foretell.result.ReplayOrder;
import org.foretell.time.Ps;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/**
 * Executes collectives as messages. Each member executes the steps of its schedule from its own
 * call on; its messages go through the transport like all others, in a matching context that no op
 * can name.
 *
 * <p>A blocking collective stays the op of its rank: each step is a little op of its own, and the
 * rank goes on with {@link Resume#NEXT_STEP}. A non-blocking one is an event source of its own in
 * the background; while the transport acts for it, it lends its clock to its rank.
 */
public final class ScheduleExecutor implements RequestTable.Steps, RunsInProgress {
  /** Steps after which a rank that runs ahead lets others catch up. */
  private static final int STEPS_AT_ONCE = 512;

  private static final int EVENT_SHIFT = 3;

  /** What became of a step. */
  private enum Progress {
    /** It has ended; the next one follows at the clock. */
    ENDED,
    /** It is not known yet when it ends, or it has to wait for its CPU. */
    BLOCKED,
    /** There was none: the collective is over. */
    OVER
  }

  private final ExpandedCollectives expanded;
  private final LargeCollectives large;
  private final RankTable ranks;
  private final RequestTable requests;
  private final StepMessages messages;
  private final CollectiveMatching gate;
  private final EventList agenda;
  private final @Nullable CpuQueues cpus;
  private final @Nullable OpRecorder watch;
  private final boolean strict;
  private final CollectiveStep step = new CollectiveStep();
  private final ScheduleRuns runs;

  /** By rank the blocking collective in which it is. */
  private final @Nullable ScheduleRun[] blocking;

  public ScheduleExecutor(
      ExpandedCollectives expanded,
      LargeCollectives large,
      ReplayOrder schedule,
      RankTable ranks,
      RequestTable requests,
      CommunicatorTable communicators,
      Matcher matcher,
      Transport transport,
      CollectiveMatching gate,
      EventList agenda,
      @Nullable CpuQueues cpus,
      @Nullable OpRecorder watch) {
    this.expanded = expanded;
    this.large = large;
    strict = schedule == ReplayOrder.STRICT;
    this.ranks = ranks;
    this.requests = requests;
    messages = new StepMessages(ranks, requests, matcher, transport);
    this.gate = gate;
    this.agenda = agenda;
    this.cpus = cpus;
    this.watch = watch;
    runs = new ScheduleRuns(communicators.world());
    blocking = new ScheduleRun[ranks.size()];
    requests.steps(this);
    gate.steps(this);
  }

  /**
   * A member calls a collective at its clock. What has no algorithm, or too many steps and no
   * phases, goes to the gate; another non-blocking one goes on in the background and completes its
   * request.
   *
   * @param root as {@link CollectiveMatching#check} has just answered
   * @param slot request slot, or {@link RequestTable#BLOCKING} or {@link RequestTable#DETACHED}
   * @return whether the rank has to {@link #goOn} with it at once
   */
  public boolean call(
      int rank, CommunicatorGroup group, int member, OpView op, int root, int slot) {
    ScheduleRun run = runs.acquire();
    boolean background = slot != RequestTable.BLOCKING;
    run.call(rank, group, member, op, root, background);
    CollectiveSchedule chosen = expanded.schedules().choose(run);
    if (chosen == null) {
      runs.release(run);
      gate.call(rank, group, member, op, root, slot, null, null);
      return false;
    }
    if (large.isLarge(run, chosen)) {
      callLarge(run, op, slot, chosen);
      return false;
    }
    run.schedule = chosen;
    run.operation = ranks.operation(rank);
    run.startPs = ranks.clockPs(rank);
    run.stepPs = run.startPs;
    long number = gate.callInSteps(rank, group, member, op, root, chosen.name());
    if (background) {
      run.clockPs = run.startPs;
      run.tag = StepTags.background(number);
      run.call = gate.calls.create(slot, group.context, number);
      if (slot >= 0) {
        requests.setPending(rank, slot, RequestTable.COLLECTIVE, run.call);
      }
      schedule(run);
      return false;
    }
    run.tag = StepTags.BLOCKING;
    blocking[rank] = run;
    ranks.resume(rank, Resume.NEXT_STEP);
    return true;
  }

  /**
   * A member calls a collective that has too many steps: it waits for the others. If phases of it
   * are to be executed they then are, in the background of each member.
   */
  private void callLarge(ScheduleRun run, OpView op, int slot, CollectiveSchedule chosen) {
    int rank = run.rank;
    CommunicatorGroup group = run.group;
    int member = run.member;
    int root = run.root();
    SampledCall sampled = CollectiveMatching.sampled(group, member, large, run, chosen);
    if (sampled == null || sampled.isKnown()) {
      runs.release(run);
    } else {
      run.call(rank, group, member, op, root, true);
      run.schedule = chosen;
      run.sampled = sampled;
      run.operation = ranks.operation(rank);
      run.tag = StepTags.background(sampled.number);
      sampled.join(run);
    }
    gate.call(rank, group, member, op, root, slot, chosen, sampled);
  }

  /** All members have called a collective of which phases are executed: they begin. */
  void begin(SampledCall sampled, OpenCollective open, long startPs) {
    sampled.start(startPs);
    boolean blocking = !open.calledAs().isNonBlockingCollective();
    for (int member = 0; member < sampled.members(); member++) {
      ScheduleRun run = sampled.run(member);
      run.call = blocking ? RecordPool.NONE : open.call(member);
      run.startPs = startPs;
      run.stepPs = startPs;
      run.clockPs = startPs;
      schedule(run);
    }
  }

  private void end(SampledCall sampled) {
    for (int member = 0; member < sampled.members(); member++) {
      ScheduleRun run = sampled.run(member);
      gate.completes(run, Ps.plus(run.startPs, sampled.durationPs()));
      runs.release(run);
    }
  }

  /**
   * Goes on with the blocking collective in which a rank is, at the rank's clock.
   *
   * @return whether it has ended, so that the rank can go on at its clock; otherwise the rank is
   *     blocked, waits for its CPU, or is on the agenda with the next step
   */
  public boolean goOn(int rank) {
    ScheduleRun run = blocking[rank];
    if (run == null) {
      throw new AssertionError("rank " + rank + " is in no collective");
    }
    for (int left = STEPS_AT_ONCE; left > 0; left--) {
      Progress progress = step(run);
      if (progress == Progress.OVER) {
        blocking[rank] = null;
        ranks.resume(rank, Resume.NEXT_OP);
        if (watch != null) {
          watch.end(rank, ranks.clockPs(rank), run.startPs + run.waitedPs);
        }
        runs.release(run);
        return true;
      }
      if (progress == Progress.BLOCKED) {
        return false;
      }
      if (!agenda.goesOnInline(rank, ranks.clockPs(rank))) {
        break;
      }
    }
    agenda.rankGoesOn(rank, ranks.clockPs(rank));
    return false;
  }

  /** Goes on with a non-blocking collective, given what {@link #eventOf} named it. */
  public void goOnInBackground(int event) {
    ScheduleRun run = runs.at(event >> EVENT_SHIFT);
    for (int left = STEPS_AT_ONCE; left > 0; left--) {
      Progress progress = step(run);
      if (progress == Progress.OVER) {
        SampledCall sampled = run.sampled;
        if (sampled != null) {
          if (sampled.executed(run.clockPs)) {
            end(sampled);
          }
          return;
        }
        int slot = gate.calls.slot(run.call);
        gate.calls.release(run.call);
        requests.completes(run.rank, slot, run.clockPs, run.startPs + run.waitedPs);
        runs.release(run);
        return;
      }
      if (progress == Progress.BLOCKED) {
        return;
      }
      if (strict) {
        break;
      }
    }
    schedule(run);
  }

  /** The rank in whose background an event happens. */
  public int rankOf(int event) {
    return runs.at(event >> EVENT_SHIFT).rank;
  }

  /** The event of a collective in the background, an odd number; those of messages are even. */
  private static int eventOf(ScheduleRun run) {
    return (run.number << EVENT_SHIFT) + 1;
  }

  private void schedule(ScheduleRun run) {
    run.sequence = agenda.backgroundGoesOn(eventOf(run), run.clockPs);
  }

  private long clockPs(ScheduleRun run) {
    return run.background ? run.clockPs : ranks.clockPs(run.rank);
  }

  private void clockPs(ScheduleRun run, long timePs) {
    if (run.background) {
      run.clockPs = timePs;
    } else {
      ranks.clockPs(run.rank, timePs);
    }
  }

  /** Executes the next step at the clock of its collective. */
  private Progress step(ScheduleRun run) {
    if (run.sendHalf) {
      fetch(run);
      run.sendHalf = false;
      messages.send(run, step, true);
      return stepped(run);
    }
    long clock = clockPs(run);
    long partner = run.background ? run.partnerPs : ranks.partnerPs(run.rank);
    run.waitedPs += Math.max(0, Math.min(partner, clock) - run.stepPs);
    run.stepPs = clock;
    begin(run);
    while (fetch(run)) {
      switch (step.kind()) {
        case SEND -> {
          if (needsCpu(run, true)) {
            return Progress.BLOCKED;
          }
          messages.send(run, step, true);
          return stepped(run);
        }
        case RECEIVE -> {
          messages.receive(run, step.peer(), true);
          return stepped(run);
        }
        case SEND_RECEIVE -> {
          messages.receive(run, step.receivePeer(), true);
          if (needsCpu(run, true)) {
            run.sendHalf = true;
            return Progress.BLOCKED;
          }
          messages.send(run, step, true);
          return stepped(run);
        }
        case START_SEND -> {
          if (needsCpu(run, true)) {
            return Progress.BLOCKED;
          }
          messages.send(run, step, false);
          run.next++;
          return Progress.ENDED;
        }
        case START_RECEIVE -> {
          messages.receive(run, step.peer(), false);
          run.next++;
          return Progress.ENDED;
        }
        case WAIT_ALL -> {
          if (run.hasStarted) {
            awaitStarted(run);
            return stepped(run);
          }
        }
        case REDUCE -> {
          long spanPs = Ps.atGap(step.bytes(), expanded.reducePsPerByte());
          if (spanPs > 0) {
            return reduce(run, spanPs);
          }
        }
      }
      run.next++; // took no time
    }
    if (run.hasStarted) {
      awaitStarted(run);
      return end(run);
    }
    return Progress.OVER;
  }

  private boolean fetch(ScheduleRun run) {
    CollectiveSchedule schedule = run.schedule;
    int index = run.next;
    SampledCall sampled = run.sampled;
    if (sampled != null) {
      if (index == sampled.sample.ahead()) {
        sampled.ahead(run.clockPs);
      }
      index = sampled.sample.step(index);
    }
    return schedule != null
        && run.group.size() > 1
        && index >= 0
        && schedule.step(run, index, step);
  }

  private Progress stepped(ScheduleRun run) {
    run.next++;
    return end(run);
  }

  private void begin(ScheduleRun run) {
    if (run.background) {
      run.begin();
    } else {
      ranks.begin(run.rank);
    }
  }

  private Progress end(ScheduleRun run) {
    boolean ended = run.background ? run.end() : ranks.end(run.rank);
    return ended ? Progress.ENDED : Progress.BLOCKED;
  }

  /** Whether a step has to wait for its CPU; if so it is executed again when that is free. */
  private boolean needsCpu(ScheduleRun run, boolean sends) {
    CpuQueues queues = cpus;
    if (queues == null) {
      return false;
    }
    int rank = run.rank;
    long now = agenda.nowPs();
    if (sends ? queues.canSend(rank, now) : queues.canCompute(rank, now)) {
      return false;
    }
    if (run.background) {
      queues.backgroundWaits(rank, eventOf(run), run.sequence, sends);
    } else if (sends) {
      queues.waitToSend(rank, now);
    } else {
      queues.waitToCompute(rank, now);
    }
    return true;
  }

  private Progress reduce(ScheduleRun run, long spanPs) {
    CpuQueues queues = cpus;
    long end;
    if (queues == null) {
      end = Ps.plus(clockPs(run), spanPs);
    } else {
      if (needsCpu(run, false)) {
        return Progress.BLOCKED;
      }
      end = Ps.plus(agenda.nowPs(), spanPs);
      queues.compute(run.rank, end);
    }
    clockPs(run, end);
    run.next++;
    return Progress.ENDED;
  }

  private void awaitStarted(ScheduleRun run) {
    run.hasStarted = false;
    if (run.started > 0) {
      run.awaitsStarted = true;
      if (run.background) {
        run.parts++;
      } else {
        ranks.expect(run.rank);
      }
    } else if (run.background) {
      run.part(run.startedEndPs, run.startedPartnerPs);
    } else {
      ranks.part(run.rank, run.startedEndPs, run.startedPartnerPs);
    }
  }

  @Override
  public void completes(int slot, long timePs, long partnerPs) {
    int code = RequestTable.STEP - slot;
    ScheduleRun run = runs.at(code >> 1);
    if ((code & 1) == 0) {
      partEnds(run, timePs, partnerPs);
      return;
    }
    run.startedEnds(timePs, partnerPs);
    if (--run.started == 0 && run.awaitsStarted) {
      run.awaitsStarted = false;
      if (run.background) {
        partEnds(run, run.startedEndPs, run.startedPartnerPs);
      } else {
        ranks.partEnds(run.rank, run.startedEndPs, run.startedPartnerPs);
      }
    }
  }

  /** An expected part of a step in the background ends. */
  private void partEnds(ScheduleRun run, long timePs, long partnerPs) {
    run.part(timePs, partnerPs);
    if (run.end()) {
      schedule(run);
    }
  }

  @Override
  public @Nullable ScheduleRun run(int rank, int slot) {
    if (slot == RequestTable.BLOCKING) {
      return blocking[rank];
    }
    return slot <= RequestTable.STEP ? runs.at((RequestTable.STEP - slot) >> 1) : null;
  }
}
