package org.foretell.models.collectives.exchange;

import java.util.List;
import org.foretell.model.CollectiveStep;
import org.foretell.model.MemberCall;
import org.foretell.model.Phases;
import org.foretell.models.collectives.pattern.Pattern;
import org.foretell.models.collectives.pattern.Payload;

/**
 * Allgather by exchanges with the two neighbours in turn, after the first one two parts each time;
 * an odd number of places goes round the ring instead.
 */
public record NeighborExchange(RingAllgather ring) implements Pattern {
  public NeighborExchange(Payload payload) {
    this(new RingAllgather(payload));
  }

  @Override
  public int steps(MemberCall call, int p, int me) {
    return p % 2 == 1 ? ring.steps(call, p, me) : p / 2;
  }

  @Override
  public List<Phases> phases(MemberCall call, int p, int me) {
    return List.of(new Phases(0, 1, steps(call, p, me)));
  }

  @Override
  public void at(MemberCall call, int p, int me, int index, CollectiveStep step) {
    if (p % 2 == 1) {
      ring.at(call, p, me, index, step);
      return;
    }
    boolean next = me % 2 == index % 2;
    int peer = next ? (me + 1) % p : RingReduceScatter.before(p, me, 1);
    if (index == 0) {
      long given = ring.payload().part(call, p, me);
      step.sendReceive(peer, given, peer, ring.payload().part(call, p, peer));
    } else {
      long given = pair(call, p, pairTaken(p, me, index - 1));
      step.sendReceive(peer, given, peer, pair(call, p, pairTaken(p, me, index)));
    }
  }

  /** First part of the pair that a place has after an exchange and had not before. */
  private static int pairTaken(int p, int me, int index) {
    int own = me - me % 2;
    int distance = index % 2 == 0 ? index : index + 1;
    boolean up = me % 2 == index % 2;
    return Math.floorMod(up ? own + distance : own - distance, p);
  }

  private long pair(MemberCall call, int p, int part) {
    return ring.payload().bytes(call, p, part, part + 2);
  }
}
