package org.foretell.models.collectives.rooted;

import org.foretell.model.CollectiveStep;
import org.foretell.model.MemberCall;
import org.foretell.models.collectives.pattern.Halves;
import org.foretell.models.collectives.pattern.Pattern;
import org.foretell.models.collectives.pattern.Payload;

/** Gathers at place 0 what recursive halving with {@link Halves#NEAR_FIRST} has dealt out. */
public record HalvedGather(Payload payload) implements Pattern {
  @Override
  public int steps(MemberCall call, int p, int me) {
    int levels = Halves.levels(p);
    return me == 0 ? levels : levels - Halves.levels(me);
  }

  @Override
  public void at(MemberCall call, int p, int me, int index, CollectiveStep step) {
    int level = Halves.levels(p) - 1 - index;
    int size = p >> (level + 1);
    int own = Halves.NEAR_FIRST.low(p, me, level + 1);
    int partner = Halves.NEAR_FIRST.partner(p, me, level);
    if (partner < me) {
      step.send(partner, payload.bytes(call, p, own, own + size));
    } else {
      step.receive(partner, payload.bytes(call, p, own ^ size, (own ^ size) + size));
    }
  }
}
