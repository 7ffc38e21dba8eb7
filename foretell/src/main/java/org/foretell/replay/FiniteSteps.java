package org.foretell.replay;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.model.BusLinkModel;
import org.foretell.model.DirectModel;
import org.foretell.model.MpiModel;
import org.foretell.model.ParameterSpec.Kind;
import org.foretell.replay.PlannedStep.Other;
import org.foretell.scenario.Experiment;

/**
 * The parameters of a run that move in steps: thresholds, which are halved and doubled, and counts
 * of buses, links and interfaces, of which there is one less and one more.
 */
final class FiniteSteps {
  private static final Set<String> EAGER = Set.of("S", "eagerThreshold");
  private static final String STRIPES = "stripeThreshold";

  private final Experiment experiment;
  private final List<MovedParameter> parameters;
  private final MpiModel model;
  private final List<PlannedStep> found = new ArrayList<>();

  /**
   * Those of an experiment.
   *
   * @param parameters of its model
   */
  FiniteSteps(Experiment experiment, List<MovedParameter> parameters, MpiModel model) {
    this.experiment = experiment;
    this.parameters = parameters;
    this.model = model;
    parameters.forEach(this::ofParameter);
    ofInterfaces();
  }

  List<PlannedStep> all() {
    return found;
  }

  private void ofParameter(MovedParameter one) {
    if (EAGER.contains(one.name()) || one.name().equals(STRIPES)) {
      double bytes = one.number();
      if (bytes >= 2 && bytes < Long.MAX_VALUE) {
        found.add(
            new PlannedStep(
                one.name(), one.value(), List.of(threshold(one, 0.5), threshold(one, 2))));
      }
    } else if (one.kind() == Kind.COUNT && one.isOfFirst()) {
      Machine machine = experiment.context().machine();
      if (machine != null) {
        found.addAll(new PartSteps(experiment, machine).of(one.name()));
      }
    } else if (one.kind() == Kind.COUNT && one.value().matches("[1-9][0-9]{0,8}")) {
      int count = Integer.parseInt(one.value());
      List<Other> others = new ArrayList<>();
      if (count > 1) {
        others.add(given(one, Integer.toString(count - 1)));
      }
      others.add(given(one, Integer.toString(count + 1)));
      found.add(new PlannedStep(one.name(), one.value(), others));
    }
  }

  private Other given(MovedParameter one, String value) {
    return new Other(
        value,
        () ->
            experiment.with(
                experiment.context().machine(),
                one.with(experiment.context().parameters(), value)));
  }

  /**
   * A threshold of the machine is moved there, since what a user gives may count for more than it:
   * bus-link takes it for messages of which the trace says something else as well.
   */
  private Other threshold(MovedParameter one, double factor) {
    Machine machine = experiment.context().machine();
    String setting = experiment.provider().name() + "." + one.name();
    long bytes = Math.round(one.number() * factor);
    long unnoticedBytes = Math.min(bytes, (long) one.number());
    String value = bytes % 1024 == 0 ? bytes / 1024 + "KiB" : bytes + "B";
    if (machine == null
        || !EAGER.contains(one.name())
        || !one.origin().startsWith("machine")
        || machine.modelParameters().containsKey(setting)) {
      return new Other(bytes + "B", given(one, bytes + "B").experiment(), unnoticedBytes);
    }
    Map<String, String> parametersGiven = new LinkedHashMap<>(experiment.context().parameters());
    parameters.stream()
        .filter(other -> other.name().equals(STRIPES) && other.origin().equals(one.name()))
        .forEach(other -> parametersGiven.put(STRIPES, other.value()));
    return new Other(
        value,
        () ->
            experiment.with(
                machine.toBuilder().eagerThresholdBytes(bytes).build(), parametersGiven),
        unnoticedBytes);
  }

  /** Of groups that are used, where the model has ranks share them. */
  private void ofInterfaces() {
    Machine machine = experiment.context().machine();
    if (machine == null
        || model instanceof DirectModel
        || model instanceof BusLinkModel
        || experiment.context().placement().nodesUsed() == 1
        || machine.topology().filter(network -> network.interfaces() > 1).isPresent()) {
      return;
    }
    for (int index = 0; index < machine.groups().size(); index++) {
      NodeGroup group = machine.groups().get(index);
      if (!experiment.hasRankOn(group)) {
        continue;
      }
      List<Other> others = new ArrayList<>();
      if (group.nics() > 1) {
        others.add(interfaces(machine, index, group.nics() - 1));
      }
      others.add(interfaces(machine, index, group.nics() + 1));
      found.add(
          new PlannedStep(
              "nodeGroups." + group.name() + ".nics", Integer.toString(group.nics()), others));
    }
  }

  private Other interfaces(Machine machine, int index, int count) {
    NodeGroup other = machine.groups().get(index).toBuilder().nics(count).build();
    return new Other(
        Integer.toString(count),
        () -> experiment.with(machine.withGroup(index, other), experiment.context().parameters()));
  }
}
