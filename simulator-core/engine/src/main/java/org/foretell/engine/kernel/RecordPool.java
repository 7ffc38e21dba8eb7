package org.foretell.engine.kernel;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import org.foretell.result.InputException;

/**
 * Records of a few longs each in one growing array, with a list of free ones. A record is named by
 * the place of its first long, an int above 0; subclasses name the fields.
 */
public abstract class RecordPool {
  /** No record. */
  public static final int NONE = 0;

  /** The lower half of a long that holds two ints. */
  public static final long LOW = 0xffff_ffffL;

  private static final int FIRST_RECORDS = 1024;

  private static final int MOST_LONGS = 1 << 30;

  private final String what;
  private final int stride;

  /** Binary logarithm of the stride: a shift costs less than a division. */
  private final int shift;

  private long[] records;
  private int free = NONE;
  private int fresh;

  /** By number of the record what it follows from; empty until somebody says so. */
  private int[] causes = {};

  /**
   * A pool of records of {@code stride} longs, a power of two.
   *
   * @param what the records' name in messages, plural
   */
  public RecordPool(String what, int stride) {
    this(what, stride, FIRST_RECORDS);
  }

  /**
   * A pool in which there is room for a number of records from the beginning.
   *
   * @param expected number of records, of which not more than an array can hold count
   */
  public RecordPool(String what, int stride, long expected) {
    if (Integer.bitCount(stride) != 1) {
      throw new IllegalArgumentException("the stride must be a power of two, but is " + stride);
    }
    this.what = what;
    this.stride = stride;
    shift = Integer.numberOfTrailingZeros(stride);
    long room = Math.min(Math.max(FIRST_RECORDS, expected + 1), MOST_LONGS / stride);
    records = new long[(int) room * stride];
    fresh = stride;
  }

  /** A record whose fields hold anything. */
  public final int allocate() {
    int record = free;
    if (record != NONE) {
      free = (int) records[record];
      return record;
    }
    if (fresh == records.length) {
      grow();
    }
    record = fresh;
    fresh += stride;
    return record;
  }

  public final void release(int record) {
    if (record >> shift < causes.length) {
      causes[record >> shift] = NONE;
    }
    records[record] = free;
    free = record;
  }

  /** What a record follows from, {@link #NONE} if nobody has said. */
  public final int cause(int record) {
    int number = record >> shift;
    return number < causes.length ? causes[number] : NONE;
  }

  /** A record follows from a moment. */
  public final void cause(int record, int moment) {
    if (moment == NONE && causes.length == 0) {
      return;
    }
    int number = record >> shift;
    if (number >= causes.length) {
      causes = Arrays.copyOf(causes, records.length >> shift);
    }
    causes[number] = moment;
  }

  /** Visits what records follow from. */
  public final void visitCauses(IntConsumer moment) {
    for (int cause : causes) {
      moment.accept(cause);
    }
  }

  /** As {@link #visitCauses(IntConsumer)}; what is past is forgotten. */
  public final void visitCauses(IntConsumer moment, IntPredicate isPast) {
    for (int number = 0; number < causes.length; number++) {
      if (causes[number] != NONE && isPast.test(causes[number])) {
        causes[number] = NONE;
      }
      moment.accept(causes[number]);
    }
  }

  /** Visits all records that are not released; linear in the most there have ever been. */
  public final void forEach(IntConsumer visitor) {
    BitSet released = new BitSet();
    for (int record = free; record != NONE; record = (int) records[record]) {
      released.set(record >> shift);
    }
    for (int record = stride; record < fresh; record += stride) {
      if (!released.get(record >> shift)) {
        visitor.accept(record);
      }
    }
  }

  public final long get(int record, int field) {
    return records[record + field];
  }

  public final void set(int record, int field, long value) {
    records[record + field] = value;
  }

  private void grow() {
    if (records.length > Integer.MAX_VALUE / 2) {
      throw new InputException(
          "more than "
              + records.length / stride
              + " "
              + what
              + " are pending at once; the engine cannot hold more. Does some rank send without"
              + " ever being received from?");
    }
    records = Arrays.copyOf(records, 2 * records.length);
  }
}
