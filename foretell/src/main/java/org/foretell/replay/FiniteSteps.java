package org.foretell.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.model.FigureOrigin;
import org.foretell.model.FigureValue;
import org.foretell.model.ModelTrait;
import org.foretell.model.ParameterRole;
import org.foretell.model.ParameterSpec.Kind;
import org.foretell.replay.PlannedStep.Other;
import org.foretell.scenario.Change;
import org.foretell.scenario.Experiment;

/**
 * The parameters of a run that move in steps: thresholds, which are halved and doubled, and counts
 * of buses, links and interfaces, of which there is one less and one more.
 */
final class FiniteSteps {
  private final Experiment experiment;
  private final List<MovedParameter> parameters;
  private final Set<ModelTrait> traits;
  private final List<PlannedStep> found = new ArrayList<>();

  /**
   * Those of an experiment.
   *
   * @param parameters of its model
   * @param traits of its model
   */
  FiniteSteps(Experiment experiment, List<MovedParameter> parameters, Set<ModelTrait> traits) {
    this.experiment = experiment;
    this.parameters = parameters;
    this.traits = traits;
    parameters.forEach(this::ofParameter);
    ofInterfaces();
  }

  List<PlannedStep> all() {
    return found;
  }

  private void ofParameter(MovedParameter one) {
    if (one.role() == ParameterRole.PROTOCOL_THRESHOLD
        || one.role() == ParameterRole.STRIPE_THRESHOLD) {
      double bytes = one.number();
      if (bytes >= 2 && bytes < Long.MAX_VALUE) {
        found.add(
            new PlannedStep(
                one.name(), one.text(), List.of(threshold(one, 0.5), threshold(one, 2))));
      }
    } else if (one.kind() == Kind.COUNT && one.isOfFirst()) {
      Machine machine = experiment.context().machine();
      if (machine != null) {
        found.addAll(new PartSteps(experiment, machine).of(one));
      }
    } else if (one.figure().value() instanceof FigureValue.Count of && of.count() > 0) {
      int count = of.count();
      List<Other> others = new ArrayList<>();
      if (count > 1) {
        others.add(given(one, new FigureValue.Count(count - 1)));
      }
      others.add(given(one, new FigureValue.Count(count + 1)));
      found.add(new PlannedStep(one.name(), one.text(), others));
    }
  }

  private static Other given(MovedParameter one, FigureValue value) {
    return new Other(value.text(), List.of(one.to(value)));
  }

  /**
   * A threshold of the machine is moved there, since what a user gives may count for more than it:
   * bus-link takes it for messages of which the trace says something else as well.
   */
  private Other threshold(MovedParameter one, double factor) {
    Machine machine = experiment.context().machine();
    long bytes = Math.round(one.number() * factor);
    long unnoticedBytes = Math.min(bytes, (long) one.number());
    String value = bytes % 1024 == 0 ? bytes / 1024 + "KiB" : bytes + "B";
    if (machine == null
        || one.role() != ParameterRole.PROTOCOL_THRESHOLD
        || !(one.figure().origin() instanceof FigureOrigin.OfMachine)) {
      return new Other(bytes + "B", List.of(one.to(new FigureValue.Bytes(bytes))), unnoticedBytes);
    }
    List<Change> changes = new ArrayList<>();
    parameters.stream()
        .filter(other -> other.role() == ParameterRole.STRIPE_THRESHOLD)
        .filter(
            other ->
                other.figure().origin() instanceof FigureOrigin.SameAs same
                    && same.figure().equals(one.name()))
        .forEach(other -> changes.add(other.to(other.figure().value())));
    changes.add(
        new Change(
            "eagerThreshold",
            new Change.Moved(value, on -> on.toBuilder().eagerThresholdBytes(bytes).build())));
    return new Other(value, changes, unnoticedBytes);
  }

  /** Of groups that are used, where the model has ranks share them. */
  private void ofInterfaces() {
    Machine machine = experiment.context().machine();
    if (machine == null
        || !traits.contains(ModelTrait.INTERFACES_COUNT)
        || experiment.context().placement().nodesUsed() == 1
        || machine.topology().filter(network -> network.interfaces() > 1).isPresent()) {
      return;
    }
    for (int index = 0; index < machine.groups().size(); index++) {
      NodeGroup group = machine.groups().get(index);
      if (!experiment.hasRankOn(group)) {
        continue;
      }
      String name = "nodeGroups." + group.name() + ".nics";
      List<Other> others = new ArrayList<>();
      if (group.nics() > 1) {
        others.add(interfaces(name, index, group.nics() - 1));
      }
      others.add(interfaces(name, index, group.nics() + 1));
      found.add(new PlannedStep(name, Integer.toString(group.nics()), others));
    }
  }

  private static Other interfaces(String name, int index, int count) {
    return PartSteps.other(
        name,
        count,
        (machine, nics) ->
            machine.withGroup(index, machine.groups().get(index).toBuilder().nics(nics).build()));
  }
}
