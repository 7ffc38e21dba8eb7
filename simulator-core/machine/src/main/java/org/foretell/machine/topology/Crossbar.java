package org.foretell.machine.topology;

import org.foretell.machine.LinkSpeed;
import org.foretell.time.Quantity;
import org.jspecify.annotations.Nullable;

/**
 * Nodes around a single switch, each with a link to it and a link from it. The switch itself is
 * ideal, or has a backplane that every message passes.
 */
public final class Crossbar implements Fabric {
  private final int nodes;
  private final LinkSpeed speed;
  private final @Nullable LinkSpeed backplane;
  private final boolean backplaneShared;

  private Crossbar(
      int nodes, LinkSpeed speed, @Nullable LinkSpeed backplane, boolean backplaneShared) {
    this.nodes = Dimensions.nodes(nodes);
    this.speed = speed;
    this.backplane = backplane;
    this.backplaneShared = backplaneShared;
  }

  /**
   * {@return a crossbar: only the links of the nodes limit a message}
   *
   * @param nodes 1 to 2^24
   * @param speed of each link; a message passes two
   */
  public static Crossbar of(int nodes, LinkSpeed speed) {
    return new Crossbar(nodes, speed, null, false);
  }

  /**
   * {@return a single switch with a backplane}
   *
   * @param nodes 1 to 2^24
   * @param speed of each link; a message passes two
   * @param backplane the link inside of the switch, which each message passes
   * @param shared whether all messages share its bandwidth; otherwise it bounds each
   */
  public static Crossbar withBackplane(
      int nodes, LinkSpeed speed, LinkSpeed backplane, boolean shared) {
    return new Crossbar(nodes, speed, backplane, shared);
  }

  @Override
  public String title() {
    return backplane == null
        ? "crossbar of " + nodes + " nodes"
        : "single switch of "
            + nodes
            + " nodes, backplane "
            + Quantity.formatBytesPerSecond(backplane.bytesPerSecond())
            + (backplaneShared ? "" : " for each message");
  }

  @Override
  public int nodes() {
    return nodes;
  }

  @Override
  public int vertices() {
    return nodes + 1;
  }

  @Override
  public int links() {
    return backplane == null ? 2 * nodes : 2 * nodes + 1;
  }

  @Override
  public double bytesPerSecond(int link) {
    return speed(link).bytesPerSecond();
  }

  @Override
  public long latencyPs(int link) {
    return speed(link).latencyPs();
  }

  @Override
  public String linkClass(int link) {
    return backplane != null && link == 2 * nodes ? "backplane" : "links of nodes";
  }

  private LinkSpeed speed(int link) {
    return backplane != null && link == 2 * nodes ? backplane : speed;
  }

  @Override
  public boolean shared(int link) {
    return link < 2 * nodes || backplaneShared;
  }

  @Override
  public int from(int link) {
    return (link & 1) == 0 && link < 2 * nodes ? link >> 1 : nodes;
  }

  @Override
  public int to(int link) {
    return link < 2 * nodes ? from(link ^ 1) : nodes;
  }

  @Override
  public String vertexName(int vertex) {
    return vertex < nodes ? "node " + vertex : "switch";
  }

  @Override
  public String linkName(int link) {
    return link == 2 * nodes ? "backplane" : Fabric.super.linkName(link);
  }

  @Override
  public int longestRoute() {
    return backplane == null ? 2 : 3;
  }

  @Override
  public int route(int source, int destination, int hash, int[] links) {
    if (source == destination) {
      return 0;
    }
    int length = 0;
    links[length++] = 2 * source;
    if (backplane != null) {
      links[length++] = 2 * nodes;
    }
    links[length++] = 2 * destination + 1;
    return length;
  }
}
