package org.foretell.report;

import java.util.List;

/**
 * Whether two traces have the same calls.
 *
 * @param ranks of the first
 * @param otherRanks of the second
 * @param compared calls, of all ranks that both have
 * @param ranksThatDiffer how many ranks have a call that is not the same
 * @param differences the first few differences
 */
public record SameOpsResult(
    int ranks, int otherRanks, long compared, int ranksThatDiffer, List<Difference> differences) {
  /**
   * A call that differs.
   *
   * @param rank the calling rank
   * @param what the difference: {@code the call}, or the name of a field
   * @param position of the op of the first trace among all ops of the rank, from 0
   * @param op of the first trace; empty if it has no more ops
   * @param otherPosition of the op of the second trace
   * @param otherOp of the second trace; empty if it has no more ops
   */
  public record Difference(
      int rank, String what, long position, String op, long otherPosition, String otherOp) {}

  /** Copies the list. */
  public SameOpsResult {
    differences = List.copyOf(differences);
  }

  /** {@return whether each rank makes the same calls in both} */
  public boolean same() {
    return ranks == otherRanks && ranksThatDiffer == 0;
  }
}
