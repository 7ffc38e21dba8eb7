package org.foretell.study.decision;

import java.util.List;
import org.foretell.procurement.decision.Proportion;

/**
 * An offer for unknown weights of the programs: all weights are equally likely.
 *
 * @param offer name of it
 * @param first share of weights under which it costs least
 * @param centralWeights average weights under which it is the best, by program; none if there are
 *     none
 */
public record Weighing(String offer, Proportion first, List<Double> centralWeights) {
  /** Copies. */
  public Weighing {
    centralWeights = List.copyOf(centralWeights);
  }
}
