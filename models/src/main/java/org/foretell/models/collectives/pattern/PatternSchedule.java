package org.foretell.models.collectives.pattern;

import org.foretell.model.CollectiveSchedule;
import org.foretell.model.CollectiveStep;
import org.foretell.model.MemberCall;

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
    int me = call.member() - root;
    me = me < 0 ? me + p : me;
    if (index >= pattern.steps(call, p, me)) {
      return false;
    }
    pattern.at(call, p, me, index, step);
    if (root != 0) {
      step.renumber(member(step.peer(), root, p), member(step.receivePeer(), root, p));
    }
    return true;
  }

  @Override
  public int phaseSteps(MemberCall call) {
    return pattern.phaseSteps(call.participants());
  }

  private static int member(int place, int root, int p) {
    int member = place - (p - root);
    return member < 0 ? member + p : member;
  }
}
