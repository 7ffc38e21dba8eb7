package org.foretell.models.collectives.exchange;

import java.util.List;
import org.foretell.model.CollectiveStep;
import org.foretell.model.MemberCall;
import org.foretell.model.Phases;
import org.foretell.models.collectives.pattern.Blocks;
import org.foretell.models.collectives.pattern.Fold;
import org.foretell.models.collectives.pattern.Pattern;
import org.foretell.models.collectives.pattern.Payload;

/**
 * Alltoall by one exchange after the other: with the place whose number differs in some bits if the
 * places are a power of two, else to one place and from another, further apart each time.
 *
 * @param shift never pair places by bits
 * @param sent what a place has for each other one
 * @param received what it gets of each other one
 */
public record Pairwise(boolean shift, Payload sent, Payload received) implements Pattern {
  /** Of the members of a communicator. */
  public Pairwise(boolean shift) {
    this(
        shift,
        (call, p, from, to) -> Blocks.to(call, from),
        (call, p, from, to) -> Blocks.from(call, from));
  }

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
    int distance = index + 1;
    boolean byBits = !shift && Fold.staying(p) == p;
    int to = byBits ? me ^ distance : (int) (((long) me + distance) % p);
    int from = byBits ? to : RingReduceScatter.before(p, me, distance);
    step.sendReceive(to, sent.part(call, p, to), from, received.part(call, p, from));
  }
}
