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
import org.foretell.model.SiteFigures;

/** One figure of all sites of a machine of buses and links, moved by a factor. */
final class MovedBusLinks {
  private MovedBusLinks() {}

  /**
   * A part of the machine.
   *
   * @param site its number, or {@link #ANY}
   * @param nodes the number of a group of its nodes, or {@link #ANY}
   */
  record Part(int site, int nodes) {
    static final int ANY = -1;

    /** The whole machine. */
    static final Part ALL = new Part(ANY, ANY);

    boolean holds(int ofSite) {
      return site == ANY || site == ofSite;
    }

    boolean holds(int ofSite, int ofNodes) {
      return holds(ofSite) && (nodes == ANY || nodes == ofNodes);
    }
  }

  /** Whether sites have such a figure, and not each group of their nodes. */
  static boolean isOfSites(String address) {
    return address.equals(SiteFigures.BANDWIDTH);
  }

  /** The figure of a part, picoseconds or bytes per second, by its address. */
  static double figure(BusLinks links, String address, Part part) {
    BusSite site = links.sites().get(part.site());
    if (isOfSites(address)) {
      return site.bytesPerSecond();
    }
    BusNodes nodes = site.nodes().get(part.nodes());
    return switch (address) {
      case SiteFigures.LATENCY -> nodes.latencyPs();
      case SiteFigures.WIDE_AREA_LATENCY -> nodes.wideAreaLatencyPs();
      case SiteFigures.INTRA_LATENCY -> nodes.intraNode().latencyPs();
      case SiteFigures.INTRA_BANDWIDTH -> nodes.intraNode().bytesPerSecond();
      default -> throw new IllegalArgumentException("no figure of sites: " + address);
    };
  }

  /** The figures that sites may have of their own, by address. */
  static BusLinks with(BusLinks links, String address, double factor, Part part) {
    return switch (address) {
      case SiteFigures.LATENCY ->
          ofNodes(links, part, n -> n.toBuilder().latencyPs(times(n.latencyPs(), factor)).build());
      case SiteFigures.WIDE_AREA_LATENCY ->
          ofNodes(
              links,
              part,
              n -> n.toBuilder().wideAreaLatencyPs(times(n.wideAreaLatencyPs(), factor)).build());
      case SiteFigures.INTRA_LATENCY ->
          ofNodes(
              links, part, n -> n.toBuilder().intraNode(speed(n.intraNode(), factor, 1)).build());
      case SiteFigures.INTRA_BANDWIDTH ->
          ofNodes(
              links, part, n -> n.toBuilder().intraNode(speed(n.intraNode(), 1, factor)).build());
      case SiteFigures.BANDWIDTH ->
          ofSites(
              links, part, s -> s.toBuilder().bytesPerSecond(s.bytesPerSecond() * factor).build());
      default -> throw new IllegalArgumentException("no figure of sites: " + address);
    };
  }

  /** How long messages fly from one site to another. */
  static BusLinks flight(BusLinks links, int source, int destination, double factor) {
    long[][] flightPs = links.wideArea().flightPs();
    flightPs[source][destination] = times(flightPs[source][destination], factor);
    return withWideArea(links, links.wideArea().toBuilder().flightPs(flightPs).build());
  }

  /** One of the connections that join two sites apart from all others. */
  static BusLinks dedicated(BusLinks links, int index, UnaryOperator<DedicatedConnection> moved) {
    List<DedicatedConnection> all = new ArrayList<>(links.wideArea().dedicated());
    all.set(index, moved.apply(all.get(index)));
    return withWideArea(links, links.wideArea().toBuilder().dedicated(all).build());
  }

  /** A connection some of whose figures are others. */
  static DedicatedConnection with(
      DedicatedConnection one, double latencyFactor, double bandwidthFactor, double flightFactor) {
    return new DedicatedConnection(
        one.source(),
        one.destination(),
        one.bytesPerSecond() * bandwidthFactor,
        one.tags(),
        one.sizes(),
        times(one.latencyPs(), latencyFactor),
        times(one.flightPs(), flightFactor));
  }

  private static BusLinks withWideArea(BusLinks links, WideArea wide) {
    return new BusLinks(links.sites(), wide, links.burstRules(), links.mapping());
  }

  private static LinkSpeed speed(LinkSpeed speed, double latencyFactor, double bandwidthFactor) {
    return new LinkSpeed(
        times(speed.latencyPs(), latencyFactor), speed.bytesPerSecond() * bandwidthFactor);
  }

  private static long times(long ps, double factor) {
    return Math.round(ps * factor);
  }

  /** With other nodes in a part of it. */
  static BusLinks ofNodes(BusLinks links, Part part, UnaryOperator<BusNodes> moved) {
    List<BusSite> sites = new ArrayList<>(links.sites());
    for (int site = 0; site < sites.size(); site++) {
      List<BusNodes> groups = new ArrayList<>(sites.get(site).nodes());
      for (int nodes = 0; nodes < groups.size(); nodes++) {
        if (part.holds(site, nodes)) {
          groups.set(nodes, moved.apply(groups.get(nodes)));
        }
      }
      sites.set(site, sites.get(site).toBuilder().nodes(groups).build());
    }
    return withSites(links, sites);
  }

  /** With other sites in a part of it. */
  static BusLinks ofSites(BusLinks links, Part part, UnaryOperator<BusSite> moved) {
    List<BusSite> sites = new ArrayList<>(links.sites());
    for (int site = 0; site < sites.size(); site++) {
      if (part.holds(site)) {
        sites.set(site, moved.apply(sites.get(site)));
      }
    }
    return withSites(links, sites);
  }

  private static BusLinks withSites(BusLinks links, List<BusSite> sites) {
    return new BusLinks(sites, links.wideArea(), links.burstRules(), links.mapping());
  }
}
