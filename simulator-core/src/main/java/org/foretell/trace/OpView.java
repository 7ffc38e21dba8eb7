package org.foretell.trace;

/**
 * One op as a rank executes it: a mutable view that its owner hands to {@link
 * RankCursor#next(OpView)} again and again, so that reading a trace allocates nothing.
 *
 * <p>All parameters are resolved: peers are ranks in the op's communicator (never relative), cyclic
 * and per-rank values are those of this execution. A list belongs to the source and must not be
 * changed; it is valid until the next call of {@code next}. Not thread safe.
 */
public final class OpView {
  /** A wildcard peer or tag, as in MPI_ANY_SOURCE and MPI_ANY_TAG. */
  public static final int ANY = -1;

  /** The peer that is nobody: a send to or receive from it completes at once. */
  public static final int PROC_NULL = -2;

  /** Nothing: no request, no call site, not recorded. */
  public static final int NONE = -3;

  /**
   * The number of fields, those with the lowest ids, that are always set together: peer, tag,
   * bytes, communicator, request, call site, duration, histogram, root and bytes received.
   */
  public static final int FREQUENT = 10;

  private static final int OTHERS = -1 << FREQUENT;
  private static final long[] EMPTY = {};
  private static final int FIRST_LIST = OpField.REQUESTS.id();
  private static final long[] ABSENT = new long[FIRST_LIST];

  static {
    for (OpField field : OpField.values()) {
      if (!field.isList()) {
        ABSENT[field.id()] = field.absent();
      }
    }
  }

  private OpCode code = OpCode.COMPUTE;
  private final long[] values = ABSENT.clone();
  private final long[][] lists = new long[OpField.COUNT_OF_FIELDS - FIRST_LIST][];
  private final int[] listOffsets = new int[OpField.COUNT_OF_FIELDS - FIRST_LIST];
  private final int[] listLengths = new int[OpField.COUNT_OF_FIELDS - FIRST_LIST];

  /** Fields beyond the frequent ones that may be other than absent, a bit for each id. */
  private int touched;

  /** A view of a zero burst; every field is absent. */
  public OpView() {
    java.util.Arrays.fill(lists, EMPTY);
  }

  /** What the rank does. */
  public OpCode code() {
    return code;
  }

  /**
   * Starts a new op: sets its code and makes every field absent.
   *
   * @return this view
   */
  public OpView reset(OpCode newCode) {
    return reset(newCode, ABSENT, 0, 0);
  }

  /**
   * Starts a new op with many scalar fields at once; all others become absent. Cheaper than {@link
   * #reset(OpCode)} and {@link #set}.
   *
   * @param from the values of the fields with ids below {@link #FREQUENT}, then those of {@code
   *     others} in the order of their ids
   * @param offset index of the first
   * @param others bit i says that the field with id i, at least {@link #FREQUENT}, has a value
   * @return this view
   */
  public OpView reset(OpCode newCode, long[] from, int offset, int others) {
    code = newCode;
    // Plain assignments are twice as fast as a copy of this length, which is hot.
    long[] to = values;
    to[0] = from[offset];
    to[1] = from[offset + 1];
    to[2] = from[offset + 2];
    to[3] = from[offset + 3];
    to[4] = from[offset + 4];
    to[5] = from[offset + 5];
    to[6] = from[offset + 6];
    to[7] = from[offset + 7];
    to[8] = from[offset + 8];
    to[9] = from[offset + 9];
    if ((touched | others) != 0) {
      resetOthers(from, offset + FREQUENT, others);
    }
    return this;
  }

  private void resetOthers(long[] from, int offset, int others) {
    for (int rest = touched & ~others; rest != 0; rest &= rest - 1) {
      int id = Integer.numberOfTrailingZeros(rest);
      if (id < FIRST_LIST) {
        values[id] = ABSENT[id];
      } else {
        listLengths[id - FIRST_LIST] = 0;
      }
    }
    int next = offset;
    for (int rest = others; rest != 0; rest &= rest - 1) {
      values[Integer.numberOfTrailingZeros(rest)] = from[next++];
    }
    touched = others;
  }

  /** Sets the peer, see {@link #peer()}. */
  public void setPeer(long peer) {
    values[0] = peer;
  }

  /**
   * Sets the code and leaves the fields as they are. Only for sources that then set every field of
   * the op.
   */
  public void code(OpCode newCode) {
    code = newCode;
  }

  /** The value of a scalar field, its absent value when the op has none. */
  public long get(OpField field) {
    return values[field.id()];
  }

  /**
   * Sets a scalar field.
   *
   * @return this view
   */
  public OpView set(OpField field, long value) {
    values[field.id()] = value;
    touched |= 1 << field.id() & OTHERS;
    return this;
  }

  /** Number of elements of a list field. */
  public int listLength(OpField field) {
    return listLengths[field.id() - FIRST_LIST];
  }

  /** Element {@code index} of a list field, 0 to {@link #listLength} - 1. */
  public long listElement(OpField field, int index) {
    int list = field.id() - FIRST_LIST;
    return lists[list][java.util.Objects.checkIndex(index, listLengths[list]) + listOffsets[list]];
  }

  /**
   * Lets a list field refer to part of an array, which is not copied.
   *
   * @return this view
   */
  public OpView setList(OpField field, long[] elements, int offset, int length) {
    java.util.Objects.checkFromIndexSize(offset, length, elements.length);
    int list = field.id() - FIRST_LIST;
    lists[list] = elements;
    listOffsets[list] = offset;
    listLengths[list] = length;
    touched |= 1 << field.id();
    return this;
  }

  /**
   * Lets a list field refer to an array, which is not copied.
   *
   * @return this view
   */
  public OpView setList(OpField field, long... elements) {
    return setList(field, elements, 0, elements.length);
  }

  /** A copy of a list field's elements. */
  public long[] list(OpField field) {
    int list = field.id() - FIRST_LIST;
    int offset = listOffsets[list];
    return java.util.Arrays.copyOfRange(lists[list], offset, offset + listLengths[list]);
  }

  /** The sum of a list field's elements; wraps on overflow beyond 2^63. */
  public long listSum(OpField field) {
    int list = field.id() - FIRST_LIST;
    long sum = 0;
    long[] elements = lists[list];
    for (int i = listOffsets[list], end = i + listLengths[list]; i < end; i++) {
      sum += elements[i];
    }
    return sum;
  }

  /** Peer: a rank in the op's communicator, {@link #ANY} or {@link #PROC_NULL}. */
  public int peer() {
    return (int) values[0];
  }

  /** Message tag, or {@link #ANY}. */
  public int tag() {
    return (int) values[1];
  }

  /** Bytes sent. */
  public long bytes() {
    return values[2];
  }

  /** Communicator id as this rank knows it; 0 is the world, 1 the rank itself. */
  public int communicator() {
    return (int) values[3];
  }

  /** Request slot of this rank, {@link #NONE} for the null request. */
  public int request() {
    return (int) values[4];
  }

  /** Call site id, or {@link #NONE}. */
  public int callSite() {
    return (int) values[5];
  }

  /** Duration of a burst on the machine where the trace was taken, picoseconds. */
  public long durationPs() {
    return values[6];
  }

  /** Histogram that a burst's duration is drawn from, or {@link #NONE}. */
  public int histogram() {
    return (int) values[7];
  }

  /** Root of a rooted collective. */
  public int root() {
    return (int) values[8];
  }

  /** Bytes received: capacity of a receive (-1 unknown), or block of a collective. */
  public long receiveBytes() {
    return values[9];
  }

  /** Copies everything from another view; lists are shared, not copied. */
  public void copyFrom(OpView other) {
    code = other.code;
    touched = other.touched;
    System.arraycopy(other.values, 0, values, 0, FIRST_LIST);
    System.arraycopy(other.lists, 0, lists, 0, lists.length);
    System.arraycopy(other.listOffsets, 0, listOffsets, 0, lists.length);
    System.arraycopy(other.listLengths, 0, listLengths, 0, lists.length);
  }

  /** The op with the fields it has, for messages: {@code isend peer=3 tag=0 bytes=1024}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(code.name().toLowerCase(java.util.Locale.ROOT));
    for (OpField field : code.fields()) {
      String name = field.name().toLowerCase(java.util.Locale.ROOT);
      if (field.isList()) {
        if (listLength(field) > 0) {
          text.append(' ').append(name).append('=').append(abbreviated(field));
        }
      } else if (get(field) != field.absent()) {
        text.append(' ').append(name).append('=').append(get(field));
      }
    }
    return text.toString();
  }

  private String abbreviated(OpField field) {
    StringBuilder text = new StringBuilder("[");
    int shown = Math.min(listLength(field), 8);
    for (int i = 0; i < shown; i++) {
      text.append(i == 0 ? "" : ",").append(listElement(field, i));
    }
    return text.append(shown < listLength(field) ? ",...]" : "]").toString();
  }
}
