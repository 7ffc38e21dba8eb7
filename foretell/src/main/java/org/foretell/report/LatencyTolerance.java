package org.foretell.report;

import java.util.List;
import java.util.OptionalDouble;

/**
 * How much more latency a run bears until it takes a given share longer.
 *
 * @param parameter the latency of the network that is meant
 * @param value as written
 * @param number the value in seconds
 * @param limits by share
 * @param isMonotone false if a replay with more latency was found to take less time than one with
 *     less; the limits are then the first that were found
 * @param replays how many it took
 */
public record LatencyTolerance(
    String parameter,
    String value,
    double number,
    List<Limit> limits,
    boolean isMonotone,
    int replays) {
  /** Copies the list. */
  public LatencyTolerance {
    limits = List.copyOf(limits);
  }

  /** How a limit was found. */
  public enum Source {
    /** By the slope of the critical path, which stays the longest until there. */
    SLOPE,
    /** By bounds: another path takes over before, and can only be longer. */
    BOUNDS,
    /** By replays. */
    REPLAYS
  }

  /**
   * Where a run becomes longer by a share.
   *
   * @param longer the share, 0.01 for one percent
   * @param growthFrom the share by which the latency may grow at least
   * @param growthTo from this share on the run is known to take longer; empty if that is not known
   * @param source how that was found
   */
  public record Limit(double longer, double growthFrom, OptionalDouble growthTo, Source source) {}
}
