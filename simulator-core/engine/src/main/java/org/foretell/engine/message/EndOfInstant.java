package org.foretell.engine.message;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * What waits until nothing else of the present time is left: messages that have set out for other
 * nodes, and collectives whose last members have called. Both come in an order that does not depend
 * on the order of the events in which they were added, as far as these were of different nodes.
 */
final class EndOfInstant {
  private static final int FIRST_LENGTH = 16;

  /** Source, then how many were there before: sorts messages. */
  private long[] keys = new long[FIRST_LENGTH];

  private int[] messages = new int[FIRST_LENGTH];
  private long[] arrivalsPs = new long[FIRST_LENGTH];

  /** The moments from which messages follow. */
  private int[] moments = new int[FIRST_LENGTH];

  private int count;

  /** Whether keys ascend. */
  private boolean sorted = true;

  private final List<Ending> endings = new ArrayList<>();

  private record Ending(long order, Runnable action) {}

  /** Whether nothing waits. */
  boolean isEmpty() {
    return count == 0 && endings.isEmpty();
  }

  /** A message has set out. */
  void add(int source, int message, long arrivePs, int moment) {
    if (count == keys.length) {
      keys = Arrays.copyOf(keys, 2 * count);
      messages = Arrays.copyOf(messages, 2 * count);
      arrivalsPs = Arrays.copyOf(arrivalsPs, 2 * count);
      moments = Arrays.copyOf(moments, 2 * count);
    }
    long key = (long) source << Integer.SIZE | count;
    sorted &= count == 0 || keys[count - 1] < key;
    keys[count] = key;
    messages[count] = message;
    arrivalsPs[count] = arrivePs;
    moments[count] = moment;
    count++;
  }

  /**
   * All members of a collective have called.
   *
   * @param order among those that wait; those that are equal come as they were added
   */
  void add(long order, Runnable ends) {
    endings.add(new Ending(order, ends));
  }

  /** Puts the messages into order, and answers how many there are. */
  int sort() {
    if (!sorted) {
      Arrays.sort(keys, 0, count);
      sorted = true;
    }
    return count;
  }

  /** A message, by its place in the order. */
  int message(int place) {
    return messages[(int) keys[place]];
  }

  /** When a message arrives. */
  long arrivePs(int place) {
    return arrivalsPs[(int) keys[place]];
  }

  /** The moment from which a message follows. */
  int moment(int place) {
    return moments[(int) keys[place]];
  }

  /** Visits the moments from which messages follow. */
  void visitCauses(IntConsumer moment) {
    for (int place = 0; place < count; place++) {
      moment.accept(moments[place]);
    }
  }

  /** Messages have their numbers. */
  void forgetMessages() {
    count = 0;
  }

  /** Puts the collectives into order, and answers how many there are. */
  int sortCollectives() {
    if (endings.size() > 1) {
      endings.sort(Comparator.comparingLong(Ending::order));
    }
    return endings.size();
  }

  /** What a collective was added with, by its place in the order. */
  long order(int place) {
    return endings.get(place).order;
  }

  /** Lets a collective end. */
  void endCollective(int place) {
    endings.get(place).action.run();
  }

  /** All collectives have ended. */
  void forgetCollectives() {
    endings.clear();
  }
}
