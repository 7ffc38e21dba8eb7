package org.foretell.models.collectives.exchange;

import org.foretell.model.CollectiveStep;
import org.foretell.model.MemberCall;
import org.foretell.models.collectives.pattern.Halves;
import org.foretell.models.collectives.pattern.Pattern;
import org.foretell.models.collectives.pattern.Payload;

/** Reduce-scatter of a power of two of places: they exchange, combine and keep halves of halves. */
public record RecursiveHalving(Halves halves, Payload payload) implements Pattern {
  @Override
  public int steps(MemberCall call, int p, int me) {
    return 2 * Halves.levels(p);
  }

  @Override
  public void at(MemberCall call, int p, int me, int index, CollectiveStep step) {
    int level = index / 2;
    int size = p >> (level + 1);
    int kept = halves.low(p, me, level + 1);
    long keptBytes = payload.bytes(call, p, kept, kept + size);
    if (index % 2 == 0) {
      int given = kept ^ size;
      int partner = halves.partner(p, me, level);
      step.sendReceive(partner, payload.bytes(call, p, given, given + size), partner, keptBytes);
    } else {
      step.reduce(keptBytes);
    }
  }
}
