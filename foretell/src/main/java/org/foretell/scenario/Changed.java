package org.foretell.scenario;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.foretell.failure.ForetellException;
import org.foretell.machines.file.RelativeValue;
import org.foretell.machines.findings.NearestName;
import org.foretell.model.ModelProvider;
import org.foretell.model.ParameterSpec;
import org.foretell.setting.CollectiveChoice;
import org.foretell.setting.GivenParameters;
import org.jspecify.annotations.Nullable;

/** What becomes of a scenario by changes that are made together. */
final class Changed {
  private static final String MODEL = "model.";
  private static final String PLACEMENT = "placement.";
  private static final String RANKS_PER_NODE = PLACEMENT + "ranksPerNode";
  private static final String NETWORK = "network";

  private final Map<String, Change> byAddress = new LinkedHashMap<>();
  private final Map<String, String> ofMachine = new LinkedHashMap<>();
  private Scenario scenario;

  private Changed(Scenario scenario) {
    this.scenario = scenario;
  }

  static Scenario by(Scenario scenario, List<Change> changes) {
    Changed changed = new Changed(scenario);
    changes.forEach(changed::add);
    return changed.withMachine();
  }

  private void add(Change change) {
    String address = change.address();
    Change before = byAddress.put(address, change);
    if (before != null) {
      if (before.equals(change) && !change.isRelative()) {
        return;
      }
      throw contradiction(before, change);
    }
    if (address.startsWith(MODEL)) {
      parameter(change, address.substring(MODEL.length()));
    } else if (address.startsWith(PLACEMENT)) {
      placement(change);
    } else if (CollectiveChoice.knows(address) && address.contains(".")) {
      given(address, value(change, scenario.parameters().get(address), ofMachine(address)));
    } else {
      ofMachine.put(address, change.value());
    }
  }

  private void parameter(Change change, String name) {
    ModelProvider provider = scenario.model().provider();
    List<String> known = provider.parameters().stream().map(ParameterSpec::name).toList();
    if (!known.contains(name)) {
      throw ForetellException.usage(
          change
              + ": model "
              + provider.name()
              + " has no parameter "
              + name
              + "; "
              + NearestName.of(name, known).map(near -> "did you mean " + near + "? ").orElse("")
              + "it has "
              + String.join(", ", known));
    }
    String own = provider.name() + "." + name;
    String given = scenario.parameters().getOrDefault(own, scenario.parameters().get(name));
    given(own, value(change, given, ofMachine(own)));
  }

  private @Nullable String ofMachine(String setting) {
    return scenario
        .machine()
        .map(machine -> machine.machine().modelParameters().get(setting))
        .orElse(null);
  }

  private void given(String name, String value) {
    Map<String, String> all = new LinkedHashMap<>(scenario.parameters());
    all.put(name, value);
    scenario = scenario.withParameters(all);
  }

  /** What it is to be, from what was given or what the machine says. */
  private static String value(Change change, @Nullable String given, @Nullable String ofMachine) {
    Optional<RelativeValue> by = RelativeValue.of(change.value());
    if (by.isEmpty()) {
      return change.value();
    }
    String before = given != null ? given : ofMachine;
    if (before == null) {
      throw ForetellException.usage(
          change
              + ": neither you nor the machine state this figure, so there is nothing to relate to;"
              + " write an absolute value, or change the figure of the machine that it follows"
              + " from");
    }
    if (by.get().factor().signum() < 0) {
      throw ForetellException.usage(change + ": expected at least -100%");
    }
    return by.get()
        .times(before)
        .orElseThrow(
            () ->
                ForetellException.usage(
                    change
                        + ": it is "
                        + before
                        + ", which is no number; write an absolute value"));
  }

  private void placement(Change change) {
    if (!change.address().equals(RANKS_PER_NODE)) {
      throw ForetellException.usage(
          change + ": there is no such figure of the placement; there is " + RANKS_PER_NODE);
    }
    Integer before = scenario.placement().ranksPerNode();
    String text = value(change, before == null ? null : before.toString(), null);
    try {
      scenario =
          scenario.withPlacement(
              scenario.placement().withRanksPerNode(Integer.parseInt(text.strip())));
    } catch (NumberFormatException wrong) {
      throw ForetellException.usage(change + ": expected a whole number of ranks, like 4");
    }
  }

  private Scenario withMachine() {
    if (ofMachine.isEmpty()) {
      return scenario;
    }
    MachineContent machine =
        scenario
            .machine()
            .orElseThrow(
                () ->
                    ForetellException.usage(
                        byAddress.get(ofMachine.keySet().iterator().next())
                            + ": there is no machine to set it in; name one"));
    Change network = byAddress.get(NETWORK);
    if (network != null && network.isRelative()) {
      new GivenParameters(scenario.parameters())
          .refuseBeside(network.toString(), scenario.model().provider());
    }
    return scenario.withMachine(Optional.of(machine.with(ofMachine)));
  }

  private static ForetellException contradiction(Change one, Change other) {
    return ForetellException.usage(
        one + " and " + other + " contradict each other; write one of them");
  }
}
