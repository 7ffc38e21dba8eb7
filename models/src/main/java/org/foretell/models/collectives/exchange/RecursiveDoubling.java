package org.foretell.models.collectives.exchange;

import org.foretell.model.CollectiveStep;
import org.foretell.model.MemberCall;
import org.foretell.models.collectives.pattern.Halves;
import org.foretell.models.collectives.pattern.Pattern;
import org.foretell.models.collectives.pattern.Payload;

/**
 * Allgather of a power of two of places: they exchange all that they have, twice as much each time;
 * what recursive halving does, backwards.
 */
public record RecursiveDoubling(Halves halves, Payload payload) implements Pattern {
  @Override
  public int steps(MemberCall call, int p, int me) {
    return Halves.levels(p);
  }

  @Override
  public void at(MemberCall call, int p, int me, int index, CollectiveStep step) {
    int level = Halves.levels(p) - 1 - index;
    int size = p >> (level + 1);
    int own = halves.low(p, me, level + 1);
    int others = own ^ size;
    int partner = halves.partner(p, me, level);
    step.sendReceive(
        partner,
        payload.bytes(call, p, own, own + size),
        partner,
        payload.bytes(call, p, others, others + size));
  }
}
