package org.foretell.models.collectives;

import org.foretell.model.CollectiveStep;
import org.foretell.model.MemberCall;

/**
 * Alltoall by one exchange after the other: with the place whose number differs in some bits if the
 * places are a power of two, else to one place and from another, further apart each time.
 *
 * @param shift never pair places by bits
 */
record Pairwise(boolean shift) implements Pattern {
  @Override
  public int steps(MemberCall call, int p, int me) {
    return p - 1;
  }

  @Override
  public void at(MemberCall call, int p, int me, int index, CollectiveStep step) {
    int distance = index + 1;
    boolean byBits = !shift && Fold.staying(p) == p;
    int to = byBits ? me ^ distance : (int) (((long) me + distance) % p);
    int from = byBits ? to : RingReduceScatter.before(p, me, distance);
    step.sendReceive(to, Blocks.to(call, to), from, Blocks.from(call, from));
  }
}
