package org.foretell.engine.cause;

import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Until when things are in use that one thing after the other needs, each by what its latest use
 * follows from: CPUs, sides of interfaces, links.
 */
public final class Uses {
  private final Causes causes;
  private int[] until;

  Uses(Causes causes, int things) {
    this.causes = causes;
    until = new int[things];
  }

  /** Whether it is known what the latest use of a thing follows from. */
  public boolean isInUse(int thing) {
    return until(thing) != CauseTree.NONE;
  }

  /** What happens has to wait for a thing. */
  public void after(int thing) {
    causes.later(until(thing));
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
      }
      moment.accept(until[thing]);
    }
  }
}
