package org.foretell.parsers.dumpi;

import java.util.Arrays;

/** The record of one call as it was read last; its reader fills it again and again. */
final class DumpiRecord {
  /** Numbers of a status: bytes, source, whether it was cancelled, error, tag. */
  static final int STATUS_WIDTH = 5;

  private static final int MOST_FIELDS = 16;
  private static final CallLayout NO_CALL = CallTable.named("MPI_Wtime");

  CallLayout call = NO_CALL;
  long position;
  int thread;
  boolean hasCpuTimes;
  boolean hasWallTimes;
  long cpuStartNs;
  long cpuStopNs;
  long wallStartNs;
  long wallStopNs;
  int counters;

  /** By counter, what it showed when the call began and when it ended. */
  long[] counterValues = new long[16];

  /** By field, its value; of an array, where it begins among the elements. */
  private final long[] values = new long[MOST_FIELDS];

  private final int[] lengths = new int[MOST_FIELDS];
  private int[] elements = new int[64];
  private int used;

  void reset(CallLayout newCall, long newPosition) {
    call = newCall;
    position = newPosition;
    used = 0;
  }

  void set(int field, long value) {
    values[field] = value;
    lengths[field] = -1;
  }

  /** Begins an array of a number of elements, which are then added. */
  void setArray(int field, int length) {
    values[field] = used;
    lengths[field] = length;
  }

  /** Corrects the length of an array, whose elements have been added. */
  void setLength(int field, int length) {
    lengths[field] = length;
  }

  void add(int element) {
    if (used == elements.length) {
      elements = Arrays.copyOf(elements, 2 * used);
    }
    elements[used++] = element;
  }

  /** The value of a field by its place. */
  long valueAt(int field) {
    return values[field];
  }

  /** How long the array of a field is, -1 if it is none. */
  int lengthAt(int field) {
    return lengths[field];
  }

  /** An element of the array of a field. */
  int elementAt(int field, int index) {
    return elements[(int) values[field] + index];
  }

  boolean has(Argument argument) {
    return call.indexOf(argument) >= 0;
  }

  /** The value of an argument, which the call must have. */
  long value(Argument argument) {
    return values[call.indexOf(argument)];
  }

  int intValue(Argument argument) {
    return (int) values[call.indexOf(argument)];
  }

  /** The number of elements of an array; of an absent one 0. */
  int length(Argument argument) {
    int index = call.indexOf(argument);
    return index < 0 ? 0 : Math.max(0, lengths[index]);
  }

  int element(Argument argument, int index) {
    return elements[(int) values[call.indexOf(argument)] + index];
  }

  /** Number of statuses that were recorded. */
  int statuses() {
    int index = call.indexOf(Argument.STATUSES);
    index = index < 0 ? call.indexOf(Argument.STATUS) : index;
    return index < 0 ? 0 : lengths[index] / STATUS_WIDTH;
  }

  private int status(int index, int part) {
    int field = call.indexOf(Argument.STATUSES);
    field = field < 0 ? call.indexOf(Argument.STATUS) : field;
    return elements[(int) values[field] + index * STATUS_WIDTH + part];
  }

  int statusBytes(int index) {
    return status(index, 0);
  }

  int statusSource(int index) {
    return status(index, 1);
  }

  boolean statusCancelled(int index) {
    return status(index, 2) != 0;
  }

  int statusTag(int index) {
    return status(index, 4);
  }
}
