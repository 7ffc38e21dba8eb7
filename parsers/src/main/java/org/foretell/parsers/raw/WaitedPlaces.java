package org.foretell.parsers.raw;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.foretell.trace.TraceException;

/**
 * The symmetric places on which ranks wait. A place is a segment and an offset, the same in all
 * ranks, and its number is the variable that stands for it in the trace.
 */
final class WaitedPlaces {
  /** Of places, and of pairs of a rank and a place. */
  private static final int MOST = 1 << 24;

  static final int NONE = -1;

  private final Map<String, Segment> segments = new HashMap<>();

  /** By pair of a rank and a place: until when its last wait may take an update. */
  private final Long2LongOpenHashMap untilPs = new Long2LongOpenHashMap();

  private int count;

  private static final class Segment {
    final Long2IntOpenHashMap numbers = new Long2IntOpenHashMap();
    long[] sorted = {};

    Segment() {
      numbers.defaultReturnValue(NONE);
    }
  }

  /**
   * A rank waits on a place.
   *
   * @param lastPs when the latest update began that the wait may take
   */
  void add(int rank, String segment, long offset, long lastPs) {
    Segment places = segments.computeIfAbsent(segment, key -> new Segment());
    int number = places.numbers.get(offset);
    if (number == NONE) {
      number = count++;
      places.numbers.put(offset, number);
    }
    long pair = pair(rank, number);
    untilPs.put(pair, Math.max(lastPs, untilPs.getOrDefault(pair, Long.MIN_VALUE)));
    requireFew(Math.max(count, untilPs.size()));
  }

  /**
   * Checks a number of places.
   *
   * @throws TraceException if there are too many
   */
  static void requireFew(int places) {
    if (places > MOST) {
      throw new TraceException(
          "the ranks wait on more than " + MOST + " symmetric variables, which is too many");
    }
  }

  /** No place comes after this. */
  void end() {
    for (Segment segment : segments.values()) {
      segment.sorted = segment.numbers.keySet().toLongArray();
      Arrays.sort(segment.sorted);
    }
  }

  boolean isEmpty() {
    return count == 0;
  }

  /** The number of a place, {@link #NONE} if no rank waits on it. */
  int at(String segment, long offset) {
    Segment places = segments.get(segment);
    return places == null ? NONE : places.numbers.get(offset);
  }

  /** Whether a rank ever waits on a place. */
  boolean isWaitedBy(int rank, int number) {
    return untilPs.containsKey(pair(rank, number));
  }

  /** Whether a rank may still wait for an update of a place that begins at a time. */
  boolean isWaitedBy(int rank, int number, long timePs) {
    return timePs <= untilPs.getOrDefault(pair(rank, number), Long.MIN_VALUE);
  }

  static long pair(int rank, int number) {
    return (long) rank << 32 | number;
  }

  /** Appends the numbers of the places within a range of bytes. */
  void within(String segment, long offset, long bytes, IntArrayList numbers) {
    Segment places = segments.get(segment);
    if (places == null || bytes <= 0) {
      return;
    }
    int from = Arrays.binarySearch(places.sorted, offset);
    for (int i = from < 0 ? -from - 1 : from;
        i < places.sorted.length && places.sorted[i] - offset < bytes;
        i++) {
      numbers.add(places.numbers.get(places.sorted[i]));
    }
  }
}
