package org.foretell.analysis.waits;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.foretell.analysis.waits.RankPasts.Moment;
import org.foretell.observe.SimObserver;
import org.foretell.trace.OpCode;
import org.jspecify.annotations.Nullable;

/**
 * Finds what makes ranks wait, after Böhme and others, "Identifying the root causes of wait states
 * in large-scale parallel applications" (2010, 2016), but forward, in one pass: a rank that has
 * waited for another goes on with that one's past. So what two ranks have done differently since
 * their pasts parted is what makes one of them late.
 *
 * <p>Ranks must be sequences of ops. A wait takes time linear in what is different, of which at
 * most 1,024 parts of each past are known; memory is some 50 KB for each rank. Used by one thread
 * at a time.
 */
final class Delays implements SimObserver {
  private static final int CANDIDATES = 16;

  private static final int CODE_BITS = 10;

  private final RankPasts pasts;
  private final DelayCosts costs;
  private final Long2IntOpenHashMap placeOf = new Long2IntOpenHashMap();

  // By rank the messages of which the other side came last, and later: when, and its past until
  // then.
  private final long[] candidatePs;
  private final @Nullable Moment[] candidates;
  private final int[] candidateRanks;

  /**
   * By communicator the latest collective that its last member has called; below 0 by kind the
   * latest of other ops that members call together.
   */
  private final Int2ObjectOpenHashMap<Call> calls = new Int2ObjectOpenHashMap<>();

  /** Per rank: a waiting op whose cause is still unknown. */
  private final @Nullable Wait[] open;

  /** By the end of the waiting the ranks of which the op is open. */
  private final Long2ObjectOpenHashMap<OpenWaits> openUntil = new Long2ObjectOpenHashMap<>();

  /** By rank for whom it has waited in the steps of its collective. */
  private final List<List<Step>> steps = new ArrayList<>();

  /** The time is that of the call, or of its end where that is how others know it. */
  private record Call(OpCode code, long timePs, int rank, Moment past) {}

  private record Wait(
      int rank, OpCode code, int communicator, int place, long startPs, long untilPs, long endPs) {
    /** By which the one that was waited for is found: those of these ops all leave together. */
    long keyPs() {
      return WaitRules.isTogether(code) ? endPs : untilPs;
    }
  }

  private record Step(int lateRank, Moment late, Moment waiting, long waitPs) {}

  /** What ends at the same time; what has been closed stays until all is. */
  private static final class OpenWaits {
    private final List<Wait> waits = new ArrayList<>();
    private int left;

    void add(Wait wait) {
      waits.add(wait);
      left++;
    }
  }

  Delays(int ranks) {
    pasts = new RankPasts(ranks);
    costs = new DelayCosts(ranks);
    candidatePs = new long[Math.multiplyExact(ranks, CANDIDATES)];
    Arrays.fill(candidatePs, -1);
    candidates = new Moment[candidatePs.length];
    candidateRanks = new int[candidatePs.length];
    open = new Wait[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      steps.add(new ArrayList<>());
    }
    placeOf.defaultReturnValue(-1);
  }

  private int place(OpCode code, int callSite) {
    long key = (long) callSite << CODE_BITS | code.ordinal();
    int place = placeOf.get(key);
    if (place < 0) {
      place = costs.place(code, callSite);
      placeOf.put(key, place);
    }
    return place;
  }

  @Override
  public void compute(int rank, OpCode code, int callSite, long startPs, long endPs) {
    close(rank);
    goesOn(rank, pasts.head(rank), place(code, callSite), endPs);
  }

  /** A rank does something from a moment on, until which it may have waited. */
  private void goesOn(int rank, Moment from, int place, long endPs) {
    pasts.head(rank, endPs > from.endPs ? Moment.after(from, rank, place, endPs) : from);
  }

  @Override
  public void op(
      int rank,
      OpCode code,
      int callSite,
      int peer,
      int communicator,
      long bytes,
      long startPs,
      long waitPs,
      long endPs) {
    close(rank);
    int place = place(code, callSite);
    long untilPs = startPs + waitPs;
    if (waitPs > 0) {
      Wait wait = new Wait(rank, code, communicator, place, startPs, untilPs, endPs);
      boolean isCollective = code.family() == OpCode.Family.COLLECTIVE;
      boolean isTogether = WaitRules.isTogether(code);
      boolean isOfMembers = isCollective || isTogether;
      if (isOfMembers ? isOfSteps(wait) : isOfCandidate(wait)) {
        return;
      }
      Call call =
          isCollective ? calls.get(communicator) : isTogether ? calls.get(~code.ordinal()) : null;
      if (call != null && call.code == code && call.timePs == wait.keyPs()) {
        waited(wait, call.rank, call.past);
      } else if (isOfMembers || !isOfSteps(wait)) {
        open[rank] = wait;
        openUntil.computeIfAbsent(wait.keyPs(), time -> new OpenWaits()).add(wait);
      }
      return;
    }
    if (code.family() == OpCode.Family.COLLECTIVE) {
      called(rank, code, communicator, communicator, startPs);
    } else if (WaitRules.isTogether(code)) {
      called(rank, code, communicator, ~code.ordinal(), endPs);
    }
    steps.get(rank).clear();
    goesOn(rank, pasts.head(rank), place, endPs);
  }

  /** A rank calls a collective without having to wait: others may have waited for it. */
  private void called(int rank, OpCode code, int communicator, int key, long timePs) {
    Moment past = pasts.head(rank);
    calls.put(key, new Call(code, timePs, rank, past));
    OpenWaits waiting = openUntil.get(timePs);
    if (waiting != null) {
      for (Wait wait : waiting.waits) {
        if (!wait.equals(open[wait.rank])) {
          continue;
        }
        boolean same = wait.code == code && wait.communicator == communicator;
        boolean isOfCollective = code.family() == OpCode.Family.COLLECTIVE;
        if (same || (isOfCollective && wait.code.family() == OpCode.Family.COMPLETION)) {
          isClosed(wait);
          waited(wait, rank, past);
        }
      }
    }
  }

  @Override
  public void message(
      int source,
      int destination,
      int tag,
      long bytes,
      long sendPs,
      long receivePs,
      long arrivePs) {
    if (sendPs > receivePs) {
      reached(destination, source, sendPs);
    } else if (receivePs > sendPs) {
      reached(source, destination, receivePs);
    }
  }

  @Override
  public void oneSidedMessage(
      int source, int destination, int variable, long bytes, long sendPs, long arrivePs) {
    reached(destination, source, sendPs);
  }

  @Override
  public void partnerCame(int rank, int partner, long timePs) {
    reached(rank, partner, timePs);
  }

  @Override
  public void collectiveMessage(
      int source, int destination, long bytes, long sendPs, long receivePs, long arrivePs) {
    if (sendPs <= receivePs) {
      return;
    }
    Moment late = until(source, sendPs);
    Moment waiting = until(destination, receivePs);
    if (late != null && waiting != null) {
      steps.get(destination).add(new Step(source, late, waiting, sendPs - receivePs));
      if (arrivePs > sendPs) {
        pasts.keep(destination, Moment.after(late, source, DelayCosts.STEP, arrivePs));
      }
    }
  }

  /** The past of a rank until a time; null if that is forgotten. */
  private @Nullable Moment until(int rank, long timePs) {
    Moment past = pasts.at(rank, timePs);
    return past == null || past.endPs == timePs
        ? past
        : Moment.after(past, rank, DelayCosts.STEP, timePs);
  }

  /** One side of a message is there only now. */
  private void reached(int rank, int lateRank, long timePs) {
    Moment until = until(lateRank, timePs);
    if (until == null) {
      return;
    }
    int slot = earliestCandidate(rank);
    candidatePs[slot] = timePs;
    candidates[slot] = until;
    candidateRanks[slot] = lateRank;
    Wait wait = open[rank];
    if (wait != null && wait.untilPs == timePs) {
      isClosed(wait);
      waited(wait, lateRank, until);
    }
  }

  private int earliestCandidate(int rank) {
    int earliest = rank * CANDIDATES;
    for (int slot = earliest + 1; slot < (rank + 1) * CANDIDATES; slot++) {
      if (candidatePs[slot] < candidatePs[earliest]) {
        earliest = slot;
      }
    }
    return earliest;
  }

  /**
   * Whether the steps of a collective say for whom a rank has waited. What they say is made to add
   * up to the waiting: some of it may have been at once.
   */
  private boolean isOfSteps(Wait wait) {
    List<Step> waits = steps.get(wait.rank);
    double allPs = 0;
    for (Step step : waits) {
      allPs += step.waitPs;
    }
    if (allPs == 0) {
      return false;
    }
    long waitPs = wait.untilPs - wait.startPs;
    double soFarPs = 0;
    long chargedPs = 0;
    for (int i = 0; i < waits.size(); i++) {
      Step step = waits.get(i);
      soFarPs += step.waitPs;
      boolean isLast = i == waits.size() - 1;
      long toPs = isLast ? waitPs : Math.min(waitPs, Math.round(waitPs * (soFarPs / allPs)));
      costs.charge(toPs - chargedPs, step.lateRank, step.late, step.waiting, wait.place);
      chargedPs = toPs;
    }
    waits.clear();
    Moment past = pasts.at(wait.rank, wait.endPs);
    goesOn(wait.rank, past == null ? pasts.head(wait.rank) : past, wait);
    return true;
  }

  private boolean isOfCandidate(Wait wait) {
    for (int i = 0; i < CANDIDATES; i++) {
      int slot = wait.rank * CANDIDATES + i;
      Moment late = candidates[slot];
      if (candidatePs[slot] == wait.untilPs && late != null) {
        waited(wait, candidateRanks[slot], late);
        return true;
      }
    }
    return false;
  }

  private void isClosed(Wait wait) {
    open[wait.rank] = null;
    OpenWaits waiting = openUntil.get(wait.keyPs());
    if (waiting != null && --waiting.left == 0) {
      openUntil.remove(wait.keyPs());
    }
  }

  /** A rank has waited for what is not known, if it is still open. */
  private void close(int rank) {
    Wait wait = open[rank];
    if (wait != null) {
      isClosed(wait);
      costs.unknown(wait.untilPs - wait.startPs);
      goesOn(rank, Moment.after(pasts.head(rank), rank, DelayCosts.UNKNOWN, wait.untilPs), wait);
    }
  }

  private void goesOn(int rank, Moment from, Wait wait) {
    goesOn(rank, from, wait.place, wait.endPs);
  }

  private void waited(Wait wait, int lateRank, Moment late) {
    int rank = wait.rank;
    Moment past = pasts.head(rank);
    if (past.endPs < wait.startPs) {
      past = Moment.after(past, rank, wait.place, wait.startPs);
    }
    Moment until =
        late.endPs < wait.untilPs ? Moment.after(late, lateRank, wait.place, wait.untilPs) : late;
    costs.charge(wait.untilPs - wait.startPs, lateRank, until, past, wait.place);
    goesOn(rank, until, wait);
  }

  @Override
  public void finished(int rank, long timePs) {
    close(rank);
  }

  /** {@return what has been found so far} */
  DelaySummary summary() {
    for (int rank = 0; rank < open.length; rank++) {
      close(rank);
    }
    return costs.summary();
  }
}
