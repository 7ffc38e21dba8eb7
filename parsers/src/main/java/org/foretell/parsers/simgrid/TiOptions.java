package org.foretell.parsers.simgrid;

import java.util.OptionalInt;

/**
 * How to read a time-independent trace.
 *
 * @param baseFlopsPerSecond flop per second of the machine on which the amounts were recorded; a
 *     {@code compute X} becomes X / baseFlopsPerSecond seconds
 * @param unknownActions treatment of an action that cannot be replayed
 * @param resolveWildcards whether a receive from any source is recorded as matched if only one rank
 *     ever sends to the receiver with that tag
 * @param expandedBytesLimit how much an input may hold once decompressed, in bytes
 * @param readers how many threads read a trace with a file for each rank, at least 1; empty for as
 *     many as there are processors, up to 8, or one for a short trace
 */
public record TiOptions(
    double baseFlopsPerSecond,
    UnknownActions unknownActions,
    boolean resolveWildcards,
    long expandedBytesLimit,
    OptionalInt readers) {
  /** Treatment of an action that cannot be replayed. */
  public enum UnknownActions {
    /** Refuse the trace. */
    REFUSE,
    /** Count the action, report it to the user, and give it no time. */
    PASS
  }

  /** 1 Gflop/s, unknown actions refused, wildcards resolved, at most 1 TiB. */
  public static final TiOptions DEFAULT =
      new TiOptions(1e9, UnknownActions.REFUSE, true, 1L << 40, OptionalInt.empty());

  /** Checks the numbers. */
  public TiOptions {
    if (!(baseFlopsPerSecond > 0) || Double.isInfinite(baseFlopsPerSecond)) {
      throw new IllegalArgumentException(
          "base speed must be above zero and finite, but is " + baseFlopsPerSecond + " flop/s");
    }
    if (expandedBytesLimit < 1) {
      throw new IllegalArgumentException("the limit of bytes must be at least 1");
    }
  }

  /**
   * {@return these options with another base speed in flop per second}
   *
   * @param flopsPerSecond above 0
   */
  public TiOptions withBaseFlopsPerSecond(double flopsPerSecond) {
    return new TiOptions(
        flopsPerSecond, unknownActions, resolveWildcards, expandedBytesLimit, readers);
  }

  /**
   * {@return these options with another treatment of unknown actions}
   *
   * @param treatment refuse, or count and pass
   */
  public TiOptions withUnknownActions(UnknownActions treatment) {
    return new TiOptions(
        baseFlopsPerSecond, treatment, resolveWildcards, expandedBytesLimit, readers);
  }

  /**
   * {@return these options with wildcards resolved or not}
   *
   * @param resolve whether the sender that was recorded is taken
   */
  public TiOptions withResolveWildcards(boolean resolve) {
    return new TiOptions(baseFlopsPerSecond, unknownActions, resolve, expandedBytesLimit, readers);
  }

  /**
   * {@return these options with another limit of decompressed bytes}
   *
   * @param bytes above 0
   */
  public TiOptions withExpandedBytesLimit(long bytes) {
    return new TiOptions(baseFlopsPerSecond, unknownActions, resolveWildcards, bytes, readers);
  }

  /**
   * {@return these options with another number of threads}
   *
   * @param number at least 1; empty for what suits the trace
   */
  public TiOptions withReaders(OptionalInt number) {
    return new TiOptions(
        baseFlopsPerSecond, unknownActions, resolveWildcards, expandedBytesLimit, number);
  }
}
