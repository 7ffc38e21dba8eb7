package org.foretell.machine;

import java.util.List;
import java.util.Map;
import org.foretell.trace.OpCode;

/** Builds a {@link WideArea}. */
public final class WideAreaBuilder {
  double bytesPerSecond = Double.POSITIVE_INFINITY;
  Traffic traffic = Traffic.NONE;
  double maxTraffic;
  double trafficPerByte;
  FanModel collectives = FanModel.CONSTANT;
  Map<OpCode, Fans> fans = Map.of();
  long[][] flightPs = {};
  List<DedicatedConnection> dedicated = List.of();

  WideAreaBuilder() {}

  /**
   * Sets the bandwidth of a message between sites; by default a byte takes no time.
   *
   * @param bandwidth bytes per second, above 0
   * @return this
   */
  public WideAreaBuilder bytesPerSecond(double bandwidth) {
    bytesPerSecond = bandwidth;
    return this;
  }

  /**
   * Sets how the traffic of messages slows later ones; by default it does not.
   *
   * @param effect how it slows them
   * @param most the traffic at which no bandwidth is left; above 0 if traffic has an effect
   * @param perByte the traffic that each byte per nanosecond adds, at least 0
   * @return this
   */
  public WideAreaBuilder traffic(Traffic effect, double most, double perByte) {
    traffic = effect;
    maxTraffic = most;
    trafficPerByte = perByte;
    return this;
  }

  /**
   * Sets the cost of the collectives that {@link #fans} does not name; by default each half takes
   * the time of one message.
   *
   * @param model how the time of each half grows
   * @return this
   */
  public WideAreaBuilder collectives(FanModel model) {
    collectives = model;
    return this;
  }

  /**
   * Sets the cost of single collectives; none by default.
   *
   * @param costs by op in its blocking form
   * @return this
   */
  public WideAreaBuilder fans(Map<OpCode, Fans> costs) {
    fans = Map.copyOf(costs);
    return this;
  }

  /**
   * Sets the time of a message after it has left its links; none by default.
   *
   * @param times by source, then destination site, picoseconds, each at least 0; empty for no time
   * @return this
   */
  public WideAreaBuilder flightPs(long[][] times) {
    flightPs = WideArea.copy(times);
    return this;
  }

  /**
   * Sets additional connections; none by default.
   *
   * @param connections the first that fits a message carries it
   * @return this
   */
  public WideAreaBuilder dedicated(List<DedicatedConnection> connections) {
    dedicated = List.copyOf(connections);
    return this;
  }

  /**
   * Builds the network.
   *
   * @return the network, which is immutable
   * @throws IllegalArgumentException if a figure is out of range, or figures do not fit together
   */
  public WideArea build() {
    return new WideArea(this);
  }
}
