package org.foretell.models.collectives.pattern;

import java.util.List;
import org.foretell.model.CollectiveSchedule;
import org.foretell.model.CollectiveStep;
import org.foretell.model.MemberCall;
import org.foretell.model.Phases;

/**
 * A pattern over all members of a communicator, with the root at place 0.
 *
 * @param name as in tables
 * @param pattern the steps
 */
public record PatternSchedule(String name, Pattern pattern) implements CollectiveSchedule {
  @Override
  public boolean step(MemberCall call, int index, CollectiveStep step) {
    int p = call.participants();
    if (p == 1) {
      return false;
    }
    int root = call.root();
    int me = place(call, p);
    if (pattern.reach(call, p, me, index, step) != Pattern.REACHED) {
      return false;
    }
    if (root != 0) {
      step.renumber(member(step.peer(), root, p), member(step.receivePeer(), root, p));
    }
    return true;
  }

  @Override
  public List<Phases> phases(MemberCall call) {
    int p = call.participants();
    return p == 1 ? List.of() : pattern.phases(call, p, place(call, p));
  }

  private static int place(MemberCall call, int p) {
    int place = call.member() - call.root();
    return place < 0 ? place + p : place;
  }

  private static int member(int place, int root, int p) {
    int member = place - (p - root);
    return member < 0 ? member + p : member;
  }
}
