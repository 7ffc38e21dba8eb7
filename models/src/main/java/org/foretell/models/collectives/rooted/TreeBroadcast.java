package org.foretell.models.collectives.rooted;

import org.foretell.model.CollectiveStep;
import org.foretell.model.MemberCall;
import org.foretell.models.collectives.pattern.Pattern;
import org.foretell.models.collectives.pattern.Payload;
import org.foretell.models.collectives.pattern.Segments;
import org.foretell.models.collectives.tree.Tree;

/**
 * A message goes down a tree. Without segments each place receives it and then sends it to one
 * child after the other; with segments it sends one to all children at once while it receives the
 * next.
 */
public record TreeBroadcast(Tree tree, Payload payload, long segmentBytes) implements Pattern {
  @Override
  public int steps(MemberCall call, int p, int me) {
    int children = tree.children(p, me);
    int receive = me == 0 ? 0 : 1;
    if (segmentBytes == Segments.NONE) {
      return receive + children;
    }
    int segments = Segments.count(payload.all(call, p), segmentBytes);
    if (children == 0) {
      return segments;
    }
    return me == 0 ? segments * (children + 1) : segments * (children + 2);
  }

  @Override
  public void at(MemberCall call, int p, int me, int index, CollectiveStep step) {
    long bytes = payload.all(call, p);
    int children = tree.children(p, me);
    int left = index;
    if (me != 0 && (left == 0 || children == 0)) {
      step.receive(tree.parent(p, me), Segments.bytes(bytes, segmentBytes, left));
      return;
    }
    left -= me == 0 ? 0 : 1;
    if (segmentBytes == Segments.NONE) {
      step.send(tree.child(p, me, left), bytes);
      return;
    }
    int round = children + (me == 0 ? 1 : 2);
    int segment = left / round;
    left %= round;
    if (me != 0 && segment + 1 < Segments.count(bytes, segmentBytes)) {
      if (left == 0) {
        step.startReceive(tree.parent(p, me), Segments.bytes(bytes, segmentBytes, segment + 1));
        return;
      }
      left--;
    }
    if (left < children) {
      step.startSend(tree.child(p, me, left), Segments.bytes(bytes, segmentBytes, segment));
    } else {
      step.waitAll();
    }
  }
}
