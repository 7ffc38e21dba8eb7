package org.foretell.machine.topology;

import java.util.Arrays;
import java.util.List;
import org.foretell.machine.LinkSpeed;

/**
 * A torus or mesh of any number of dimensions; a dimension is a ring or a line. A ring of two is a
 * line: its second cable would join the same switches (give two cables if there are two).
 *
 * <p>Switches are numbered with the first dimension fastest. The route goes through one dimension
 * after the other, the first one first, the shorter way round. Where both ways round are equally
 * long, the deterministic route takes the one that SimGrid takes: upwards, but downwards from the
 * coordinate in the middle. Hashed routing draws the dimension to begin with and breaks such ties.
 */
public final class Torus implements Fabric {
  private final int[] sizes;
  private final boolean[] ring;
  private final int[] cables;
  private final LinkSpeed[] speeds;
  private final Terminals terminals;
  private final Routing routing;
  private final int switches;

  /** Product of the sizes before a dimension. */
  private final int[] stride;

  /** Number of the first cable of a dimension, after those of the nodes; last the number of all. */
  private final int[] firstCable;

  /**
   * The torus; all arrays and lists by dimension.
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
    int dimensions = sizes.length;
    this.sizes = Dimensions.checked("sizes", sizes);
    this.cables = Dimensions.checked("cables", cables);
    Dimensions.checkCount("cables, one number for each dimension", dimensions, cables.length);
    Dimensions.checkCount("ring or line, for each dimension", dimensions, ring.length);
    this.ring = new boolean[dimensions];
    this.speeds = Speeds.forEach("link speeds of a torus", speeds, dimensions);
    this.terminals = terminals;
    this.routing = routing;
    switches = Dimensions.nodes(sizes);
    Dimensions.nodes(switches, terminals.perSwitch());
    stride = new int[dimensions];
    firstCable = new int[dimensions + 1];
    firstCable[0] = terminals.cables(switches);
    long cableCount = firstCable[0];
    int product = 1;
    for (int dimension = 0; dimension < dimensions; dimension++) {
      this.ring[dimension] = ring[dimension] && sizes[dimension] > 2;
      stride[dimension] = product;
      product *= sizes[dimension];
      cableCount += (long) (switches / sizes[dimension]) * perLine(dimension) * cables[dimension];
      Dimensions.links(cableCount);
      firstCable[dimension + 1] = (int) cableCount;
    }
  }

  /**
   * A torus of single cables, deterministically routed, each node a switch.
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

  /** Pairs of neighbours along one line of a dimension. */
  private int perLine(int dimension) {
    return ring[dimension] ? sizes[dimension] : sizes[dimension] - 1;
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
  public int nodes() {
    return switches * terminals.perSwitch();
  }

  @Override
  public int vertices() {
    return terminals.cables(switches) + switches;
  }

  @Override
  public int links() {
    return 2 * firstCable[sizes.length];
  }

  @Override
  public double bytesPerSecond(int link) {
    return speed(link).bytesPerSecond();
  }

  @Override
  public long latencyPs(int link) {
    return speed(link).latencyPs();
  }

  private LinkSpeed speed(int link) {
    LinkSpeed terminal = terminals.speed();
    return terminal != null && link >> 1 < firstCable[0] ? terminal : speeds[dimension(link)];
  }

  private int dimension(int link) {
    int dimension = 0;
    while (firstCable[dimension + 1] <= link >> 1) {
      dimension++;
    }
    return dimension;
  }

  @Override
  public int from(int link) {
    int cable = link >> 1;
    if (cable < firstCable[0]) {
      return (link & 1) == 0 ? cable : terminals.vertex(cable / terminals.perSwitch(), switches);
    }
    int dimension = dimension(link);
    int step = (cable - firstCable[dimension]) / cables[dimension];
    int line = step / perLine(dimension);
    int coordinate = (step % perLine(dimension) + (link & 1)) % sizes[dimension];
    int low = line % stride[dimension];
    int place =
        low + (coordinate + line / stride[dimension] * sizes[dimension]) * stride[dimension];
    return terminals.vertex(place, switches);
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
  public int route(int source, int destination, int hash, int[] links) {
    if (source == destination) {
      return 0;
    }
    boolean attached = terminals.speed() != null;
    int target = destination / terminals.perSwitch();
    int place = source / terminals.perSwitch();
    int length = 0;
    if (attached) {
      links[length++] = 2 * source;
    }
    int first = routing.hashed() ? Spread.choose(source, destination, hash, -1, sizes.length) : 0;
    for (int index = 0; index < sizes.length; index++) {
      int dimension = (first + index) % sizes.length;
      int size = sizes[dimension];
      int from = place / stride[dimension] % size;
      int to = target / stride[dimension] % size;
      if (from == to) {
        continue;
      }
      boolean upwards = upwards(dimension, from, to, source, destination, hash);
      int bundle =
          routing.hashed()
              ? Spread.choose(source, destination, hash, dimension, cables[dimension])
              : destination % cables[dimension];
      int low = place % stride[dimension];
      int line = low + place / stride[dimension] / size * stride[dimension];
      for (int at = from; at != to; ) {
        int next = upwards ? (at + 1 == size ? 0 : at + 1) : (at == 0 ? size - 1 : at - 1);
        int step = line * perLine(dimension) + (upwards ? at : next);
        int cable = firstCable[dimension] + step * cables[dimension] + bundle;
        links[length++] = 2 * cable + (upwards ? 0 : 1);
        at = next;
      }
      place += (to - from) * stride[dimension];
    }
    if (attached) {
      links[length++] = 2 * destination + 1;
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
