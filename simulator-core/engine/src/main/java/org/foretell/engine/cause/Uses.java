package org.foretell.engine.cause;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Until when things are in use that one thing after the other needs, each by what its latest use
 * follows from: CPUs, sides of interfaces, links.
 */
public final class Uses {
  /** In which turns things are in use. */
  public enum Turns {
    /** Always in the same order. */
    IN_ORDER,
    /** Several want a thing, and may come in another order. */
    COMPETING,
    /** Likewise, and a use may end before an earlier one, which then counts: tasks of a graph. */
    OVERLAPPING
  }

  private final Causes causes;
  private final boolean kept;
  private final boolean overlap;
  private int[] until;

  /** How far parameters may move until the order changes; null where nobody asks. */
  private final @Nullable Order order;

  /** By thing whether something waits for it that has not kept it yet. */
  private boolean[] isAsked = {};

  /**
   * @param order null if alternatives do not matter, or it is always the same
   */
  Uses(Causes causes, int things, Turns turns, @Nullable Order order) {
    this.causes = causes;
    kept = causes.areKept();
    overlap = turns == Turns.OVERLAPPING;
    this.order = order;
    until = new int[things];
  }

  /** The moment at which something that came can have a thing. */
  public int after(int thing, int came) {
    return after(thing, thing, came);
  }

  /**
   * As {@link #after(int, int)}.
   *
   * @param who comes, see {@link Causes#numbered}
   */
  public int after(int thing, int who, int came) {
    if (!kept) {
      return CauseTree.NONE; // each message comes here
    }
    int free = causes.later(came, until(thing));
    if (isTold(thing)) {
      return free;
    }
    int start = causes.branch(free);
    turn(thing, causes.number(who), came, start);
    return start;
  }

  /** As {@link #after(int, int, int)}, of something that has its turn when both are free. */
  public int after(int thing, Uses others, int other, int who, int came) {
    if (!kept) {
      return CauseTree.NONE; // likewise
    }
    boolean isTold = isTold(thing);
    boolean isOtherTold = others.isTold(other);
    int cameToOther = causes.later(came, until(thing));
    int free = causes.later(cameToOther, others.until(other));
    if (isTold && isOtherTold) {
      return free;
    }
    int start = causes.branch(free);
    int number = causes.number(who);
    if (!isTold) {
      int until = others.until(other);
      turn(thing, number, causes.later(came, until), start);
    }
    if (!isOtherTold) {
      others.turn(other, number, cameToOther, start);
    }
    return start;
  }

  /** Whether it is known already that something waits for a thing, or nobody asks. */
  private boolean isTold(int thing) {
    return order == null || (thing < isAsked.length && isAsked[thing]);
  }

  private void turn(int thing, int who, int came, int start) {
    if (thing >= isAsked.length) {
      isAsked = Arrays.copyOf(isAsked, Math.max(thing + 1, Math.max(until.length, 2 * thing)));
    }
    isAsked[thing] = true;
    int free = until(thing);
    boolean waits = free != CauseTree.NONE && causes.endPs(free) >= causes.endPs(came);
    Objects.requireNonNull(order).turn(thing, who, came, waits, start);
  }

  /** A thing is in use up to a moment. */
  public void keep(int thing, int moment) {
    if (moment == CauseTree.NONE) {
      return; // nobody asks
    }
    if (thing >= until.length) {
      until = Arrays.copyOf(until, Math.max(thing + 1, 2 * until.length));
    }
    until[thing] = overlap ? causes.later(until[thing], moment) : moment;
    if (thing < isAsked.length && isAsked[thing]) {
      isAsked[thing] = false;
      Objects.requireNonNull(order).keeps(thing, causes.endPs(moment));
    }
  }

  /** As {@link #keep}, if it is not in use longer. */
  public void keepLater(int thing, int moment) {
    int before = until(thing);
    if (before == CauseTree.NONE) {
      keep(thing, moment);
    } else {
      until[thing] = causes.later(before, moment);
    }
  }

  /** The end of the latest use of a thing, or none. */
  public int until(int thing) {
    return thing < until.length ? until[thing] : CauseTree.NONE;
  }

  /** What was in use before the present delays nothing any more. */
  void visit(IntConsumer moment, long presentPs, IntConsumer forgotten) {
    for (int thing = 0; thing < until.length; thing++) {
      if (until[thing] != CauseTree.NONE && causes.endPs(until[thing]) < presentPs) {
        forgotten.accept(thing);
        until[thing] = CauseTree.NONE;
        if (order != null) {
          order.forget(thing);
        }
      }
      moment.accept(until[thing]);
    }
    if (order != null) {
      order.visit(moment);
    }
  }
}
