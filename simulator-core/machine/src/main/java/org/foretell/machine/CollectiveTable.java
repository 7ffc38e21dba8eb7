package org.foretell.machine;

import java.util.List;

/**
 * The algorithms that the MPI library of a machine uses for collectives.
 *
 * @param profile the profile for calls without a rule, {@code "formula"} for the models' own
 *     formulas
 * @param rules the first that fits decides
 */
public record CollectiveTable(String profile, List<CollectiveRule> rules) {
  /** Copies the rules. */
  public CollectiveTable {
    rules = List.copyOf(rules);
  }
}
