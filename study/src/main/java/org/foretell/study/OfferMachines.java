package org.foretell.study;

import java.nio.file.Path;
import java.util.Map;
import org.foretell.input.MachineArgument;
import org.foretell.machine.Machine;
import org.foretell.study.description.Offer;

/**
 * The machines of offers.
 *
 * @param base folder that paths of the study are relative to
 */
record OfferMachines(Path base) {
  /**
   * Reads the machine of an offer, as its file has it.
   *
   * @throws org.foretell.machines.file.MachineFileException if a machine file is wrong
   * @throws org.foretell.failure.ForetellException if there is no such machine
   */
  Machine of(Offer offer) {
    return of(offer, Map.of());
  }

  /**
   * Reads the machine of an offer with other figures.
   *
   * @param set values by address
   * @throws org.foretell.machines.file.MachineFileException if a machine file is wrong
   * @throws org.foretell.failure.ForetellException if there is no such machine
   */
  Machine of(Offer offer, Map<String, String> set) {
    String named = offer.machine();
    boolean isFile = named.endsWith(".json") || named.contains("/");
    return MachineArgument.load(isFile ? base.resolve(named).toString() : named, set).machine();
  }
}
