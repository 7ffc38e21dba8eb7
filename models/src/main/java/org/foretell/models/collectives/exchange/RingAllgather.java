package org.foretell.models.collectives.exchange;

import java.util.List;
import org.foretell.model.CollectiveStep;
import org.foretell.model.MemberCall;
import org.foretell.model.Phases;
import org.foretell.models.collectives.pattern.Pattern;
import org.foretell.models.collectives.pattern.Payload;

/** Each place passes on to the next one what it has received last, its own part first. */
public record RingAllgather(Payload payload) implements Pattern {
  @Override
  public int steps(MemberCall call, int p, int me) {
    return p - 1;
  }

  @Override
  public List<Phases> phases(MemberCall call, int p, int me) {
    return List.of(new Phases(0, 1, p - 1));
  }

  @Override
  public void at(MemberCall call, int p, int me, int index, CollectiveStep step) {
    int given = RingReduceScatter.before(p, me, index);
    int taken = RingReduceScatter.before(p, me, index + 1);
    step.sendReceive(
        (me + 1) % p,
        payload.part(call, p, given),
        RingReduceScatter.before(p, me, 1),
        payload.part(call, p, taken));
  }
}
