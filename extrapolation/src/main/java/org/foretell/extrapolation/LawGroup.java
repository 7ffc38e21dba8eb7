package org.foretell.extrapolation;

import java.util.List;

/**
 * A law and all that it governs.
 *
 * @param law for people: p is the number of ranks, n1 to n4 are the sizes of the grid, r is a rank
 *     and c1 to c4 its coordinates, i1 is the iteration of the outermost loop, i2 of the next
 * @param governs the value and the call, one string each
 */
public record LawGroup(String law, List<String> governs) {
  /** Copies the list. */
  public LawGroup {
    governs = List.copyOf(governs);
  }
}
