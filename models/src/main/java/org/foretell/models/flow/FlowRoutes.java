package org.foretell.models.flow;

import java.util.Arrays;

/**
 * Which links each flow crosses, and what it takes of them. What stands at one place of a flow's
 * route is named by the number of that <em>place</em>; the places of a flow are consecutive.
 */
final class FlowRoutes {
  /** A route has room for {@code 1 << shift} links, counting those of the way back. */
  private final int shift;

  /** What a flow takes of the links of its way back, as a share of its rate. */
  private final double backShare;

  // By flow.
  private double[] weight = {};
  private double[] limit = {};
  private int[] length = {};
  private int[] forward = {};

  /** By place. */
  private int[] link = {};

  /**
   * No flows.
   *
   * @param longestRoute most links of a flow, counting those of its way back
   * @param backShare what a flow takes of the links of its way back, as a share of its rate
   */
  FlowRoutes(int longestRoute, double backShare) {
    this.backShare = backShare;
    shift = 32 - Integer.numberOfLeadingZeros(Math.max(1, longestRoute) - 1);
  }

  /**
   * Sets the route of a flow.
   *
   * @param flow its number
   * @param links its links, at least one
   * @param count number of links, those of the way back included
   * @param forwardCount number of links without the way back
   * @param flowWeight above 0
   * @param mostRate what its rate must not exceed, infinite when nothing
   */
  void set(int flow, int[] links, int count, int forwardCount, double flowWeight, double mostRate) {
    if (flow >= weight.length) {
      grow(flow + 1);
    }
    weight[flow] = flowWeight;
    limit[flow] = mostRate;
    length[flow] = count;
    forward[flow] = forwardCount;
    System.arraycopy(links, 0, link, flow << shift, count);
  }

  /** Sets the weight and limit of a flow again. */
  void weigh(int flow, double flowWeight, double mostRate) {
    weight[flow] = flowWeight;
    limit[flow] = mostRate;
  }

  /** Whether a flow has a route, see {@link #set}. */
  boolean isRoute(int flow, int[] links, int count, int forwardCount) {
    return length[flow] == count
        && forward[flow] == forwardCount
        && Arrays.equals(link, begin(flow), end(flow), links, 0, count);
  }

  private void grow(int least) {
    int size = Math.max(least, Math.max(64, 2 * weight.length));
    weight = Arrays.copyOf(weight, size);
    limit = Arrays.copyOf(limit, size);
    length = Arrays.copyOf(length, size);
    forward = Arrays.copyOf(forward, size);
    link = Arrays.copyOf(link, Math.multiplyExact(size, 1 << shift));
  }

  /** Flows that there is room for: all numbers are below. */
  int flows() {
    return weight.length;
  }

  /** Places that there is room for: all numbers are below. */
  int places() {
    return link.length;
  }

  /** A flow's first place. */
  int begin(int flow) {
    return flow << shift;
  }

  /** A flow's first place on its way back, {@link #end} if it has none. */
  int back(int flow) {
    return (flow << shift) + forward[flow];
  }

  /** The place after a flow's last one. */
  int end(int flow) {
    return (flow << shift) + length[flow];
  }

  /** Whose place it is. */
  int flow(int place) {
    return place >> shift;
  }

  int link(int place) {
    return link[place];
  }

  /** What the flow takes of the link at one of its places, as a share of its rate. */
  double share(int place) {
    int flow = place >> shift;
    return place - (flow << shift) < forward[flow] ? 1 : backShare;
  }

  double weight(int flow) {
    return weight[flow];
  }

  /** What a flow's rate must not exceed, infinite when nothing. */
  double limit(int flow) {
    return limit[flow];
  }

  /** The level at which a flow has all that it may have, infinite when there is no such. */
  double highestLevel(int flow) {
    return limit[flow] / weight[flow];
  }
}
