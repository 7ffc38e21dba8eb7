package org.foretell.machine.topology;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.foretell.machine.LinkSpeed;

/**
 * A torus or mesh of any number of dimensions; a dimension is a ring or a line. A ring of two is a
 * line: its second cable would connect the same switches (give two cables if there are two).
 *
 * <p>Switches are numbered with the first dimension fastest. The route goes through one dimension
 * after the other, the first one first, the shorter way round. If both ways round are equally long,
 * the deterministic route follows SimGrid: upwards, but downwards from the coordinate in the
 * middle. Hashed routing draws the dimension to begin with and breaks such ties.
 */
public final class Torus extends Grid {
  private final boolean[] ring;

  /**
   * Creates a torus; all arrays and lists by dimension.
   *
   * @param sizes switches along each
   * @param ring whether each is a ring, not a line
   * @param cables parallel cables between neighbours
   * @param speeds one for each dimension or one for all
   * @param terminals how nodes are joined to switches
   * @param routing which of several cables a message takes
   */
  public Torus(
      int[] sizes,
      boolean[] ring,
      int[] cables,
      List<LinkSpeed> speeds,
      Terminals terminals,
      Routing routing) {
    super("torus", sizes, cables, speeds, terminals, routing, neighbours(sizes, ring));
    this.ring = new boolean[sizes.length];
    for (int dimension = 0; dimension < sizes.length; dimension++) {
      this.ring[dimension] = isRing(sizes, ring, dimension);
    }
  }

  private static boolean isRing(int[] sizes, boolean[] ring, int dimension) {
    return ring[dimension] && sizes[dimension] > 2;
  }

  /** How many pairs of neighbours there are along one line of a dimension. */
  private static IntToLongFunction neighbours(int[] sizes, boolean[] ring) {
    Dimensions.checkCount("ring or line, for each dimension", sizes.length, ring.length);
    return dimension -> isRing(sizes, ring, dimension) ? sizes[dimension] : sizes[dimension] - 1L;
  }

  /**
   * Creates a torus of single cables, deterministically routed, with each node a switch.
   *
   * @param sizes switches along each dimension
   * @param speed latency and bandwidth of a cable
   * @return the torus
   */
  public static Torus of(int[] sizes, LinkSpeed speed) {
    boolean[] ring = new boolean[sizes.length];
    int[] cables = new int[sizes.length];
    Arrays.fill(ring, true);
    Arrays.fill(cables, 1);
    return new Torus(sizes, ring, cables, List.of(speed), Terminals.DIRECT, Routing.DETERMINISTIC);
  }

  @Override
  public String title() {
    StringBuilder title = new StringBuilder();
    int rings = 0;
    StringBuilder lines = new StringBuilder();
    for (int dimension = 0; dimension < sizes.length; dimension++) {
      if (ring[dimension]) {
        rings++;
      } else if (sizes[dimension] > 2) {
        lines.append(lines.isEmpty() ? ", dimension " : ", ").append(dimension + 1);
      }
    }
    title
        .append(sizes.length)
        .append("-D ")
        .append(rings > 0 || lines.isEmpty() ? "torus" : "mesh");
    title.append(' ').append(Dimensions.times(sizes));
    if (rings > 0 && !lines.isEmpty()) {
      title.append(lines).append(" open");
    }
    if (Arrays.stream(cables).anyMatch(count -> count > 1)) {
      title.append(", ").append(Dimensions.times(cables)).append(" cables");
    }
    return title.append(terminals.title()).append(", ").append(routing.title()).toString();
  }

  @Override
  int coordinate(int dimension, int pair, boolean lower) {
    return lower ? pair : (pair + 1) % sizes[dimension];
  }

  @Override
  public int longestRoute() {
    int longest = terminals.speed() == null ? 0 : 2;
    for (int dimension = 0; dimension < sizes.length; dimension++) {
      longest += ring[dimension] ? sizes[dimension] / 2 : sizes[dimension] - 1;
    }
    return longest;
  }

  @Override
  int hops(
      int dimension,
      int place,
      int from,
      int to,
      int source,
      int destination,
      int hash,
      int[] links,
      int lengthBefore) {
    int length = lengthBefore;
    int size = sizes[dimension];
    boolean upwards = upwards(dimension, from, to, source, destination, hash);
    int first = firstCable(dimension, place) + parallel(dimension, source, destination, hash);
    for (int at = from; at != to; ) {
      int next = upwards ? (at + 1 == size ? 0 : at + 1) : (at == 0 ? size - 1 : at - 1);
      int cable = first + (upwards ? at : next) * cables[dimension];
      links[length++] = 2 * cable + (upwards ? 0 : 1);
      at = next;
    }
    return length;
  }

  private boolean upwards(int dimension, int from, int to, int source, int destination, int hash) {
    if (!ring[dimension]) {
      return to > from;
    }
    int size = sizes[dimension];
    int distanceUp = to > from ? to - from : to - from + size;
    if (2 * distanceUp != size) {
      return 2 * distanceUp < size;
    }
    return routing.hashed()
        ? Spread.choose(source, destination, hash, sizes.length + dimension, 2) == 0
        : from != size / 2;
  }
}
