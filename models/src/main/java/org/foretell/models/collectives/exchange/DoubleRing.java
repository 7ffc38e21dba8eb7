package org.foretell.models.collectives.exchange;

import org.foretell.model.CollectiveStep;
import org.foretell.model.MemberCall;
import org.foretell.models.collectives.pattern.Pattern;

/** Barrier: an empty message goes twice round the ring. */
public enum DoubleRing implements Pattern {
  /** The only one. */
  DOUBLE_RING;

  @Override
  public int steps(MemberCall call, int p, int me) {
    return 4;
  }

  @Override
  public void at(MemberCall call, int p, int me, int index, CollectiveStep step) {
    boolean sends = index % 2 == (me == 0 ? 0 : 1);
    if (sends) {
      step.send((me + 1) % p, 0);
    } else {
      step.receive(RingReduceScatter.before(p, me, 1), 0);
    }
  }
}
