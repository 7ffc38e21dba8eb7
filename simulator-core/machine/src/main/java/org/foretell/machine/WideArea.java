package org.foretell.machine;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.foretell.trace.OpCode;

/** The network between sites. Each site has one link into it and one out of it. Immutable. */
public final class WideArea {
  /** The unused network of a machine with one site. */
  public static final WideArea NONE = builder().build();

  private final double bytesPerSecond;
  private final Traffic traffic;
  private final double maxTraffic;
  private final double trafficPerByte;
  private final FanModel collectives;
  private final Map<OpCode, Fans> fans;
  private final long[][] flightPs;
  private final List<DedicatedConnection> dedicated;

  WideArea(WideAreaBuilder from) {
    bytesPerSecond = from.bytesPerSecond;
    traffic = from.traffic;
    maxTraffic = from.maxTraffic;
    trafficPerByte = from.trafficPerByte;
    collectives = from.collectives;
    fans = from.fans;
    flightPs = copy(from.flightPs);
    dedicated = from.dedicated;
    if (!(bytesPerSecond > 0)) {
      throw new IllegalArgumentException(
          "bandwidth must be above zero, but is " + bytesPerSecond + " B/s");
    }
    if (!(maxTraffic >= 0 && trafficPerByte >= 0)
        || (traffic != Traffic.NONE && trafficPerByte > 0 && maxTraffic == 0)) {
      throw new IllegalArgumentException(
          "the largest traffic must be above zero, but is "
              + maxTraffic
              + " where a byte adds "
              + trafficPerByte);
    }
    for (long[] row : flightPs) {
      if (row.length != flightPs.length || Arrays.stream(row).anyMatch(time -> time < 0)) {
        throw new IllegalArgumentException(
            "flight times need a time of at least zero from each site to each");
      }
    }
  }

  /**
   * Begins the description of a network.
   *
   * @return a builder of a network on which messages take no time
   */
  public static WideAreaBuilder builder() {
    return new WideAreaBuilder();
  }

  /** {@return a builder with the values of this network, for changing some of them} */
  public WideAreaBuilder toBuilder() {
    return new WideAreaBuilder()
        .bytesPerSecond(bytesPerSecond)
        .traffic(traffic, maxTraffic, trafficPerByte)
        .collectives(collectives)
        .fans(fans)
        .flightPs(flightPs)
        .dedicated(dedicated);
  }

  static long[][] copy(long[][] rows) {
    long[][] copy = new long[rows.length][];
    Arrays.setAll(copy, row -> rows[row].clone());
    return copy;
  }

  /** {@return bandwidth, above 0; positive infinity for no time per byte} */
  public double bytesPerSecond() {
    return bytesPerSecond;
  }

  /** {@return how the traffic of messages slows later ones} */
  public Traffic traffic() {
    return traffic;
  }

  /**
   * {@return the traffic at which no bandwidth is left (logarithmic: at nine tenths of it); above 0
   * if traffic has an effect}
   */
  public double maxTraffic() {
    return maxTraffic;
  }

  /**
   * {@return the traffic that each byte per nanosecond adds, on average over some ten seconds; 0
   * for none, as in Dimemas unless its file of traffic parameters sets it}
   */
  public double trafficPerByte() {
    return trafficPerByte;
  }

  /** {@return cost of the collectives that {@link #fans} does not name} */
  public FanModel collectives() {
    return collectives;
  }

  /** {@return cost of single collectives, by op in its blocking form} */
  public Map<OpCode, Fans> fans() {
    return fans;
  }

  /** {@return additional connections; the first that fits a message carries it} */
  public List<DedicatedConnection> dedicated() {
    return dedicated;
  }

  /**
   * {@return the time of a message after it has left its links, by source, then destination site,
   * picoseconds; empty for no time; a copy}
   */
  public long[][] flightPs() {
    return copy(flightPs);
  }

  /**
   * {@return the flight time from one site to another, picoseconds}
   *
   * @param source number of a site
   * @param destination number of a site
   */
  public long flightPs(int source, int destination) {
    return flightPs.length == 0 ? 0 : flightPs[source][destination];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof WideArea that
        && bytesPerSecond == that.bytesPerSecond
        && traffic == that.traffic
        && maxTraffic == that.maxTraffic
        && trafficPerByte == that.trafficPerByte
        && collectives == that.collectives
        && fans.equals(that.fans)
        && Arrays.deepEquals(flightPs, that.flightPs)
        && dedicated.equals(that.dedicated);
  }

  @Override
  public int hashCode() {
    return Double.hashCode(bytesPerSecond) * 31 + Arrays.deepHashCode(flightPs);
  }

  @Override
  public String toString() {
    return "wide area of " + bytesPerSecond + " B/s";
  }
}
