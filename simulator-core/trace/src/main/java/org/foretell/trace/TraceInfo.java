package org.foretell.trace;

import java.util.List;

/**
 * What is known of a trace as a whole before its first op.
 *
 * @param name the program's name, for people; may be empty
 * @param ranks number of ranks, 1 to {@link #MAX_RANKS}
 * @param origin where it came from, in words: format, tool, converter
 * @param baseFlopsPerSecond core speed of the machine on which the durations were taken, 0 when
 *     unknown
 * @param notes gaps and peculiarities that a reader found and a user must be told
 */
public record TraceInfo(
    String name, int ranks, String origin, double baseFlopsPerSecond, List<String> notes) {
  /** Most ranks that a trace may have. */
  public static final int MAX_RANKS = 1 << 24;

  /** Is in the note of a trace in which the calls of several threads of a rank are one sequence. */
  public static final String SEVERAL_THREADS = "several threads made calls";

  /** Checks the number of ranks and copies the notes. */
  public TraceInfo {
    if (ranks < 1 || ranks > MAX_RANKS) {
      throw new IllegalArgumentException(
          "a trace must have 1 to " + MAX_RANKS + " ranks, but has " + ranks);
    }
    if (!(baseFlopsPerSecond >= 0) || Double.isInfinite(baseFlopsPerSecond)) {
      throw new IllegalArgumentException("base speed must be finite and not negative");
    }
    notes = List.copyOf(notes);
  }

  /**
   * {@return whether calls of several threads of a rank are one sequence} What blocks one thread
   * blocks all of them in a replay, so a deadlock may be one of the replay only.
   */
  public boolean hasSeveralThreads() {
    return notes.stream().anyMatch(note -> note.contains(SEVERAL_THREADS));
  }

  /**
   * {@return a trace of which only the number of ranks is known}
   *
   * @param ranks 1 to {@link #MAX_RANKS}
   */
  public static TraceInfo ofRanks(int ranks) {
    return new TraceInfo("", ranks, "", 0, List.of());
  }
}
