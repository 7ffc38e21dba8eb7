package org.foretell.engine.onesided;

import org.foretell.engine.state.InvalidTrace;
import org.foretell.engine.state.OpRecorder;
import org.foretell.engine.state.ProblemLog;
import org.foretell.engine.state.RankTable;
import org.foretell.engine.state.ReplayState;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/** The ops by which a rank waits for updates of its variables, or looks at them. */
public final class VariableOps {
  private final int rankCount;
  private final RankTable ranks;
  private final ProblemLog problems;
  private final @Nullable OpRecorder recorder;
  private final SharedVariables variables;
  private final UpdateWaits waits;

  VariableOps(ReplayState state, SharedVariables variables, UpdateWaits waits) {
    ranks = state.ranks();
    rankCount = ranks.size();
    problems = state.problems();
    recorder = state.recorder();
    this.variables = variables;
    this.waits = waits;
  }

  /** The op of a rank waits for updates of a variable. */
  public void awaitUpdate(int rank, OpView op) {
    int source = source(rank, op);
    int account = variables.account(rank, variable(rank, op));
    long count = count(op);
    tell(rank, source, count);
    if (count > 0) {
      checkTaking(rank, account, source);
      waits.await(rank, account, source, count);
    }
  }

  /** The rank looks at a variable, and finds what it finds. */
  public void look(int rank, OpView op) {
    variable(rank, op);
    source(rank, op);
    tell(rank, OpView.NONE, 0);
  }

  /** The op of a rank waits for each of several variables. */
  public void awaitAll(int rank, OpView op) {
    int[] accounts = accounts(rank, op);
    long count = op.code().has(OpField.COUNT) ? count(op) : 1;
    tell(rank, OpView.NONE, count);
    if (count > 0) {
      waits.awaitAll(rank, accounts, count);
    }
  }

  /** The op of a rank waits for one of several variables: that which is recorded, or any. */
  public void awaitAny(int rank, OpView op) {
    int[] accounts = accounts(rank, op);
    long outcome = op.get(OpField.OUTCOME);
    tell(rank, OpView.NONE, 1);
    if (outcome == OpView.NONE) {
      waits.awaitAny(rank, accounts);
    } else {
      waits.awaitAll(rank, new int[] {chosen(rank, accounts, outcome)}, 1);
    }
  }

  /** The op of a rank waits for some of several variables: those that are recorded, or any. */
  public void awaitSome(int rank, OpView op) {
    int[] accounts = accounts(rank, op);
    int length = op.listLength(OpField.OUTCOMES);
    tell(rank, OpView.NONE, 1);
    if (length == 0) {
      waits.awaitSome(rank, accounts);
      return;
    }
    int[] chosen = new int[length];
    for (int i = 0; i < length; i++) {
      chosen[i] = chosen(rank, accounts, op.listElement(OpField.OUTCOMES, i));
    }
    waits.awaitAll(rank, chosen, 1);
  }

  /** The rank looks at several variables, and finds what it finds. */
  public void lookAtSeveral(int rank, OpView op) {
    accounts(rank, op);
    tell(rank, OpView.NONE, 0);
  }

  private int chosen(int rank, int[] accounts, long index) {
    if (index < 0 || index >= accounts.length) {
      throw invalid(
          rank, "has the outcome " + index + ", but lists " + accounts.length + " variables");
    }
    return accounts[(int) index];
  }

  private int[] accounts(int rank, OpView op) {
    int length = op.listLength(OpField.VARIABLES);
    if (length == 0) {
      throw invalid(rank, "names no variables");
    }
    int[] accounts = new int[length];
    for (int i = 0; i < length; i++) {
      accounts[i] = variables.account(rank, (int) op.listElement(OpField.VARIABLES, i));
      checkTaking(rank, accounts[i], OpView.NONE);
    }
    return accounts;
  }

  private void checkTaking(int rank, int account, int by) {
    if (!variables.agrees(account, by)) {
      throw invalid(
          rank,
          "takes updates of variable "
              + variables.variable(account)
              + (by == OpView.NONE
                  ? " by any rank, but an earlier wait took those of one rank (matched_peer)"
                  : " by one rank (matched_peer), but an earlier wait took those of any")
              + "; a variable's waits must all name their ranks, or none");
    }
  }

  private int source(int rank, OpView op) {
    int peer = (int) op.get(OpField.MATCHED_PEER);
    if (peer >= rankCount) {
      throw invalid(rank, "waits for rank " + peer + " of " + rankCount + " ranks");
    }
    return peer < 0 ? OpView.NONE : peer;
  }

  /** How many updates an op needs. */
  static long count(OpView op) {
    long count = op.get(OpField.COUNT);
    return count == OpView.NONE ? 1 : count;
  }

  /** The variable that an op names. */
  int variable(int rank, OpView op) {
    if (op.tag() < 0) {
      throw invalid(
          rank, op.tag() == OpView.NONE ? "names no variable (tag)" : "has a negative tag");
    }
    return op.tag();
  }

  /** Reports a wait for updates to observers. */
  void tell(int rank, int source, long updates) {
    if (recorder != null) {
      recorder.observer.takesUpdates(rank, source, updates);
    }
  }

  private InvalidTrace invalid(int rank, String why) {
    return problems.invalid(rank, ranks.operation(rank), why);
  }
}
