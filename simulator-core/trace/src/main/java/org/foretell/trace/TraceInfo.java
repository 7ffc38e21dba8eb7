package org.foretell.trace;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The properties of a trace as a whole that are known before its first op.
 *
 * @param name the program's name, for people; may be empty
 * @param ranks number of ranks, 1 to {@link #MAX_RANKS}
 * @param origin where it came from, in words: format, tool, converter
 * @param baseFlopsPerSecond core speed of the machine on which the durations were taken, 0 when
 *     unknown
 * @param notes gaps and peculiarities that a reader found and that the user should know
 * @param ranksPerNode the most ranks that ran on one node when the trace was taken, 0 if unknown
 * @param extrapolated how it was extrapolated; empty if the program ran with these ranks
 * @param burstClock the clock by which the tracer measured bursts
 * @param cacheLineBytes line size of the traced machine's last-level cache, 0 if unknown; at most
 *     {@link #MAX_CACHE_LINE_BYTES}
 */
public record TraceInfo(
    String name,
    int ranks,
    String origin,
    double baseFlopsPerSecond,
    List<String> notes,
    int ranksPerNode,
    Optional<Extrapolated> extrapolated,
    BurstClock burstClock,
    int cacheLineBytes) {
  /** Largest line of a cache, bytes; those of real machines have 32 to 256. */
  public static final int MAX_CACHE_LINE_BYTES = 1 << 16;

  /** Maximum number of ranks of a trace. */
  public static final int MAX_RANKS = 1 << 24;

  /**
   * Part of the note of a trace in which the calls of several threads of a rank form one sequence.
   */
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
    if (ranksPerNode < 0 || ranksPerNode > ranks) {
      throw new IllegalArgumentException(
          "a node must have had 0 (unknown) to " + ranks + " ranks, but had " + ranksPerNode);
    }
    if (cacheLineBytes < 0 || cacheLineBytes > MAX_CACHE_LINE_BYTES) {
      throw new IllegalArgumentException(
          "a line of a cache must have 0 (unknown) to "
              + MAX_CACHE_LINE_BYTES
              + " bytes, but has "
              + cacheLineBytes);
    }
    notes = List.copyOf(notes);
    Objects.requireNonNull(extrapolated, "extrapolated");
    Objects.requireNonNull(burstClock, "burstClock");
  }

  /**
   * {@return whether calls of several threads of a rank form one sequence} In a replay, a blocked
   * thread then blocks all of them, so a deadlock may occur in the replay only.
   */
  public boolean hasSeveralThreads() {
    return notes.stream().anyMatch(note -> note.contains(SEVERAL_THREADS));
  }

  /**
   * Creates the properties of a trace with an unknown number of ranks on a node, measured by an
   * unknown clock on a machine with unknown caches.
   *
   * @param name the program's name
   * @param ranks 1 to {@link #MAX_RANKS}
   * @param origin where it came from
   * @param baseFlopsPerSecond core speed of the traced machine, 0 when unknown
   * @param notes for the user
   */
  public TraceInfo(
      String name, int ranks, String origin, double baseFlopsPerSecond, List<String> notes) {
    this(
        name, ranks, origin, baseFlopsPerSecond, notes, 0, Optional.empty(), BurstClock.UNKNOWN, 0);
  }

  /**
   * {@return the same properties with other notes}
   *
   * @param others for the user
   */
  public TraceInfo withNotes(List<String> others) {
    return new TraceInfo(
        name,
        ranks,
        origin,
        baseFlopsPerSecond,
        others,
        ranksPerNode,
        extrapolated,
        burstClock,
        cacheLineBytes);
  }

  /**
   * {@return the same properties with another number of ranks on a node}
   *
   * @param count 1 to the number of ranks, 0 when unknown
   */
  public TraceInfo withRanksPerNode(int count) {
    return new TraceInfo(
        name,
        ranks,
        origin,
        baseFlopsPerSecond,
        notes,
        count,
        extrapolated,
        burstClock,
        cacheLineBytes);
  }

  /**
   * {@return the same properties of an extrapolated trace}
   *
   * @param how it was extrapolated
   */
  public TraceInfo withExtrapolated(Extrapolated how) {
    return new TraceInfo(
        name,
        ranks,
        origin,
        baseFlopsPerSecond,
        notes,
        ranksPerNode,
        Optional.of(how),
        burstClock,
        cacheLineBytes);
  }

  /**
   * {@return the same properties with bursts that another clock measured}
   *
   * @param clock of the bursts
   */
  public TraceInfo withBurstClock(BurstClock clock) {
    return new TraceInfo(
        name,
        ranks,
        origin,
        baseFlopsPerSecond,
        notes,
        ranksPerNode,
        extrapolated,
        clock,
        cacheLineBytes);
  }

  /**
   * {@return the same properties with another size of cache lines}
   *
   * @param bytes of a line of the last-level cache, 0 when unknown
   */
  public TraceInfo withCacheLineBytes(int bytes) {
    return new TraceInfo(
        name,
        ranks,
        origin,
        baseFlopsPerSecond,
        notes,
        ranksPerNode,
        extrapolated,
        burstClock,
        bytes);
  }

  /**
   * {@return the properties of a trace of which only the number of ranks is known}
   *
   * @param ranks 1 to {@link #MAX_RANKS}
   */
  public static TraceInfo ofRanks(int ranks) {
    return new TraceInfo("", ranks, "", 0, List.of());
  }
}
