package org.foretell.parsers.simgrid;

import org.foretell.time.Ps;
import org.foretell.time.TimeOverflowException;
import org.foretell.trace.TraceException;

/** The arguments of one line after the other of a rank, each checked for its range. */
final class TiArguments {
  private final LineScanner line;
  private final int ranks;
  private final double flopsPerSecond;
  private final double psPerFlop;
  private int defaultDatatypeBytes;
  private boolean emptyDatatype;

  /**
   * @param flopsPerSecond base speed, which makes amounts of flop durations
   * @param defaultDatatypeBytes size of an element where a line names no datatype
   */
  TiArguments(LineScanner line, int ranks, double flopsPerSecond, int defaultDatatypeBytes) {
    this.line = line;
    this.ranks = ranks;
    this.flopsPerSecond = flopsPerSecond;
    this.psPerFlop = Ps.PER_SECOND / flopsPerSecond;
    this.defaultDatatypeBytes = defaultDatatypeBytes;
  }

  /** Changes the default, from the next line on. */
  void defaultDatatypeBytes(int bytes) {
    defaultDatatypeBytes = bytes;
  }

  int defaultDatatypeBytes() {
    return defaultDatatypeBytes;
  }

  /** Ends a line, and says whether it had the empty id of a derived datatype. */
  boolean endLine() {
    boolean empty = emptyDatatype;
    emptyDatatype = false;
    return empty;
  }

  /** The next field, a whole number of any sign. */
  long integer(String what) {
    require(what);
    return line.integer(what);
  }

  /** The next field, at least 0. */
  long count() {
    require("a count");
    return thisCount();
  }

  /** The current field as a count. */
  long thisCount() {
    long count = line.integer("a count");
    if (count < 0) {
      throw expected("a count of at least 0");
    }
    return count;
  }

  /** Picoseconds that an amount of flop takes at the base speed. */
  long durationOfFlops() {
    double flops = amount("an amount of flop");
    try {
      // A whole number of picoseconds per flop, as at 1 Gflop/s, rounds once and not twice.
      return Ps.round(
          psPerFlop == Math.rint(psPerFlop)
              ? flops * psPerFlop
              : flops * Ps.PER_SECOND / flopsPerSecond);
    } catch (TimeOverflowException e) {
      throw expected("an amount of flop of less than 106 days");
    }
  }

  /** Picoseconds of a time in seconds. */
  long durationOfSeconds() {
    double seconds = amount("a time in seconds");
    try {
      return Ps.fromSeconds(seconds);
    } catch (TimeOverflowException e) {
      throw expected("a time of less than 106 days");
    }
  }

  private double amount(String what) {
    require(what);
    return line.amount(what);
  }

  /** The root in the next field, 0 if there is no field. */
  int optionalRoot() {
    if (!line.nextField()) {
      return 0;
    }
    long root = line.integer("a root");
    if (root < 0 || root >= ranks) {
      throw expected("a root, 0 to " + (ranks - 1));
    }
    return (int) root;
  }

  /**
   * Size in bytes of the datatype in the next field, of the default one if there is no field.
   *
   * @param emptyBlanks how many blanks at the end of the line say that the tracer wrote an empty
   *     id, that of a derived type
   */
  int datatypeBytes(int emptyBlanks) {
    if (!line.nextField()) {
      noteEmptyDatatype(emptyBlanks);
      return defaultDatatypeBytes;
    }
    long id = line.integer("a datatype id");
    int size = TiDatatypes.bytes(id);
    if (size < 0) {
      throw expected("a datatype id, 0 to " + TiDatatypes.lastId());
    }
    return size;
  }

  /** Notes an empty datatype if the line ends with so many blanks. */
  void noteEmptyDatatype(int emptyBlanks) {
    emptyDatatype |= line.trailingBlanks() >= emptyBlanks;
  }

  /** Goes to the next field, if there is one. */
  boolean next() {
    return line.nextField();
  }

  /** How many fields are left. */
  int left() {
    return line.countFieldsLeft();
  }

  /** Size in bytes of so many elements; below 2^63. */
  long bytes(long count, int size) {
    if (size > 0 && count > Long.MAX_VALUE / size) {
      throw error(
          "expected less than 2^63 bytes, found "
              + count
              + " elements of "
              + size
              + " bytes in line '"
              + line.line()
              + "'");
    }
    return count * size;
  }

  private void require(String what) {
    if (!line.nextField()) {
      throw expected(what);
    }
  }

  /** For a field that is not what it should be. */
  TraceException expected(String what) {
    return line.expected(what);
  }

  /** For a line that is wrong as a whole. */
  TraceException error(String message) {
    return line.error(message);
  }
}
