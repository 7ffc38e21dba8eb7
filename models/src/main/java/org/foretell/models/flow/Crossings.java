package org.foretell.models.flow;

import java.util.Arrays;

/**
 * What crosses each link: single flows, each listed, and <em>parts</em> of crowds, whose flows are
 * not listed but summed up. A part is what one crowd's flows take of one link. It is <em>mixed</em>
 * while the link has single flows too; of these the crowd must know when its level changes.
 *
 * <p>The link that a crowd fills lists the crowd's flows.
 */
final class Crossings {
  /** No place, part or crowd. */
  static final int NONE = IntLists.NONE;

  private final FlowRoutes routes;

  // By link.
  private final LinkCapacities capacity;
  private int[] count = {};
  private final CarefulSums weightSum = new CarefulSums(0);
  private int[] listedCount = {};

  /** By link the listed places. */
  private final IntLists listed = new IntLists(0);

  /** By place the part to which it has been added, {@link #NONE} if it is listed. */
  private int[] partAt = {};

  // By part.
  private int[] partLink = {};
  private int[] partCrowd = {};
  private int[] partCount = {};
  private final CarefulSums partWeight = new CarefulSums(0);

  private final IntLists partsOfLink = new IntLists(0);

  /** By crowd, two for each: first parts that are not mixed, then those that are. */
  private final IntLists partsOfCrowd = new IntLists(0);

  private int[] freeParts = {};
  private int freePartCount;

  /** Links that nothing crosses. */
  Crossings(FlowRoutes routes, LinkCapacities capacity) {
    this.routes = routes;
    this.capacity = capacity;
  }

  /** Makes room for links with numbers below this. */
  void reserveLinks(int links) {
    count = Arrays.copyOf(count, links);
    weightSum.reserve(links);
    listedCount = Arrays.copyOf(listedCount, links);
    listed.reserve(links, 0);
    partsOfLink.reserve(links, 0);
  }

  /** Makes room for all flows that have routes. */
  void reserve() {
    if (routes.places() > partAt.length) {
      partAt = Arrays.copyOf(partAt, routes.places());
      listed.reserve(0, routes.places());
    }
  }

  /** Makes room for crowds with numbers below this. */
  void reserveCrowds(int crowds) {
    partsOfCrowd.reserve(2 * crowds, 0);
  }

  /** Counts a place that has come to its link; it still has to be listed or added to a part. */
  void come(int place) {
    int link = routes.link(place);
    count[link]++;
    weightSum.add(link, weight(place));
  }

  /** What a flow takes at a place at level 1. */
  private double weight(int place) {
    return routes.share(place) * routes.weight(routes.flow(place));
  }

  /** Takes a place away, listed or in a part; whether its link has others. */
  boolean go(int place) {
    if (partAt[place] == NONE) {
      unlist(place);
    } else {
      takeFromPart(place);
    }
    return goUnlisted(place);
  }

  /** Takes a place away that is neither listed nor in a part; whether its link has others. */
  boolean goUnlisted(int place) {
    int link = routes.link(place);
    if (--count[link] > 0) {
      weightSum.add(link, -weight(place));
      return true;
    }
    // What roundings have left in the sum must not outlive the flows.
    weightSum.clear(link);
    return false;
  }

  /** The level that all flows over a link would have if it held them all; infinite without any. */
  double fairLevel(int link) {
    return capacity.of(link) / weightSum.get(link);
  }

  /** Whether a link's fair level is below one. */
  boolean isBelow(int link, double level) {
    return capacity.of(link) < level * weightSum.get(link);
  }

  /** Places of a link. */
  int count(int link) {
    return count[link];
  }

  /** Listed places of a link. */
  int listedCount(int link) {
    return listedCount[link];
  }

  int firstListed(int link) {
    return listed.first(link);
  }

  int nextListed(int place) {
    return listed.next(place);
  }

  /** Makes a listed place the first of its link. */
  void listFirst(int place) {
    int link = routes.link(place);
    listed.remove(link, place);
    listed.add(link, place);
  }

  /** Lists a place that is neither listed nor in a part. */
  void list(int place) {
    int link = routes.link(place);
    partAt[place] = NONE;
    listed.add(link, place);
    if (listedCount[link]++ == 0) {
      move(link, 0, 1);
    }
  }

  /** Lists a place that may be in a part. */
  void listInstead(int place) {
    if (partAt[place] != NONE) {
      takeFromPart(place);
      list(place);
    }
  }

  private void unlist(int place) {
    int link = routes.link(place);
    listed.remove(link, place);
    if (--listedCount[link] == 0) {
      move(link, 1, 0);
    }
  }

  /** Parts of a link have become mixed, or are so no more. */
  private void move(int link, int from, int to) {
    for (int part = partsOfLink.first(link); part != NONE; part = partsOfLink.next(part)) {
      int lists = 2 * partCrowd[part];
      partsOfCrowd.remove(lists + from, part);
      partsOfCrowd.add(lists + to, part);
    }
  }

  /** Adds a listed place to its crowd's part instead. */
  void addToPartInstead(int place, int crowd) {
    unlist(place);
    addToPart(place, crowd);
  }

  /** Adds a place that is neither listed nor in a part to its crowd's part. */
  void addToPart(int place, int crowd) {
    int link = routes.link(place);
    int part = partsOfLink.first(link);
    while (part != NONE && partCrowd[part] != crowd) {
      part = partsOfLink.next(part);
    }
    if (part == NONE) {
      part = newPart(link, crowd);
    }
    partAt[place] = part;
    partCount[part]++;
    partWeight.add(part, weight(place));
  }

  private int newPart(int link, int crowd) {
    if (freePartCount == 0) {
      growParts();
    }
    int part = freeParts[--freePartCount];
    partLink[part] = link;
    partCrowd[part] = crowd;
    partCount[part] = 0;
    partWeight.clear(part);
    partsOfLink.add(link, part);
    partsOfCrowd.add(2 * crowd + mixed(link), part);
    return part;
  }

  private void takeFromPart(int place) {
    int part = partAt[place];
    if (--partCount[part] > 0) {
      partWeight.add(part, -weight(place));
      return;
    }
    int link = partLink[part];
    partsOfLink.remove(link, part);
    partsOfCrowd.remove(2 * partCrowd[part] + mixed(link), part);
    freeParts[freePartCount++] = part;
  }

  private int mixed(int link) {
    return listedCount[link] > 0 ? 1 : 0;
  }

  private void growParts() {
    int before = partLink.length;
    int size = Math.max(64, 2 * before);
    partLink = Arrays.copyOf(partLink, size);
    partCrowd = Arrays.copyOf(partCrowd, size);
    partCount = Arrays.copyOf(partCount, size);
    partWeight.reserve(size);
    freeParts = Arrays.copyOf(freeParts, size);
    for (int part = size - 1; part >= before; part--) {
      freeParts[freePartCount++] = part;
    }
    partsOfLink.reserve(0, size);
    partsOfCrowd.reserve(0, size);
  }

  int firstPartOfLink(int link) {
    return partsOfLink.first(link);
  }

  int nextPartOfLink(int part) {
    return partsOfLink.next(part);
  }

  int firstMixedPart(int crowd) {
    return partsOfCrowd.first(2 * crowd + 1);
  }

  int firstOtherPart(int crowd) {
    return partsOfCrowd.first(2 * crowd);
  }

  /** The part of its crowd that comes after one, mixed like it or not. */
  int nextPartOfCrowd(int part) {
    return partsOfCrowd.next(part);
  }

  int crowdOfPart(int part) {
    return partCrowd[part];
  }

  int linkOfPart(int part) {
    return partLink[part];
  }

  /** What the flows of a part take of the link at level 1. */
  double weightOfPart(int part) {
    return partWeight.get(part);
  }
}
