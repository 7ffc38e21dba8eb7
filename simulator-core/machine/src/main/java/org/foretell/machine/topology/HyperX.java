package org.foretell.machine.topology;

import java.util.Arrays;
import java.util.List;
import org.foretell.machine.LinkSpeed;

/**
 * A HyperX (J. Ahn and others): switches on a grid of any number of dimensions, where all switches
 * that differ in a single dimension are connected. One dimension is a full mesh of switches, sizes
 * of 2 are a hypercube.
 *
 * <p>Switches are numbered with the first dimension fastest. The route takes one hop in each
 * dimension in which the switches differ, in order of dimensions; hashed routing draws the first
 * dimension. {@link Routing#ADAPTIVE} sends half of the messages through a random switch.
 */
public final class HyperX extends Grid {
  private static final int DETOUR = 1 << 20;

  /**
   * Creates a network; all arrays and lists by dimension.
   *
   * @param sizes switches along each
   * @param cables parallel cables between two switches
   * @param speeds one for each dimension or one for all
   * @param terminals how nodes are joined to switches
   * @param routing which of several cables a message takes
   */
  public HyperX(
      int[] sizes, int[] cables, List<LinkSpeed> speeds, Terminals terminals, Routing routing) {
    super(
        "HyperX",
        sizes,
        cables,
        speeds,
        terminals,
        routing,
        dimension -> Pairs.count(sizes[dimension]));
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
  int coordinate(int dimension, int pair, boolean lower) {
    int size = sizes[dimension];
    return lower ? Pairs.lower(pair, size) : Pairs.upper(pair, size);
  }

  @Override
  public int longestRoute() {
    int hops = routing == Routing.ADAPTIVE ? 2 * sizes.length : sizes.length;
    return terminals.speed() == null ? hops : hops + 2;
  }

  @Override
  int through(int place, int target, int source, int destination, int hash) {
    return place != target
            && routing == Routing.ADAPTIVE
            && Spread.choose(source, destination, hash, DETOUR, 2) == 1
        ? Spread.choose(source, destination, hash, DETOUR + 1, switches)
        : place;
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
      int length) {
    int pair = Pairs.index(from, to, sizes[dimension]);
    int cable =
        firstCable(dimension, place)
            + pair * cables[dimension]
            + parallel(dimension, source, destination, hash);
    links[length] = 2 * cable + (from < to ? 0 : 1);
    return length + 1;
  }
}
