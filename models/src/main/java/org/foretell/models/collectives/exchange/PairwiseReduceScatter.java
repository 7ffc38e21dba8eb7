package org.foretell.models.collectives.exchange;

import java.util.List;
import org.foretell.model.CollectiveStep;
import org.foretell.model.MemberCall;
import org.foretell.model.Phases;
import org.foretell.models.collectives.pattern.Pattern;
import org.foretell.models.collectives.pattern.Payload;

/** Each place sends every other one that one's part, and combines the parts it gets for its own. */
public record PairwiseReduceScatter(Payload payload) implements Pattern {
  @Override
  public int steps(MemberCall call, int p, int me) {
    return 2 * (p - 1);
  }

  @Override
  public List<Phases> phases(MemberCall call, int p, int me) {
    return List.of(new Phases(0, 2, p - 1));
  }

  @Override
  public void at(MemberCall call, int p, int me, int index, CollectiveStep step) {
    int distance = index / 2 + 1;
    long own = payload.part(call, p, me);
    if (index % 2 == 1) {
      step.reduce(own);
      return;
    }
    int to = (int) (((long) me + distance) % p);
    step.sendReceive(to, payload.part(call, p, to), RingReduceScatter.before(p, me, distance), own);
  }
}
