package org.foretell.models.collectives.rooted;

import org.foretell.model.CollectiveStep;
import org.foretell.model.MemberCall;
import org.foretell.models.collectives.pattern.Pattern;
import org.foretell.models.collectives.pattern.Payload;
import org.foretell.models.collectives.tree.RangeTree;

/**
 * Blocks go up a tree: each place sends those of all places below it, and its own.
 *
 * @param atOnce whether it receives from all children at once
 */
public record TreeGather(RangeTree tree, Payload payload, boolean atOnce) implements Pattern {
  @Override
  public int steps(MemberCall call, int p, int me) {
    int children = tree.children(p, me);
    return children + (me == 0 ? 0 : 1) + (atOnce && children > 0 ? 1 : 0);
  }

  @Override
  public void at(MemberCall call, int p, int me, int index, CollectiveStep step) {
    int children = tree.children(p, me);
    if (index >= children) {
      if (atOnce && children > 0 && index == children) {
        step.waitAll();
      } else {
        step.send(tree.parent(p, me), payload.bytes(call, p, me, tree.end(p, me)));
      }
      return;
    }
    int child = tree.child(p, me, children - 1 - index);
    long bytes = payload.bytes(call, p, child, tree.end(p, child));
    if (atOnce) {
      step.startReceive(child, bytes);
    } else {
      step.receive(child, bytes);
    }
  }
}
