package org.foretell.report;

import java.util.List;
import java.util.OptionalDouble;

/**
 * How much more latency a run tolerates before it takes a given share longer.
 *
 * @param parameter the latency of the network that is meant
 * @param value as written
 * @param number the value in seconds
 * @param limits by share
 * @param isMonotone false if a replay with more latency took less time than a replay with less; the
 *     limits are then the first ones found
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

  /** The method by which a limit was found. */
  public enum Source {
    /** From the slope of the critical path, which stays the longest up to the limit. */
    SLOPE,
    /** From bounds: another path takes over before the limit, and can only be longer. */
    BOUNDS,
    /** From two replays that enclose the limit closely. */
    REPLAYS,
    /** From an estimate between two replays that are far apart. */
    ESTIMATE
  }

  /**
   * The growth of latency at which the run becomes longer by a share.
   *
   * @param longer the share, 0.01 for one percent
   * @param growthFrom the share by which the latency may grow at least
   * @param growthTo from this share on the run is known to take longer; empty if that is not known
   * @param estimate the likely limit, from {@code growthFrom} to {@code growthTo}; empty if there
   *     is no estimate
   * @param source how that was found
   */
  public record Limit(
      double longer,
      double growthFrom,
      OptionalDouble growthTo,
      OptionalDouble estimate,
      Source source) {
    /**
     * {@return a limit that follows from the slope}
     *
     * @param longer the share
     * @param growth the limit
     */
    public static Limit exact(double longer, double growth) {
      OptionalDouble there = OptionalDouble.of(growth);
      return new Limit(longer, growth, there, there, Source.SLOPE);
    }

    /**
     * {@return a limit between two bounds, without an estimate}
     *
     * @param longer the share
     * @param from the lower bound
     * @param to the upper bound
     */
    public static Limit between(double longer, double from, double to) {
      return new Limit(longer, from, OptionalDouble.of(to), OptionalDouble.empty(), Source.BOUNDS);
    }

    /**
     * {@return a limit between replays}
     *
     * @param longer the share
     * @param from where the run is not that much longer
     * @param to where the run is longer
     * @param estimate between the two
     * @param source how it was found
     */
    public static Limit replayed(
        double longer, double from, double to, double estimate, Source source) {
      return new Limit(
          longer,
          from,
          OptionalDouble.of(to),
          OptionalDouble.of(Math.max(from, Math.min(to, estimate))),
          source);
    }

    /**
     * {@return a limit with only a lower bound}
     *
     * @param longer the share
     * @param from the bound
     * @param source how that was found
     */
    public static Limit unreached(double longer, double from, Source source) {
      return new Limit(longer, from, OptionalDouble.empty(), OptionalDouble.empty(), source);
    }
  }
}
