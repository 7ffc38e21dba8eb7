package org.foretell.models.flow;

import org.foretell.machine.NoRouteException;
import org.foretell.machine.Topology;
import org.foretell.time.Ps;

/**
 * The route between the first two nodes of a topology, which are next to each other.
 *
 * @param latencyPs of all its links
 * @param bytesPerSecond of its slowest link; unlimited if there is no such route
 */
record NearestRoute(long latencyPs, double bytesPerSecond) {
  /** No links. */
  static final NearestRoute NONE = new NearestRoute(0, Double.POSITIVE_INFINITY);

  static NearestRoute of(Topology topology) {
    if (topology.nodes() < 2) {
      return NONE;
    }
    int[] links = new int[topology.longestRoute()];
    long latencyPs = 0;
    double bytesPerSecond = Double.POSITIVE_INFINITY;
    try {
      int length = topology.route(0, 0, 1, 0, 0, links);
      for (int index = 0; index < length; index++) {
        latencyPs = Ps.plus(latencyPs, topology.latencyPs(links[index]));
        bytesPerSecond = Math.min(bytesPerSecond, topology.bytesPerSecond(links[index]));
      }
    } catch (NoRouteException e) {
      // Whoever asks for that route will hear of it.
      return NONE;
    }
    return new NearestRoute(latencyPs, bytesPerSecond);
  }
}
