package org.foretell.trace;

/**
 * An op as a rank executes it: a mutable view that its owner passes to {@link
 * RankCursor#next(OpView)} repeatedly, so that reading a trace allocates nothing.
 *
 * <p>All parameters are resolved: peers are ranks in the op's communicator (never relative), cyclic
 * and per-rank values are those of this execution. A list belongs to the source and must not be
 * changed; it is valid until the next call of {@code next}. Not thread safe.
 */
public final class OpView {
  /** A wildcard peer or tag, as in MPI_ANY_SOURCE and MPI_ANY_TAG. */
  public static final int ANY = -1;

  /** The null peer: a send to or receive from it completes at once. */
  public static final int PROC_NULL = -2;

  /** No value: no request, no call site, not recorded. */
  public static final int NONE = -3;

  /**
   * The number of fields, those with the lowest ids, that are always set together: peer, tag,
   * bytes, communicator, request, call site, duration, histogram, root and bytes received.
   */
  public static final int FREQUENT = 10;

  private static final long[] EMPTY = {};
  private static final int FIRST_LIST = OpField.REQUESTS.id();
  private static final int LISTS = OpField.COUNT_OF_FIELDS - FIRST_LIST;
  private static final long[] ABSENT = new long[FIRST_LIST];
  private static final long[][] NO_LISTS = new long[LISTS][];
  private static final int[] ZEROS = new int[LISTS];

  static {
    java.util.Arrays.fill(NO_LISTS, EMPTY);
    for (OpField field : OpField.values()) {
      if (!field.isList()) {
        ABSENT[field.id()] = field.absent();
      }
    }
  }

  private static final int PEER = OpField.PEER.id();
  private static final int TAG = OpField.TAG.id();
  private static final int DURATION = OpField.DURATION_PS.id();

  private OpCode code = OpCode.COMPUTE;

  /**
   * Own values of all scalar fields, except where one of those below takes their place. {@link
   * #ABSENT} itself until there are any: there may be a view for each of a million ranks.
   */
  private long[] values = ABSENT;

  /**
   * Where the frequent fields stand, from {@link #base} on: in the own values or, uncopied, in
   * those of a source. Copying them costs a third of a replay.
   */
  private long[] frequent = ABSENT;

  private int base;

  /** The two frequent fields that are mostly not what a source has written down. */
  private long peer = ABSENT[PEER];

  private long durationPs = ABSENT[DURATION];

  // Likewise shared until there is a list.
  private long[][] lists = NO_LISTS;
  private int[] listOffsets = ZEROS;
  private int[] listLengths = ZEROS;

  /** Fields beyond the frequent ones that may be other than absent, a bit for each id. */
  private int touched;

  /** Creates a view of a zero burst; every field is absent. */
  public OpView() {}

  /** {@return the op code} */
  public OpCode code() {
    return code;
  }

  /**
   * Starts a new op: sets its code and makes every field absent.
   *
   * @param newCode the op code
   * @return this view
   */
  public OpView reset(OpCode newCode) {
    reset(newCode, ABSENT, 0, 0);
    if (newCode.family() == OpCode.Family.SHMEM) {
      ownFrequent()[TAG] = NONE;
      if (newCode.countsUpdates()) {
        set(OpField.COUNT, NONE);
      }
    }
    return this;
  }

  /**
   * Starts a new op with many scalar fields at once; all other fields become absent. Cheaper than
   * {@link #reset(OpCode)} and {@link #set}, since nothing is copied.
   *
   * @param newCode the op code
   * @param from the values of the fields with ids below {@link #FREQUENT}, which must not change
   *     until the next reset, then those of {@code others} in the order of their ids
   * @param offset index of the first
   * @param others bit i is set if the field with id i, at least {@link #FREQUENT}, has a value
   * @return this view
   */
  public OpView reset(OpCode newCode, long[] from, int offset, int others) {
    resetFrequent(newCode, from, offset, from[offset]);
    if (others != 0) {
      resetOthers(from, offset + FREQUENT, others);
    }
    return this;
  }

  /**
   * Starts a new op that has frequent fields only, as {@link #reset(OpCode, long[], int, int)},
   * with another peer than the one in the array.
   *
   * @param newCode the op code
   * @param from values that stay as they are until the next reset
   * @param offset index of the first
   * @param newPeer a rank in the op's communicator, {@link #ANY} or {@link #PROC_NULL}
   */
  public void resetFrequent(OpCode newCode, long[] from, int offset, long newPeer) {
    code = newCode;
    frequent = from;
    base = offset;
    peer = newPeer;
    durationPs = from[offset + DURATION];
    if (touched != 0) {
      resetOthers(from, offset, 0);
    }
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
    if (others != 0) {
      long[] own = ownValues();
      int next = offset;
      for (int rest = others; rest != 0; rest &= rest - 1) {
        own[Integer.numberOfTrailingZeros(rest)] = from[next++];
      }
    }
    touched = others;
  }

  /** Gives the view values of its own, which may be changed. */
  private long[] ownValues() {
    long[] own = values;
    if (own == ABSENT) {
      own = ABSENT.clone();
      values = own;
    }
    return own;
  }

  /**
   * Sets the peer, see {@link #peer()}.
   *
   * @param newPeer a rank in the op's communicator, {@link #ANY} or {@link #PROC_NULL}
   */
  public void setPeer(long newPeer) {
    peer = newPeer;
  }

  /**
   * Sets the code and leaves the fields as they are. Only for sources that then set every field of
   * the op.
   *
   * @param newCode the op code
   */
  public void code(OpCode newCode) {
    code = newCode;
  }

  /**
   * {@return the value of a scalar field, its absent value when the op has none}
   *
   * @param field a field that is no list
   */
  public long get(OpField field) {
    int id = field.id();
    if (id >= FREQUENT) {
      return values[id];
    } else if (id == PEER) {
      return peer;
    }
    return id == DURATION ? durationPs : frequent[base + id];
  }

  /**
   * Sets a scalar field.
   *
   * @param field a field that is no list
   * @param value its value, or a sentinel of this class
   * @return this view
   */
  public OpView set(OpField field, long value) {
    int id = field.id();
    if (id >= FREQUENT) {
      ownValues()[id] = value;
      touched |= 1 << id;
    } else if (id == PEER) {
      peer = value;
    } else if (id == DURATION) {
      durationPs = value;
    } else {
      ownFrequent()[id] = value;
    }
    return this;
  }

  /** As {@link #ownValues}, with a copy of the frequent ones if they stood elsewhere. */
  private long[] ownFrequent() {
    long[] own = ownValues();
    if (frequent != own) {
      System.arraycopy(frequent, base, own, 0, FREQUENT);
      frequent = own;
      base = 0;
    }
    return own;
  }

  /**
   * {@return the number of elements of a list field}
   *
   * @param field a list field
   */
  public int listLength(OpField field) {
    return listLengths[field.id() - FIRST_LIST];
  }

  /**
   * {@return the element {@code index} of a list field, 0 to {@link #listLength} - 1}
   *
   * @param field a list field
   * @param index 0 to {@link #listLength} - 1
   */
  public long listElement(OpField field, int index) {
    int list = field.id() - FIRST_LIST;
    return lists[list][java.util.Objects.checkIndex(index, listLengths[list]) + listOffsets[list]];
  }

  /**
   * Lets a list field refer to part of an array, which is not copied.
   *
   * @param field a list field
   * @param elements not copied, and not changed while the view refers to it
   * @param offset index of the first element
   * @param length number of elements
   * @return this view
   */
  public OpView setList(OpField field, long[] elements, int offset, int length) {
    java.util.Objects.checkFromIndexSize(offset, length, elements.length);
    int list = field.id() - FIRST_LIST;
    ownLists();
    lists[list] = elements;
    listOffsets[list] = offset;
    listLengths[list] = length;
    touched |= 1 << field.id();
    return this;
  }

  /** Gives the view lists of its own, which may be changed. */
  private void ownLists() {
    if (lists == NO_LISTS) {
      lists = NO_LISTS.clone();
      listOffsets = new int[LISTS];
      listLengths = new int[LISTS];
    }
  }

  /**
   * Lets a list field refer to an array, which is not copied.
   *
   * @param field a list field
   * @param elements not copied, and not changed while the view refers to it
   * @return this view
   */
  public OpView setList(OpField field, long... elements) {
    return setList(field, elements, 0, elements.length);
  }

  /**
   * {@return a copy of a list field's elements}
   *
   * @param field a list field
   */
  public long[] list(OpField field) {
    int list = field.id() - FIRST_LIST;
    int offset = listOffsets[list];
    return java.util.Arrays.copyOfRange(lists[list], offset, offset + listLengths[list]);
  }

  /**
   * {@return the sum of a list field's elements; wraps on overflow beyond 2^63}
   *
   * @param field a list field
   */
  public long listSum(OpField field) {
    int list = field.id() - FIRST_LIST;
    long sum = 0;
    long[] elements = lists[list];
    for (int i = listOffsets[list], end = i + listLengths[list]; i < end; i++) {
      sum += elements[i];
    }
    return sum;
  }

  /** {@return the peer: a rank in the op's communicator, {@link #ANY} or {@link #PROC_NULL}} */
  public int peer() {
    return (int) peer;
  }

  /** {@return the message tag, or {@link #ANY}; OpenSHMEM: the variable, or {@link #NONE}} */
  public int tag() {
    return (int) frequent[base + 1];
  }

  /** {@return bytes sent} */
  public long bytes() {
    return frequent[base + 2];
  }

  /** {@return whether it is a compare-and-swap, of MPI or OpenSHMEM} */
  public boolean isCompareAndSwap() {
    return switch (code()) {
      case COMPARE_AND_SWAP -> true;
      case SHMEM_ATOMIC_FETCH, SHMEM_ATOMIC_FETCH_NBI ->
          (get(OpField.FLAGS) & OpCode.ATOMIC_COMPARES) != 0;
      default -> false; // Any other op: only these compare.
    };
  }

  /** {@return the communicator id as this rank knows it; 0 is the world, 1 the rank itself} */
  public int communicator() {
    return (int) frequent[base + 3];
  }

  /** {@return the request slot of this rank, {@link #NONE} for the null request} */
  public int request() {
    return (int) frequent[base + 4];
  }

  /** {@return the call site id, or {@link #NONE}} */
  public int callSite() {
    return (int) frequent[base + 5];
  }

  /** {@return the duration of a burst on the machine where the trace was taken, picoseconds} */
  public long durationPs() {
    return durationPs;
  }

  /** {@return the histogram for the duration of a burst, or {@link #NONE}} */
  public int histogram() {
    return (int) frequent[base + 7];
  }

  /** {@return whether it is a burst with stated work: flops, or bytes of memory} */
  public boolean hasWork() {
    return touched != 0 && (get(OpField.FLOPS) | get(OpField.MEMORY_BYTES)) > 0;
  }

  /** {@return the root of a rooted collective} */
  public int root() {
    return (int) frequent[base + 8];
  }

  /** {@return bytes received: capacity of a receive (-1 unknown), or block of a collective} */
  public long receiveBytes() {
    return frequent[base + 9];
  }

  /**
   * Copies everything from another view; lists are shared, not copied.
   *
   * @param other unchanged
   */
  public void copyFrom(OpView other) {
    code = other.code;
    touched = other.touched;
    peer = other.peer;
    durationPs = other.durationPs;
    long[] own = ownValues();
    System.arraycopy(other.values, 0, own, 0, FIRST_LIST);
    System.arraycopy(other.frequent, other.base, own, 0, FREQUENT);
    frequent = own;
    base = 0;
    if (lists != NO_LISTS || other.lists != NO_LISTS) {
      ownLists();
      System.arraycopy(other.lists, 0, lists, 0, LISTS);
      System.arraycopy(other.listOffsets, 0, listOffsets, 0, LISTS);
      System.arraycopy(other.listLengths, 0, listLengths, 0, LISTS);
    }
  }

  /** Returns the op with its fields, for messages: {@code isend peer=3 tag=0 bytes=1024}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(code.name().toLowerCase(java.util.Locale.ROOT));
    for (OpField field : code.fields()) {
      String name = field.name().toLowerCase(java.util.Locale.ROOT);
      if (field.isList()) {
        if (listLength(field) > 0) {
          text.append(' ').append(name).append('=').append(abbreviated(field));
        }
      } else if (get(field) != code.absent(field)) {
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
