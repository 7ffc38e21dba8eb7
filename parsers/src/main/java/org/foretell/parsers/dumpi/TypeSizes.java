package org.foretell.parsers.dumpi;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;

/**
 * The bytes of data in an element of each datatype of a rank: by the calls that made it, else by
 * the table of its file, else, of a predefined type, as compilers of 64-bit machines have it.
 */
final class TypeSizes {
  /** A datatype whose size nothing tells. */
  static final long UNKNOWN = -1;

  /** Predefined types by number; those after them are the program's own. */
  private static final int[] PREDEFINED = {
    0, 0, 1, 1, 1, 1, 4, 2, 2, 4, 4, 8, 8, 4, 8, 16, 8, 8, 8, 1, 0, 0, 8, 12, 12, 6, 8, 20
  };

  private final int[] table;
  private final Int2LongOpenHashMap made = new Int2LongOpenHashMap();

  TypeSizes(int[] table) {
    this.table = table;
    made.defaultReturnValue(UNKNOWN);
  }

  /** Bytes of an element, {@link #UNKNOWN} if nothing tells. */
  long bytes(int type) {
    if (type >= PREDEFINED.length) {
      long bytes = made.isEmpty() ? UNKNOWN : made.get(type);
      return bytes != UNKNOWN || type >= table.length ? bytes : table[type];
    }
    // Where a program names one type by two names, tables have 0 for one of them.
    return type < table.length && table[type] > 0 ? table[type] : PREDEFINED[type];
  }

  /** Takes note of what a call says of datatypes. */
  void apply(DumpiRecord call) {
    switch (call.call.name()) {
      case "MPI_Type_contiguous" -> make(call, call.value(Argument.COUNT));
      case "MPI_Type_vector", "MPI_Type_hvector", "MPI_Type_create_hvector" ->
          make(call, times(call.value(Argument.COUNT), call.value(Argument.BLOCKLENGTH)));
      case "MPI_Type_create_indexed_block" ->
          make(call, times(call.value(Argument.COUNT), call.value(Argument.BLOCKLENGTH)));
      case "MPI_Type_indexed", "MPI_Type_hindexed" -> make(call, sum(call, Argument.LENGTHS));
      case "MPI_Type_create_hindexed" -> make(call, sum(call, Argument.BLOCKLENGTHS));
      case "MPI_Type_struct" -> struct(call, Argument.LENGTHS);
      case "MPI_Type_create_struct" -> struct(call, Argument.BLOCKLENGTHS);
      case "MPI_Type_create_subarray" -> make(call, product(call, Argument.SUBSIZES));
      case "MPI_Type_create_resized", "MPI_Type_dup" -> make(call, 1);
      case "MPI_Type_create_darray" -> made.remove(call.intValue(Argument.NEWTYPE));
      case "MPI_Type_size" -> {
        if (call.value(Argument.SIZE) >= 0) {
          made.put(call.intValue(Argument.DATATYPE), call.value(Argument.SIZE));
        }
      }
      default -> {} // Says nothing of the size of a datatype.
    }
  }

  private void make(DumpiRecord call, long count) {
    put(call, times(count, bytes(call.intValue(Argument.OLDTYPE))));
  }

  private void put(DumpiRecord call, long bytes) {
    int type = call.intValue(Argument.NEWTYPE);
    if (bytes < 0) {
      made.remove(type);
    } else {
      made.put(type, bytes);
    }
  }

  /** A product; {@link #UNKNOWN} of anything negative or beyond 2^63. */
  private static long times(long a, long b) {
    return a < 0 || b < 0 || Math.multiplyHigh(a, b) != 0 || a * b < 0 ? UNKNOWN : a * b;
  }

  private static long sum(DumpiRecord call, Argument lengths) {
    long sum = 0;
    for (int i = 0; i < call.length(lengths); i++) {
      int length = call.element(lengths, i);
      if (length < 0) {
        return UNKNOWN;
      }
      sum += length;
    }
    return sum;
  }

  private static long product(DumpiRecord call, Argument lengths) {
    long product = 1;
    for (int i = 0; i < call.length(lengths) && product >= 0; i++) {
      product = times(product, call.element(lengths, i));
    }
    return product;
  }

  private void struct(DumpiRecord call, Argument lengths) {
    int count = Math.min(call.length(lengths), call.length(Argument.OLDTYPES));
    long sum = 0;
    for (int i = 0; i < count && sum >= 0; i++) {
      long part = times(call.element(lengths, i), bytes(call.element(Argument.OLDTYPES, i)));
      sum = part < 0 || sum + part < 0 ? UNKNOWN : sum + part;
    }
    put(call, sum);
  }
}
