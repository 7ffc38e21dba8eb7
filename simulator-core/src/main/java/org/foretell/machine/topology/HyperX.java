package org.foretell.machine.topology;

import java.util.Arrays;
import java.util.List;
import org.foretell.machine.LinkSpeed;

/**
 * A HyperX (J. Ahn and others): switches on a grid of any number of dimensions, along each of which
 * all switches that differ in nothing else are joined to each other. One dimension is a full mesh
 * of switches, sizes of 2 are a hypercube.
 *
 * <p>Switches are numbered with the first dimension fastest. The route takes one hop in each
 * dimension in which the switches differ, the first one first; hashed routing draws the dimension
 * to begin with. {@link Routing#ADAPTIVE} sends half of the messages through a random switch.
 */
public final class HyperX implements Fabric {
  private static final int DETOUR = 1 << 20;

  private final int[] sizes;
  private final int[] cables;
  private final LinkSpeed[] speeds;
  private final Terminals terminals;
  private final Routing routing;
  private final int switches;
  private final int[] stride;
  private final int[] firstCable;

  /**
   * The network; all arrays and lists by dimension.
   *
   * @param sizes switches along each
   * @param cables parallel cables between two switches
   * @param speeds one for each dimension or one for all
   * @param terminals how nodes are joined to switches
   * @param routing which of several cables a message takes
   */
  public HyperX(
      int[] sizes, int[] cables, List<LinkSpeed> speeds, Terminals terminals, Routing routing) {
    int dimensions = sizes.length;
    this.sizes = Dimensions.checked("sizes", sizes);
    this.cables = Dimensions.checked("cables", cables);
    Dimensions.checkCount("cables, one number for each dimension", dimensions, cables.length);
    this.speeds = Speeds.forEach("link speeds of a HyperX", speeds, dimensions);
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
      stride[dimension] = product;
      product *= sizes[dimension];
      cableCount +=
          Math.multiplyExact(
              switches / sizes[dimension] * Pairs.count(sizes[dimension]),
              (long) cables[dimension]);
      Dimensions.links(cableCount);
      firstCable[dimension + 1] = (int) cableCount;
    }
  }

  @Override
  public String title() {
    String trunks =
        Arrays.stream(cables).allMatch(count -> count == 1)
            ? ""
            : ", " + Dimensions.times(cables) + " cables";
    return sizes.length
        + "-D HyperX "
        + Dimensions.times(sizes)
        + trunks
        + terminals.title()
        + ", "
        + routing.title();
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
    int size = sizes[dimension];
    int trunk = (cable - firstCable[dimension]) / cables[dimension];
    int perLine = (int) Pairs.count(size);
    int line = trunk / perLine;
    int pair = trunk % perLine;
    int coordinate = (link & 1) == 0 ? Pairs.lower(pair, size) : Pairs.upper(pair, size);
    int low = line % stride[dimension];
    int place = low + (coordinate + line / stride[dimension] * size) * stride[dimension];
    return terminals.vertex(place, switches);
  }

  @Override
  public int longestRoute() {
    int hops = routing == Routing.ADAPTIVE ? 2 * sizes.length : sizes.length;
    return terminals.speed() == null ? hops : hops + 2;
  }

  @Override
  public int route(int source, int destination, int hash, int[] links) {
    if (source == destination) {
      return 0;
    }
    int target = destination / terminals.perSwitch();
    int place = source / terminals.perSwitch();
    int length = 0;
    if (terminals.speed() != null) {
      links[length++] = 2 * source;
    }
    int firstDimension =
        routing.hashed() ? Spread.choose(source, destination, hash, -1, sizes.length) : 0;
    if (place != target
        && routing == Routing.ADAPTIVE
        && Spread.choose(source, destination, hash, DETOUR, 2) == 1) {
      int through = Spread.choose(source, destination, hash, DETOUR + 1, switches);
      length = hops(place, through, firstDimension, source, destination, hash, links, length);
      place = through;
    }
    length = hops(place, target, firstDimension, source, destination, hash, links, length);
    if (terminals.speed() != null) {
      links[length++] = 2 * destination + 1;
    }
    return length;
  }

  private int hops(
      int start,
      int target,
      int firstDimension,
      int source,
      int destination,
      int hash,
      int[] links,
      int lengthBefore) {
    int length = lengthBefore;
    int place = start;
    for (int index = 0; index < sizes.length; index++) {
      int dimension = (firstDimension + index) % sizes.length;
      int size = sizes[dimension];
      int from = place / stride[dimension] % size;
      int to = target / stride[dimension] % size;
      if (from != to) {
        int low = place % stride[dimension];
        int line = low + place / stride[dimension] / size * stride[dimension];
        int trunk = line * (int) Pairs.count(size) + Pairs.index(from, to, size);
        int bundle =
            routing.hashed()
                ? Spread.choose(source, destination, hash, dimension, cables[dimension])
                : destination % cables[dimension];
        int cable = firstCable[dimension] + trunk * cables[dimension] + bundle;
        links[length++] = 2 * cable + (from < to ? 0 : 1);
        place += (to - from) * stride[dimension];
      }
    }
    return length;
  }
}
