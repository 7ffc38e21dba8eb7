package org.foretell.parsers.raw;

/**
 * Options for reading raw traces.
 *
 * @param callTimes whether the recorded times of calls are kept
 * @param symbolise whether call sites become functions and lines where debug information is there
 */
public record RawOptions(boolean callTimes, boolean symbolise) {
  /** Keeps times, and symbolises. */
  public static final RawOptions DEFAULT = new RawOptions(true, true);

  /**
   * {@return these options with the times of calls kept or not}
   *
   * @param kept whether they are kept
   */
  public RawOptions withCallTimes(boolean kept) {
    return new RawOptions(kept, symbolise);
  }

  /**
   * {@return these options with call sites symbolised or not}
   *
   * @param symbolised whether they are
   */
  public RawOptions withSymbolise(boolean symbolised) {
    return new RawOptions(callTimes, symbolised);
  }
}
