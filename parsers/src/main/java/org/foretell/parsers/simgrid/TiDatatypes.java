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

  private static final byte[] SIZES = {
    8,
    4,
    1,
    2,
    8,
    4,
    1,
    8,
    1,
    1, // double int char short long float byte long_long s/u_char
    2,
    4,
    8,
    8,
    16,
    4,
    1, // u_short unsigned u_long u_long_long long_double wchar bool
    1,
    2,
    4,
    8,
    1,
    2,
    4,
    8, // int8 to int64, uint8 to uint64
    8,
    16,
    32,
    8,
    8, // float, double and long double complex, aint, offset
    8,
    16,
    16,
    8,
    8,
    8,
    16,
    16, // float_int long_int double_int short_int 2int 2float 2double 2long
    4,
    4,
    8,
    16,
    8,
    16,
    16, // real real4 real8 real16, complex8 complex16 complex32
    4,
    2,
    4,
    8,
    16,
    32, // integer1 2 4 8 16, long_double_int
    0,
    0,
    1,
    8,
    8 // ub lb packed, pointer, count
  };

  private TiDatatypes() {}

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
