package org.foretell.study;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.NodePower;
import org.foretell.machine.Watts;
import org.foretell.scenario.Change;
import org.foretell.study.description.Estimate;
import org.foretell.study.description.Estimate.Distribution;
import org.foretell.study.description.Offer;
import org.foretell.study.description.Polling;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.simulation.OfferedPower;

/**
 * Takes the power of an offer from its machine if the study states none: that of an idle node and
 * of a busy one, of cores whose ranks wait, and of the switches, in proportion to the nodes
 * offered. A machine with several groups of nodes, or without a power, gives none.
 */
final class MachinePowers {
  private static final String NODES = "nodeGroups";
  private static final String SWITCHES = "network.power";
  private static final String INTERFACES = "network.nics";

  private final OfferMachines machines;

  /**
   * Reads nothing yet.
   *
   * @param machines of the offers
   */
  MachinePowers(OfferMachines machines) {
    this.machines = machines;
  }

  /**
   * The study with these powers.
   *
   * @throws org.foretell.machines.file.MachineFileException if a machine file is wrong
   * @throws org.foretell.failure.ForetellException if there is no such machine
   */
  StudyDescription of(StudyDescription study) {
    return study.withOffers(study.offers().stream().map(this::withPower).toList());
  }

  private Offer withPower(Offer offer) {
    if (offer.statesPower()) {
      return offer;
    }
    return OfferedPower.of(machines.of(offer, ofPower(offer.changes())), offer.nodes())
        .map(power -> with(offer, power))
        .orElse(offer);
  }

  private static Offer with(Offer offer, OfferedPower power) {
    String source = "power of " + offer.machine();
    NodeGroup group = power.group();
    return offer.withPower(
        estimate(power.idle(), source),
        estimate(power.busy(), source),
        estimate(power.network(), source),
        polling(group, group.power().orElseThrow()));
  }

  /** Changes of nodes and of switches by address; others change no power. */
  private static Map<String, String> ofPower(List<Change> changes) {
    Map<String, String> set = new LinkedHashMap<>();
    changes.stream()
        .filter(
            change ->
                change.address().startsWith(NODES)
                    || change.address().startsWith(SWITCHES)
                    || change.address().equals(INTERFACES))
        .forEach(change -> set.put(change.address(), change.amount().text()));
    return set;
  }

  private static Polling polling(NodeGroup group, NodePower power) {
    double idle = power.coreIdle().value();
    double busy = power.coreBusy().value() - idle;
    return new Polling(
        group.coresPerNode(), busy == 0 ? 0 : (power.coreWaiting().value() - idle) / busy);
  }

  private static Estimate estimate(Watts power, String source) {
    return power.from() == power.to()
        ? Estimate.exactly(power.value())
        : new Estimate(
            power.value(), power.from(), power.to(), Distribution.UNIFORM, Optional.of(source));
  }
}
