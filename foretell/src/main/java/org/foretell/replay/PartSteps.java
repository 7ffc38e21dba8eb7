package org.foretell.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.foretell.machine.BusLinks;
import org.foretell.machine.BusNodes;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.NodeGroupBuilder;
import org.foretell.model.SiteFigures;
import org.foretell.replay.MovedBusLinks.Part;
import org.foretell.replay.PlannedStep.Other;
import org.foretell.scenario.Change;
import org.foretell.scenario.Experiment;

/**
 * Counts of buses and links of which each site, or each group of nodes, has its own, where not all
 * of them are the same: each is moved alone.
 */
final class PartSteps {
  private final Experiment experiment;
  private final Machine machine;

  PartSteps(Experiment experiment, Machine machine) {
    this.experiment = experiment;
    this.machine = machine;
  }

  /**
   * The steps of one count.
   *
   * @param parameter that would give it to all parts
   */
  List<PlannedStep> of(MovedParameter parameter) {
    return machine
        .busLinks()
        .map(links -> ofSites(links, parameter))
        .orElseGet(() -> ofGroups(parameter));
  }

  private List<PlannedStep> ofSites(BusLinks links, MovedParameter one) {
    String parameter = one.machineFigure();
    SiteParts parts = new SiteParts(machine, links, experiment.context().placement());
    List<Part> all =
        parameter.equals(SiteFigures.BUSES)
            ? parts.sites()
            : parts.groups(one.figure().parameter().place().isWithinNode() ? 2 : 1);
    List<PlannedStep> found = new ArrayList<>();
    for (Part part : all) {
      add(
          found,
          one.name() + " of " + parts.name(part),
          count(links, parameter, part),
          (on, other) ->
              on.withBusLinks(
                  with(on.busLinks().orElseGet(() -> BusLinks.of(on)), parameter, part, other)));
    }
    return found;
  }

  private static int count(BusLinks links, String parameter, Part part) {
    if (parameter.equals(SiteFigures.BUSES)) {
      return links.sites().get(part.site()).buses();
    }
    BusNodes nodes = links.sites().get(part.site()).nodes().get(part.nodes());
    return switch (parameter) {
      case SiteFigures.INPUT_LINKS -> nodes.inputLinks();
      case SiteFigures.OUTPUT_LINKS -> nodes.outputLinks();
      case SiteFigures.INTRA_BUSES -> nodes.intraBuses();
      case SiteFigures.INTRA_INPUT_LINKS -> nodes.intraInputLinks();
      case SiteFigures.INTRA_OUTPUT_LINKS -> nodes.intraOutputLinks();
      default -> throw new IllegalArgumentException("no count of sites: " + parameter);
    };
  }

  private static BusLinks with(BusLinks links, String parameter, Part part, int count) {
    return switch (parameter) {
      case SiteFigures.BUSES ->
          MovedBusLinks.ofSites(links, part, site -> site.toBuilder().buses(count).build());
      case SiteFigures.INPUT_LINKS ->
          MovedBusLinks.ofNodes(
              links, part, n -> n.toBuilder().links(count, n.outputLinks()).build());
      case SiteFigures.OUTPUT_LINKS ->
          MovedBusLinks.ofNodes(
              links, part, n -> n.toBuilder().links(n.inputLinks(), count).build());
      case SiteFigures.INTRA_BUSES ->
          MovedBusLinks.ofNodes(links, part, n -> n.toBuilder().intraBuses(count).build());
      case SiteFigures.INTRA_INPUT_LINKS ->
          MovedBusLinks.ofNodes(
              links, part, n -> n.toBuilder().intraLinks(count, n.intraOutputLinks()).build());
      case SiteFigures.INTRA_OUTPUT_LINKS ->
          MovedBusLinks.ofNodes(
              links, part, n -> n.toBuilder().intraLinks(n.intraInputLinks(), count).build());
      default -> throw new IllegalArgumentException("no count of sites: " + parameter);
    };
  }

  /** Of a machine without sites, whose groups of nodes say how many links they have. */
  private List<PlannedStep> ofGroups(MovedParameter one) {
    String parameter = one.machineFigure();
    boolean in = parameter.equals(SiteFigures.INPUT_LINKS);
    List<PlannedStep> found = new ArrayList<>();
    if (!in && !parameter.equals(SiteFigures.OUTPUT_LINKS)) {
      return found;
    }
    for (int index = 0; index < machine.groups().size(); index++) {
      NodeGroup group = machine.groups().get(index);
      if (experiment.hasRankOn(group)) {
        int at = index;
        add(
            found,
            "nodeGroups.%s.links.%s".formatted(group.name(), in ? "in" : "out"),
            in ? group.inputLinks() : group.outputLinks(),
            (on, other) -> {
              NodeGroupBuilder moved = on.groups().get(at).toBuilder();
              return on.withGroup(
                  at, (in ? moved.inputLinks(other) : moved.outputLinks(other)).build());
            });
      }
    }
    return found;
  }

  /** One less and one more, unless there is no limit. */
  private static void add(
      List<PlannedStep> found,
      String name,
      int count,
      BiFunction<Machine, Integer, Machine> moved) {
    if (count < 1) {
      return;
    }
    List<Other> others = new ArrayList<>();
    if (count > 1) {
      others.add(other(name, count - 1, moved));
    }
    others.add(other(name, count + 1, moved));
    found.add(new PlannedStep(name, Integer.toString(count), others));
  }

  static Other other(String name, int count, BiFunction<Machine, Integer, Machine> moved) {
    String value = Integer.toString(count);
    return new Other(
        value,
        List.of(new Change(name, new Change.Moved(value, machine -> moved.apply(machine, count)))));
  }
}
