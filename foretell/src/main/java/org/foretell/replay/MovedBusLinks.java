package org.foretell.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.foretell.machine.BusLinks;
import org.foretell.machine.BusNodes;
import org.foretell.machine.BusSite;
import org.foretell.machine.DedicatedConnection;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.WideArea;

/** One figure of all sites of a machine of buses and links, moved by a factor. */
final class MovedBusLinks {
  private MovedBusLinks() {}

  /** The figures that sites may have of their own, by the parameter that gives all of them one. */
  static BusLinks with(BusLinks links, String parameter, double factor) {
    return switch (parameter) {
      case "interNodeLatency" ->
          ofNodes(links, n -> n.toBuilder().latencyPs(times(n.latencyPs(), factor)).build());
      case "wideAreaLatency" ->
          ofNodes(
              links,
              n -> n.toBuilder().wideAreaLatencyPs(times(n.wideAreaLatencyPs(), factor)).build());
      case "intraNodeLatency" ->
          ofNodes(links, n -> n.toBuilder().intraNode(speed(n.intraNode(), factor, 1)).build());
      case "intraNodeBandwidth" ->
          ofNodes(links, n -> n.toBuilder().intraNode(speed(n.intraNode(), 1, factor)).build());
      case "interNodeBandwidth" ->
          ofSites(links, s -> s.toBuilder().bytesPerSecond(s.bytesPerSecond() * factor).build());
      default -> throw new IllegalArgumentException("no figure of sites: " + parameter);
    };
  }

  /** One of the connections that join two sites apart from all others. */
  static BusLinks dedicated(BusLinks links, int index, double latencyFactor, double factor) {
    WideArea wide = links.wideArea();
    DedicatedConnection one = wide.dedicated().get(index);
    List<DedicatedConnection> all = new ArrayList<>(wide.dedicated());
    all.set(
        index,
        new DedicatedConnection(
            one.source(),
            one.destination(),
            one.bytesPerSecond() * factor,
            one.tags(),
            one.sizes(),
            times(one.latencyPs(), latencyFactor),
            one.flightPs()));
    return new BusLinks(
        links.sites(),
        wide.toBuilder().dedicated(all).build(),
        links.burstRules(),
        links.mapping());
  }

  private static LinkSpeed speed(LinkSpeed speed, double latencyFactor, double bandwidthFactor) {
    return new LinkSpeed(
        times(speed.latencyPs(), latencyFactor), speed.bytesPerSecond() * bandwidthFactor);
  }

  private static long times(long ps, double factor) {
    return Math.round(ps * factor);
  }

  private static BusLinks ofNodes(BusLinks links, UnaryOperator<BusNodes> moved) {
    return ofSites(
        links, site -> site.toBuilder().nodes(site.nodes().stream().map(moved).toList()).build());
  }

  private static BusLinks ofSites(BusLinks links, UnaryOperator<BusSite> moved) {
    return new BusLinks(
        links.sites().stream().map(moved).toList(),
        links.wideArea(),
        links.burstRules(),
        links.mapping());
  }
}
