package org.foretell.models.flow;

import java.util.Arrays;

/**
 * Weighted max-min fair rates of flows over links, kept up to date while flows come and go.
 *
 * <p>A flow's <em>level</em> is its rate over its weight. The rates are max-min fair if no link
 * carries more than it can and every flow has a bottleneck: a full link on its route on which no
 * flow has a higher level, or its own limit. When flows come or go this is restored where it does
 * not hold any more, and only there: {@link #update} gives new rates to the flows that came, and to
 * those whose bottleneck was touched, while all others keep theirs; then it looks at the links of
 * those flows for others whose bottleneck is none any more, or that have more than the new rates
 * allow them, and starts again with these as well. The result is the one that a computation for all
 * flows gives, up to rounding.
 *
 * <p>All state is in arrays by flow, link, or place in a route; nothing is allocated once they are
 * large enough.
 */
final class FairShares {
  /** Relative difference up to which levels are equal and links are full. */
  private static final double TOLERANCE = 1e-9;

  /** Relative difference up to which a new rate is the old one, which then stays. */
  private static final double SAME = 1e-12;

  private static final int NONE = -1;

  /** A route has room for {@code 1 << shift} links, counting those of the way back. */
  private final int shift;

  /** What a flow takes of the links of its way back, as a share of its rate. */
  private final double backShare;

  // By link.
  private final double[] capacity;
  private final double[] room;
  private final double[] weightSum;
  private final double[] level;
  private final int[] head;
  private final int[] crossing;
  private final int[] chosenCrossing;
  private final int[] linkStamp;
  private final int[] dirtyStamp;

  // By flow.
  private double[] rate = {};
  private double[] newRate = {};
  private double[] weight = {};
  private double[] limit = {};
  private int[] bottleneck = {};
  private int[] newBottleneck = {};
  private int[] routeLength = {};
  private int[] forward = {};
  private int[] flowStamp = {};

  // By place in a route: (flow << shift) + i.
  private int[] linkAt = {};
  private int[] nextAt = {};
  private int[] previousAt = {};

  /** Flows that get new rates, and links that they use. */
  private int[] chosen = new int[64];

  private int chosenCount;
  private int[] links = new int[64];
  private int linkCount;

  /** Links whose flows have come or gone. */
  private int[] dirty = new int[64];

  private int dirtyCount;
  private int[] joined = new int[64];
  private int joinedCount;

  private int updates = 1;
  private final LevelHeap heap = new LevelHeap();

  /**
   * Links without flows.
   *
   * @param capacity of each link, above 0
   * @param longestRoute most links of a flow, counting those of its way back
   * @param backShare what a flow takes of the links of its way back, as a share of its rate
   */
  FairShares(double[] capacity, int longestRoute, double backShare) {
    this.capacity = capacity;
    this.backShare = backShare;
    shift = 32 - Integer.numberOfLeadingZeros(Math.max(1, longestRoute) - 1);
    room = new double[capacity.length];
    weightSum = new double[capacity.length];
    level = new double[capacity.length];
    head = new int[capacity.length];
    Arrays.fill(head, NONE);
    crossing = new int[capacity.length];
    chosenCrossing = new int[capacity.length];
    linkStamp = new int[capacity.length];
    dirtyStamp = new int[capacity.length];
  }

  /**
   * Sets the route of a flow that will come.
   *
   * @param flow its number, which no present flow has
   * @param route its links, at least one
   * @param length number of links, those of the way back included
   * @param forwardLength number of links without the way back
   * @param flowWeight above 0
   * @param mostRate what its rate must not exceed, infinite when nothing
   */
  void route(
      int flow, int[] route, int length, int forwardLength, double flowWeight, double mostRate) {
    if (flow >= rate.length) {
      grow(flow + 1);
    }
    weight[flow] = flowWeight;
    limit[flow] = mostRate;
    routeLength[flow] = length;
    forward[flow] = forwardLength;
    System.arraycopy(route, 0, linkAt, flow << shift, length);
  }

  /** A flow comes; it has rate 0 until the next update. */
  void join(int flow) {
    rate[flow] = 0;
    bottleneck[flow] = NONE;
    int place = flow << shift;
    for (int end = place + routeLength[flow]; place < end; place++) {
      int link = linkAt[place];
      int first = head[link];
      nextAt[place] = first;
      previousAt[place] = NONE;
      if (first != NONE) {
        previousAt[first] = place;
      }
      head[link] = place;
      crossing[link]++;
      touch(link);
    }
    if (joinedCount == joined.length) {
      joined = Arrays.copyOf(joined, 2 * joinedCount);
    }
    joined[joinedCount++] = flow;
  }

  /** A flow goes; it has come before the last update. */
  void leave(int flow) {
    int place = flow << shift;
    for (int end = place + routeLength[flow]; place < end; place++) {
      int link = linkAt[place];
      int previous = previousAt[place];
      int next = nextAt[place];
      if (previous == NONE) {
        head[link] = next;
      } else {
        nextAt[previous] = next;
      }
      if (next != NONE) {
        previousAt[next] = previous;
      }
      if (--crossing[link] > 0) {
        touch(link);
      }
    }
  }

  private void touch(int link) {
    if (dirtyStamp[link] != updates) {
      dirtyStamp[link] = updates;
      if (dirtyCount == dirty.length) {
        dirty = Arrays.copyOf(dirty, 2 * dirtyCount);
      }
      dirty[dirtyCount++] = link;
    }
  }

  /** Whether flows have come or gone since the last update. */
  boolean isTouched() {
    return dirtyCount > 0;
  }

  /** The rate of a flow as of the last update. */
  double rate(int flow) {
    return rate[flow];
  }

  /**
   * Computes the rates that have changed.
   *
   * @return how many flows to look at; see {@link #updated}
   */
  int update() {
    chosenCount = 0;
    linkCount = 0;
    for (int i = 0; i < joinedCount; i++) {
      choose(joined[i]);
    }
    for (int i = 0; i < dirtyCount; i++) {
      int link = dirty[i];
      for (int place = head[link]; place != NONE; place = nextAt[place]) {
        int flow = place >> shift;
        if (bottleneck[flow] == link) {
          choose(flow);
        }
      }
    }
    if (chosenCount > 0) {
      int withLinks = 0;
      do {
        for (; withLinks < chosenCount; withLinks++) {
          addLinks(chosen[withLinks]);
        }
        prepare();
        fill();
      } while (chooseMore());
      keepChanged();
    }
    joinedCount = 0;
    dirtyCount = 0;
    updates++;
    return chosenCount;
  }

  /** A flow whose rate has changed in the last update. */
  int updated(int index) {
    return chosen[index];
  }

  private void choose(int flow) {
    if (flowStamp[flow] != updates) {
      flowStamp[flow] = updates;
      if (chosenCount == chosen.length) {
        chosen = Arrays.copyOf(chosen, 2 * chosenCount);
      }
      chosen[chosenCount++] = flow;
    }
  }

  private void addLinks(int flow) {
    int place = flow << shift;
    for (int end = place + routeLength[flow]; place < end; place++) {
      int link = linkAt[place];
      if (linkStamp[link] != updates) {
        linkStamp[link] = updates;
        if (linkCount == links.length) {
          links = Arrays.copyOf(links, 2 * linkCount);
        }
        links[linkCount++] = link;
      }
    }
  }

  /** Finds what the flows that are not chosen leave of each link. */
  private void prepare() {
    for (int i = 0; i < chosenCount; i++) {
      newRate[chosen[i]] = -1;
    }
    for (int i = 0; i < linkCount; i++) {
      int link = links[i];
      double left = capacity[link];
      double sum = 0;
      int count = 0;
      for (int place = head[link]; place != NONE; place = nextAt[place]) {
        int flow = place >> shift;
        double share = share(flow, place);
        if (flowStamp[flow] == updates) {
          sum += share * weight[flow];
          count++;
        } else {
          left -= share * rate[flow];
        }
      }
      room[link] = Math.max(0, left);
      weightSum[link] = sum;
      chosenCrossing[link] = count;
      level[link] = -1;
    }
  }

  private double share(int flow, int place) {
    return place - (flow << shift) < forward[flow] ? 1 : backShare;
  }

  /** Raises the levels of all chosen flows together until each meets a bottleneck. */
  private void fill() {
    heap.clear();
    for (int i = 0; i < linkCount; i++) {
      int link = links[i];
      heap.append(room[link] / weightSum[link], link);
    }
    for (int i = 0; i < chosenCount; i++) {
      int flow = chosen[i];
      if (limit[flow] != Double.POSITIVE_INFINITY) {
        heap.append(limit[flow] / weight[flow], ~flow);
      }
    }
    heap.order();
    double reached = 0;
    for (int unfixed = chosenCount; unfixed > 0; ) {
      double lowest = heap.key();
      int id = heap.id();
      if (id < 0) {
        heap.remove();
        if (newRate[~id] < 0) {
          fix(~id, lowest, NONE);
          unfixed--;
        }
        continue;
      }
      // Levels only rise while flows with lower ones are fixed, but for rounding.
      double current = Math.max(reached, room[id] / weightSum[id]);
      if (chosenCrossing[id] == 0) {
        heap.remove();
      } else if (current > lowest) {
        heap.raise(current);
      } else {
        heap.remove();
        level[id] = current;
        reached = current;
        for (int place = head[id]; place != NONE; place = nextAt[place]) {
          int flow = place >> shift;
          if (flowStamp[flow] == updates && newRate[flow] < 0) {
            fix(flow, current, id);
            unfixed--;
          }
        }
        room[id] = 0;
      }
    }
  }

  private void fix(int flow, double atLevel, int at) {
    double flowWeight = weight[flow];
    double fixed = atLevel * flowWeight;
    newRate[flow] = fixed;
    newBottleneck[flow] = at;
    int place = flow << shift;
    int back = place + forward[flow];
    for (int end = place + routeLength[flow]; place < end; place++) {
      double share = place < back ? 1 : backShare;
      int link = linkAt[place];
      room[link] = Math.max(0, room[link] - share * fixed);
      weightSum[link] -= share * flowWeight;
      chosenCrossing[link]--;
    }
  }

  /** Chooses flows that cannot keep their rates; whether there are any. */
  private boolean chooseMore() {
    int before = chosenCount;
    for (int i = 0; i < linkCount; i++) {
      int link = links[i];
      if (level[link] >= 0) {
        chooseAtFullLink(link, level[link]);
      } else if (room[link] > TOLERANCE * capacity[link]) {
        chooseLower(link, Double.POSITIVE_INFINITY);
      } else {
        chooseLower(link, highestChosenLevel(link) * (1 - TOLERANCE));
      }
    }
    return chosenCount > before;
  }

  /** A link is the bottleneck of chosen flows: none of the others may have more. */
  private void chooseAtFullLink(int link, double fullLevel) {
    double highest = fullLevel * (1 + TOLERANCE);
    double lowest = fullLevel * (1 - TOLERANCE);
    for (int place = head[link]; place != NONE; place = nextAt[place]) {
      int flow = place >> shift;
      if (flowStamp[flow] != updates) {
        double flowLevel = rate[flow] / weight[flow];
        if (flowLevel > highest || (flowLevel < lowest && bottleneck[flow] == link)) {
          choose(flow);
        }
      }
    }
  }

  /** A link is the bottleneck of no flow below a level. */
  private void chooseLower(int link, double below) {
    for (int place = head[link]; place != NONE; place = nextAt[place]) {
      int flow = place >> shift;
      if (bottleneck[flow] == link
          && flowStamp[flow] != updates
          && rate[flow] < below * weight[flow]) {
        choose(flow);
      }
    }
  }

  private double highestChosenLevel(int link) {
    double highest = 0;
    for (int place = head[link]; place != NONE; place = nextAt[place]) {
      int flow = place >> shift;
      if (flowStamp[flow] == updates) {
        highest = Math.max(highest, newRate[flow] / weight[flow]);
      }
    }
    return highest;
  }

  /** Takes over the new rates; of the chosen flows only those are kept whose rate has changed. */
  private void keepChanged() {
    int kept = 0;
    for (int i = 0; i < chosenCount; i++) {
      int flow = chosen[i];
      double old = rate[flow];
      bottleneck[flow] = newBottleneck[flow];
      if (Math.abs(newRate[flow] - old) > SAME * old) {
        rate[flow] = newRate[flow];
        chosen[kept++] = flow;
      }
    }
    chosenCount = kept;
  }

  private void grow(int least) {
    int size = Math.max(least, Math.max(64, 2 * rate.length));
    rate = Arrays.copyOf(rate, size);
    newRate = Arrays.copyOf(newRate, size);
    weight = Arrays.copyOf(weight, size);
    limit = Arrays.copyOf(limit, size);
    bottleneck = Arrays.copyOf(bottleneck, size);
    newBottleneck = Arrays.copyOf(newBottleneck, size);
    routeLength = Arrays.copyOf(routeLength, size);
    forward = Arrays.copyOf(forward, size);
    flowStamp = Arrays.copyOf(flowStamp, size);
    int places = Math.multiplyExact(size, 1 << shift);
    linkAt = Arrays.copyOf(linkAt, places);
    nextAt = Arrays.copyOf(nextAt, places);
    previousAt = Arrays.copyOf(previousAt, places);
  }
}
