package org.foretell.engine.onesided;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.foretell.engine.state.ProblemLog;
import org.foretell.result.Problem;
import org.foretell.trace.OpView;

/**
 * Reports what OpenSHMEM programs leave behind: locks, and updates of variables that have waits.
 */
final class OneSidedLeftovers {
  private final ProblemLog problems;

  OneSidedLeftovers(ProblemLog problems) {
    this.problems = problems;
  }

  void locks(LockTable locks) {
    locks.forEachHeld(
        (name, holder, operation) ->
            problems.add(
                Problem.Kind.LEFTOVER_LOCK,
                "lock " + name + " is still held at the end, taken by {0}",
                holder,
                operation));
  }

  /** Reports updates that no wait took, in the order of ranks and variables. */
  void updates(SharedVariables variables) {
    IntArrayList left = new IntArrayList();
    for (int account = 0; account < variables.accounts(); account++) {
      if (variables.left(account, OpView.NONE) > 0 && variables.lastWait(account) >= 0) {
        left.add(account);
      }
    }
    left.sort(
        (one, other) ->
            variables.rank(one) != variables.rank(other)
                ? Integer.compare(variables.rank(one), variables.rank(other))
                : Integer.compare(variables.variable(one), variables.variable(other)));
    left.forEach(account -> update(variables, account));
  }

  private void update(SharedVariables variables, int account) {
    long left = variables.left(account, OpView.NONE);
    problems.add(
        Problem.Kind.LEFTOVER_UPDATE,
        "no wait took "
            + (left == 1 ? "the last update" : "the last " + left + " updates")
            + " of variable "
            + variables.variable(account)
            + "; the last that took one is {0}",
        variables.rank(account),
        variables.lastWait(account));
  }
}
