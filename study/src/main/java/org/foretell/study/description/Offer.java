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
 * @param statesPower whether the study states the power, 0 W included; if not, it is that of the
 *     machine
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
    Polling polling,
    boolean statesPower) {
  /**
   * An offer whose power is stated unless all of it is 0.
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
  public Offer(
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
    this(
        name,
        machine,
        changes,
        nodes,
        price,
        maintenancePerYear,
        hostingPerYear,
        residual,
        idleWatts,
        busyWatts,
        networkWatts,
        polling,
        !List.of(idleWatts, busyWatts, networkWatts).stream()
            .allMatch(Estimate.exactly(0)::equals));
  }

  /** Copies. */
  public Offer {
    changes = List.copyOf(changes);
    if (nodes < 1) {
      throw new IllegalArgumentException("an offer of " + nodes + " nodes");
    }
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
        polls,
        statesPower);
  }
}
