package org.foretell.machine;

import java.util.List;

/**
 * Which algorithms the MPI library of a machine executes collectives by.
 *
 * @param profile the profile that decides where no rule does, {@code "formula"} for the models' own
 *     formulas
 * @param rules the first that fits decides
 */
public record CollectiveTable(String profile, List<CollectiveRule> rules) {
  /** Copies the rules. */
  public CollectiveTable {
    rules = List.copyOf(rules);
  }
}
