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
 * @param polling what cores take whose ranks wait
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
    Estimate networkWatts,
    Polling polling) {
  /** Copies. */
  public Offer {
    changes = List.copyOf(changes);
    if (nodes < 1) {
      throw new IllegalArgumentException("an offer of " + nodes + " nodes");
    }
  }

  /** {@return whether the study states no power of this offer} */
  public boolean isWithoutPower() {
    Estimate nothing = Estimate.exactly(0);
    return idleWatts.equals(nothing) && busyWatts.equals(nothing) && networkWatts.equals(nothing);
  }

  /**
   * {@return this offer with another power}
   *
   * @param idle of a node that computes nothing, watts
   * @param busy of a node all of whose cores compute, watts
   * @param network of the whole network, watts
   * @param polls what cores take whose ranks wait
   */
  public Offer withPower(Estimate idle, Estimate busy, Estimate network, Polling polls) {
    return new Offer(
        name,
        machine,
        changes,
        nodes,
        price,
        maintenancePerYear,
        hostingPerYear,
        residual,
        idle,
        busy,
        network,
        polls);
  }
}
