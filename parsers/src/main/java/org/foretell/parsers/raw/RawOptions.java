package org.foretell.parsers.raw;

/**
 * How raw traces are read.
 *
 * @param callTimes whether the recorded times of calls are kept
 * @param symbolise whether call sites become functions and lines where debug information is there
 */
public record RawOptions(boolean callTimes, boolean symbolise) {
  /** Keeps times, and symbolises. */
  public static final RawOptions DEFAULT = new RawOptions(true, true);

  /**
   * {@return these with another choice of whether the times of calls are kept}
   *
   * @param kept whether they are kept
   */
  public RawOptions withCallTimes(boolean kept) {
    return new RawOptions(kept, symbolise);
  }

  /**
   * {@return these with another choice of whether call sites are symbolised}
   *
   * @param symbolised whether they are
   */
  public RawOptions withSymbolise(boolean symbolised) {
    return new RawOptions(callTimes, symbolised);
  }
}
