package org.foretell.engine.state;

import org.foretell.engine.batch.Followers;
import org.foretell.engine.cause.CauseTree;
import org.foretell.engine.cause.Causes;
import org.foretell.engine.cause.OpEnds;
import org.jspecify.annotations.Nullable;

/**
 * The state of every rank, in one array with a cache line for each.
 *
 * <p>An op that may block consists of parts: the halves of a sendrecv, the requests of a wait, the
 * call of a collective. {@link #begin} opens it with one part, the op itself; {@link #expect} adds
 * one whose end is not known yet, {@link #partEnds} takes one away; {@link #end} takes away the op
 * itself. When no part is left the end of the op is the latest end of its parts, and the rank goes
 * on.
 */
public class RankTable {
  private static final int SHIFT = 3;
  private static final int NOBODY = -1;
  private static final int CLOCK_PS = 0;
  private static final int READY_PS = 1;
  private static final int PARTNER_PS = 2;
  private static final int PARTS = 3;
  private static final int RESUME = 4;

  private final long[] state;
  private final RankPrograms programs;
  private final Scheduler scheduler;
  private final @Nullable OpRecorder recorder;
  private final Causes causes;

  /** Null where nobody asks: every op of every rank would ask it several times. */
  private final @Nullable OpEnds ends;

  /** Null where no other replay follows. */
  private final @Nullable Followers followers;

  /** The rank that goes on with an earlier op just now, in the background. */
  private int inBackground = NOBODY;

  private long earlierPlace;

  private long earlierOperation;

  /** By rank when its last burst ends; null where nobody asks. */
  private long @Nullable [] burstEndsPs;

  /** Called when a blocked rank goes on. */
  @FunctionalInterface
  public interface Scheduler {
    /**
     * A rank goes on at a time.
     *
     * @param after the moment from which that follows
     */
    void rankGoesOn(int rank, long timePs, int after);
  }

  /**
   * The state of all ranks at time 0.
   *
   * @param scheduler called for blocked ranks that go on
   * @param followers null where no other replay follows
   */
  public RankTable(
      RankPrograms programs,
      Scheduler scheduler,
      @Nullable OpRecorder recorder,
      Causes causes,
      @Nullable Followers followers) {
    state = new long[programs.ranks() << SHIFT];
    this.programs = programs;
    this.scheduler = scheduler;
    this.recorder = recorder;
    this.causes = causes;
    ends = causes.areKept() ? new OpEnds(causes, programs.ranks()) : null;
    this.followers = followers;
  }

  /** The replays that make the same steps; null where there are none. */
  public final @Nullable Followers followers() {
    return followers;
  }

  /** Keeps when bursts end, for {@link #burstEndPs}. */
  public final void watchBursts() {
    burstEndsPs = new long[size()];
  }

  /** A burst of a rank has begun. */
  public final void inBurst(int rank, long endPs) {
    if (burstEndsPs != null) {
      burstEndsPs[rank] = endPs;
    }
  }

  /** When the last burst of a rank ends, 0 if it has had none or nobody watches. */
  public final long burstEndPs(int rank) {
    return burstEndsPs == null ? 0 : burstEndsPs[rank];
  }

  public final int size() {
    return state.length >> SHIFT;
  }

  /** When the rank is ready for its next op; while it is blocked, when the op started. */
  public final long clockPs(int rank) {
    return state[(rank << SHIFT) + CLOCK_PS];
  }

  /** The clock of a rank moves on, which follows from a moment. */
  public final void clockPs(int rank, long timePs, int after) {
    state[(rank << SHIFT) + CLOCK_PS] = timePs;
    causes.clockIs(rank, timePs, after);
    step(rank);
  }

  /** A rank begins a step of an op at its clock. */
  public final void step(int rank) {
    if (ends != null) {
      ends.step(rank);
    }
  }

  /** The moment of what the step that a rank has just executed did last. */
  public final int latest(int rank) {
    return ends == null ? CauseTree.NONE : ends.latest(rank);
  }

  /** Number of the op that the rank executes, or with which it goes on in the background. */
  public long operation(int rank) {
    return rank == inBackground ? earlierOperation : programs.operation(rank);
  }

  /** Whether the rank goes on with an earlier op just now, in the background. */
  public final boolean isInBackground(int rank) {
    return rank == inBackground;
  }

  /** The place of that op, see {@link #beginBackground}. */
  public final long earlierPlace() {
    return earlierPlace;
  }

  /**
   * A rank goes on with an earlier op, such as a collective that does not block.
   *
   * @param place of the op, where somebody asks for the critical path
   */
  public final void beginBackground(int rank, long operation, long place) {
    inBackground = rank;
    earlierOperation = operation;
    earlierPlace = place;
  }

  /** The rank is at its latest op again. */
  public final void endBackground() {
    inBackground = NOBODY;
  }

  /** How the rank goes on with an op that has been interrupted, see {@link Resume}. */
  public final int resume(int rank) {
    return (int) state[(rank << SHIFT) + RESUME];
  }

  public final void resume(int rank, int how) {
    state[(rank << SHIFT) + RESUME] = how;
  }

  /** The latest time at which a partner came to its side of the op's matter, or 0. */
  public final long partnerPs(int rank) {
    return state[(rank << SHIFT) + PARTNER_PS];
  }

  /** Opens an op that may block. */
  public final void begin(int rank) {
    int base = rank << SHIFT;
    state[base + READY_PS] = state[base + CLOCK_PS];
    state[base + PARTNER_PS] = 0;
    state[base + PARTS] = 1;
    if (ends != null) {
      ends.begins(rank);
    }
    if (followers != null) {
      followers.begins(rank);
    }
  }

  /** A part of the op ends at a time that is not known yet. */
  public final void expect(int rank) {
    state[(rank << SHIFT) + PARTS]++;
  }

  /** Number of parts of the op that are open, the op itself among them. */
  public final int openParts(int rank) {
    return (int) state[(rank << SHIFT) + PARTS];
  }

  /**
   * A part whose end was known at once, and follows from a moment; of followers {@link
   * #followersPart} is.
   */
  public final void part(int rank, long endPs, long partnerPs, int after) {
    int base = rank << SHIFT;
    if (endPs > state[base + READY_PS]) {
      state[base + READY_PS] = endPs;
      if (ends != null) {
        ends.isLater(rank, endPs, after);
      }
    } else if (ends != null) {
      ends.isEarly(rank, endPs, after);
    }
    if (partnerPs > state[base + PARTNER_PS]) {
      state[base + PARTNER_PS] = partnerPs;
    }
  }

  /** A part of the op ends for followers, at the times at hand. */
  public final void followersPart(int rank) {
    if (followers != null) {
      followers.part(rank);
    }
  }

  /** The clocks that the rank has for followers are at hand. */
  public final void handFollowersClock(int rank) {
    if (followers != null) {
      followers.handClock(rank);
    }
  }

  /**
   * The end of an expected part is known, and follows from a moment; that of followers is at hand.
   * Lets the rank go on if it was the last.
   */
  public final void partEnds(int rank, long endPs, long partnerPs, int after) {
    part(rank, endPs, partnerPs, after);
    followersPart(rank);
    int base = rank << SHIFT;
    if (--state[base + PARTS] == 0) {
      long ready = state[base + READY_PS];
      if (recorder != null) {
        tell(recorder, rank, ready);
      }
      state[base + CLOCK_PS] = ready;
      if (ends != null) {
        ends.goesOn(rank);
      }
      if (followers != null) {
        followers.goesOn(rank);
      }
      scheduler.rankGoesOn(rank, ready, after);
    }
  }

  /** What a rank was blocked in has ended: its op, or a step after which others follow. */
  private void tell(OpRecorder told, int rank, long endPs) {
    int how = resume(rank);
    if (how == Resume.NEXT_OP) {
      told.end(rank, endPs, partnerPs(rank));
    } else if (Resume.isAtStep(how)) {
      told.stepEnds(rank, endPs, partnerPs(rank));
    }
  }

  /** Lets a rank go on at its clock that was blocked, but not in parts of its op. */
  public final void goesOn(int rank, int after) {
    scheduler.rankGoesOn(rank, clockPs(rank), after);
  }

  /**
   * Takes the op itself away.
   *
   * @return whether the rank goes on at its clock; otherwise it is blocked
   */
  public final boolean end(int rank) {
    int base = rank << SHIFT;
    if (--state[base + PARTS] == 0) {
      state[base + CLOCK_PS] = state[base + READY_PS];
      if (ends != null) {
        ends.goesOn(rank);
      }
      if (followers != null) {
        followers.goesOn(rank);
      }
      return true;
    }
    return false;
  }
}
