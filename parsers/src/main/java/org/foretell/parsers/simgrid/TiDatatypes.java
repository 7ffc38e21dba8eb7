package org.foretell.parsers.simgrid;

/**
 * The sizes that SimGrid gives its predefined datatypes, on Linux on x86-64, by their ids in a
 * trace. Where SimGrid differs from the MPI standard (MPI_INTEGER1 has 4 bytes, MPI_COMPLEX32 has
 * 16), it is SimGrid's size that stands here, since that is what was traced.
 */
final class TiDatatypes {
  /** Id of MPI_DATATYPE_NULL, on ranks where the type does not matter. */
  static final int NULL_ID = -1;

  static final int BYTE_BYTES = 1;
  static final int DOUBLE_BYTES = 8;

  private static final byte[] SIZES =
      sizes(
          "8 4 1 2 8 4 1", // 0: double int char short long float byte
          "8 1 1 2 4 8 8", // 7: long_long signed_char, unsigned char short int long long_long
          "16 4 1", // 14: long_double wchar bool
          "1 2 4 8 1 2 4 8", // 17: int8 to int64, uint8 to uint64
          "8 16 32 8 8", // 25: complex of float, double and long_double; aint offset
          "8 16 16 8", // 30: pairs of float, long, double and short with an int
          "8 8 16 16", // 34: pairs of ints, floats, doubles and longs
          "4 4 8 16 8 16 16", // 38: real real4 real8 real16, complex8 complex16 complex32
          "4 2 4 8 16 32", // 45: integer1 2 4 8 16, pair of a long_double with an int
          "0 0 1 8 8"); // 51: ub lb packed pointer count

  private TiDatatypes() {}

  private static byte[] sizes(String... rows) {
    String[] numbers = String.join(" ", rows).split(" ", -1);
    byte[] sizes = new byte[numbers.length];
    for (int id = 0; id < sizes.length; id++) {
      sizes[id] = Byte.parseByte(numbers[id]);
    }
    return sizes;
  }

  /** Size in bytes of the datatype with an id, or -1 when there is none. */
  static int bytes(long id) {
    if (id == NULL_ID) {
      return 0;
    }
    return id < 0 || id >= SIZES.length ? -1 : SIZES[(int) id];
  }

  /** The highest id. */
  static int lastId() {
    return SIZES.length - 1;
  }
}
