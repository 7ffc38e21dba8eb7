package org.foretell.model;

/**
 * A parameter of a model, for {@code sim models} and for checking what a user gives.
 *
 * @param name as in {@code -P name=value}
 * @param kind what values look like
 * @param defaultText the default as a user would write it, or where it comes from, as in {@code
 *     "machine: network.latency"}
 * @param meaning one sentence
 */
public record ParameterSpec(String name, Kind kind, String defaultText, String meaning) {
  /** What a value looks like. */
  public enum Kind {
    /** A time, {@code "6.5us"}. */
    TIME,
    /** A size, {@code "64KiB"} or {@code "unlimited"}. */
    BYTES,
    /** A bandwidth, {@code "2.0GB/s"} or {@code "unlimited"}. */
    BYTES_PER_SECOND,
    /** A gap per byte, {@code "0.18ns/B"}. */
    TIME_PER_BYTE,
    /** A plain number, {@code "1.5"}. */
    NUMBER,
    /** A whole number, {@code "8"}, or one of the words that the meaning lists. */
    COUNT,
    /** One of the words that the meaning lists. */
    WORD,
    /** Pairs of a size in bytes and a number, {@code "65536:0.94;0:0.81"}. */
    TABLE
  }
}
