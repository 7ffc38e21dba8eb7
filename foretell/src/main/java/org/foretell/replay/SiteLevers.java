package org.foretell.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import org.foretell.machine.BusLinks;
import org.foretell.machine.DedicatedConnection;
import org.foretell.machine.Machine;
import org.foretell.machine.Placement;
import org.foretell.replay.MovedBusLinks.Part;
import org.foretell.scenario.Experiment;
import org.foretell.time.Quantity;

/**
 * What the sites of a machine of buses and links have of their own, as parameters: figures of their
 * nodes, and of what joins them.
 */
final class SiteLevers {
  private static final double PS_PER_SECOND = 1e12;

  private final BusLinks links;
  private final SiteParts parts;
  private final Function<BusLinks, Experiment> experiment;

  /**
   * Of a machine.
   *
   * @param links its sites
   * @param experiment with other ones
   */
  SiteLevers(
      Machine machine,
      BusLinks links,
      Placement placement,
      Function<BusLinks, Experiment> experiment) {
    this.links = links;
    this.experiment = experiment;
    parts = new SiteParts(machine, links, placement);
  }

  /** What each part with ranks has of its own of one figure. */
  List<Lever> each(MovedParameter one) {
    List<Part> all =
        MovedBusLinks.isOfSites(one.machineFigure())
            ? parts.sites()
            : parts.groups(one.figure().parameter().place().isWithinNode() ? 2 : 1);
    List<Lever> found = new ArrayList<>();
    for (Part part : all) {
      double figure = MovedBusLinks.figure(links, one.machineFigure(), part);
      String name = one.name() + " of " + parts.name(part);
      DoubleFunction<BusLinks> moved =
          factor -> MovedBusLinks.with(links, one.machineFigure(), factor, part);
      if (one.isLargerSlower()) {
        addTime(found, name, Math.round(figure), moved);
      } else {
        addBandwidth(found, name, figure, moved);
      }
    }
    return found;
  }

  /** The same figure of all parts at once, by the value of the first. */
  Lever all(MovedParameter one) {
    return Lever.of(
        one.name(),
        one.text(),
        one.number(),
        one.unit(),
        one.isLargerSlower(),
        cost ->
            experiment.apply(
                MovedBusLinks.with(
                    links, one.machineFigure(), one.isLargerSlower() ? cost : 1 / cost, Part.ALL)));
  }

  /** Flights between sites with ranks, and connections between two sites apart from all others. */
  List<Lever> ofWideArea() {
    List<Lever> found = new ArrayList<>();
    List<Part> used = parts.sites();
    for (Part source : used) {
      for (Part destination : used) {
        int from = source.site();
        int to = destination.site();
        if (from != to) {
          addTime(
              found,
              "flight time from %s to %s".formatted(parts.name(source), parts.name(destination)),
              links.wideArea().flightPs(from, to),
              factor -> MovedBusLinks.flight(links, from, to, factor));
        }
      }
    }
    for (int index = 0; index < links.wideArea().dedicated().size(); index++) {
      ofConnection(found, index, used);
    }
    return found;
  }

  private void ofConnection(List<Lever> found, int index, List<Part> used) {
    DedicatedConnection one = links.wideArea().dedicated().get(index);
    if (used.stream().noneMatch(part -> part.site() == one.source())
        || used.stream().noneMatch(part -> part.site() == one.destination())) {
      return;
    }
    String name =
        "connection %d from %s to %s"
            .formatted(index + 1, parts.siteName(one.source()), parts.siteName(one.destination()));
    addTime(
        found, "latency of " + name, one.latencyPs(), factor -> connection(index, factor, 1, 1));
    addBandwidth(
        found,
        "bandwidth of " + name,
        one.bytesPerSecond(),
        factor -> connection(index, 1, factor, 1));
    addTime(
        found, "flight time of " + name, one.flightPs(), factor -> connection(index, 1, 1, factor));
  }

  private BusLinks connection(int index, double latency, double bandwidth, double flight) {
    return MovedBusLinks.dedicated(
        links, index, one -> MovedBusLinks.with(one, latency, bandwidth, flight));
  }

  /** Unless it is 0. */
  private void addTime(
      List<Lever> found, String name, long timePs, DoubleFunction<BusLinks> moved) {
    if (timePs > 0) {
      found.add(
          Lever.of(
              name,
              Quantity.formatTime(timePs),
              timePs / PS_PER_SECOND,
              "s",
              true,
              cost -> experiment.apply(moved.apply(cost))));
    }
  }

  /** Unless it is unlimited. */
  private void addBandwidth(
      List<Lever> found, String name, double bytesPerSecond, DoubleFunction<BusLinks> moved) {
    if (!Double.isInfinite(bytesPerSecond)) {
      found.add(
          Lever.of(
              name,
              Quantity.formatBytesPerSecond(bytesPerSecond),
              bytesPerSecond,
              "B/s",
              false,
              cost -> experiment.apply(moved.apply(1 / cost))));
    }
  }
}
