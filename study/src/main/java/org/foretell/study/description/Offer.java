package org.foretell.study.description;

import java.util.List;
import org.foretell.scenario.Change;

/**
 * A machine that is offered.
 *
 * @param name of the offer
 * @param machine of the catalogue, or a file
 * @param changes of its figures, made in this order
 * @param nodes that are offered, at least 1
 * @param price of the machine, in the study's currency
 * @param maintenancePerYear in the study's currency
 * @param hostingPerYear in the study's currency
 * @param residual value after the last year
 * @param idleWatts of a node that computes nothing
 * @param busyWatts of a node all of whose cores compute
 * @param networkWatts of the whole network, always
 */
public record Offer(
    String name,
    String machine,
    List<Change> changes,
    long nodes,
    Estimate price,
    Estimate maintenancePerYear,
    Estimate hostingPerYear,
    Estimate residual,
    Estimate idleWatts,
    Estimate busyWatts,
    Estimate networkWatts) {
  /** Copies. */
  public Offer {
    changes = List.copyOf(changes);
    if (nodes < 1) {
      throw new IllegalArgumentException("an offer of " + nodes + " nodes");
    }
  }
}
