package org.foretell.engine;

import java.util.Arrays;

/**
 * Messages on their way, the earliest on top: a 4-ary heap ordered by time, then by sequence
 * number.
 */
final class MessageHeap {
  private long[] times = new long[64];
  private long[] sequences = new long[64];
  private int[] messages = new int[64];
  private int size;

  /** Time of the earliest message, {@link EventTree#NONE} when there is none. */
  long time() {
    return size == 0 ? EventTree.NONE : times[0];
  }

  /** Sequence number of the earliest message. */
  long sequence() {
    return sequences[0];
  }

  void add(int message, long timePs, long sequence) {
    if (size == messages.length) {
      times = Arrays.copyOf(times, 2 * size);
      sequences = Arrays.copyOf(sequences, 2 * size);
      messages = Arrays.copyOf(messages, 2 * size);
    }
    int hole = size++;
    while (hole > 0) {
      int parent = (hole - 1) >> 2;
      if (!before(timePs, sequence, parent)) {
        break;
      }
      move(parent, hole);
      hole = parent;
    }
    put(hole, message, timePs, sequence);
  }

  /** Removes the earliest message; there must be one. */
  int poll() {
    int earliest = messages[0];
    size--;
    long time = times[size];
    long sequence = sequences[size];
    int hole = 0;
    while (true) {
      int child = 4 * hole + 1;
      if (child >= size) {
        break;
      }
      int end = Math.min(child + 4, size);
      int least = child;
      for (int other = child + 1; other < end; other++) {
        if (before(times[other], sequences[other], least)) {
          least = other;
        }
      }
      if (before(time, sequence, least)) {
        break;
      }
      move(least, hole);
      hole = least;
    }
    put(hole, messages[size], time, sequence);
    return earliest;
  }

  private boolean before(long time, long sequence, int index) {
    long other = times[index];
    return time < other || (time == other && sequence < sequences[index]);
  }

  private void move(int from, int to) {
    times[to] = times[from];
    sequences[to] = sequences[from];
    messages[to] = messages[from];
  }

  private void put(int index, int message, long time, long sequence) {
    times[index] = time;
    sequences[index] = sequence;
    messages[index] = message;
  }
}
