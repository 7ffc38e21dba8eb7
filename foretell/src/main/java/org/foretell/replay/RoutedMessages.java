package org.foretell.replay;

import org.foretell.machine.NoRouteException;
import org.foretell.machine.Placement;
import org.foretell.machine.Topology;
import org.foretell.model.LinkObserver;
import org.foretell.observe.SimObserver;

/**
 * Leads the messages of a model that has no links over those of the machine: by the route that the
 * flow model takes, evenly from when the message begins to move until it is there.
 */
final class RoutedMessages implements SimObserver {
  private final Topology network;
  private final Placement places;
  private final LinkObserver links;
  private final int[] route;
  private boolean isLost;

  RoutedMessages(Topology network, Placement places, LinkObserver links) {
    this.network = network;
    this.places = places;
    this.links = links;
    route = new int[Math.max(1, network.longestRoute())];
  }

  @Override
  public void moved(int source, int destination, long bytes, long startPs, long endPs) {
    int from = places.node(source);
    int to = places.node(destination);
    if (from == to || isLost) {
      return;
    }
    try {
      int length = network.route(from, to, Topology.hash(source, destination), route);
      for (int i = 0; i < length; i++) {
        links.carried(route[i], bytes, startPs, endPs);
      }
    } catch (NoRouteException e) {
      // Other models do not care that a listed network joins not all nodes; there is no load then.
      isLost = true;
    }
  }

  /** Whether there was a message without a route. */
  boolean isLost() {
    return isLost;
  }
}
