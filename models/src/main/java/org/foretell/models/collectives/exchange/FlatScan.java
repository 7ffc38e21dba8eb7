package org.foretell.models.collectives.exchange;

import org.foretell.model.CollectiveStep;
import org.foretell.model.MemberCall;
import org.foretell.models.collectives.pattern.Pattern;

/** Prefix reduction in which each place sends its vector to all after it, without waiting. */
public enum FlatScan implements Pattern {
  /** The only one. */
  FLAT;

  @Override
  public int steps(MemberCall call, int p, int me) {
    return p + (me == 0 ? 0 : 1);
  }

  @Override
  public void at(MemberCall call, int p, int me, int index, CollectiveStep step) {
    if (index < me) {
      step.startReceive(index, call.bytes());
    } else if (index < p - 1) {
      step.startSend(index + 1, call.bytes());
    } else if (index == p - 1) {
      step.waitAll();
    } else {
      step.reduce(me * call.bytes());
    }
  }
}
