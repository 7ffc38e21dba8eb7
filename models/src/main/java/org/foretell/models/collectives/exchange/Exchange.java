package org.foretell.models.collectives.exchange;

import org.foretell.model.CollectiveStep;
import org.foretell.model.MemberCall;
import org.foretell.models.collectives.pattern.Halves;
import org.foretell.models.collectives.pattern.Pattern;
import org.foretell.models.collectives.pattern.Payload;

/**
 * Recursive doubling: a power of two of places exchange everything with one place after the other,
 * at distances 1, 2, 4 and so on.
 *
 * @param combine false if there is nothing to combine, as in a barrier
 */
public record Exchange(Payload payload, boolean combine) implements Pattern {
  @Override
  public int steps(MemberCall call, int p, int me) {
    return Halves.levels(p) * (combine ? 2 : 1);
  }

  @Override
  public void at(MemberCall call, int p, int me, int index, CollectiveStep step) {
    long bytes = payload.all(call, p);
    int round = combine ? index / 2 : index;
    int partner = me ^ (1 << round);
    if (combine && index % 2 == 1) {
      step.reduce(bytes);
    } else {
      step.sendReceive(partner, bytes, partner, bytes);
    }
  }
}
