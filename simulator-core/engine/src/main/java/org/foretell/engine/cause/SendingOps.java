package org.foretell.engine.cause;

import java.util.Arrays;

/** By message the op that sent it. */
final class SendingOps {
  private static final int FIRST_ROOM = 1 << 8;

  private long[] places = {};
  private long[] operations = {};

  /** A message is sent; its number may have belonged to an earlier one. */
  void set(int message, long place, long operation) {
    if (message >= places.length) {
      int room = Math.max(FIRST_ROOM, Math.max(message + 1, 2 * places.length));
      places = Arrays.copyOf(places, room);
      operations = Arrays.copyOf(operations, room);
    }
    places[message] = place;
    operations[message] = operation;
  }

  /** Whether the op of a message is known; most task graphs do not say which it is. */
  boolean knows(int message) {
    return message < places.length;
  }

  /** The op, its call site and phase, see {@link PlaceTable#place}. */
  long place(int message) {
    return places[message];
  }

  /** The number of the op among those of its rank. */
  long operation(int message) {
    return operations[message];
  }
}
