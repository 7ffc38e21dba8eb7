package org.foretell.models.flow;

import it.unimi.dsi.fastutil.ints.IntArrayList;
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
 * <p>A flow that comes to links without others has its rate at once; no others are looked at.
 *
 * <p>Flows that are crowds (see {@link Crowds}) are left out of that: what a crowd takes of a link
 * is known, and its flows change their rates together.
 *
 * <p>All state is in arrays by flow, link, or place in a route; nothing is allocated once they are
 * large enough.
 *
 * <p>What is a flow here may be a bundle of flows, see {@link MovingFlows}.
 */
final class FairShares {
  /** Relative difference up to which levels are equal and links are full. */
  private static final double TOLERANCE = 1e-9;

  /** Relative difference up to which a new rate is the old one, which then stays. */
  private static final double SAME = 1e-12;

  /** Flows of a link that are few: each of them takes much of it. */
  private static final int FEW = 8;

  private static final int NONE = -1;

  private final FlowRoutes routes;
  private final Crossings crossings;
  private final Crowds crowds;
  private final Filling filling;

  // By link.
  private final LinkCapacities capacity;
  private int[] linkStamp = {};
  private int[] dirtyStamp = {};

  // By flow.
  private double[] rate = {};
  private int[] bottleneck = {};
  private int[] flowStamp = {};

  /** Flows that get new rates, and links that they use. */
  private final IntArrayList chosen = new IntArrayList();

  private final IntArrayList links = new IntArrayList();

  /** Links whose flows have come or gone. */
  private final IntArrayList dirty = new IntArrayList();

  /** Flows that have come since the last update. */
  private final IntArrayList joined = new IntArrayList();

  /** By flow its place among these, {@link #NONE} if it has come before. */
  private int[] joinedAt = {};

  private int updates = 1;

  /** Whether one of few flows has come or gone since the last update. */
  private boolean urgent;

  /**
   * Links without flows.
   *
   * @param capacity of each link, above 0; links may be added until a flow's route has them
   * @param longestRoute most links of a flow, counting those of its way back
   * @param backShare what a flow takes of the links of its way back, as a share of its rate
   * @param leastCrowd least flows of a crowd when it forms
   */
  FairShares(LinkCapacities capacity, int longestRoute, double backShare, int leastCrowd) {
    this.capacity = capacity;
    routes = new FlowRoutes(longestRoute, backShare);
    crossings = new Crossings(routes, capacity);
    crowds = new Crowds(routes, crossings, leastCrowd);
    filling = new Filling(routes, crossings, crowds, capacity);
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
    routes.set(flow, route, length, forwardLength, flowWeight, mostRate);
    if (routes.flows() > rate.length) {
      grow();
    }
    if (capacity.room() > linkStamp.length) {
      growLinks();
    }
  }

  /** Sets weight and limit of a flow again that is not there, see {@link #route}. */
  void weigh(int flow, double flowWeight, double mostRate) {
    routes.weigh(flow, flowWeight, mostRate);
  }

  /** Whether a flow has a route, see {@link #route}. */
  boolean isRoute(int flow, int[] route, int length, int forwardLength) {
    return routes.isRoute(flow, route, length, forwardLength);
  }

  /** A flow comes; it has rate 0 until the next update. */
  void join(int flow) {
    rate[flow] = 0;
    bottleneck[flow] = NONE;
    for (int place = routes.begin(flow), end = routes.end(flow); place < end; place++) {
      crossings.come(place);
      touch(routes.link(place));
    }
    joinedAt[flow] = joined.size();
    joined.push(flow);
  }

  /**
   * A rate for a flow that has come since the last update, until the next one: what it would have
   * if the tightest link of its route held all its flows.
   */
  double firstRate(int flow) {
    return crowds.lowestLevel(flow) * routes.weight(flow);
  }

  /**
   * Whether flows that come and go since the last update change the rates of others by much: the
   * link that holds them has few others.
   *
   * @param newcomers flows that have come
   */
  boolean isUrgent(IntArrayList newcomers) {
    for (int i = 0; i < newcomers.size() && !urgent; i++) {
      urgent = crossings.count(crowds.lowestLink(newcomers.getInt(i))) < FEW;
    }
    return urgent;
  }

  /** A flow goes. */
  void leave(int flow) {
    if (joinedAt[flow] != NONE) {
      leaveUnlisted(flow);
      return;
    }
    int held = bottleneck[flow];
    urgent |= held != NONE && crossings.count(held) < FEW;
    for (int place = routes.begin(flow), end = routes.end(flow); place < end; place++) {
      if (crossings.go(place)) {
        touch(routes.link(place));
      }
    }
    crowds.left(flow);
  }

  /** A flow goes that has come since the last update. */
  private void leaveUnlisted(int flow) {
    for (int place = routes.begin(flow), end = routes.end(flow); place < end; place++) {
      crossings.goUnlisted(place);
    }
    int last = joined.popInt();
    if (last != flow) {
      joined.set(joinedAt[flow], last);
      joinedAt[last] = joinedAt[flow];
    }
    joinedAt[flow] = NONE;
  }

  private void touch(int link) {
    if (dirtyStamp[link] != updates) {
      dirtyStamp[link] = updates;
      dirty.push(link);
    }
  }

  /** Whether flows have come or gone since the last update. */
  boolean isTouched() {
    return dirty.size() > 0;
  }

  /** The rate of a flow as of the last update. */
  double rate(int flow) {
    int crowd = crowds.crowdOf(flow);
    return crowd == Crowds.NONE ? rate[flow] : crowds.level(crowd) * routes.weight(flow);
  }

  /** The crowds in which flows are, and their levels. */
  Crowds crowds() {
    return crowds;
  }

  /**
   * Computes the rates that have changed. Those of flows that stay in their crowd change with the
   * level of the crowd, see {@link Crowds#changed}.
   *
   * @return how many other flows to look at; see {@link #updated}
   */
  int update() {
    chosen.clear();
    int alone = newcomerAlone();
    if (alone == NONE) {
      updateSeveral();
    } else {
      crowds.comesAlone(alone);
      filling.fillAlone(alone);
      chosen.push(alone);
      keepChanged();
    }
    for (int i = 0; i < joined.size(); i++) {
      joinedAt[joined.getInt(i)] = NONE;
    }
    joined.clear();
    dirty.clear();
    urgent = false;
    updates++;
    return chosen.size();
  }

  /**
   * The flow that has come if it has all its links to itself and no others were touched, as happens
   * most often where ranks of a node copy their messages; otherwise {@link #NONE}.
   */
  private int newcomerAlone() {
    if (joined.size() != 1) {
      return NONE;
    }
    int flow = joined.getInt(0);
    if (dirty.size() != routes.end(flow) - routes.begin(flow)) {
      return NONE;
    }
    for (int place = routes.begin(flow), end = routes.end(flow); place < end; place++) {
      if (crossings.count(routes.link(place)) != 1) {
        return NONE;
      }
    }
    return flow;
  }

  private void updateSeveral() {
    links.clear();
    crowds.revise(dirty, joined);
    chooseSingle(joined);
    chooseSingle(crowds.loosened());
    for (int i = 0; i < dirty.size(); i++) {
      int link = dirty.getInt(i);
      if (!crowds.isCrowded(link)) {
        chooseHeldAt(link);
      }
    }
    IntArrayList changed = crowds.changed();
    for (int i = 0; i < changed.size(); i++) {
      int part = crossings.firstMixedPart(changed.getInt(i));
      for (; part != NONE; part = crossings.nextPartOfCrowd(part)) {
        chooseDisturbed(crossings.linkOfPart(part));
      }
    }
    if (chosen.size() > 0) {
      int withLinks = 0;
      do {
        for (; withLinks < chosen.size(); withLinks++) {
          addLinks(chosen.getInt(withLinks));
        }
        filling.fill(chosen, links, rate);
      } while (chooseMore());
      keepChanged();
    }
    addEntered();
  }

  /** A flow whose rate has changed in the last update, or that has entered or left a crowd. */
  int updated(int index) {
    return chosen.getInt(index);
  }

  private void choose(int flow) {
    if (flowStamp[flow] != updates) {
      flowStamp[flow] = updates;
      chosen.push(flow);
    }
  }

  /** Chooses those of the flows that are in no crowd; until now they have had no rate as such. */
  private void chooseSingle(IntArrayList flows) {
    for (int i = 0; i < flows.size(); i++) {
      int flow = flows.getInt(i);
      if (crowds.crowdOf(flow) == Crowds.NONE) {
        rate[flow] = 0;
        bottleneck[flow] = NONE;
        choose(flow);
      }
    }
  }

  private void chooseHeldAt(int link) {
    int place = crossings.firstListed(link);
    for (; place != NONE; place = crossings.nextListed(place)) {
      int flow = routes.flow(place);
      if (bottleneck[flow] == link) {
        choose(flow);
      }
    }
  }

  /** A crowd takes more or less of a link than before. */
  private void chooseDisturbed(int link) {
    double load = crowds.taken(link);
    int place = crossings.firstListed(link);
    for (; place != NONE; place = crossings.nextListed(place)) {
      int flow = routes.flow(place);
      load += routes.share(place) * rate[flow];
      if (bottleneck[flow] == link) {
        choose(flow);
      }
    }
    if (load > capacity.of(link) * (1 + TOLERANCE)) {
      place = crossings.firstListed(link);
      for (; place != NONE; place = crossings.nextListed(place)) {
        choose(routes.flow(place));
      }
    }
  }

  private void addLinks(int flow) {
    for (int place = routes.begin(flow), end = routes.end(flow); place < end; place++) {
      int link = routes.link(place);
      if (linkStamp[link] != updates) {
        linkStamp[link] = updates;
        links.push(link);
      }
    }
  }

  /** Chooses flows that cannot keep their rates; whether there are any. */
  private boolean chooseMore() {
    int before = chosen.size();
    for (int i = 0; i < links.size(); i++) {
      int link = links.getInt(i);
      if (filling.level(link) >= 0) {
        chooseAtFullLink(link, filling.level(link));
      } else if (filling.room(link) > TOLERANCE * capacity.of(link)) {
        chooseLower(link, Double.POSITIVE_INFINITY);
      } else {
        chooseLower(link, highestChosenLevel(link) * (1 - TOLERANCE));
      }
    }
    return chosen.size() > before;
  }

  /** A link is the bottleneck of chosen flows: none of the others may have more. */
  private void chooseAtFullLink(int link, double fullLevel) {
    double highest = fullLevel * (1 + TOLERANCE);
    double lowest = fullLevel * (1 - TOLERANCE);
    int place = crossings.firstListed(link);
    for (; place != NONE; place = crossings.nextListed(place)) {
      int flow = routes.flow(place);
      if (flowStamp[flow] != updates) {
        double flowLevel = rate[flow] / routes.weight(flow);
        if (flowLevel > highest || (flowLevel < lowest && bottleneck[flow] == link)) {
          choose(flow);
        }
      }
    }
  }

  /** A link is the bottleneck of no flow below a level. */
  private void chooseLower(int link, double below) {
    int place = crossings.firstListed(link);
    for (; place != NONE; place = crossings.nextListed(place)) {
      int flow = routes.flow(place);
      if (bottleneck[flow] == link
          && flowStamp[flow] != updates
          && rate[flow] < below * routes.weight(flow)) {
        choose(flow);
      }
    }
  }

  private double highestChosenLevel(int link) {
    double highest = 0;
    int place = crossings.firstListed(link);
    for (; place != NONE; place = crossings.nextListed(place)) {
      int flow = routes.flow(place);
      if (flowStamp[flow] == updates) {
        highest = Math.max(highest, filling.rate(flow) / routes.weight(flow));
      }
    }
    return highest;
  }

  /** Takes over the new rates; of the chosen flows only those are kept whose rate has changed. */
  private void keepChanged() {
    int kept = 0;
    for (int i = 0; i < chosen.size(); i++) {
      int flow = chosen.getInt(i);
      double old = rate[flow];
      bottleneck[flow] = filling.bottleneck(flow);
      if (Math.abs(filling.rate(flow) - old) > SAME * old) {
        rate[flow] = filling.rate(flow);
        chosen.set(kept++, flow);
      }
    }
    chosen.size(kept);
  }

  private void addEntered() {
    IntArrayList entered = crowds.entered();
    for (int i = 0; i < entered.size(); i++) {
      if (crowds.crowdOf(entered.getInt(i)) != Crowds.NONE) {
        chosen.push(entered.getInt(i));
      }
    }
  }

  private void growLinks() {
    int room = capacity.room();
    linkStamp = Arrays.copyOf(linkStamp, room);
    dirtyStamp = Arrays.copyOf(dirtyStamp, room);
    crossings.reserveLinks(room);
    crowds.reserveLinks(room);
    filling.reserveLinks(room);
  }

  private void grow() {
    int size = routes.flows();
    int before = joinedAt.length;
    joinedAt = Arrays.copyOf(joinedAt, size);
    Arrays.fill(joinedAt, before, size, NONE);
    rate = Arrays.copyOf(rate, size);
    bottleneck = Arrays.copyOf(bottleneck, size);
    flowStamp = Arrays.copyOf(flowStamp, size);
    crossings.reserve();
    crowds.reserve();
    filling.reserve();
  }
}
