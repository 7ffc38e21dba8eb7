package org.foretell.engine.collective;

import org.foretell.engine.batch.Followers;
import org.foretell.engine.cause.Causes;
import org.foretell.engine.cause.Uses;
import org.foretell.engine.message.StepTags;
import org.foretell.engine.state.CpuPolicy;
import org.foretell.engine.state.OpRecorder;
import org.foretell.engine.state.RankTable;
import org.foretell.engine.state.ReplayState;
import org.foretell.engine.state.RequestTable;
import org.foretell.engine.state.Resume;
import org.foretell.model.CollectiveSchedule;
import org.foretell.model.CollectiveStep;
import org.foretell.model.ExpandedCollectives;
import org.foretell.observe.PathLeg;
import org.foretell.time.Ps;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/**
 * Executes collectives as messages. Each member executes the steps of its schedule from its own
 * call on; its messages go through the transport like all others, in a matching context that no op
 * can name.
 *
 * <p>A blocking collective stays the op of its rank: each step is a little op of its own, and the
 * rank goes on with {@link Resume#IN_COLLECTIVE}. A non-blocking one goes on in the background, as
 * the {@link CpuPolicy} lets it. Under models whose startups are paid ahead a step does what a rank
 * does that calls the sends, receives and waits of the schedule, and a reduction keeps the CPU.
 */
public final class ScheduleExecutor implements RunsInProgress {
  private final ExpandedCollectives expanded;
  private final LargeCollectives large;
  private final RankTable ranks;
  private final RequestTable requests;
  private final @Nullable OpRecorder recorder;
  private final CollectiveMatching matching;
  private final StepMessages messages;
  private final ScheduleRuns runs;
  private final CpuPolicy cpus;
  private final Causes causes;
  private final Uses cpuUses;
  private final @Nullable Followers followers;

  /** Null where no other replay follows. */
  private final @Nullable FollowerCalls followerCalls;

  private final boolean paysAhead;
  private final CollectiveStep step = new CollectiveStep();

  /** By rank the blocking collective in which it is. */
  private final @Nullable ScheduleRun[] blocking;

  /** No collective is being executed. */
  public ScheduleExecutor(
      ExpandedCollectives expanded,
      LargeCollectives large,
      ReplayState state,
      CollectiveMatching matching,
      StepMessages messages,
      ScheduleRuns runs,
      CpuPolicy cpus,
      @Nullable FollowerCalls followerCalls) {
    this.expanded = expanded;
    this.large = large;
    ranks = state.ranks();
    requests = state.requests();
    recorder = state.recorder();
    causes = state.causes();
    cpuUses = causes.setup().cpus();
    followers = ranks.followers();
    this.followerCalls = followerCalls;
    this.matching = matching;
    this.messages = messages;
    this.runs = runs;
    this.cpus = cpus;
    paysAhead = cpus.paysAhead();
    blocking = new ScheduleRun[ranks.size()];
  }

  /** Whether a rank is in a blocking collective that it executes in steps. */
  public boolean isInside(int rank) {
    return blocking[rank] != null;
  }

  /** The blocking collective in which a rank is. */
  public ScheduleRun inside(int rank) {
    ScheduleRun run = blocking[rank];
    if (run == null) {
      throw new AssertionError("rank " + rank + " is in no collective");
    }
    return run;
  }

  /** A collective that is being executed, by its number. */
  public ScheduleRun at(int number) {
    return runs.at(number);
  }

  /** Whether a reduce was traced as messages to its root. */
  public static boolean isByMessages(OpView op) {
    return op.code() == OpCode.REDUCE
        && (op.get(OpField.FLAGS) & OpCode.REDUCTION_TO_ROOT_BY_MESSAGES) != 0;
  }

  /**
   * Whether a call will be executed in steps, if it is valid.
   *
   * @param op a collective of MPI
   */
  public boolean takes(int rank, CommunicatorGroup group, int member, OpView op) {
    int root = op.code().has(OpField.ROOT) ? (int) op.get(OpField.ROOT) : 0;
    if (root < 0 || root >= group.size() || goesByMessages(op)) {
      return false;
    }
    ScheduleRun run = runs.acquire();
    run.call(rank, group, member, op, root, op.code().isNonBlockingCollective());
    CollectiveSchedule chosen = expanded.schedules().choose(run);
    boolean executed = chosen != null && !large.isLarge(run, chosen);
    runs.release(run);
    return executed;
  }

  /** Whether a reduce is what was traced, which only models know that pay ahead. */
  private boolean goesByMessages(OpView op) {
    return paysAhead && isByMessages(op);
  }

  /**
   * A member calls a collective at its clock. What has no algorithm, or too many steps and no
   * phases, goes to the matching of collectives; another non-blocking one goes on in the background
   * and completes its request.
   *
   * @param root as {@link CollectiveMatching#check} has just answered
   * @param slot request slot, or {@link RequestTable#BLOCKING} or {@link RequestTable#DETACHED}
   * @return whether the rank has to go on with its steps
   */
  public boolean call(
      int rank, CommunicatorGroup group, int member, OpView op, int root, int slot) {
    ScheduleRun run = runs.acquire();
    boolean background = slot != RequestTable.BLOCKING;
    run.call(rank, group, member, op, root, background);
    CollectiveSchedule chosen = goesByMessages(op) ? null : expanded.schedules().choose(run);
    if (followerCalls != null) {
      followerCalls.chooses(run, chosen);
    }
    if (chosen == null) {
      runs.release(run);
      matching.call(rank, group, member, op, root, slot, null, null);
      return false;
    }
    if (large.isLarge(run, chosen)) {
      callLarge(run, op, slot, chosen);
      return false;
    }
    run.schedule = chosen;
    run.operation = ranks.operation(rank);
    run.place = causes.setup().place(rank);
    run.startPs = ranks.clockPs(rank);
    run.stepPs = run.startPs;
    run.clockPs = run.startPs;
    run.beganPs = run.startPs;
    run.clockCause = causes.clock(rank);
    if (run.followers != null) {
      run.followers.call(rank);
    }
    long number = matching.callInSteps(rank, group, member, op, root, chosen.name());
    // Where messages overtake each other blocking calls need tags of their own too.
    run.tag = background || paysAhead ? StepTags.background(number) : StepTags.BLOCKING;
    if (background) {
      run.call = matching.calls.create(slot, group.context, number);
      if (slot >= 0) {
        requests.setPending(rank, slot, RequestTable.COLLECTIVE, run.call);
      }
      beginInBackground(run);
      return false;
    }
    if (recorder != null) {
      // Between a quiet and the steps after it a rank may have waited for a CPU, but for nobody.
      recorder.waitsFrom(rank, run.startPs);
    }
    blocking[rank] = run;
    ranks.resume(rank, Resume.IN_COLLECTIVE);
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
      run.schedule = sampled.sample;
      run.sampled = sampled;
      run.operation = ranks.operation(rank);
      run.place = causes.setup().place(rank);
      run.tag = StepTags.background(sampled.number);
      sampled.join(run);
    }
    boolean begins = matching.call(rank, group, member, op, root, slot, chosen, sampled);
    if (begins && sampled != null) {
      for (int one = 0; one < sampled.members(); one++) {
        beginInBackground(sampled.run(one));
      }
    }
  }

  private void beginInBackground(ScheduleRun run) {
    cpus.joins(run.strand(), run.rank);
    cpus.collectiveGoesOn(run.strand(), run.clockPs);
  }

  /** Executes the next step at the clock of its collective, or as much of it as can be at once. */
  public StepOutcome execute(ScheduleRun run) {
    if (run.part == ScheduleRun.AT_START) {
      if (!paysAhead) {
        stepEnded(run);
      }
      begin(run);
    }
    if (!fetch(run)) {
      if (!run.hasStarted) {
        return StepOutcome.OVER;
      }
      messages.awaitStarted(run);
      return end(run);
    }
    switch (step.kind()) {
      case SEND -> {
        if (cpus.waitsToSend(run.strand())) {
          return StepOutcome.BLOCKED;
        }
        messages.send(run, step, true);
      }
      case RECEIVE -> messages.receive(run, step.peer(), true);
      case SEND_RECEIVE -> {
        return sendReceive(run);
      }
      case START_SEND -> {
        if (cpus.waitsToSend(run.strand())) {
          return StepOutcome.BLOCKED;
        }
        messages.send(run, step, false);
        run.next++;
        return StepOutcome.ENDED;
      }
      case START_RECEIVE -> {
        messages.receive(run, step.peer(), false);
        run.next++;
        return StepOutcome.ENDED;
      }
      case WAIT_ALL -> messages.awaitStarted(run);
      case REDUCE -> {
        return reduce(run);
      }
    }
    run.next++;
    return end(run);
  }

  private StepOutcome reduce(ScheduleRun run) {
    if (paysAhead) {
      run.next++;
      run.beganPs = run.clockPs;
      return StepOutcome.GOES_ON;
    }
    long start = cpus.computesFromPs(run.strand(), clockPs(run));
    if (start == CpuPolicy.NOT_YET) {
      return StepOutcome.BLOCKED;
    }
    long end = Ps.plus(start, reductionPs());
    cpus.computes(run.strand(), end);
    int came = run.background ? run.clockCause : causes.clock(run.rank);
    int begun = causes.setup().waitsForCpu(run.rank, start, came);
    int reduced = causes.happened(PathLeg.Kind.COMPUTATION, run.rank, end, begun);
    if (cpus.competes()) {
      cpuUses.keep(run.rank, reduced);
    }
    run.clockCause = reduced;
    if (run.background) {
      run.clockPs = end;
      if (run.followers != null) {
        run.followers.computes(reductionPs());
      }
    } else {
      ranks.clockPs(run.rank, end, reduced);
      if (followers != null) {
        followers.isBusy(run.rank, reductionPs());
      }
    }
    run.next++;
    return StepOutcome.ENDED;
  }

  private StepOutcome sendReceive(ScheduleRun run) {
    if (!run.background && messages.receivesAfterSending()) {
      return sendThenReceive(run);
    }
    if (run.part == ScheduleRun.AT_START) {
      messages.receive(run, step.receivePeer(), true);
      run.part = ScheduleRun.SENDS;
      if (paysAhead) {
        return StepOutcome.GOES_ON;
      }
    }
    if (run.part == ScheduleRun.SENDS) {
      if (cpus.waitsToSend(run.strand())) {
        return StepOutcome.BLOCKED;
      }
      int open = run.parts;
      messages.send(run, step, true);
      if (paysAhead) {
        boolean blocked = run.parts > open;
        run.part = blocked ? ScheduleRun.HAS_WAITED : ScheduleRun.WAITS;
        return blocked ? end(run) : StepOutcome.GOES_ON;
      }
    }
    boolean hasWaited = run.part == ScheduleRun.HAS_WAITED;
    run.part = ScheduleRun.AT_START;
    run.next++;
    if (hasWaited) {
      return StepOutcome.ENDED;
    }
    if (paysAhead) {
      run.part(run.clockPs, 0, run.clockCause);
    }
    return end(run);
  }

  /** The receive is posted in an event of its own if the message leaves later than now. */
  private StepOutcome sendThenReceive(ScheduleRun run) {
    if (run.part == ScheduleRun.AT_START) {
      long now = ranks.clockPs(run.rank);
      messages.send(run, step, true);
      if (ranks.clockPs(run.rank) > now) {
        run.part = ScheduleRun.RECEIVES;
        return StepOutcome.ENDED;
      }
    }
    messages.receive(run, step.receivePeer(), true);
    run.part = ScheduleRun.AT_START;
    run.next++;
    return end(run);
  }

  /**
   * The next step of a collective, null if none is left; valid until the next call. One for which
   * there is nothing to do is none.
   */
  public @Nullable CollectiveStep upcoming(ScheduleRun run) {
    return fetch(run) ? step : null;
  }

  /** Whether no step is left. */
  public boolean isOver(ScheduleRun run) {
    return !fetch(run) && !run.hasStarted;
  }

  private boolean fetch(ScheduleRun run) {
    while (reach(run)) {
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

  private boolean reach(ScheduleRun run) {
    CollectiveSchedule schedule = run.schedule;
    return schedule != null && run.group.size() > 1 && schedule.step(run, run.next, step);
  }

  /** How long the upcoming step computes, which is a reduction. */
  public long reductionPs() {
    return Ps.atGap(step.bytes(), expanded.reducePsPerByte());
  }

  /** Whether a collective has a clock and parts of its own, rather than those of its rank. */
  private boolean hasOwnClock(ScheduleRun run) {
    return paysAhead || run.background;
  }

  private long clockPs(ScheduleRun run) {
    return hasOwnClock(run) ? run.clockPs : ranks.clockPs(run.rank);
  }

  private void begin(ScheduleRun run) {
    if (hasOwnClock(run)) {
      run.begin();
    } else {
      ranks.begin(run.rank);
    }
  }

  private StepOutcome end(ScheduleRun run) {
    if (!(hasOwnClock(run) ? run.end() : ranks.end(run.rank))) {
      return StepOutcome.BLOCKED;
    }
    if (paysAhead) {
      stepEnded(run);
    }
    return StepOutcome.ENDED;
  }

  /** A step, of which it was not known when it ends, has ended at the clock of its collective. */
  public void stepEnded(ScheduleRun run) {
    long clock = clockPs(run);
    long partner = hasOwnClock(run) ? run.partnerPs : ranks.partnerPs(run.rank);
    // With bursts before steps a step does not begin when the one before it has ended.
    long began = paysAhead ? run.beganPs : run.stepPs;
    run.waitedPs += Math.max(0, Math.min(partner, clock) - began);
    run.stepPs = clock;
    if (paysAhead && !run.background) {
      ranks.clockPs(run.rank, clock, run.clockCause);
    }
  }

  /** No step is left of the blocking collective in which a rank is. */
  public void ends(int rank) {
    ScheduleRun run = inside(rank);
    blocking[rank] = null;
    ranks.resume(rank, Resume.NEXT_OP);
    if (recorder != null) {
      recorder.end(rank, ranks.clockPs(rank), run.startPs + run.waitedPs);
    }
    runs.release(run);
  }

  /** No step is left of a non-blocking collective, or of the phases of one. */
  public void ends(ScheduleRun run) {
    SampledCall sampled = run.sampled;
    if (sampled != null) {
      if (sampled.executed(run.clockPs)) {
        end(sampled);
      }
      return;
    }
    int slot = matching.calls.slot(run.call);
    matching.calls.release(run.call);
    long waited = run.startPs + run.waitedPs;
    int end = run.clockCause;
    if (run.followers != null) {
      run.followers.handClock();
    }
    runs.release(run);
    requests.completes(run.rank, slot, run.clockPs, waited, end);
  }

  private void end(SampledCall sampled) {
    for (int member = 0; member < sampled.members(); member++) {
      ScheduleRun run = sampled.run(member);
      long endPs = Ps.plus(run.startPs, sampled.durationPs());
      int rank = run.rank;
      int end =
          causes.collective(
              rank,
              causes.setup().place(rank),
              causes.setup().operation(rank),
              sampled.members(),
              sampled.bytes(),
              null,
              endPs,
              run.sampleCause);
      matching.completes(run, endPs, end);
      runs.release(run);
    }
  }

  @Override
  public @Nullable ScheduleRun run(int rank, int slot) {
    if (slot == RequestTable.BLOCKING) {
      return blocking[rank];
    }
    return slot <= RequestTable.STEP ? runs.at(messages.run(slot)) : null;
  }
}
