package org.foretell.page;

import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;

/**
 * Messages of a run: all of them where they are few, otherwise those that take longest from their
 * send to their arrival, of each part of the run and each group of senders. So wherever one looks
 * there are some. Takes two megabytes.
 */
final class MessageSample {
  static final byte OWN = 0;
  static final byte OF_COLLECTIVE = 1;
  static final byte ONE_SIDED = 2;

  /** How many are kept at most. */
  static final int MOST = 1 << 14;

  private static final int ROOM = 2 * MOST;
  private static final int MOST_GROUPS = 64;
  private static final int INTERVALS = 64;

  private int ranksPerGroup = 1;
  private int perCell = 1;
  private long intervalPs = 1;
  private long told;
  private int size;

  private final byte[] kind = new byte[ROOM];
  private final int[] source = new int[ROOM];
  private final int[] destination = new int[ROOM];
  private final long[] bytes = new long[ROOM];
  private final long[] sendPs = new long[ROOM];
  private final long[] arrivePs = new long[ROOM];

  /** Takes one of the messages that are kept. */
  @FunctionalInterface
  interface Action {
    void message(byte kind, int source, int destination, long bytes, long sendPs, long arrivePs);
  }

  void begin(int ranks) {
    ranksPerGroup = (ranks + MOST_GROUPS - 1) / MOST_GROUPS;
    int groups = (ranks + ranksPerGroup - 1) / ranksPerGroup;
    perCell = MOST / (groups * INTERVALS);
  }

  void add(byte what, int from, int to, long payload, long startPs, long endPs) {
    told++;
    if (size == ROOM) {
      prune();
    }
    kind[size] = what;
    source[size] = from;
    destination[size] = to;
    bytes[size] = payload;
    sendPs[size] = startPs;
    arrivePs[size] = endPs;
    size++;
  }

  /** How many messages there were. */
  long told() {
    return told;
  }

  /** How many are kept. */
  int kept() {
    if (size > MOST) {
      prune();
    }
    return size;
  }

  void forEach(Action action) {
    int kept = kept();
    for (int i = 0; i < kept; i++) {
      action.message(kind[i], source[i], destination[i], bytes[i], sendPs[i], arrivePs[i]);
    }
  }

  /**
   * Those that are among the longest of a long interval are among the longest of the short one in
   * it, so nothing is lost by what was left out before intervals became longer.
   */
  private void prune() {
    long lastPs = Arrays.stream(sendPs, 0, size).max().orElse(0);
    while (lastPs / intervalPs >= INTERVALS) {
      intervalPs *= 2;
    }
    long[] cells = new long[size];
    Arrays.setAll(cells, this::cell);
    int[] order = new int[size];
    Arrays.setAll(order, i -> i);
    IntArrays.quickSort(
        order,
        (one, other) ->
            cells[one] == cells[other]
                ? compare(one, other)
                : Long.compare(cells[one], cells[other]));
    boolean[] kept = new boolean[size];
    int inCell = 0;
    for (int i = 0; i < size; i++) {
      inCell = i > 0 && cells[order[i]] == cells[order[i - 1]] ? inCell + 1 : 0;
      kept[order[i]] = inCell < perCell;
    }
    int next = 0;
    for (int i = 0; i < size; i++) {
      if (kept[i]) {
        kind[next] = kind[i];
        source[next] = source[i];
        destination[next] = destination[i];
        bytes[next] = bytes[i];
        sendPs[next] = sendPs[i];
        arrivePs[next] = arrivePs[i];
        next++;
      }
    }
    size = next;
  }

  private long cell(int message) {
    return sendPs[message] / intervalPs * MOST_GROUPS + source[message] / ranksPerGroup;
  }

  /** Within a cell the longest first, then the largest. */
  private int compare(int one, int other) {
    int byTime = Long.compare(arrivePs[other] - sendPs[other], arrivePs[one] - sendPs[one]);
    if (byTime != 0) {
      return byTime;
    }
    int bySize = Long.compare(bytes[other], bytes[one]);
    return bySize != 0 ? bySize : Integer.compare(one, other);
  }
}
