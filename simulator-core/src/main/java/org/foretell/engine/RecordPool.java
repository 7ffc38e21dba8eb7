package org.foretell.engine;

import java.util.Arrays;

/**
 * Records of eight longs each (a cache line) in one growing array, named by ints above 0, with a
 * list of free ones. Subclasses name the fields.
 */
abstract class RecordPool {
  /** No record. */
  static final int NONE = 0;

  private static final int SHIFT = 3;
  private static final int MOST = Integer.MAX_VALUE >> SHIFT;

  private final String what;
  private long[] records = new long[1024 << SHIFT];
  private int free = NONE;
  private int fresh = 1;

  RecordPool(String what) {
    this.what = what;
  }

  /** A record whose fields hold anything. */
  final int allocate() {
    int record = free;
    if (record != NONE) {
      free = (int) records[record << SHIFT];
      return record;
    }
    if (fresh << SHIFT == records.length) {
      grow();
    }
    return fresh++;
  }

  final void release(int record) {
    records[record << SHIFT] = free;
    free = record;
  }

  /** One more than the highest record ever allocated. */
  final int bound() {
    return fresh;
  }

  final long get(int record, int field) {
    return records[(record << SHIFT) + field];
  }

  final void set(int record, int field, long value) {
    records[(record << SHIFT) + field] = value;
  }

  private void grow() {
    if (fresh >= MOST / 2) {
      throw new InputException(
          "more than "
              + fresh
              + " "
              + what
              + " are pending at once; the engine cannot hold more. Does some rank send without"
              + " ever being received from?");
    }
    records = Arrays.copyOf(records, 2 * records.length);
  }
}
