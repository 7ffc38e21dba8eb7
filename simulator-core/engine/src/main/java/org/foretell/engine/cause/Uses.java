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
  private final Causes causes;
  private int[] until;

  /** How far parameters may move until the order changes; null where nobody asks. */
  private final @Nullable Order order;

  /** By thing whether something waits for it that has not kept it yet. */
  private boolean[] isAsked = {};

  /**
   * @param order null if alternatives do not matter, or it is always the same
   */
  Uses(Causes causes, int things, @Nullable Order order) {
    this.causes = causes;
    this.order = order;
    until = new int[things];
  }

  /** Whether it is known what the latest use of a thing follows from. */
  public boolean isInUse(int thing) {
    return until(thing) != CauseTree.NONE;
  }

  /** What happens has to wait for a thing. */
  public void after(int thing) {
    after(thing, thing);
  }

  /**
   * As {@link #after(int)}.
   *
   * @param who waits, see {@link Causes#numbered}
   */
  public void after(int thing, int who) {
    if (isTold(thing)) {
      causes.later(until(thing));
      return;
    }
    int came = causes.now();
    causes.later(until(thing));
    turn(thing, who, came, causes.branch());
  }

  /** As {@link #after(int, int)}, of something that has its turn when both things are free. */
  public void after(int thing, Uses others, int other, int who) {
    boolean isTold = isTold(thing);
    boolean isOtherTold = others.isTold(other);
    int came = causes.now();
    causes.later(until(thing));
    int cameToOther = causes.now();
    causes.later(others.until(other));
    if (isTold && isOtherTold) {
      return;
    }
    int start = causes.branch();
    if (!isTold) {
      int until = others.until(other);
      turn(thing, who, until == CauseTree.NONE ? came : causes.later(came, until), start);
    }
    if (!isOtherTold) {
      others.turn(other, who, cameToOther, start);
    }
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

  /** The end of the latest use of a thing is at hand. */
  public void at(int thing) {
    causes.now(until(thing));
  }

  /** A thing is in use up to the moment at hand. */
  public void keep(int thing) {
    if (thing >= until.length) {
      until = Arrays.copyOf(until, Math.max(thing + 1, 2 * until.length));
    }
    until[thing] = causes.now();
    if (thing < isAsked.length && isAsked[thing]) {
      isAsked[thing] = false;
      Objects.requireNonNull(order).keeps(thing, causes.nowPs());
    }
  }

  /** As {@link #keep}, if it is not in use longer. */
  public void keepLater(int thing) {
    int before = until(thing);
    if (before == CauseTree.NONE) {
      keep(thing);
    } else {
      until[thing] = causes.later(before, causes.now());
    }
  }

  /** The end of the latest use of a thing, or none. */
  int until(int thing) {
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
