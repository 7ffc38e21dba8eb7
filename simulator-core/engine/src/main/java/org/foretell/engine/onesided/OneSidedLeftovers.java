package org.foretell.engine.onesided;

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

  void updates(SharedVariables variables) {
    for (int account = 0; account < variables.accounts(); account++) {
      long left = variables.left(account, OpView.NONE);
      long lastWait = variables.lastWait(account);
      if (left > 0 && lastWait >= 0) {
        problems.add(
            Problem.Kind.LEFTOVER_UPDATE,
            "no wait took "
                + (left == 1 ? "the last update" : "the last " + left + " updates")
                + " of variable "
                + variables.variable(account)
                + "; the last that took one is {0}",
            variables.rank(account),
            lastWait);
      }
    }
  }
}
