package org.foretell.models.collectives.exchange;

import org.foretell.model.CollectiveStep;
import org.foretell.model.MemberCall;
import org.foretell.models.collectives.pattern.Halves;
import org.foretell.models.collectives.pattern.Pattern;
import org.foretell.models.collectives.pattern.Payload;

/**
 * Each place sends all that it has, which is the parts from its own on, to the places 1, 2, 4 and
 * so on before it; the last time only what is missing there.
 */
public record BruckAllgather(Payload payload) implements Pattern {
  @Override
  public int steps(MemberCall call, int p, int me) {
    return Halves.levels(p - 1) + 1;
  }

  @Override
  public void at(MemberCall call, int p, int me, int index, CollectiveStep step) {
    int distance = 1 << index;
    int parts = Math.min(distance, p - distance);
    int from = (int) (((long) me + distance) % p);
    step.sendReceive(
        RingReduceScatter.before(p, me, distance),
        payload.circular(call, p, me, parts),
        from,
        payload.circular(call, p, from, parts));
  }
}
