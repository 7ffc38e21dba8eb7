package org.foretell.models.flow;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * Progressive filling: the levels of some flows rise together, and each stays where it meets a
 * bottleneck, while all other flows keep what they have.
 */
final class Filling {
  /** Share of a sum of weights below which what is left of it may be nothing but roundings. */
  private static final double CANCELLED = 1e-3;

  private static final int NONE = -1;
  private static final double UNKNOWN = -1;

  private final FlowRoutes routes;
  private final Crossings crossings;
  private final Crowds crowds;

  // By link.
  private final LinkCapacities capacity;
  private double[] room = {};
  private double[] weightSum = {};

  /** The weight sum as it was when it was last added up. */
  private double[] addedUp = {};

  private double[] level = {};
  private int[] chosenCrossing = {};

  // By flow.

  /** Below 0 while it rises; of flows that have not been chosen at least 0. */
  private double[] newRate = {};

  private int[] newBottleneck = {};
  private final LevelHeap heap = new LevelHeap();

  Filling(FlowRoutes routes, Crossings crossings, Crowds crowds, LinkCapacities capacity) {
    this.routes = routes;
    this.crossings = crossings;
    this.crowds = crowds;
    this.capacity = capacity;
  }

  /** Makes room for links with numbers below this. */
  void reserveLinks(int links) {
    room = Arrays.copyOf(room, links);
    weightSum = Arrays.copyOf(weightSum, links);
    addedUp = Arrays.copyOf(addedUp, links);
    level = Arrays.copyOf(level, links);
    chosenCrossing = Arrays.copyOf(chosenCrossing, links);
  }

  /** Makes room for all flows that have routes. */
  void reserve() {
    newRate = Arrays.copyOf(newRate, routes.flows());
    newBottleneck = Arrays.copyOf(newBottleneck, routes.flows());
  }

  /**
   * Gives rates to flows.
   *
   * @param chosen the flows
   * @param links all that they cross
   * @param rate by flow that of those that are neither chosen nor in a crowd
   */
  void fill(IntArrayList chosen, IntArrayList links, double[] rate) {
    prepare(chosen, links, rate);
    raise(chosen, links);
  }

  /** The same for one flow that has all its links to itself; its rate is the same to the bit. */
  void fillAlone(int flow) {
    double weight = routes.weight(flow);
    heap.clear();
    for (int place = routes.begin(flow), end = routes.end(flow); place < end; place++) {
      int link = routes.link(place);
      heap.append(capacity.of(link) / (routes.share(place) * weight), link);
    }
    if (routes.limit(flow) != Double.POSITIVE_INFINITY) {
      heap.append(routes.limit(flow) / weight, ~flow);
    }
    heap.order();
    newRate[flow] = heap.key() * weight;
    newBottleneck[flow] = heap.id() < 0 ? NONE : heap.id();
  }

  /** The rate that a chosen flow has got. */
  double rate(int flow) {
    return newRate[flow];
  }

  /** The link that holds a chosen flow, -1 if it has its limit. */
  int bottleneck(int flow) {
    return newBottleneck[flow];
  }

  /** The level of the chosen flows that a link holds, below 0 if it holds none. */
  double level(int link) {
    return level[link];
  }

  /** What is left of a link that the chosen flows cross; 0 if it holds some. */
  double room(int link) {
    return room[link];
  }

  /** Finds what the flows that are not chosen leave of each link. */
  private void prepare(IntArrayList chosen, IntArrayList links, double[] rate) {
    for (int i = 0; i < chosen.size(); i++) {
      newRate[chosen.getInt(i)] = UNKNOWN;
    }
    for (int i = 0; i < links.size(); i++) {
      int link = links.getInt(i);
      double left = capacity.of(link) - crowds.taken(link);
      double sum = 0;
      int count = 0;
      int place = crossings.firstListed(link);
      for (; place != NONE; place = crossings.nextListed(place)) {
        int flow = routes.flow(place);
        double share = routes.share(place);
        if (newRate[flow] < 0) {
          sum += share * routes.weight(flow);
          count++;
        } else {
          left -= share * rate[flow];
        }
      }
      room[link] = Math.max(0, left);
      weightSum[link] = sum;
      addedUp[link] = sum;
      chosenCrossing[link] = count;
      level[link] = UNKNOWN;
    }
  }

  /** Raises the levels of all chosen flows together until each meets a bottleneck. */
  private void raise(IntArrayList chosen, IntArrayList links) {
    heap.clear();
    for (int i = 0; i < links.size(); i++) {
      int link = links.getInt(i);
      heap.append(room[link] / weightSum[link], link);
    }
    for (int i = 0; i < chosen.size(); i++) {
      int flow = chosen.getInt(i);
      if (routes.limit(flow) != Double.POSITIVE_INFINITY) {
        heap.append(routes.limit(flow) / routes.weight(flow), ~flow);
      }
    }
    heap.order();
    double reached = 0;
    for (int unfixed = chosen.size(); unfixed > 0; ) {
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
      if (chosenCrossing[id] == 0) {
        heap.remove();
        continue;
      }
      if (weightSum[id] < CANCELLED * addedUp[id]) {
        addUp(id);
      }
      // Levels only rise while flows with lower ones are fixed, but for rounding.
      double current = Math.max(reached, room[id] / weightSum[id]);
      if (current > lowest) {
        heap.raise(current);
      } else {
        heap.remove();
        level[id] = current;
        reached = current;
        int place = crossings.firstListed(id);
        for (; place != NONE; place = crossings.nextListed(place)) {
          int flow = routes.flow(place);
          if (newRate[flow] < 0) {
            fix(flow, current, id);
            unfixed--;
          }
        }
        room[id] = 0;
      }
    }
  }

  /**
   * Recomputes the sum of the weights of the chosen flows over a link that have not met a
   * bottleneck.
   */
  private void addUp(int link) {
    double sum = 0;
    int place = crossings.firstListed(link);
    for (; place != NONE; place = crossings.nextListed(place)) {
      int flow = routes.flow(place);
      if (newRate[flow] < 0) {
        sum += routes.share(place) * routes.weight(flow);
      }
    }
    weightSum[link] = sum;
    addedUp[link] = sum;
  }

  private void fix(int flow, double atLevel, int at) {
    double flowWeight = routes.weight(flow);
    double fixed = atLevel * flowWeight;
    newRate[flow] = fixed;
    newBottleneck[flow] = at;
    for (int place = routes.begin(flow), end = routes.end(flow); place < end; place++) {
      double share = routes.share(place);
      int link = routes.link(place);
      room[link] = Math.max(0, room[link] - share * fixed);
      weightSum[link] -= share * flowWeight;
      chosenCrossing[link]--;
    }
  }
}
