package org.foretell.engine.kernel;

import java.util.Arrays;

/**
 * Messages on their way, the earliest on top, ordered by time, then by sequence number.
 *
 * <p>Where messages take equally long they come in the order in which they are sent. So what comes
 * no earlier than all that stand in a queue joins that queue, at no cost; the others go into a
 * 4-ary heap.
 *
 * <p>Heaps of fastutil are ordered by one key, or by a comparator of ints that name records kept
 * elsewhere.
 */
public final class EventHeap {
  private static final int FIRST_LENGTH = 64;

  // The heap.
  private long[] times = new long[FIRST_LENGTH];
  private long[] sequences = new long[FIRST_LENGTH];
  private int[] messages = new int[FIRST_LENGTH];
  private int size;

  // The queue, a ring whose length is a power of two.
  private long[] queueTimes = new long[FIRST_LENGTH];
  private long[] queueSequences = new long[FIRST_LENGTH];
  private int[] queueMessages = new int[FIRST_LENGTH];
  private int head;
  private int queued;

  /** Time and number of the earliest message, and whether it stands in the queue. */
  private long topTime = EventTree.NONE;

  private long topSequence;
  private boolean topIsQueued;

  /** Time of the earliest message, {@link EventTree#NONE} when there is none. */
  public long time() {
    return topTime;
  }

  /** Sequence number of the earliest message. */
  public long sequence() {
    return topSequence;
  }

  public void add(int message, long timePs, long sequence) {
    if (joinsQueue(timePs, sequence)) {
      enqueue(message, timePs, sequence);
    } else {
      insert(message, timePs, sequence);
    }
    if (timePs < topTime || (timePs == topTime && sequence < topSequence)) {
      findTop();
    }
  }

  private boolean joinsQueue(long timePs, long sequence) {
    if (queued == 0) {
      return true;
    }
    int last = (head + queued - 1) & (queueTimes.length - 1);
    return timePs > queueTimes[last]
        || (timePs == queueTimes[last] && sequence > queueSequences[last]);
  }

  private void enqueue(int message, long timePs, long sequence) {
    if (queued == queueTimes.length) {
      growQueue();
    }
    int place = (head + queued++) & (queueTimes.length - 1);
    queueTimes[place] = timePs;
    queueSequences[place] = sequence;
    queueMessages[place] = message;
  }

  private void growQueue() {
    int length = queueTimes.length;
    queueTimes = Arrays.copyOf(queueTimes, 2 * length);
    queueSequences = Arrays.copyOf(queueSequences, 2 * length);
    queueMessages = Arrays.copyOf(queueMessages, 2 * length);
    System.arraycopy(queueTimes, 0, queueTimes, length, head);
    System.arraycopy(queueSequences, 0, queueSequences, length, head);
    System.arraycopy(queueMessages, 0, queueMessages, length, head);
  }

  private void insert(int message, long timePs, long sequence) {
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
  public int poll() {
    int earliest;
    if (topIsQueued) {
      earliest = queueMessages[head];
      head = (head + 1) & (queueTimes.length - 1);
      queued--;
    } else {
      earliest = messages[0];
      removeFirst();
    }
    findTop();
    return earliest;
  }

  private void findTop() {
    topIsQueued = queued > 0 && (size == 0 || before(queueTimes[head], queueSequences[head], 0));
    if (topIsQueued) {
      topTime = queueTimes[head];
      topSequence = queueSequences[head];
    } else if (size > 0) {
      topTime = times[0];
      topSequence = sequences[0];
    } else {
      topTime = EventTree.NONE;
    }
  }

  private void removeFirst() {
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
  }

  /** Whether something comes before an element of the heap. */
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
