package org.foretell.parsers.dumpi;

import java.util.List;

/** Reads the records of one file from its first to its last. */
final class RecordReader {
  private static final int STATUSES = 3;
  private static final int CPU_TIMES = 1 << 2;
  private static final int WALL_TIMES = 1 << 3;
  private static final int THREAD = 1 << 6;
  private static final int COUNTERS = 1 << 7;
  private static final long NS_PER_SECOND = 1_000_000_000L;
  private static final int STATUS_BYTES = 14;
  private static final int STATUS_BYTES_WITHOUT_TAG = 10;

  /** Seconds are stored with 16 bits; a trace may be longer. */
  private static final long WRAP = 1L << 16;

  private final DumpiInput in;
  private final Version version;
  private final DumpiRecord record = new DumpiRecord();
  private final long cpuSeconds;
  private final long wallSeconds;
  private final boolean hasStatusTags;
  private final boolean isOld;
  private long cpuWraps;
  private long wallWraps;
  private long lastCpu;
  private long lastWall;
  private int mask;

  /**
   * Begins at the body of a file.
   *
   * @throws org.foretell.trace.TraceException if the body is cut
   */
  RecordReader(DumpiInput in, Version version, long body) {
    this.in = in;
    this.version = version;
    hasStatusTags = version.isAtLeast(0, 6, 3);
    isOld = !version.isAtLeast(0, 6, 9);
    in.seek(body, "body");
    cpuSeconds = in.i32();
    wallSeconds = in.i32();
  }

  DumpiRecord record() {
    return record;
  }

  /**
   * Reads the next record.
   *
   * @return whether there was one
   * @throws org.foretell.trace.TraceException if it is damaged or of an unknown call
   */
  boolean next() {
    long at = in.position();
    in.part("record");
    int id = in.u16();
    if (id == CallTable.END_OF_STREAM) {
      return false;
    }
    CallLayout call = CallTable.of(id);
    if (call == null) {
      throw in.damaged(
          at,
          "the number of a call, 0 to " + (CallTable.END_OF_STREAM - 1) + ", or of the end",
          "number " + id,
          "the file is damaged, or a later version of DUMPI wrote it (this one is "
              + version
              + ", and known are those to 13.0)");
    }
    in.part(call.name());
    record.reset(call, at);
    mask = in.u8();
    record.thread = (mask & THREAD) != 0 ? in.u16() : 0;
    times();
    counters();
    List<CallLayout.Field> fields = call.fields();
    for (int i = 0; i < fields.size(); i++) {
      field(i, fields.get(i));
    }
    return true;
  }

  private void times() {
    record.hasCpuTimes = (mask & CPU_TIMES) != 0;
    record.hasWallTimes = (mask & WALL_TIMES) != 0;
    if (record.hasCpuTimes) {
      long start = in.u16();
      record.cpuStartNs = cpu(start, in.i32());
      long stop = in.u16();
      record.cpuStopNs = cpu(stop, in.i32());
    }
    if (record.hasWallTimes) {
      long start = in.u16();
      record.wallStartNs = wall(start, in.i32());
      long stop = in.u16();
      record.wallStopNs = wall(stop, in.i32());
    }
  }

  private long cpu(long seconds, int nanoseconds) {
    cpuWraps = wraps(cpuWraps, lastCpu, seconds);
    lastCpu = seconds;
    return (seconds + cpuWraps * WRAP + cpuSeconds) * NS_PER_SECOND + nanoseconds;
  }

  private long wall(long seconds, int nanoseconds) {
    wallWraps = wraps(wallWraps, lastWall, seconds);
    lastWall = seconds;
    return (seconds + wallWraps * WRAP + wallSeconds) * NS_PER_SECOND + nanoseconds;
  }

  /** How often the seconds have wrapped; they may also go back a little. */
  private static long wraps(long wraps, long last, long seconds) {
    if (last - seconds > WRAP / 2) {
      return wraps + 1;
    }
    return seconds - last > WRAP / 2 && wraps > 0 ? wraps - 1 : wraps;
  }

  private void counters() {
    record.counters = 0;
    if ((mask & COUNTERS) != 0) {
      int count = in.u8();
      record.counters = count;
      if (2 * count > record.counterValues.length) {
        record.counterValues = new long[2 * count];
      }
      for (int i = 0; i < 2 * count; i++) {
        record.counterValues[i] = in.i64();
      }
    }
  }

  private void field(int index, CallLayout.Field field) {
    if (field.atRootOnly() && !isRoot()) {
      if (field.kind() == CallLayout.Kind.INT || field.kind() == CallLayout.Kind.HANDLE) {
        record.set(index, 0);
      } else {
        record.setArray(index, 0);
      }
      return;
    }
    switch (field.kind()) {
      case INT -> record.set(index, in.i32());
      case LONG -> record.set(index, in.i64());
      case HANDLE -> record.set(index, in.u16());
      case BYTE -> record.set(index, in.u8());
      case INTS -> ints(index, field);
      case HANDLES -> {
        int length = array(index, field, Short.BYTES);
        for (int i = 0; i < length; i++) {
          record.add(in.u16());
        }
      }
      case BYTES -> {
        int length = array(index, field, 1);
        for (int i = 0; i < length; i++) {
          record.add(in.u8());
        }
      }
      case ROWS -> rows(index, field);
      case TEXT -> {
        record.setArray(index, 0);
        in.skip(in.count(field.name(), 1));
      }
      case TEXTS -> {
        record.setArray(index, 0);
        if (isOld && record.call.name().equals("MPI_Init") && !version.isAtLeast(0, 6, 2)) {
          in.i32(); // These wrote the number of arguments twice.
        }
        texts(field);
      }
      case LISTS -> {
        record.setArray(index, 0);
        for (int left = in.count(field.name(), Integer.BYTES); left > 0; left--) {
          texts(field);
        }
      }
      case STATUSES -> statuses(index, field);
    }
  }

  private boolean isRoot() {
    Argument caller = record.has(Argument.COMMRANK) ? Argument.COMMRANK : Argument.OLDCOMMRANK;
    return record.value(caller) == record.value(Argument.ROOT);
  }

  private int array(int index, CallLayout.Field field, int elementBytes) {
    int length = in.count(field.name(), elementBytes);
    record.setArray(index, length);
    return length;
  }

  private void ints(int index, CallLayout.Field field) {
    if (isOld && isSingle(field)) {
      record.setArray(index, 1);
      record.add(in.i32());
      return;
    }
    int length = array(index, field, Integer.BYTES);
    for (int i = 0; i < length; i++) {
      record.add(in.i32());
    }
  }

  /** Old versions wrote a single number in place of two arrays. */
  private boolean isSingle(CallLayout.Field field) {
    return switch (record.call.name()) {
      case "MPI_Type_struct" -> field.name().equals("indices") && !version.isAtLeast(0, 6, 9);
      case "MPI_Cart_get" -> field.name().equals("coords") && !version.isAtLeast(0, 6, 8);
      default -> false; // All others were right.
    };
  }

  private void rows(int index, CallLayout.Field field) {
    int total = 0;
    record.setArray(index, 0);
    for (int left = in.count(field.name(), Integer.BYTES); left > 0; left--) {
      int length = in.count(field.name(), Integer.BYTES);
      for (int i = 0; i < length; i++) {
        record.add(in.i32());
      }
      total += length;
    }
    record.setLength(index, total);
  }

  private void texts(CallLayout.Field field) {
    for (int left = in.count(field.name(), Integer.BYTES); left > 0; left--) {
      in.skip(in.count(field.name(), 1));
    }
  }

  private void statuses(int index, CallLayout.Field field) {
    record.setArray(index, 0);
    if ((mask & STATUSES) == 0) {
      return;
    }
    int count = in.count(field.name(), hasStatusTags ? STATUS_BYTES : STATUS_BYTES_WITHOUT_TAG);
    for (int i = 0; i < count; i++) {
      record.add(in.i32());
      record.add(in.i32());
      record.add(in.u8());
      record.add(in.u8());
      record.add(hasStatusTags ? in.i32() : org.foretell.trace.OpView.ANY);
    }
    record.setLength(index, count * DumpiRecord.STATUS_WIDTH);
  }
}
