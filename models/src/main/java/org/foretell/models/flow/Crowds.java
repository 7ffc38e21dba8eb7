package org.foretell.models.flow;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * Links of which it is certain that they hold all flows that cross them, as where many nodes send
 * to one. Such flows need not be looked at one by one when some come or go.
 *
 * <p>The <em>fair level</em> of a link is the one that all its flows would have if none was held
 * elsewhere. No link is full before its flows have reached its fair level. So if on the routes of
 * all flows over a link no other link has a lower fair level, and no flow a lower limit, then all
 * of them have exactly the link's fair level, whatever else goes on. Such a link is
 * <em>crowded</em>, and its flows are a <em>crowd</em>, which has one level, and one part on each
 * link that it crosses. A crowd forms when a link has enough flows for that to pay, and lasts until
 * a link on its way gets a lower fair level or its last flow has gone.
 *
 * <p>That no other link's fair level is lower is not looked up for each: the lowest few are
 * watched, and for the others there is a bound that only a lower fair level of one of them moves.
 *
 * <p>What is a flow here may be a bundle of flows, see {@link MovingFlows}.
 */
final class Crowds {
  /** No crowd. */
  static final int NONE = Crossings.NONE;

  /**
   * Relative difference up to which levels are equal: that of roundings. A crowd that took as much
   * more of a link than its share would leave as little to flows of small weight.
   */
  private static final double TOLERANCE = 1e-14;

  /** Lowest links of a crowd that are watched. */
  private static final int WATCHED = 4;

  private final FlowRoutes routes;
  private final Crossings crossings;

  /** Least flows of a link for which a crowd forms. */
  private final int least;

  /** By link its crowd. */
  private int[] crowdAt = {};

  // By crowd.
  private int[] linkOf = {};
  private double[] level = {};
  private double[] floor = {};
  private int[] watched = {};

  private final IntArrayList free = new IntArrayList();

  // By flow.
  private int[] crowdOf = {};
  private int[] stamp = {};
  private int revisions;

  /** Flows that have entered crowds in the last revision, and those that are single again. */
  private final IntArrayList entered = new IntArrayList();

  private final IntArrayList loosened = new IntArrayList();

  /** Crowds whose level has changed in the last revision, and those that are none any more. */
  private final IntArrayList changed = new IntArrayList();

  private final IntArrayList dissolved = new IntArrayList();

  /** No crowds; one forms at a link of so many flows or more. */
  Crowds(FlowRoutes routes, Crossings crossings, int least) {
    this.routes = routes;
    this.crossings = crossings;
    this.least = least;
  }

  /** Makes room for links with numbers below this. */
  void reserveLinks(int links) {
    int before = crowdAt.length;
    crowdAt = Arrays.copyOf(crowdAt, links);
    Arrays.fill(crowdAt, before, links, NONE);
  }

  /** Makes room for all flows that have routes. */
  void reserve() {
    if (routes.flows() > crowdOf.length) {
      int before = crowdOf.length;
      crowdOf = Arrays.copyOf(crowdOf, routes.flows());
      Arrays.fill(crowdOf, before, crowdOf.length, NONE);
      stamp = Arrays.copyOf(stamp, routes.flows());
    }
  }

  /** The crowd of a flow, {@link #NONE} of a single one. */
  int crowdOf(int flow) {
    return crowdOf[flow];
  }

  boolean isCrowded(int link) {
    return crowdAt[link] != NONE;
  }

  /** The level of a crowd's flows as of the last revision; 0 if it has been dissolved in that. */
  double level(int crowd) {
    return level[crowd];
  }

  /** What crowds take of a link. */
  double taken(int link) {
    double taken = 0;
    int part = crossings.firstPartOfLink(link);
    for (; part != NONE; part = crossings.nextPartOfLink(part)) {
      taken += crossings.weightOfPart(part) * level[crossings.crowdOfPart(part)];
    }
    return taken;
  }

  /** A flow has gone; if it was the last its crowd goes too. */
  void left(int flow) {
    int crowd = crowdOf[flow];
    if (crowd != NONE) {
      crowdOf[flow] = NONE;
      int link = linkOf[crowd];
      if (crossings.listedCount(link) == 0) {
        crowdAt[link] = NONE;
        free.push(crowd);
      }
    }
  }

  /**
   * Dissolves crowds that are none any more, lets flows that have come enter those they belong to
   * or lists them, and forms new crowds. Takes time for each link whose flows have come or gone and
   * each crowd that crosses it, and for each flow of crowds that form or dissolve.
   *
   * @param dirty links whose flows have come or gone
   * @param joined flows that have come and are not listed yet
   */
  void revise(IntArrayList dirty, IntArrayList joined) {
    beginRevision();
    for (int i = 0; i < dirty.size(); i++) {
      check(dirty.getInt(i));
    }
    for (int i = 0; i < joined.size(); i++) {
      admit(joined.getInt(i));
    }
    for (int i = 0; i < dirty.size(); i++) {
      int link = dirty.getInt(i);
      if (crowdAt[link] == NONE && crossings.listedCount(link) >= least && holdsAll(link)) {
        form(link);
      }
      if (crowdAt[link] != NONE) {
        level[crowdAt[link]] = crossings.fairLevel(link);
        changed.push(crowdAt[link]);
      }
    }
    for (int i = 0; i < dissolved.size(); i++) {
      changed.push(dissolved.getInt(i));
      free.push(dissolved.getInt(i));
    }
  }

  /** A revision in which nothing else has changed, and the flow that comes meets no other. */
  void comesAlone(int flow) {
    beginRevision();
    list(flow);
  }

  private void beginRevision() {
    revisions++;
    entered.clear();
    loosened.clear();
    changed.clear();
    dissolved.clear();
  }

  /** Flows that have entered crowds in the last revision, if they are still there; each once. */
  IntArrayList entered() {
    return entered;
  }

  /** Flows that were in crowds before the last revision and are single now, or in other crowds. */
  IntArrayList loosened() {
    return loosened;
  }

  /** Crowds whose level may have changed in the last revision, those that dissolved at the end. */
  IntArrayList changed() {
    return changed;
  }

  /** Dissolves crowds that a link with a new fair level does not allow any more. */
  private void check(int link) {
    int crowd = crowdAt[link];
    if (crowd != NONE) {
      if (!isLowest(crowd, crossings.fairLevel(link) * (1 - TOLERANCE))) {
        dissolve(crowd);
      }
      return;
    }
    int part = crossings.firstPartOfLink(link);
    if (part == NONE) {
      return;
    }
    double fair = crossings.fairLevel(link);
    while (part != NONE) {
      int next = crossings.nextPartOfLink(part);
      crowd = crossings.crowdOfPart(part);
      if (fair < crossings.fairLevel(linkOf[crowd]) * (1 - TOLERANCE)) {
        dissolve(crowd);
      } else {
        lower(crowd, link, fair);
      }
      part = next;
    }
  }

  private void lower(int crowd, int link, double fair) {
    if (fair < floor[crowd] && !isWatched(crowd, link)) {
      floor[crowd] = fair;
    }
  }

  private boolean isWatched(int crowd, int link) {
    for (int i = WATCHED * crowd; i < WATCHED * (crowd + 1); i++) {
      if (watched[i] == link) {
        return true;
      }
    }
    return false;
  }

  /** Whether no other link of a crowd has a fair level below one. */
  private boolean isLowest(int crowd, double fair) {
    boolean sure = fair <= floor[crowd];
    for (int i = WATCHED * crowd; sure && i < WATCHED * (crowd + 1); i++) {
      sure = watched[i] == NONE || !crossings.isBelow(watched[i], fair);
    }
    return sure || lookAround(crowd) >= fair;
  }

  /** The lowest fair level or limit that a crowd meets; chooses again which links are watched. */
  private double lookAround(int crowd) {
    floor[crowd] = Double.POSITIVE_INFINITY;
    int from = WATCHED * crowd;
    Arrays.fill(watched, from, from + WATCHED, NONE);
    watchLowest(crowd, crossings.firstMixedPart(crowd));
    watchLowest(crowd, crossings.firstOtherPart(crowd));
    int place = crossings.firstListed(linkOf[crowd]);
    for (; place != NONE; place = crossings.nextListed(place)) {
      floor[crowd] = Math.min(floor[crowd], routes.highestLevel(routes.flow(place)));
    }
    return watched[from] == NONE
        ? floor[crowd]
        : Math.min(floor[crowd], crossings.fairLevel(watched[from]));
  }

  private void watchLowest(int crowd, int firstPart) {
    int from = WATCHED * crowd;
    for (int part = firstPart; part != NONE; part = crossings.nextPartOfCrowd(part)) {
      int link = crossings.linkOfPart(part);
      double fair = crossings.fairLevel(link);
      if (fair >= floor[crowd]) {
        continue;
      }
      // The watched stand in order; what falls out at the end bounds all that is not watched.
      for (int i = from; i < from + WATCHED && link != NONE; i++) {
        int other = watched[i];
        if (other == NONE || fair < crossings.fairLevel(other)) {
          watched[i] = link;
          link = other;
          fair = other == NONE ? fair : crossings.fairLevel(other);
        }
      }
      if (link != NONE) {
        floor[crowd] = fair;
      }
    }
  }

  /** Lets a flow that has come enter the crowd to which it belongs, or lists it. */
  private void admit(int flow) {
    int end = routes.end(flow);
    int crowd = NONE;
    double lowest = -1;
    for (int place = routes.begin(flow); place < end; place++) {
      int other = crowdAt[routes.link(place)];
      if (other != NONE && other != crowd) {
        lowest = lowest < 0 ? lowestLevel(flow) : lowest;
        if (crowd == NONE && crossings.fairLevel(routes.link(place)) * (1 - TOLERANCE) <= lowest) {
          crowd = other;
        } else {
          dissolve(other);
        }
      }
    }
    if (crowd == NONE) {
      list(flow);
      return;
    }
    int crowded = linkOf[crowd];
    enter(flow, crowd);
    floor[crowd] = Math.min(floor[crowd], routes.highestLevel(flow));
    for (int place = routes.begin(flow); place < end; place++) {
      int link = routes.link(place);
      if (link == crowded) {
        crossings.list(place);
      } else {
        crossings.addToPart(place, crowd);
        lower(crowd, link, crossings.fairLevel(link));
      }
    }
  }

  private void list(int flow) {
    for (int place = routes.begin(flow), end = routes.end(flow); place < end; place++) {
      crossings.list(place);
    }
  }

  /** The link of a flow's route that has the lowest fair level. */
  int lowestLink(int flow) {
    int lowest = routes.link(routes.begin(flow));
    for (int place = routes.begin(flow) + 1, end = routes.end(flow); place < end; place++) {
      int link = routes.link(place);
      lowest = crossings.fairLevel(link) < crossings.fairLevel(lowest) ? link : lowest;
    }
    return lowest;
  }

  /** The lowest fair level on a flow's route, or its limit if that is lower. */
  double lowestLevel(int flow) {
    double lowest = routes.highestLevel(flow);
    for (int place = routes.begin(flow), end = routes.end(flow); place < end; place++) {
      lowest = Math.min(lowest, crossings.fairLevel(routes.link(place)));
    }
    return lowest;
  }

  private void enter(int flow, int crowd) {
    crowdOf[flow] = crowd;
    if (stamp[flow] != revisions) {
      stamp[flow] = revisions;
      entered.push(flow);
    }
  }

  /** Whether a link without a crowd is the lowest that its flows meet. */
  private boolean holdsAll(int link) {
    if (crossings.firstPartOfLink(link) != NONE) {
      return false;
    }
    double fair = crossings.fairLevel(link) * (1 - TOLERANCE);
    int place = crossings.firstListed(link);
    for (; place != NONE; place = crossings.nextListed(place)) {
      if (meetsBelow(routes.flow(place), fair)) {
        // It will most likely do so for some time, and is then found at once.
        crossings.listFirst(place);
        return false;
      }
    }
    return true;
  }

  private boolean meetsBelow(int flow, double fair) {
    if (routes.highestLevel(flow) < fair) {
      return true;
    }
    for (int place = routes.begin(flow), end = routes.end(flow); place < end; place++) {
      if (crossings.isBelow(routes.link(place), fair)) {
        return true;
      }
    }
    return false;
  }

  private void form(int link) {
    if (free.isEmpty()) {
      grow();
    }
    int crowd = free.popInt();
    linkOf[crowd] = link;
    crowdAt[link] = crowd;
    int listed = crossings.firstListed(link);
    for (; listed != NONE; listed = crossings.nextListed(listed)) {
      int flow = routes.flow(listed);
      if (crowdOf[flow] == NONE) {
        enter(flow, crowd);
        for (int place = routes.begin(flow), end = routes.end(flow); place < end; place++) {
          if (routes.link(place) != link) {
            crossings.addToPartInstead(place, crowd);
          }
        }
      }
    }
    lookAround(crowd);
  }

  private void dissolve(int crowd) {
    int link = linkOf[crowd];
    crowdAt[link] = NONE;
    level[crowd] = 0;
    dissolved.push(crowd);
    int listed = crossings.firstListed(link);
    for (; listed != NONE; listed = crossings.nextListed(listed)) {
      int flow = routes.flow(listed);
      if (crowdOf[flow] != NONE) {
        crowdOf[flow] = NONE;
        loosened.push(flow);
        for (int place = routes.begin(flow), end = routes.end(flow); place < end; place++) {
          crossings.listInstead(place);
        }
      }
    }
  }

  private void grow() {
    int before = linkOf.length;
    int size = Math.max(16, 2 * before);
    linkOf = Arrays.copyOf(linkOf, size);
    level = Arrays.copyOf(level, size);
    floor = Arrays.copyOf(floor, size);
    watched = Arrays.copyOf(watched, WATCHED * size);
    for (int crowd = size - 1; crowd >= before; crowd--) {
      free.push(crowd);
    }
    crossings.reserveCrowds(size);
  }
}
