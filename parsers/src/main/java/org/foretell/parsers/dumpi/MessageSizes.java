package org.foretell.parsers.dumpi;

/** How many bytes the calls of one rank move. */
final class MessageSizes {
  private final DumpiFile file;
  private final TypeSizes types;

  MessageSizes(DumpiFile file) {
    this.file = file;
    types = new TypeSizes(file.datatypeSizes());
  }

  TypeSizes types() {
    return types;
  }

  /**
   * The bytes of a number of elements, both arguments of a call.
   *
   * @throws org.foretell.trace.TraceException if the number is negative, or nothing tells the size
   *     of the datatype
   */
  long bytes(DumpiRecord call, Argument count, Argument type) {
    return bytes(call, call.value(count), call.intValue(type));
  }

  /** As {@link #bytes(DumpiRecord, Argument, Argument)}, of values. */
  long bytes(DumpiRecord call, long count, int type) {
    if (count < 0) {
      throw file.refused(
          call,
          "a number of elements, at least 0",
          String.valueOf(count),
          "the file is damaged; copy it again, or trace again");
    }
    if (count == 0) {
      return 0;
    }
    long each = types.bytes(type);
    if (each == TypeSizes.UNKNOWN || each > Long.MAX_VALUE / count) {
      throw file.refused(
          call,
          "a datatype whose size the file has, or the calls that made it",
          "datatype " + type + ", of which neither is there",
          "trace with a version of DUMPI that writes the sizes of datatypes (0.6.6 or later)");
    }
    return count * each;
  }
}
