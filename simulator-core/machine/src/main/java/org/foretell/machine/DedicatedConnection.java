package org.foretell.machine;

import java.util.List;

/**
 * A connection of two sites for certain messages in both directions; like the wide-area network it
 * has one link in and one out, and a message holds both.
 *
 * @param source site
 * @param destination site
 * @param bytesPerSecond above 0; positive infinity for no time per byte
 * @param tags of the messages it carries; empty for all
 * @param sizes of the messages it carries
 * @param latencyPs picoseconds
 * @param flightPs picoseconds
 */
public record DedicatedConnection(
    int source,
    int destination,
    double bytesPerSecond,
    List<Long> tags,
    SizeCondition sizes,
    long latencyPs,
    long flightPs) {
  /** Checks the ranges and copies the list. */
  public DedicatedConnection {
    tags = List.copyOf(tags);
    if (source < 0 || destination < 0 || latencyPs < 0 || flightPs < 0) {
      throw new IllegalArgumentException("sites and times must not be negative");
    }
    if (!(bytesPerSecond > 0)) {
      throw new IllegalArgumentException(
          "bandwidth must be above zero, but is " + bytesPerSecond + " B/s");
    }
  }

  /**
   * {@return whether it carries messages between two sites, in either direction}
   *
   * @param from number of a site
   * @param to number of a site
   */
  public boolean joins(int from, int to) {
    return (from == source && to == destination) || (from == destination && to == source);
  }

  /**
   * {@return whether it carries a message of this tag and size}
   *
   * @param tag the message's
   * @param bytes the message's size
   */
  public boolean carries(long tag, long bytes) {
    return (tags.isEmpty() || tags.contains(tag)) && sizes.test(bytes);
  }
}
