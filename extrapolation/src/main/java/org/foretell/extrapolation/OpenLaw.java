package org.foretell.extrapolation;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A law that the traces leave open: several functions fit that differ at the target, or one trace
 * alone shows the value.
 *
 * @param governs the values and calls, one string each
 * @param candidates each with its value at the target, for people; the first is the one that {@code
 *     --approximate} takes
 * @param decidedBy a number of ranks at which all candidates differ; null if none was found
 */
public record OpenLaw(List<String> governs, List<String> candidates, @Nullable Integer decidedBy) {
  /** Copies the lists. */
  public OpenLaw {
    governs = List.copyOf(governs);
    candidates = List.copyOf(candidates);
  }
}
