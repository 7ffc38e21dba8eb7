package org.foretell.replay;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.foretell.machine.Machine;
import org.foretell.scenario.Experiment;
import org.foretell.scenario.MachineContent;
import org.foretell.scenario.Scenario;
import org.foretell.setting.CollectiveChoice;

/** Makes scenarios of what levers move. */
final class MovedScenario {
  private MovedScenario() {}

  /** A scenario with the machine and the parameters of an experiment, and ranks where they are. */
  static Scenario of(Scenario base, Experiment moved) {
    Map<String, String> given = new LinkedHashMap<>(moved.context().parameters());
    moved
        .parameters()
        .forEach(
            (name, value) -> {
              if (CollectiveChoice.knows(name)) {
                given.put(name, value);
              }
            });
    Machine machine = moved.context().machine();
    boolean isSame = Objects.equals(machine, base.experiment().context().machine());
    return base.withPlacement(base.placement().withGiven(moved.context().placement()))
        .withParameters(given)
        .withMachine(
            isSame ? base.machine() : Optional.ofNullable(machine).map(MachineContent::of));
  }
}
