package org.foretell.report;

import java.util.List;

/**
 * Whether each rank makes its calls as often as a table states.
 *
 * @param ranks of the trace
 * @param calls of all ranks, including calls that the table does not name
 * @param ranksThatDiffer how many ranks make a call more or less often
 * @param differences the first few differences, rank by rank
 */
public record CallCountsResult(
    int ranks, long calls, int ranksThatDiffer, List<Difference> differences) {
  /**
   * An op that a rank executes more or less often than stated.
   *
   * @param rank the rank that makes the calls
   * @param op its name in traces, like {@code shmem_put}
   * @param expected times
   * @param found times
   */
  public record Difference(int rank, String op, long expected, long found) {}

  /** Copies the list. */
  public CallCountsResult {
    differences = List.copyOf(differences);
  }

  /** {@return whether each rank makes exactly the calls of the table} */
  public boolean same() {
    return ranksThatDiffer == 0;
  }
}
