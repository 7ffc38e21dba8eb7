package org.foretell.models.collectives.pattern;

import org.foretell.model.CollectiveStep;
import org.foretell.model.MemberCall;

/**
 * Brings home what recursive halving with {@link Halves#NEAR_FIRST} leaves at the places that stay:
 * the part whose number is theirs with its bits reversed, which is one block or those of a pair.
 */
public record MirrorDelivery(Payload blocks) implements Pattern {
  @Override
  public int steps(MemberCall call, int p, int me) {
    int receives = holder(p, me) == me ? 0 : 1;
    int sends = blocksHeld(p, me) - (holds(p, me, me) ? 1 : 0);
    return receives + sends == 0 ? 0 : receives + sends + 1;
  }

  @Override
  public void at(MemberCall call, int p, int me, int index, CollectiveStep step) {
    int left = index;
    if (holder(p, me) != me) {
      if (left == 0) {
        step.startReceive(holder(p, me), blocks.part(call, p, me));
        return;
      }
      left--;
    }
    int held = blocksHeld(p, me);
    int first = held == 0 ? 0 : Fold.place(p, mirrored(p, Fold.number(p, me)));
    for (int block = first; block < first + held; block++) {
      if (block != me && left-- == 0) {
        step.startSend(block, blocks.part(call, p, block));
        return;
      }
    }
    step.waitAll();
  }

  private static int blocksHeld(int p, int me) {
    if (Fold.paired(p, me) && me % 2 == 1) {
      return 0;
    }
    return Fold.paired(p, Fold.place(p, mirrored(p, Fold.number(p, me)))) ? 2 : 1;
  }

  private static boolean holds(int p, int me, int block) {
    return holder(p, block) == me;
  }

  private static int holder(int p, int block) {
    return Fold.place(p, mirrored(p, Fold.number(p, block)));
  }

  private static int mirrored(int p, int number) {
    return Halves.NEAR_FIRST.low(Fold.staying(p), number, Halves.levels(p));
  }
}
