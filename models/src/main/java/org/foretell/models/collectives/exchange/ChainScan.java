package org.foretell.models.collectives.exchange;

import org.foretell.model.CollectiveStep;
import org.foretell.model.MemberCall;
import org.foretell.models.collectives.pattern.Pattern;

/** Prefix reduction from each place to the next one. */
public enum ChainScan implements Pattern {
  /** The only one. */
  CHAIN;

  @Override
  public int steps(MemberCall call, int p, int me) {
    return (me == 0 ? 0 : 2) + (me == p - 1 ? 0 : 1);
  }

  @Override
  public void at(MemberCall call, int p, int me, int index, CollectiveStep step) {
    if (me > 0 && index == 0) {
      step.receive(me - 1, call.bytes());
    } else if (me > 0 && index == 1) {
      step.reduce(call.bytes());
    } else {
      step.send(me + 1, call.bytes());
    }
  }
}
