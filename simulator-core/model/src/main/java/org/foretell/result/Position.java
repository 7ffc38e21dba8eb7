package org.foretell.result;

/**
 * A place in a trace.
 *
 * @param rank world rank
 * @param operation 0-based number of the op in the execution of the rank, repeats unrolled
 * @param text the op as text
 */
public record Position(int rank, long operation, String text) {
  @Override
  public String toString() {
    return "rank " + rank + ", op " + operation + " (" + text + ")";
  }
}
