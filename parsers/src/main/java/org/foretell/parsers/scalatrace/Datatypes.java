package org.foretell.parsers.scalatrace;

/** ScalaTrace's numbers of predefined datatypes and their sizes on a 64-bit machine. */
final class Datatypes {
  static final int CHAR = 1;
  static final int SHORT = 2;
  static final int INT = 3;
  static final int DOUBLE = 10;
  static final int BYTE = 12;

  /** Cannot be reduced, so it tells that the number of elements of a reduction is not known. */
  static final int PACKED = 13;

  static final int DOUBLE_COMPLEX = 18;

  private static final int[] BYTES = {0, 1, 2, 4, 8, 1, 2, 4, 8, 4, 8, 16, 1, 1, 4, 4, 8, 8, 16, 4};

  /** What a datatype counts as whose size is not known. */
  static final int UNKNOWN_BYTES = 8;

  private Datatypes() {}

  /** Size of an element, 0 if it is not known. */
  static int bytes(long datatype) {
    return datatype > 0 && datatype < BYTES.length ? BYTES[(int) datatype] : 0;
  }

  /** A datatype for elements of a size, 0 if there is none. */
  static int ofBytes(long bytes) {
    return bytes == 1
        ? CHAR
        : bytes == 2
            ? SHORT
            : bytes == 4 ? INT : bytes == 8 ? DOUBLE : bytes == 16 ? DOUBLE_COMPLEX : 0;
  }
}
