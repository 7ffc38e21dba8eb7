package org.foretell.models.collectives.rooted;

import org.foretell.model.CollectiveStep;
import org.foretell.model.MemberCall;
import org.foretell.models.collectives.pattern.Pattern;
import org.foretell.models.collectives.pattern.Payload;
import org.foretell.models.collectives.tree.RangeTree;

/**
 * Blocks go down a tree: each place receives those of all places below it and passes them on.
 *
 * @param atOnce whether it sends to all children at once
 */
public record TreeScatter(RangeTree tree, Payload payload, boolean atOnce) implements Pattern {
  @Override
  public int steps(MemberCall call, int p, int me) {
    int children = tree.children(p, me);
    return children + (me == 0 ? 0 : 1) + (atOnce && children > 0 ? 1 : 0);
  }

  @Override
  public void at(MemberCall call, int p, int me, int index, CollectiveStep step) {
    if (me != 0 && index == 0) {
      step.receive(tree.parent(p, me), payload.bytes(call, p, me, tree.end(p, me)));
      return;
    }
    int which = me == 0 ? index : index - 1;
    if (which == tree.children(p, me)) {
      step.waitAll();
      return;
    }
    int child = tree.child(p, me, which);
    long bytes = payload.bytes(call, p, child, tree.end(p, child));
    if (atOnce) {
      step.startSend(child, bytes);
    } else {
      step.send(child, bytes);
    }
  }
}
