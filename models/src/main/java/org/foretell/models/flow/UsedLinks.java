package org.foretell.models.flow;

import java.util.Arrays;
import org.foretell.machine.Topology;

/**
 * The links over which flows have gone so far, numbered from 0 in the order of their first use. So
 * what is kept by link grows with the links that are used and not with the machine: of one of
 * hundreds of thousands of nodes a small job meets few.
 *
 * <p>The links are those of the topology and, after them, two for each rank whose copies within its
 * node share a speed. A number is found in constant time over pages that exist where a link of
 * theirs is used; a page that is not takes one reference.
 */
final class UsedLinks {
  private static final int PAGE_BITS = 8;
  private static final int PAGE_LINKS = 1 << PAGE_BITS;
  private static final int UNUSED = -1;

  private final Topology topology;
  private final double[] copyBytesPerSecond;
  private final int firstCopy;
  private final int[][] pages;
  private final LinkCapacities capacities = new LinkCapacities();

  // By number.
  private boolean[] shared = {};
  private long[] latencyPs = {};
  private int count;

  /**
   * No links yet.
   *
   * @param topology what joins the nodes
   * @param copyBytesPerSecond by rank, what it copies; empty if that is not shared
   */
  UsedLinks(Topology topology, double[] copyBytesPerSecond) {
    this.topology = topology;
    this.copyBytesPerSecond = copyBytesPerSecond;
    firstCopy = topology.links();
    int all = Math.addExact(firstCopy, Math.multiplyExact(2, copyBytesPerSecond.length));
    pages = new int[(all >> PAGE_BITS) + 1][];
  }

  /** The number of a link of the topology. */
  int number(int link) {
    int[] page = pages[link >> PAGE_BITS];
    int number = page == null ? UNUSED : page[link & (PAGE_LINKS - 1)];
    return number == UNUSED ? use(link) : number;
  }

  /** The number of the link over which a rank copies messages to its node out of its memory. */
  int copyOut(int rank) {
    return number(firstCopy + 2 * rank);
  }

  /** The number of the link over which a rank copies messages of its node into its memory. */
  int copyIn(int rank) {
    return number(firstCopy + 2 * rank + 1);
  }

  private int use(int link) {
    int[] page = pages[link >> PAGE_BITS];
    if (page == null) {
      page = new int[PAGE_LINKS];
      Arrays.fill(page, UNUSED);
      pages[link >> PAGE_BITS] = page;
    }
    page[link & (PAGE_LINKS - 1)] = count;
    boolean copy = link >= firstCopy;
    capacities.add(
        copy ? copyBytesPerSecond[(link - firstCopy) >> 1] : topology.bytesPerSecond(link));
    if (capacities.room() > shared.length) {
      shared = Arrays.copyOf(shared, capacities.room());
      latencyPs = Arrays.copyOf(latencyPs, capacities.room());
    }
    shared[count] = copy || topology.shared(link);
    latencyPs[count] = copy ? 0 : topology.latencyPs(link);
    return count++;
  }

  /** What each link carries, by its number. */
  LinkCapacities capacities() {
    return capacities;
  }

  /** Whether the flows over a link share what it carries. */
  boolean shared(int number) {
    return shared[number];
  }

  long latencyPs(int number) {
    return latencyPs[number];
  }

  /** How many links have been used. */
  int count() {
    return count;
  }
}
