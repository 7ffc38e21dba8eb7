package org.foretell.replay;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.foretell.machine.NoRouteException;
import org.foretell.machine.Placement;
import org.foretell.machine.Topology;
import org.foretell.time.Quantity;

/**
 * The kinds of links that messages between the ranks of a placement can pass. May be used by any
 * number of threads once it is made.
 */
final class LinkClasses {
  /** Of more ranks not all routes are looked at: then all kinds count as used. */
  private static final int MOST_RANKS = 1024;

  private static final int UNKNOWN = 0;

  private final Topology network;

  /** By link one more than the place of its kind in {@link #kinds}, or that it is not known yet. */
  private final int[] kindOf;

  /** By name of a kind its place. */
  private final Map<String, Integer> kinds = new LinkedHashMap<>();

  /** By place of a kind its first link. */
  private final List<Integer> firstLinks = new ArrayList<>();

  /** Receives each kind. */
  interface Listener {
    /**
     * A kind.
     *
     * @param latencyPs of its first link
     * @param bytesPerSecond of its first link
     * @param links which are of that kind
     */
    void kind(String name, long latencyPs, double bytesPerSecond, IntPredicate links);
  }

  /**
   * Looks for kinds.
   *
   * @param placement of the ranks between which messages may go
   * @param alsoWithin whether messages within a node pass links of it, out and back
   */
  LinkClasses(Topology network, Placement placement, boolean alsoWithin) {
    this.network = network;
    kindOf = new int[network.links()];
    if (placement.ranks() > MOST_RANKS) {
      for (int link = 0; link < network.links(); link++) {
        met(link);
      }
      return;
    }
    int[] interfaces = interfaces(placement);
    int[] route = new int[Math.max(1, network.longestRoute())];
    for (int source = 0; source < placement.ranks(); source++) {
      for (int destination = 0; destination < placement.ranks(); destination++) {
        if (placement.node(source) != placement.node(destination)) {
          routes(placement, interfaces, source, destination, route);
        } else if (alsoWithin) {
          outAndBack(placement.node(source), Topology.hash(source, destination), route);
        }
      }
    }
  }

  /** By rank which interface of its node it takes: the ranks of a node take them in turn. */
  private int[] interfaces(Placement placement) {
    Map<Integer, Integer> before = new LinkedHashMap<>();
    int[] own = new int[placement.ranks()];
    for (int rank = 0; rank < own.length; rank++) {
      own[rank] = (before.merge(placement.node(rank), 1, Integer::sum) - 1) % network.interfaces();
    }
    return own;
  }

  /** What a message takes, a part of one that goes over all interfaces, and one that has none. */
  private void routes(
      Placement placement, int[] interfaces, int source, int destination, int[] route) {
    int from = placement.node(source);
    int to = placement.node(destination);
    int hash = Topology.hash(source, destination);
    try {
      met(network.route(from, to, hash, route), route);
      if (network.interfaces() > 1) {
        met(
            network.route(from, interfaces[source], to, interfaces[destination], hash, route),
            route);
        for (int each = 0; each < network.interfaces(); each++) {
          met(network.route(from, each, to, each, hash, route), route);
        }
      }
    } catch (NoRouteException nobodyMeets) {
      // Whoever sends there is told by the replay.
    }
  }

  /** What leaves a node towards the one before it, and what comes back from there. */
  private void outAndBack(int node, int hash, int[] route) {
    if (network.nodes() < 2) {
      return;
    }
    int other = node == 0 ? 1 : node - 1;
    try {
      if (network.route(node, other, hash, route) > 0) {
        met(route[0]);
      }
      int back = network.route(other, node, hash, route);
      if (back > 0) {
        met(route[back - 1]);
      }
    } catch (NoRouteException nobodyMeets) {
      // Whoever sends there is told by the replay.
    }
  }

  private void met(int length, int[] route) {
    for (int index = 0; index < length; index++) {
      met(route[index]);
    }
  }

  private void met(int link) {
    if (kindOf[link] == UNKNOWN) {
      int kind = kinds.computeIfAbsent(name(link), name -> kinds.size());
      if (kind == firstLinks.size()) {
        firstLinks.add(link);
      }
      kindOf[link] = kind + 1;
    }
  }

  /** Links that the topology does not tell apart are of a kind if they are equally fast. */
  private String name(int link) {
    String named = network.linkClass(link);
    return named.equals("links")
        ? "links of %s, %s"
            .formatted(
                Quantity.formatBytesPerSecond(network.bytesPerSecond(link)),
                Quantity.formatTime(network.latencyPs(link)))
        : named;
  }

  /**
   * Whether a link is of a kind. Links that nobody has asked for before are looked up; several
   * threads may do so at once, since all of them find the same.
   */
  private boolean is(int link, int kind) {
    int known = kindOf[link];
    if (known == UNKNOWN) {
      Integer found = kinds.get(name(link));
      known = found == null ? -1 : found + 1;
      kindOf[link] = known;
    }
    return known == kind + 1;
  }

  void each(Listener listener) {
    kinds.forEach(
        (name, kind) -> {
          int first = firstLinks.get(kind);
          listener.kind(
              name,
              network.latencyPs(first),
              network.bytesPerSecond(first),
              link -> is(link, kind));
        });
  }
}
