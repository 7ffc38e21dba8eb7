package org.foretell.engine.collective;

import java.util.EnumMap;
import java.util.Map;
import org.foretell.engine.state.ProblemLog;
import org.foretell.result.Problem;
import org.foretell.trace.OpCode;

/**
 * Calls of collectives that have too many steps to execute them all. One of each kind is reported:
 * that of the earliest op of a rank, and of those with the same number that of the lowest rank, so
 * that the order of events does not matter.
 */
public final class EstimatedCalls {
  private final Map<OpCode, Call> first = new EnumMap<>(OpCode.class);

  /** A call, and how its time is found. */
  private record Call(int rank, long operation, String how) {
    boolean isBefore(Call other) {
      return operation != other.operation ? operation < other.operation : rank < other.rank;
    }
  }

  /** There are none. */
  public EstimatedCalls() {}

  /**
   * A rank makes such a call.
   *
   * @param form what it is if it blocks
   */
  void add(OpCode form, int rank, long operation, String how) {
    add(form, new Call(rank, operation, how));
  }

  private void add(OpCode form, Call call) {
    first.merge(form, call, (known, other) -> other.isBefore(known) ? other : known);
  }

  /** Adds calls that another part of the replay has seen. */
  public void add(EstimatedCalls part) {
    part.first.forEach(this::add);
  }

  /** Notes what has been added. */
  public void report(ProblemLog problems) {
    first.forEach(
        (form, call) ->
            problems.add(
                Problem.Kind.LARGE_COLLECTIVE,
                "{0} has too many steps to execute them all (collectives.exactUpTo), and so may"
                    + " later ones; "
                    + call.how,
                call.rank,
                call.operation));
  }
}
