package org.foretell.engine.cause;

import org.foretell.model.CollectiveCall;
import org.foretell.model.Message;
import org.foretell.observe.PathLeg.Kind;
import org.foretell.observe.PathLeg.Resource;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/**
 * Receives what happens in a replay, each thing with the moment that it followed from, and answers
 * the moment at which it is over. Moments are numbers, see {@link CauseTree}.
 *
 * <p>A moment that was made or asked for during an event can be used until that event is over. Who
 * needs it later holds it, and names it when asked, see {@link CauseSetup#heldBy}.
 *
 * <p>Where nobody asks for the critical path, all moments are {@link CauseTree#NONE}, and calls do
 * nothing: most processes load one of both subclasses only, so that the virtual machine leaves them
 * out. {@link #areKept} need be asked only before work whose result nobody else needs, and in code
 * that each message reaches: a process that has loaded both subclasses makes a call each time.
 */
public abstract sealed class Causes permits KeptCauses, NoCauses {
  private final boolean kept;

  /**
   * @param kept see {@link #areKept}
   */
  Causes(boolean kept) {
    this.kept = kept;
  }

  /** Who holds moments, and what is shared: made before a replay begins, and asked during it. */
  public abstract CauseSetup setup();

  /** Whether somebody asks for the critical path. */
  public final boolean areKept() {
    return kept;
  }

  /** The moment of the clock of a rank, {@link CauseTree#NONE} for one that has finished. */
  public final int clock(int rank) {
    return kept ? keptClock(rank) : CauseTree.NONE;
  }

  /** See {@link #clock}. */
  abstract int keptClock(int rank);

  /** The clock of a rank moves on to a time, see {@link #momentAt}; with no moment it has none. */
  public final void clockIs(int rank, long timePs, int after) {
    if (kept) {
      keepClock(rank, timePs, after);
    }
  }

  /** See {@link #clockIs}. */
  abstract void keepClock(int rank, long timePs, int after);

  /**
   * A message is sent. What happens to it later belongs to the op that its source is in now,
   * however far that has gone on since.
   *
   * @param who the complement of a number that no other message has at the time
   */
  public final void sends(int who, int source) {
    if (kept) {
      keepSender(who, source);
    }
  }

  /** See {@link #sends}. */
  abstract void keepSender(int who, int source);

  /** A rank has executed its last op. */
  public abstract void finished(int rank);

  /** The later of two moments, the first if both are at the same time; either may be none. */
  public final int later(int one, int other) {
    return kept ? keptLater(one, other) : CauseTree.NONE;
  }

  /** See {@link #later}. */
  abstract int keptLater(int one, int other);

  /** The moment at a time from which another follows, or the last one that is certain. */
  public abstract int at(int moment, long timePs);

  /** The time of a moment. */
  public abstract long endPs(int moment);

  /**
   * The moment of an end for a rank: the one that it follows from, or one that follows from that.
   * If what it follows from is later, the end has no known cause but the rank's own past.
   */
  public abstract int momentAt(int rank, long timePs, int after);

  /** Something has happened to a rank. */
  public final int happened(Kind kind, int rank, long untilPs, int after) {
    return happened(kind, rank, OpView.NONE, 0, untilPs, after);
  }

  /**
   * Something has happened to a message, because of what a rank does now.
   *
   * @param rank one end of it
   * @param peer the other end
   */
  public final int happened(Kind kind, int rank, int peer, long bytes, long untilPs, int after) {
    return happened(kind, rank, rank, peer, bytes, untilPs, after);
  }

  /**
   * Something has happened to a message.
   *
   * @param who a rank, for the op that it is in now, or the complement of a message's number, for
   *     the op that sent it, see {@link #sends}
   * @param rank one end of it
   * @param peer the other end
   */
  public abstract int happened(
      Kind kind, int who, int rank, int peer, long bytes, long untilPs, int after);

  /**
   * Something has happened to a message that its source sends now.
   *
   * @param cost what models say of it; null where they are not asked
   * @param startPs for the models
   */
  public final int happened(
      Kind kind,
      Message message,
      @Nullable MessageCost cost,
      long startPs,
      long untilPs,
      int after) {
    return happened(kind, message.source(), message, cost, startPs, untilPs, after);
  }

  /**
   * Something has happened to a message on the part of its source.
   *
   * @param who a rank, for the op that it is in now, or the complement of a message's number, for
   *     the op that sent it, see {@link #sends}
   * @param cost what models say of it; null where they are not asked
   * @param startPs for the models
   */
  public abstract int happened(
      Kind kind,
      int who,
      Message message,
      @Nullable MessageCost cost,
      long startPs,
      long untilPs,
      int after);

  /** As {@link #happened(Kind, Message, MessageCost, long, long, int)}, at its destination. */
  public abstract int happenedAtTarget(
      Kind kind,
      Message message,
      @Nullable MessageCost cost,
      long startPs,
      long untilPs,
      int after);

  /** A resource has worked, or kept others waiting, for what a rank does now. */
  public final int happened(
      Kind kind,
      Resource resource,
      int index,
      int rank,
      int peer,
      long bytes,
      long untilPs,
      int after) {
    return happened(kind, resource, index, rank, rank, peer, bytes, untilPs, after);
  }

  /**
   * A resource has worked, or kept others waiting, for a message.
   *
   * @param who a rank, for the op that it is in now, or the complement of a message's number, for
   *     the op that sent it, see {@link #sends}
   */
  public abstract int happened(
      Kind kind,
      Resource resource,
      int index,
      int who,
      int rank,
      int peer,
      long bytes,
      long untilPs,
      int after);

  /** As {@link #happened(Kind, Resource, int, int, int, int, long, long, int)}, as models say. */
  public abstract int happened(
      Kind kind,
      Resource resource,
      int index,
      int who,
      Message message,
      MessageCost cost,
      long untilPs,
      int after);

  /** A burst, whose op is not the one that the rank is in. */
  public abstract int burst(int rank, long place, long operation, long untilPs, int after);

  /**
   * A collective that goes by a formula.
   *
   * @param rank which called last
   * @param place where that was, see {@link PlaceTable#place}
   * @param operation which of its ops that was
   * @param cost what the formula says of; null where it is not asked
   */
  public abstract int collective(
      int rank,
      long place,
      long operation,
      int members,
      long bytes,
      @Nullable CollectiveCall cost,
      long untilPs,
      int after);

  /**
   * A rank or message is given a number, which says before whom it is served.
   *
   * @param who a rank, or the complement of a number for the message that no other has at the time
   * @param timePs the present
   * @param moment from which that follows
   */
  public final void numbered(int who, long number, long timePs, int moment) {
    if (kept) {
      keepNumber(who, number, timePs, moment);
    }
  }

  /** See {@link #numbered}. */
  abstract void keepNumber(int who, long number, long timePs, int moment);

  /** The next event begins: nothing more happens before its time. */
  public final void eventBegins(long timePs) {
    if (kept) {
      keepTime(timePs);
    }
  }

  /** See {@link #eventBegins}. */
  abstract void keepTime(long timePs);

  /** All is over with a moment, or with no moment when the last rank has finished. */
  public abstract void end(int moment);

  /** The number of a rank or message for who keeps something for each, see {@link #numbered}. */
  abstract int number(int who);

  /** The order in which things are in use; null if alternatives do not matter. */
  abstract @Nullable Order order(Uses.Turns turns);

  /** Another moment at the time of one, for an event that alone depends on it. */
  abstract int branch(int from);

  /** Whether it matters what was not later than something else. */
  abstract boolean compare();
}
