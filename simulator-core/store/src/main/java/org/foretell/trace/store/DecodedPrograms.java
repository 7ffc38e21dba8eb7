package org.foretell.trace.store;

import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.foretell.trace.CountedBursts;
import org.foretell.trace.TaskGraph;
import org.jspecify.annotations.Nullable;

/**
 * The programs of a trace that are decoded as a whole, for all sources of the same file: they are
 * immutable, so that each is decoded once, whatever the number of threads that replay it. Used by
 * any number of threads.
 */
final class DecodedPrograms {
  /** Decoded programs together take no more words than this (64 MiB). */
  static final long MOST_WORDS = 8 << 20;

  /**
   * From so many cursors on of the same program of one rank it is decoded as a whole: reading all
   * of its words costs a replay less than looking each record up, but decoding them costs more than
   * one replay gains.
   */
  static final int MANY = 3;

  /** In the place of the words of a program that is not decoded as a whole so far. */
  static final long[] WINDOW_BY_WINDOW = {};

  /** In the place of those of one that never will be. */
  private static final long[] NEVER_WHOLE = {};

  private final AtomicReferenceArray<long @Nullable []> programs;

  /** By program how many cursors have begun to read it, up to {@link #MANY}. */
  private final byte[] begun;

  /** Graphs of several ranks; those who ask for the ranks hold most of them anyway. */
  private final Map<Integer, TaskGraph> sharedGraphs = new ConcurrentHashMap<>();

  private long words;
  private @Nullable SortedMap<Integer, CountedBursts> counted;

  DecodedPrograms(int programs) {
    this.programs = new AtomicReferenceArray<>(programs);
    begun = new byte[programs];
  }

  /** Decodes a program for the first who asks; the others wait meanwhile. */
  interface Decoder {
    /**
     * All words of a program, or {@link #WINDOW_BY_WINDOW}.
     *
     * @param often whether many have read it before
     * @param room words that there is room for
     */
    long[] decode(boolean often, long room);
  }

  /** All words of a program that a cursor begins to read, null if it is read window by window. */
  long @Nullable [] of(Contents.Program program, Decoder decoder) {
    int number = program.number();
    long[] known = programs.getAcquire(number);
    if (known == null || known == WINDOW_BY_WINDOW) {
      known = decoded(number, program.ranks().size() > 1, decoder);
    }
    return known == WINDOW_BY_WINDOW || known == NEVER_WHOLE ? null : known;
  }

  private synchronized long[] decoded(int number, boolean isShared, Decoder decoder) {
    long[] known = programs.getPlain(number);
    if (begun[number] < MANY) {
      begun[number]++;
      boolean often = begun[number] == MANY && !isShared;
      if (known == null || (often && known == WINDOW_BY_WINDOW)) {
        known = decoder.decode(often, MOST_WORDS - words);
        words += known.length;
      }
      known = begun[number] == MANY && known == WINDOW_BY_WINDOW ? NEVER_WHOLE : known;
      programs.setRelease(number, known);
    }
    // Where it could not be decoded, being damaged, whoever reads it is to say so.
    return known == null ? WINDOW_BY_WINDOW : known;
  }

  /** What was counted by call site, summed up for the first who asks. */
  synchronized SortedMap<Integer, CountedBursts> counted(
      Supplier<SortedMap<Integer, CountedBursts>> summing) {
    SortedMap<Integer, CountedBursts> known = counted;
    if (known == null) {
      known = summing.get();
      counted = known;
    }
    return known;
  }

  /** A graph of several ranks that was kept. */
  @Nullable TaskGraph graph(int program) {
    return sharedGraphs.get(program);
  }

  /** Keeps a graph of several ranks. */
  void keep(int program, TaskGraph graph) {
    sharedGraphs.putIfAbsent(program, graph);
  }
}
