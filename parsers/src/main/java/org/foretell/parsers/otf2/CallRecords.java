package org.foretell.parsers.otf2;

import java.util.Arrays;

/** The events of communication within one call, in their order. */
final class CallRecords {
  /** Far more than a call has; keeps a damaged archive from filling the memory. */
  private static final int LIMIT = 1 << 20;

  private static final int FIELDS = 8;

  private static final int TYPE = 0;
  private static final int OBJECT = 1;
  private static final int PEER = 2;
  private static final int TAG = 3;
  private static final int BYTES = 4;
  private static final int RECEIVED = 5;
  private static final int REQUEST = 6;
  private static final int GROUP = 7;

  private long[] values = new long[16 * FIELDS];
  private int size;

  void clear() {
    size = 0;
  }

  int size() {
    return size;
  }

  void add(EventReader event) {
    if (size == LIMIT) {
      throw event.refused(
          "at most " + LIMIT + " events within one call",
          "one more",
          "the archive is damaged, or lacks the ends of calls");
    }
    int at = size * FIELDS;
    if (at == values.length) {
      values = Arrays.copyOf(values, 2 * at);
    }
    values[at + TYPE] = event.type;
    values[at + OBJECT] = event.object;
    values[at + PEER] = event.peer;
    values[at + TAG] = event.tag;
    values[at + BYTES] = event.bytes;
    values[at + RECEIVED] = event.received;
    values[at + REQUEST] = event.request;
    values[at + GROUP] = event.group;
    size++;
  }

  /** The first event of a type; -1 if there is none. */
  int first(int type) {
    for (int i = 0; i < size; i++) {
      if (type(i) == type) {
        return i;
      }
    }
    return -1;
  }

  int count(int type) {
    int count = 0;
    for (int i = 0; i < size; i++) {
      count += type(i) == type ? 1 : 0;
    }
    return count;
  }

  private long value(int index, int field) {
    return values[index * FIELDS + field];
  }

  int type(int index) {
    return (int) value(index, TYPE);
  }

  int object(int index) {
    return (int) value(index, OBJECT);
  }

  int peer(int index) {
    return (int) value(index, PEER);
  }

  int tag(int index) {
    return (int) value(index, TAG);
  }

  long bytes(int index) {
    return value(index, BYTES);
  }

  long received(int index) {
    return value(index, RECEIVED);
  }

  long request(int index) {
    return value(index, REQUEST);
  }

  int group(int index) {
    return (int) value(index, GROUP);
  }
}
