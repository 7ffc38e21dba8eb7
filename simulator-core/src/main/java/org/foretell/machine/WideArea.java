package org.foretell.machine;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.foretell.trace.OpCode;

/**
 * The network that joins sites. Each site has one link into it and one out of it.
 *
 * @param bytesPerSecond above 0; positive infinity for no time per byte
 * @param traffic how the traffic of messages slows later ones
 * @param maxTraffic the traffic at which nothing is left (logarithmic: nine tenths of it are
 *     enough); above 0 if traffic has an effect
 * @param trafficPerByte the traffic that each byte per nanosecond makes, on average over some ten
 *     seconds; 0 for none, as in Dimemas unless its file of traffic parameters says otherwise
 * @param collectives cost of the collectives that {@code fans} does not name
 * @param fans cost of single collectives, by op in its blocking form
 * @param flightPs by source, then destination site: what a message takes after it has left its
 *     links, picoseconds; empty when it takes no time
 * @param dedicated connections besides; the first that fits a message carries it
 */
public record WideArea(
    double bytesPerSecond,
    Traffic traffic,
    double maxTraffic,
    double trafficPerByte,
    FanModel collectives,
    Map<OpCode, Fans> fans,
    long[][] flightPs,
    List<DedicatedConnection> dedicated) {
  /** What a machine of one site has: nothing of it is ever used. */
  public static final WideArea NONE =
      new WideArea(
          Double.POSITIVE_INFINITY,
          Traffic.NONE,
          0,
          0,
          FanModel.CONSTANT,
          Map.of(),
          new long[0][],
          List.of());

  /** Checks the ranges and copies the collections. */
  public WideArea {
    fans = Map.copyOf(fans);
    dedicated = List.copyOf(dedicated);
    flightPs = copy(flightPs);
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

  private static long[][] copy(long[][] rows) {
    long[][] copy = new long[rows.length][];
    Arrays.setAll(copy, row -> rows[row].clone());
    return copy;
  }

  /** {@return flight times by source, then destination site, picoseconds; a copy} */
  @Override
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
