package org.foretell.parsers.raw;

import java.util.OptionalInt;

/**
 * Options for reading raw traces.
 *
 * @param callTimes whether the recorded times of calls are kept
 * @param symbolise whether call sites become functions and lines where debug information is there
 * @param readers how many threads read the files of the ranks, at least 1; empty for as many as
 *     there are processors, up to 8, or one for a short trace
 */
public record RawOptions(boolean callTimes, boolean symbolise, OptionalInt readers) {
  /** Keeps times, and symbolises. */
  public static final RawOptions DEFAULT = new RawOptions(true, true, OptionalInt.empty());

  /**
   * {@return these options with the times of calls kept or not}
   *
   * @param kept whether they are kept
   */
  public RawOptions withCallTimes(boolean kept) {
    return new RawOptions(kept, symbolise, readers);
  }

  /**
   * {@return these options with call sites symbolised or not}
   *
   * @param symbolised whether they are
   */
  public RawOptions withSymbolise(boolean symbolised) {
    return new RawOptions(callTimes, symbolised, readers);
  }

  /**
   * {@return these options with another number of threads}
   *
   * @param number at least 1; empty for what suits the trace
   */
  public RawOptions withReaders(OptionalInt number) {
    return new RawOptions(callTimes, symbolise, number);
  }
}
