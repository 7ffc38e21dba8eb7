package org.foretell.parsers.raw;

/**
 * A record without the numbers that differ each time.
 *
 * @param bytes what stays
 * @param holes after how many of the bytes each number goes, ascending
 * @param firstIsGap whether the first number is a gap, with a mark of whether a pause comes before
 *     the record
 */
record RawShape(byte[] bytes, int[] holes, boolean firstIsGap) {
  /** Reads what follows the number of a shape. */
  static RawShape of(RawStream in) {
    int[] holes = new int[in.count("a number of holes")];
    boolean firstIsGap = false;
    for (int i = 0; i < holes.length; i++) {
      long hole = in.varint(Integer.MAX_VALUE, "the place of a hole");
      holes[i] = (int) (hole >> 1);
      firstIsGap |= i == 0 && (hole & 1) != 0;
      if (i > 0 && holes[i] < holes[i - 1]) {
        throw in.damaged("places of holes in ascending order", holes[i - 1] + ", " + holes[i]);
      }
    }
    byte[] bytes = new byte[in.count("a length")];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) in.u8();
    }
    if (bytes.length == 0 || (holes.length > 0 && holes[holes.length - 1] > bytes.length)) {
      throw in.damaged("holes within a record", "a record of " + bytes.length + " bytes");
    }
    return new RawShape(bytes, holes, firstIsGap);
  }

  /** Whether it is no record, but says whose times follow. */
  boolean isMark() {
    return bytes.length == 1 && bytes[0] == RawCall.MARK && holes.length == 1 && !firstIsGap;
  }

  /** Whether a number is a time, as a gap is and what a call takes, and no other count. */
  boolean isTicks(int hole) {
    boolean isCall = bytes[0] < 0 || bytes[0] >= RawCall.CALL;
    return isCall ? hole < 2 : hole == 0 && (firstIsGap || bytes[0] == RawCall.ON);
  }

  /** Whether each such record has a time of its own, and so takes something from the column. */
  boolean isTimed() {
    return holes.length > 0 && (firstIsGap || bytes[0] == RawCall.ON);
  }
}
