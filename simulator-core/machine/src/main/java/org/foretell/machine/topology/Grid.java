package org.foretell.machine.topology;

import java.util.List;
import java.util.function.IntToLongFunction;
import org.foretell.machine.LinkSpeed;

/**
 * Switches on a grid of any number of dimensions, numbered with the first one fastest. Along each
 * line of a dimension some pairs of switches are joined. A route goes through one dimension after
 * the other, the first one first; hashed routing draws the dimension to begin with, and one of the
 * parallel cables.
 */
abstract class Grid implements Fabric {
  final int[] sizes;
  final int[] cables;
  final Terminals terminals;
  final Routing routing;
  final int switches;
  private final LinkSpeed[] speeds;

  /** By dimension how many pairs of switches are joined along one line. */
  private final int[] pairs;

  /** Product of the sizes before a dimension. */
  private final int[] stride;

  /** Number of the first cable of a dimension, after those of the nodes; last the number of all. */
  private final int[] firstCable;

  /**
   * The network; all arrays and lists by dimension.
   *
   * @param what it is, for messages
   * @param sizes switches along each
   * @param cables parallel cables between two switches that are joined
   * @param speeds one for each dimension or one for all
   * @param pairs how many pairs of switches are joined along one line of a dimension
   */
  Grid(
      String what,
      int[] sizes,
      int[] cables,
      List<LinkSpeed> speeds,
      Terminals terminals,
      Routing routing,
      IntToLongFunction pairs) {
    int dimensions = sizes.length;
    this.sizes = Dimensions.checked("sizes", sizes);
    this.cables = Dimensions.checked("cables", cables);
    Dimensions.checkCount("cables, one number for each dimension", dimensions, cables.length);
    this.speeds = Speeds.forEach("link speeds of a " + what, speeds, dimensions);
    this.terminals = terminals;
    this.routing = routing;
    switches = Dimensions.nodes(sizes);
    Dimensions.nodes(switches, terminals.perSwitch());
    this.pairs = new int[dimensions];
    stride = new int[dimensions];
    firstCable = new int[dimensions + 1];
    firstCable[0] = terminals.cables(switches);
    long cableCount = firstCable[0];
    int product = 1;
    for (int dimension = 0; dimension < dimensions; dimension++) {
      stride[dimension] = product;
      product *= sizes[dimension];
      long perLine = pairs.applyAsLong(dimension);
      cableCount +=
          Math.multiplyExact(switches / sizes[dimension] * perLine, (long) cables[dimension]);
      Dimensions.links(cableCount);
      this.pairs[dimension] = (int) perLine;
      firstCable[dimension + 1] = (int) cableCount;
    }
  }

  @Override
  public final int nodes() {
    return switches * terminals.perSwitch();
  }

  @Override
  public final int vertices() {
    return terminals.cables(switches) + switches;
  }

  @Override
  public final int links() {
    return 2 * firstCable[sizes.length];
  }

  @Override
  public final double bytesPerSecond(int link) {
    return speed(link).bytesPerSecond();
  }

  @Override
  public final long latencyPs(int link) {
    return speed(link).latencyPs();
  }

  @Override
  public final String linkClass(int link) {
    boolean terminal = terminals.speed() != null && link >> 1 < firstCable[0];
    return terminal ? "links of nodes" : "dimension " + (dimension(link) + 1);
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
  public final int from(int link) {
    int cable = link >> 1;
    boolean lower = (link & 1) == 0;
    if (cable < firstCable[0]) {
      return lower ? cable : terminals.vertex(cable / terminals.perSwitch(), switches);
    }
    int dimension = dimension(link);
    int trunk = (cable - firstCable[dimension]) / cables[dimension];
    int line = trunk / pairs[dimension];
    int coordinate = coordinate(dimension, trunk % pairs[dimension], lower);
    int low = line % stride[dimension];
    int place =
        low + (coordinate + line / stride[dimension] * sizes[dimension]) * stride[dimension];
    return terminals.vertex(place, switches);
  }

  /** Where, along its line, the lower or the other switch of a pair stands. */
  abstract int coordinate(int dimension, int pair, boolean lower);

  @Override
  public final int route(int source, int destination, int hash, int[] links) {
    if (source == destination) {
      return 0;
    }
    int place = source / terminals.perSwitch();
    int target = destination / terminals.perSwitch();
    int length = 0;
    if (terminals.speed() != null) {
      links[length++] = 2 * source;
    }
    int through = through(place, target, source, destination, hash);
    length = travel(place, through, source, destination, hash, links, length);
    length = travel(through, target, source, destination, hash, links, length);
    if (terminals.speed() != null) {
      links[length++] = 2 * destination + 1;
    }
    return length;
  }

  /** A switch by way of which a message goes from one to another, or the first of the two. */
  int through(int place, int target, int source, int destination, int hash) {
    return place;
  }

  private int travel(
      int start, int target, int source, int destination, int hash, int[] links, int lengthBefore) {
    int length = lengthBefore;
    int place = start;
    int first = routing.hashed() ? Spread.choose(source, destination, hash, -1, sizes.length) : 0;
    for (int index = 0; index < sizes.length; index++) {
      int dimension = (first + index) % sizes.length;
      int size = sizes[dimension];
      int from = place / stride[dimension] % size;
      int to = target / stride[dimension] % size;
      if (from != to) {
        length = hops(dimension, place, from, to, source, destination, hash, links, length);
        place += (to - from) * stride[dimension];
      }
    }
    return length;
  }

  /**
   * Goes along the line of a dimension on which a switch stands.
   *
   * @param from its coordinate, which is not that to go to
   * @param length of the route so far
   * @return its length then
   */
  abstract int hops(
      int dimension,
      int place,
      int from,
      int to,
      int source,
      int destination,
      int hash,
      int[] links,
      int length);

  /** The first cable, of its bundle, of the first pair on the line on which a switch stands. */
  final int firstCable(int dimension, int place) {
    int low = place % stride[dimension];
    int line = low + place / stride[dimension] / sizes[dimension] * stride[dimension];
    return firstCable[dimension] + line * pairs[dimension] * cables[dimension];
  }

  /** Which of the parallel cables of a dimension a message takes. */
  final int parallel(int dimension, int source, int destination, int hash) {
    return routing.hashed()
        ? Spread.choose(source, destination, hash, dimension, cables[dimension])
        : destination % cables[dimension];
  }
}
