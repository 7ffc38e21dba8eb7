package org.foretell.engine.collective;

import it.unimi.dsi.fastutil.longs.Long2DoubleOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.List;
import java.util.function.LongSupplier;
import org.foretell.model.CollectiveSchedule;
import org.foretell.model.Phases;
import org.foretell.time.Ps;

/**
 * How long calls take that are too large to be executed each time: they are executed once for each
 * kind of call, by themselves, as a whole or in part. Of a call that consists of phases some are
 * executed, and then half as many; what the difference takes says how long the others take. Where
 * phases are long and meet in the network, those that are executed stand for all. Of one that has
 * more steps the longer its vector, shorter vectors are executed likewise.
 */
final class RehearsedEstimate {
  /** No answer: the call has too many steps, and nothing tells which of them to leave out. */
  static final long NONE = Rehearsal.NOT_COMPLETED;

  /** Steps, of all members together, that are executed to estimate a call, of {@code unit}. */
  private static final int STEPS = 4;

  /** Most steps if fewer tell nothing, of {@code unit}. */
  private static final int MOST_STEPS = 32;

  /** Fewest phases that are executed, a power of two; fewer where these are too many. */
  private static final int LEAST_PHASES = 8;

  /** Most steps of the fewest phases that all members must execute, of {@code unit}. */
  private static final int MOST_STEPS_OF_ALL = 128;

  /** Members that execute phases at least, if there are as many. */
  private static final int LEAST_MEMBERS = 1024;

  /**
   * Least steps of a phase that is long, so that a call has few of them. Each of those is like a
   * call by itself, and where messages meet in the network they differ by how far these go.
   */
  private static final int LONG_PHASE = 32;

  /** Phases of a block where they are long. */
  private static final int LONG_PHASES_OF_BLOCK = 2;

  private final Rehearsal rehearsal;
  private final StepWork work;
  private final boolean meetAtEnds;
  private final long steps;
  private final long mostSteps;
  private final long mostStepsOfAll;
  private final Long2LongOpenHashMap known = new Long2LongOpenHashMap();
  private final Long2DoubleOpenHashMap knownShares = new Long2DoubleOpenHashMap();

  /**
   * Nothing is known yet.
   *
   * @param meetAtEnds whether messages meet at the ends only and not in the network between them,
   *     so that members on some nodes tell how fast those on all are
   * @param unit a quarter of the steps that are executed to estimate a call, above 0
   */
  RehearsedEstimate(Rehearsal rehearsal, StepWork work, boolean meetAtEnds, long unit) {
    steps = STEPS * unit;
    mostSteps = MOST_STEPS * unit;
    mostStepsOfAll = MOST_STEPS_OF_ALL * unit;
    this.rehearsal = rehearsal;
    this.work = work;
    this.meetAtEnds = meetAtEnds;
    known.defaultReturnValue(Long.MIN_VALUE);
    knownShares.defaultReturnValue(-1);
  }

  /** No call has more steps executed of which none may be left out. */
  long mostSteps() {
    return mostSteps;
  }

  /** Whether phases are long, and differ by more than the work of their members. */
  private boolean differ(List<Phases> runs) {
    return !meetAtEnds && SampledSteps.stepsOfPhase(runs) >= LONG_PHASE;
  }

  /**
   * Some phases of a call.
   *
   * @param like runs of phases of a member
   * @param phases how many are executed of the run that has the fewest; even
   */
  SampledSteps sample(AnyMember call, CollectiveSchedule schedule, List<Phases> like, int phases) {
    return differ(like)
        ? SampledSteps.ofBlocks(call, schedule, like, phases, LONG_PHASES_OF_BLOCK)
        : SampledSteps.of(call, schedule, like, phases);
  }

  /**
   * How long a call takes, or {@link #NONE}.
   *
   * @param key the same for calls that take as long
   * @param steps about as many as all members take together
   */
  long durationPs(long key, AnyMember call, CollectiveSchedule schedule, LongSupplier steps) {
    long duration = known.get(key);
    if (duration == Long.MIN_VALUE) {
      duration = new Estimation(call, schedule, steps.getAsLong()).durationPs();
      known.put(key, duration);
    }
    return duration;
  }

  /**
   * How many times as long a call takes as some of its phases, both by themselves; 0 if that cannot
   * be told.
   *
   * @param key the same for calls of which it is
   * @param steps about as many as all members take together
   */
  double wholeOfSample(
      long key,
      AnyMember call,
      CollectiveSchedule schedule,
      LongSupplier steps,
      SampledSteps some) {
    double whole = knownShares.get(key);
    if (whole < 0) {
      Estimation estimation = new Estimation(call, schedule, steps.getAsLong());
      double all = estimation.durationPs();
      double part = estimation.rehearse(call, some);
      whole = all > 0 && part > 0 ? all / part : 0;
      knownShares.put(key, whole);
    }
    return whole;
  }

  /** One estimate. */
  private final class Estimation {
    private final AnyMember call;
    private final CollectiveSchedule schedule;
    private final long ofCall;

    Estimation(AnyMember call, CollectiveSchedule schedule, long ofCall) {
      this.call = call;
      this.schedule = schedule;
      this.ofCall = ofCall;
    }

    long durationPs() {
      if (ofCall > steps) {
        call.member = call.root();
        List<Phases> runs = schedule.phases(call);
        int phases = runs.isEmpty() ? Integer.MAX_VALUE : affordable(runs);
        if (!runs.isEmpty() && phases <= SampledSteps.fewest(runs)) {
          double needed = SampledSteps.stepsOfPhase(runs) * call.participants() * phases;
          return meetAtEnds || needed <= mostStepsOfAll ? fromPhases(runs, phases) : NONE;
        }
      }
      return ofCall <= mostSteps ? rehearse(call, SampledSteps.all(call, schedule)) : NONE;
    }

    private long rehearse(AnyMember members, SampledSteps executed) {
      int[] worldRanks = new int[members.participants()];
      for (int member = 0; member < worldRanks.length; member++) {
        worldRanks[member] = members.worldRank(member);
      }
      return rehearsal.durationPs(worldRanks, executed);
    }

    /** How many phases of the run that has the fewest may be executed, and then half as many. */
    private int affordable(List<Phases> runs) {
      double ofOne = SampledSteps.stepsOfPhase(runs) * call.participants();
      double outside = Math.max(0, ofCall - ofOne * SampledSteps.fewest(runs));
      double phases = (steps / 1.5 - outside) / ofOne;
      int least = LEAST_PHASES;
      while (!meetAtEnds && least > 2 && ofOne * least > mostSteps) {
        least /= 2;
      }
      return Math.max(least, (int) Math.min(phases, 1 << 20) / 4 * 4);
    }

    private long fromPhases(List<Phases> runs, int phases) {
      AnyMember members = fewer(runs, phases);
      members.member = members.root();
      List<Phases> like = schedule.phases(members);
      SampledSteps more = sample(members, schedule, like, phases);
      long morePs = rehearse(members, more);
      if (differ(like)) {
        double parts = work.meanPs(members, schedule) / work.meanPs(members, more);
        return morePs == NONE ? NONE : Ps.scale(morePs, parts);
      }
      SampledSteps less = SampledSteps.of(members, schedule, like, phases / 2);
      long lessPs = rehearse(members, less);
      if (morePs == NONE || lessPs == NONE) {
        return NONE;
      }
      double workOfMore = work.meanPs(members, more);
      double workOfLess = work.meanPs(members, less);
      double workOfAll = work.meanPs(call, schedule);
      // Where nothing blocks the work is what CPUs and interfaces need at least.
      long leastPs = meetAtEnds && work.isOnlyStarted() ? Ps.round(workOfAll) : 0;
      double rest = workOfAll - workOfMore;
      double parts = workOfMore > workOfLess ? rest / (workOfMore - workOfLess) : 0;
      long restPs = Ps.scale(Math.max(0, morePs - lessPs), Math.max(0, parts));
      return Math.max(leastPs, Ps.plus(morePs, restPs));
    }

    /**
     * Those who execute phases: all members, or if these take too many steps even in a few phases,
     * those on some of the nodes, where what a member sends another does not depend on how many
     * they are, nor how fast on what goes on elsewhere in the network.
     */
    private AnyMember fewer(List<Phases> runs, int phases) {
      boolean exchanges =
          switch (call.code()) {
            case ALLTOALL, ALLTOALLV, ALLTOALLW -> true;
            case BARRIER, BCAST, GATHER, GATHERV, SCATTER, SCATTERV, ALLGATHER, ALLGATHERV -> false;
            case REDUCE, ALLREDUCE, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK, SCAN, EXSCAN -> false;
            case NEIGHBOR_ALLGATHER, NEIGHBOR_ALLTOALL -> false;
            // Of BLOCKING_COLLECTIVE all are listed: nothing else is a collective in its blocking
            // form.
            default -> false;
          };
      double ofMember = 1.5 * phases * SampledSteps.stepsOfPhase(runs);
      int enough = (int) Math.max(LEAST_MEMBERS, steps / ofMember);
      if (!exchanges || !meetAtEnds || enough >= call.participants()) {
        return call;
      }
      AnyMember members = call.ofFirstNodes(enough);
      members.member = members.root();
      List<Phases> ofFewer = schedule.phases(members);
      boolean alike = ofFewer.size() == runs.size();
      for (int run = 0; alike && run < runs.size(); run++) {
        alike =
            ofFewer.get(run).steps() == runs.get(run).steps() && ofFewer.get(run).count() >= phases;
      }
      return alike ? members : call;
    }
  }
}
