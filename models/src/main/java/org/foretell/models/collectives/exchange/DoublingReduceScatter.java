package org.foretell.models.collectives.exchange;

import org.foretell.model.CollectiveStep;
import org.foretell.model.MemberCall;
import org.foretell.models.collectives.pattern.Halves;
import org.foretell.models.collectives.pattern.Pattern;
import org.foretell.models.collectives.pattern.Payload;

/**
 * Reduce-scatter for operators that do not commute, a power of two of places: at distances 1, 2, 4
 * and so on they exchange all parts but those that only their own side still needs.
 */
public record DoublingReduceScatter(Payload payload) implements Pattern {
  @Override
  public int steps(MemberCall call, int p, int me) {
    return 2 * Halves.levels(p);
  }

  @Override
  public void at(MemberCall call, int p, int me, int index, CollectiveStep step) {
    int size = 1 << (index / 2);
    int partner = me ^ size;
    int own = me & -size;
    int others = own ^ size;
    long all = payload.all(call, p);
    long taken = all - payload.bytes(call, p, others, others + size);
    if (index % 2 == 0) {
      step.sendReceive(partner, all - payload.bytes(call, p, own, own + size), partner, taken);
    } else {
      step.reduce(taken);
    }
  }
}
