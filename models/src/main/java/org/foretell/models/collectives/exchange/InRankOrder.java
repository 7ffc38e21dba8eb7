package org.foretell.models.collectives.exchange;

import org.foretell.model.CollectiveStep;
import org.foretell.model.MemberCall;
import org.foretell.models.collectives.pattern.Blocks;
import org.foretell.models.collectives.pattern.Pattern;

/**
 * Every place sends to every other one what is for it, without waiting for any, as {@link
 * AllAtOnce} does; but all places go through the others in the same order, from the lowest number.
 * So a message has different places in the orders of its two ends, and there are no phases.
 */
public enum InRankOrder implements Pattern {
  /** The only one. */
  ALL_AT_ONCE;

  @Override
  public int steps(MemberCall call, int p, int me) {
    return 2 * (p - 1) + 1;
  }

  @Override
  public void at(MemberCall call, int p, int me, int index, CollectiveStep step) {
    int others = p - 1;
    if (index < others) {
      int from = other(me, index);
      step.startReceive(from, Blocks.from(call, from));
    } else if (index < 2 * others) {
      int to = other(me, index - others);
      step.startSend(to, Blocks.to(call, to));
    } else {
      step.waitAll();
    }
  }

  private static int other(int me, int index) {
    return index < me ? index : index + 1;
  }
}
