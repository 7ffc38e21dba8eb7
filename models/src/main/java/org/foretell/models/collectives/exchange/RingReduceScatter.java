package org.foretell.models.collectives.exchange;

import java.util.List;
import org.foretell.model.CollectiveStep;
import org.foretell.model.MemberCall;
import org.foretell.model.Phases;
import org.foretell.models.collectives.pattern.Pattern;
import org.foretell.models.collectives.pattern.Payload;
import org.foretell.models.collectives.pattern.Segments;

/**
 * Each part goes once round the ring and is combined at each place; it ends at the place of its
 * number.
 *
 * @param segmentBytes parts that are longer go round in several turns, a segment in each
 */
public record RingReduceScatter(Payload payload, long segmentBytes) implements Pattern {
  @Override
  public int steps(MemberCall call, int p, int me) {
    return Math.multiplyExact(turns(call, p), 2 * (p - 1));
  }

  @Override
  public List<Phases> phases(MemberCall call, int p, int me) {
    return List.of(new Phases(0, 2, steps(call, p, me) / 2));
  }

  @Override
  public void at(MemberCall call, int p, int me, int index, CollectiveStep step) {
    int turn = index / (2 * (p - 1));
    int hop = index / 2 % (p - 1);
    int given = before(p, me, hop + 1);
    int taken = before(p, me, hop + 2);
    long takenBytes = segment(call, p, taken, turn);
    if (index % 2 == 0) {
      step.sendReceive((me + 1) % p, segment(call, p, given, turn), before(p, me, 1), takenBytes);
    } else {
      step.reduce(takenBytes);
    }
  }

  /**
   * As many as the mean part has segments, which every member knows without a look at all parts.
   */
  private int turns(MemberCall call, int p) {
    return segmentBytes == Segments.NONE
        ? 1
        : Segments.count((payload.all(call, p) + p - 1) / p, segmentBytes);
  }

  private long segment(MemberCall call, int p, int part, int turn) {
    long bytes = payload.part(call, p, part);
    int turns = turns(call, p);
    return Payload.share(bytes, turn + 1, turns) - Payload.share(bytes, turn, turns);
  }

  /** The place {@code distance} places before one; distance at most p. */
  static int before(int p, int place, int distance) {
    int before = place - distance;
    return before < 0 ? before + p : before;
  }
}
