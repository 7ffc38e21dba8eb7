package org.foretell.machines.simgrid;

import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Topology;
import org.jspecify.annotations.Nullable;

/**
 * SimGrid's flat cluster: each host has a link, which carries both directions apart ({@code
 * SPLITDUPLEX}) or together ({@code SHARED}), and perhaps a limiter; perhaps all pass a backbone.
 */
final class StarCluster implements Topology {
  /** Stands for the router in the middle, as an end of a route. */
  static final int ROUTER = -1;

  private final int hosts;
  private final LinkSpeed link;
  private final boolean splitDuplex;
  private final @Nullable LinkSpeed limiter;
  private final @Nullable LinkSpeed backbone;
  private final boolean backboneShared;

  private final int firstLimiter;
  private final int backboneLink;

  StarCluster(
      int hosts,
      LinkSpeed link,
      boolean splitDuplex,
      @Nullable LinkSpeed limiter,
      @Nullable LinkSpeed backbone,
      boolean backboneShared) {
    this.hosts = hosts;
    this.link = link;
    this.splitDuplex = splitDuplex;
    this.limiter = limiter;
    this.backbone = backbone;
    this.backboneShared = backboneShared;
    firstLimiter = splitDuplex ? 2 * hosts : hosts;
    backboneLink = firstLimiter + (limiter == null ? 0 : hosts);
  }

  @Override
  public String title() {
    return "crossbar of "
        + hosts
        + " nodes"
        + (splitDuplex ? "" : ", half duplex")
        + (limiter == null ? "" : ", with limiters")
        + (backbone == null ? "" : ", with a backbone");
  }

  @Override
  public int nodes() {
    return hosts;
  }

  @Override
  public int links() {
    return backboneLink + (backbone == null ? 0 : 1);
  }

  private LinkSpeed speed(int number) {
    if (limiter != null && number >= firstLimiter && number < backboneLink) {
      return limiter;
    }
    return backbone != null && number == backboneLink ? backbone : link;
  }

  @Override
  public double bytesPerSecond(int number) {
    return speed(number).bytesPerSecond();
  }

  @Override
  public long latencyPs(int number) {
    return speed(number).latencyPs();
  }

  @Override
  public boolean shared(int number) {
    return number != backboneLink || backboneShared;
  }

  @Override
  public String linkName(int number) {
    if (number == backboneLink) {
      return "backbone";
    }
    if (number >= firstLimiter) {
      return "limiter of node " + (number - firstLimiter);
    }
    return splitDuplex
        ? "link of node " + number / 2 + ((number & 1) == 0 ? ", up" : ", down")
        : "link of node " + number;
  }

  @Override
  public int longestRoute() {
    return 5;
  }

  @Override
  public int route(int source, int destination, int hash, int[] links) {
    return path(source, destination, links, 0);
  }

  /** Like {@link #route}, from an offset on, and also from or to the {@link #ROUTER}. */
  int path(int source, int destination, int[] links, int offset) {
    if (source == destination) {
      return offset;
    }
    int length = offset;
    if (source != ROUTER) {
      if (limiter != null) {
        links[length++] = firstLimiter + source;
      }
      links[length++] = splitDuplex ? 2 * source : source;
    }
    if (backbone != null) {
      links[length++] = backboneLink;
    }
    if (destination != ROUTER) {
      links[length++] = splitDuplex ? 2 * destination + 1 : destination;
      if (limiter != null) {
        links[length++] = firstLimiter + destination;
      }
    }
    return length;
  }
}
