package org.foretell.machine;

import java.util.List;
import java.util.Map;
import org.foretell.trace.OpCode;

/** Builds a {@link BusSite}. Nodes are required. */
public final class BusSiteBuilder {
  final String name;
  List<BusNodes> nodes = List.of();
  double bytesPerSecond = Double.POSITIVE_INFINITY;
  int buses;
  BusSharing sharing = BusSharing.FIFO;
  FanModel collectives = FanModel.LOGARITHMIC;
  Map<OpCode, Fans> fans = Map.of();

  BusSiteBuilder(String name) {
    this.name = name;
  }

  /**
   * Sets the nodes; they are numbered through the groups in this order.
   *
   * @param groups at least one
   * @return this
   */
  public BusSiteBuilder nodes(List<BusNodes> groups) {
    nodes = List.copyOf(groups);
    return this;
  }

  /**
   * Sets the bandwidth of a message between nodes; by default a byte takes no time.
   *
   * @param bandwidth bytes per second, above 0
   * @return this
   */
  public BusSiteBuilder bytesPerSecond(double bandwidth) {
    bytesPerSecond = bandwidth;
    return this;
  }

  /**
   * Sets the maximum number of concurrent messages between nodes; 0, the default, for any number.
   *
   * @param number at least 0
   * @return this
   */
  public BusSiteBuilder buses(int number) {
    buses = number;
    return this;
  }

  /**
   * Sets the treatment of a message when all buses are busy; it waits by default.
   *
   * @param rule wait or start at once
   * @return this
   */
  public BusSiteBuilder sharing(BusSharing rule) {
    sharing = rule;
    return this;
  }

  /**
   * Sets the cost of the collectives that {@link #fans} does not name; by default it grows with the
   * logarithm of the number of ranks.
   *
   * @param model how the time of each half grows
   * @return this
   */
  public BusSiteBuilder collectives(FanModel model) {
    collectives = model;
    return this;
  }

  /**
   * Sets the cost of single collectives; none by default.
   *
   * @param costs by op in its blocking form
   * @return this
   */
  public BusSiteBuilder fans(Map<OpCode, Fans> costs) {
    fans = Map.copyOf(costs);
    return this;
  }

  /**
   * Builds the site.
   *
   * @return the site, which is immutable
   * @throws IllegalArgumentException if it has no nodes, or a figure is out of range
   */
  public BusSite build() {
    return new BusSite(this);
  }
}
