package org.foretell.replay;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.Placement;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ExpandedCollectives;
import org.foretell.model.Figure;
import org.foretell.model.FigureValue;
import org.foretell.model.ModelTrait;
import org.foretell.model.ParameterPlace;
import org.foretell.model.ParameterRole;
import org.foretell.model.ParameterSpec;
import org.foretell.models.compute.ScaledCompute;
import org.foretell.scenario.Change;
import org.foretell.scenario.Experiment;
import org.foretell.scenario.Scenario;
import org.foretell.trace.Capability;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a run that can be moved by any amount: of the model, of the groups of nodes
 * that are used, of the speed of their cores, and, where messages share them, of the links between
 * them. Excludes parameters that are zero, unlimited or unused in this run.
 */
final class TunableFigures {
  private static final String REDUCTION = "collectives.reduceTimePerByte";

  private final Scenario scenario;
  private final Experiment experiment;
  private final @Nullable Machine machine;
  private final Placement placement;
  private final Set<ModelTrait> traits;
  private final ScaledCompute compute;
  private final List<MovedParameter> parameters = new ArrayList<>();
  private final List<TunableFigure> found = new ArrayList<>();

  /**
   * Those of a scenario.
   *
   * @param ready a simulation of it
   * @param contents what the trace has
   */
  TunableFigures(Scenario scenario, Experiment.Ready ready, Set<Capability> contents) {
    this.scenario = scenario;
    experiment = scenario.experiment();
    machine = experiment.context().machine();
    placement = experiment.context().placement();
    traits = EnumSet.copyOf(ready.model().mpi().traits());
    compute = ready.compute();
    for (Figure figure : experiment.provider().effective(experiment.context())) {
      parameters.add(new MovedParameter(figure));
      ModelTrait trait = figure.parameter().traits().get(figure.value().text());
      if (trait != null) {
        traits.add(trait);
      }
    }
    ofBursts();
    parameters.stream()
        .filter(one -> one.isContinuous() || one.isSpeedOfFirst())
        .forEach(this::ofParameter);
    ofGroups();
    ofRoofs();
    ofLinks();
    Machine own = machine;
    if (own != null) {
      found.addAll(new TunableServices(own).of(contents));
    }
    ofReduction(ready.model());
  }

  /** All of them. */
  List<TunableFigure> all() {
    return found;
  }

  /** The parameters of the model, with their values. */
  List<MovedParameter> parameters() {
    return parameters;
  }

  /**
   * The latency between nodes; under a flow model with a topology that of its links as well. Empty
   * if there is none that is above 0.
   */
  Optional<TunableFigure> latency() {
    if (placement.nodesUsed() == 1) {
      return Optional.empty();
    }
    MovedParameter latency =
        parameters.stream().filter(MovedParameter::isLatencyBetweenNodes).findFirst().orElse(null);
    Optional<TunableFigure> tunable =
        latency == null
            ? Optional.empty()
            : found.stream().filter(one -> one.name().equals(latency.name())).findFirst();
    if (tunable.isEmpty() && latency != null && latency.isOfFirst() && latency.isContinuous()) {
      return sites().map(sites -> sites.all(latency));
    }
    Machine own = machine;
    if (tunable.isEmpty() || latency == null || own == null || !hasLinks(own)) {
      return tunable;
    }
    return Optional.of(
        TunableFigure.of(
            latency.name() + " and links",
            latency.text(),
            latency.number(),
            "s",
            true,
            cost ->
                List.of(
                    new Change(
                        "links",
                        new Change.Moved(
                            "latency x" + cost,
                            on -> TunableLinks.scaled(on, link -> true, cost, 1))),
                    latency.times(cost))));
  }

  /**
   * What is derived from other parameters as it is now, so that it stays when these move. Under a
   * flow model that would change more than the value.
   */
  private List<Change> pins() {
    return traits.contains(ModelTrait.LINKS_ARE_SHARED)
        ? List.of()
        : parameters.stream()
            .filter(MovedParameter::isDerived)
            .filter(one -> one.kind() != ParameterSpec.Kind.TABLE)
            .map(one -> one.to(one.figure().value()))
            .toList();
  }

  /** The run as it is, with nothing that follows from other parameters: what figures move in. */
  Scenario still() {
    return scenario.with(pins());
  }

  /** By group of nodes; a machine of sites says how fast its cores are there. */
  private void ofBursts() {
    Machine own = machine;
    Map<String, IntPredicate> nodes =
        own == null
            ? Map.of()
            : own.busLinks()
                .map(links -> new SiteParts(own, links, placement).nodes())
                .orElseGet(() -> nodesOfGroups(own));
    if (nodes.size() <= 1) {
      ofBursts("cpuRatio", rank -> true);
    } else {
      nodes.forEach(
          (name, of) -> ofBursts("cpuRatio of " + name, rank -> of.test(placement.node(rank))));
    }
  }

  private static Map<String, IntPredicate> nodesOfGroups(Machine own) {
    Map<String, IntPredicate> nodes = new LinkedHashMap<>();
    int first = 0;
    for (NodeGroup group : own.groups()) {
      int from = first;
      int to = first + group.nodes();
      first = to;
      nodes.put(group.name(), node -> node >= from && node < to);
    }
    return nodes;
  }

  private void ofBursts(String name, IntPredicate ranks) {
    for (int rank = 0; rank < placement.ranks(); rank++) {
      if (ranks.test(rank) && compute.cpuRatio(rank) > 0) {
        double ratio = compute.cpuRatio(rank);
        found.add(TunableFigure.ofBursts(name, Double.toString(ratio), ratio, ranks));
        return;
      }
    }
  }

  private void ofParameter(MovedParameter one) {
    if (isIdle(one) || (one.follows() && traits.contains(ModelTrait.LINKS_ARE_SHARED))) {
      return;
    }
    if (one.isOfFirst()) {
      ofSites(one);
      return;
    }
    TunableFigure tunable =
        TunableFigure.of(
            one.name(),
            one.text(),
            one.number(),
            one.unit(),
            one.isLargerSlower(),
            cost -> List.of(one.times(one.isLargerSlower() ? cost : 1 / cost)));
    found.add(one.role() == ParameterRole.REDUCTION ? tunable.byReplays() : tunable);
  }

  /** Whether no message of this run can meet it. */
  private boolean isIdle(MovedParameter one) {
    ParameterPlace place = one.figure().parameter().place();
    return (place.isWithinNode() && placement.nodesUsed() == placement.ranks())
        || (place == ParameterPlace.BETWEEN_NODES && placement.nodesUsed() == 1)
        || (place == ParameterPlace.WIDE_AREA && !hasSites());
  }

  private boolean hasSites() {
    Machine own = machine;
    return own != null && own.busLinks().filter(links -> links.sites().size() > 1).isPresent();
  }

  /** What each site or group of nodes has of its own. */
  private void ofSites(MovedParameter one) {
    sites().ifPresent(sites -> found.addAll(sites.each(one)));
  }

  /** If the model reads sites and the machine has them. */
  private Optional<TunableSites> sites() {
    Machine own = machine;
    return own == null || !traits.contains(ModelTrait.SITES_ARE_READ)
        ? Optional.empty()
        : own.busLinks().map(links -> new TunableSites(own, links, placement));
  }

  /** Figures of groups of nodes, unless sites describe these or each rank has a node. */
  private void ofGroups() {
    Machine own = machine;
    boolean described =
        own != null && own.busLinks().isPresent() && traits.contains(ModelTrait.SITES_ARE_READ);
    if (own != null && !described && placement.nodesUsed() < placement.ranks()) {
      found.addAll(new TunableGroups(own, parameters, traits).of(experiment::hasRankOn));
    }
  }

  /** What bounds bursts whose work is known or of which a share is bound by memory, if any is. */
  private void ofRoofs() {
    Machine own = machine;
    if (own != null && (compute.roof(0).isPresent() || compute.memory().isPresent())) {
      found.addAll(new TunableRoofs(own).of(experiment::hasRankOn));
    }
  }

  private void ofLinks() {
    Machine own = machine;
    if (own != null && hasLinks(own) && (placement.nodesUsed() > 1 || passesLinksWithin())) {
      found.addAll(new TunableLinks(own).ofTopology(placement, passesLinksWithin()));
    }
    sites().ifPresent(sites -> found.addAll(sites.ofWideArea()));
  }

  /** Whether messages within a node pass its links. */
  private boolean passesLinksWithin() {
    return traits.contains(ModelTrait.WITHIN_OVER_LINKS);
  }

  /** Whether messages share the links of a topology that the machine has. */
  private boolean hasLinks(Machine own) {
    return traits.contains(ModelTrait.LINKS_ARE_SHARED)
        && own.topology().isPresent()
        && !traits.contains(ModelTrait.TOPOLOGY_LEFT_ASIDE);
  }

  /** What reductions in the steps of collectives cost, unless the model says it. */
  private void ofReduction(CommunicationModel communication) {
    ExpandedCollectives expanded = communication.expanded();
    Machine own = machine;
    boolean isStated =
        experiment.parameters().containsKey(REDUCTION)
            || (own != null && own.modelParameters().containsKey(REDUCTION));
    if (expanded == null || !isStated || !(expanded.reducePsPerByte() > 0)) {
      return;
    }
    FigureValue value = new FigureValue.PsPerByte(expanded.reducePsPerByte());
    found.add(
        TunableFigure.of(
                REDUCTION.substring(REDUCTION.indexOf('.') + 1),
                value.text(),
                value.number() / 1e12,
                "s/B",
                true,
                cost -> List.of(Change.to(REDUCTION, value.times(cost))))
            .byReplays());
  }
}
