package org.foretell.replay;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.foretell.machine.NoRouteException;
import org.foretell.machine.Topology;
import org.foretell.time.Quantity;

/** The kinds of links that messages between some nodes can pass. */
final class LinkClasses {
  /** Of more nodes, or more links, not all routes are looked at: then all kinds count as used. */
  private static final int MOST_NODES = 512;

  /** The hashes that are tried for a pair of nodes. */
  private static final int HASHES = 4;

  private final Topology network;
  private final Map<String, Integer> firstLinks = new LinkedHashMap<>();

  /** Is told of each kind. */
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
   * @param nodes between which messages may go
   */
  LinkClasses(Topology network, BitSet nodes) {
    this.network = network;
    if (nodes.cardinality() > MOST_NODES) {
      for (int link = 0; link < network.links(); link++) {
        firstLinks.putIfAbsent(kind(link), link);
      }
      return;
    }
    int[] route = new int[network.longestRoute()];
    List<Integer> all = new ArrayList<>();
    nodes.stream().forEach(all::add);
    for (int source : all) {
      for (int destination : all) {
        for (int hash = 0; hash < HASHES && source != destination; hash++) {
          add(source, destination, hash, route);
        }
      }
    }
  }

  private void add(int source, int destination, int hash, int[] route) {
    try {
      int length = network.route(source, destination, hash, route);
      for (int index = 0; index < length; index++) {
        firstLinks.putIfAbsent(kind(route[index]), route[index]);
      }
    } catch (NoRouteException nobodyMeets) {
      // Whoever sends there is told by the replay.
    }
  }

  /** Links that the topology does not tell apart are of a kind if they are equally fast. */
  private String kind(int link) {
    String named = network.linkClass(link);
    return named.equals("links")
        ? "links of %s, %s"
            .formatted(
                Quantity.formatBytesPerSecond(network.bytesPerSecond(link)),
                Quantity.formatTime(network.latencyPs(link)))
        : named;
  }

  void each(Listener listener) {
    firstLinks.forEach(
        (name, link) ->
            listener.kind(
                name,
                network.latencyPs(link),
                network.bytesPerSecond(link),
                other -> kind(other).equals(name)));
  }
}
