package org.foretell.models.collectives.rooted;

import org.foretell.model.CollectiveStep;
import org.foretell.model.MemberCall;
import org.foretell.models.collectives.pattern.Pattern;
import org.foretell.models.collectives.pattern.Payload;
import org.foretell.models.collectives.tree.InOrderTree;

/**
 * Vectors are combined in the order of the members, whatever the root: up the in-order tree, whose
 * top is the last member, and from there to the root.
 */
public record InOrderReduce(TreeReduce up) implements Pattern {
  public InOrderReduce(long segmentBytes) {
    this(new TreeReduce(InOrderTree.IN_ORDER, Payload.VECTOR, segmentBytes, true));
  }

  @Override
  public int steps(MemberCall call, int p, int me) {
    int place = swap(call, p, me);
    boolean passesOn = swap(call, p, 0) != 0 && (me == 0 || place == 0);
    return up.steps(call, p, place) + (passesOn ? 1 : 0);
  }

  @Override
  public void at(MemberCall call, int p, int me, int index, CollectiveStep step) {
    int place = swap(call, p, me);
    if (index < up.steps(call, p, place)) {
      up.at(call, p, place, index, step);
      step.renumber(swap(call, p, step.peer()), swap(call, p, step.receivePeer()));
    } else if (me == 0) {
      step.receive(swap(call, p, 0), call.bytes());
    } else {
      step.send(0, call.bytes());
    }
  }

  /** The place in the tree of a place counted from the root, and the other way round. */
  private static int swap(MemberCall call, int p, int place) {
    return p - 1 - (int) (((long) place + call.root()) % p);
  }
}
