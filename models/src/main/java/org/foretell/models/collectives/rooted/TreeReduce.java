package org.foretell.models.collectives.rooted;

import org.foretell.model.CollectiveStep;
import org.foretell.model.MemberCall;
import org.foretell.models.collectives.pattern.Pattern;
import org.foretell.models.collectives.pattern.Payload;
import org.foretell.models.collectives.pattern.Segments;
import org.foretell.models.collectives.tree.Tree;

/**
 * Vectors go up a tree and are combined on the way. Without segments each place receives from one
 * child after the other, the last that a broadcast would serve first; with segments it receives
 * from all children at once while it sends what it has combined before.
 *
 * @param combine false if there is nothing to combine, as in a barrier
 */
public record TreeReduce(Tree tree, Payload payload, long segmentBytes, boolean combine)
    implements Pattern {
  @Override
  public int steps(MemberCall call, int p, int me) {
    int children = tree.children(p, me);
    int send = me == 0 ? 0 : 1;
    if (segmentBytes == Segments.NONE) {
      return children * roundOfChild() + send;
    }
    int segments = Segments.count(payload.all(call, p), segmentBytes);
    return children == 0 ? segments : segments * (children + roundOfChild() + send);
  }

  @Override
  public void at(MemberCall call, int p, int me, int index, CollectiveStep step) {
    long bytes = payload.all(call, p);
    int children = tree.children(p, me);
    if (children == 0) {
      step.send(tree.parent(p, me), Segments.bytes(bytes, segmentBytes, index));
    } else if (segmentBytes == Segments.NONE) {
      int child = index / roundOfChild();
      if (child == children) {
        step.send(tree.parent(p, me), bytes);
      } else if (index % roundOfChild() == 0) {
        step.receive(tree.child(p, me, children - 1 - child), bytes);
      } else {
        step.reduce(bytes);
      }
    } else {
      int round = children + roundOfChild() + (me == 0 ? 0 : 1);
      long segment = Segments.bytes(bytes, segmentBytes, index / round);
      int left = index % round;
      if (left < children) {
        step.startReceive(tree.child(p, me, children - 1 - left), segment);
      } else if (left == children) {
        step.waitAll();
      } else if (left == children + 1 && combine) {
        step.reduce(children * segment);
      } else {
        step.startSend(tree.parent(p, me), segment);
      }
    }
  }

  private int roundOfChild() {
    return combine ? 2 : 1;
  }
}
