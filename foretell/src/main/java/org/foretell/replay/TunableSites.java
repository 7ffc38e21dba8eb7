package org.foretell.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.foretell.machine.BusLinks;
import org.foretell.machine.DedicatedConnection;
import org.foretell.machine.Machine;
import org.foretell.machine.Placement;
import org.foretell.replay.MovedBusLinks.Part;
import org.foretell.time.Quantity;

/**
 * What the sites of a machine of buses and links have of their own, as parameters: figures of their
 * nodes, and of what joins them.
 */
final class TunableSites {
  private static final double PS_PER_SECOND = 1e12;

  private final BusLinks links;
  private final SiteParts parts;

  /**
   * Of a machine.
   *
   * @param links its sites
   */
  TunableSites(Machine machine, BusLinks links, Placement placement) {
    this.links = links;
    parts = new SiteParts(machine, links, placement);
  }

  /** What each part with ranks has of its own of one figure. */
  List<TunableFigure> each(MovedParameter one) {
    List<Part> all =
        MovedBusLinks.isOfSites(one.machineFigure())
            ? parts.sites()
            : parts.groups(one.figure().parameter().place().isWithinNode() ? 2 : 1);
    List<TunableFigure> found = new ArrayList<>();
    for (Part part : all) {
      double figure = MovedBusLinks.figure(links, one.machineFigure(), part);
      String name = one.name() + " of " + parts.name(part);
      BiFunction<BusLinks, Double, BusLinks> moved =
          (on, factor) -> MovedBusLinks.with(on, one.machineFigure(), factor, part);
      if (one.isLargerSlower()) {
        addTime(found, name, Math.round(figure), moved);
      } else {
        addBandwidth(found, name, figure, moved);
      }
    }
    return found;
  }

  /** The same figure of all parts at once, by the value of the first. */
  TunableFigure all(MovedParameter one) {
    return TunableFigure.ofMachine(
        one.name(),
        one.text(),
        one.number(),
        one.unit(),
        one.isLargerSlower(),
        moved(
            (on, cost) ->
                MovedBusLinks.with(
                    on, one.machineFigure(), one.isLargerSlower() ? cost : 1 / cost, Part.ALL)));
  }

  /** Flights between sites with ranks, and connections between two sites apart from all others. */
  List<TunableFigure> ofWideArea() {
    List<TunableFigure> found = new ArrayList<>();
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
              (on, factor) -> MovedBusLinks.flight(on, from, to, factor));
        }
      }
    }
    for (int index = 0; index < links.wideArea().dedicated().size(); index++) {
      ofConnection(found, index, used);
    }
    return found;
  }

  private void ofConnection(List<TunableFigure> found, int index, List<Part> used) {
    DedicatedConnection one = links.wideArea().dedicated().get(index);
    if (used.stream().noneMatch(part -> part.site() == one.source())
        || used.stream().noneMatch(part -> part.site() == one.destination())) {
      return;
    }
    String name =
        "connection %d from %s to %s"
            .formatted(index + 1, parts.siteName(one.source()), parts.siteName(one.destination()));
    addTime(
        found,
        "latency of " + name,
        one.latencyPs(),
        (on, factor) -> connection(on, index, factor, 1, 1));
    addBandwidth(
        found,
        "bandwidth of " + name,
        one.bytesPerSecond(),
        (on, factor) -> connection(on, index, 1, factor, 1));
    addTime(
        found,
        "flight time of " + name,
        one.flightPs(),
        (on, factor) -> connection(on, index, 1, 1, factor));
  }

  private static BusLinks connection(
      BusLinks on, int index, double latency, double bandwidth, double flight) {
    return MovedBusLinks.dedicated(
        on, index, one -> MovedBusLinks.with(one, latency, bandwidth, flight));
  }

  /** Of the sites of a machine; of one that has none, those that follow from its groups. */
  private static BiFunction<Machine, Double, Machine> moved(
      BiFunction<BusLinks, Double, BusLinks> sites) {
    return (machine, cost) ->
        machine.withBusLinks(
            sites.apply(machine.busLinks().orElseGet(() -> BusLinks.of(machine)), cost));
  }

  /** Unless it is 0. */
  private static void addTime(
      List<TunableFigure> found,
      String name,
      long timePs,
      BiFunction<BusLinks, Double, BusLinks> moved) {
    if (timePs > 0) {
      found.add(
          TunableFigure.ofMachine(
              name, Quantity.formatTime(timePs), timePs / PS_PER_SECOND, "s", true, moved(moved)));
    }
  }

  /** Unless it is unlimited. */
  private static void addBandwidth(
      List<TunableFigure> found,
      String name,
      double bytesPerSecond,
      BiFunction<BusLinks, Double, BusLinks> moved) {
    if (!Double.isInfinite(bytesPerSecond)) {
      found.add(
          TunableFigure.ofMachine(
              name,
              Quantity.formatBytesPerSecond(bytesPerSecond),
              bytesPerSecond,
              "B/s",
              false,
              moved((on, cost) -> moved.apply(on, 1 / cost))));
    }
  }
}
