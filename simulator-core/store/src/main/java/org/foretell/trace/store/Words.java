package org.foretell.trace.store;

import java.util.Arrays;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/**
 * The decoded form of records: one array of longs that a cursor walks over.
 *
 * <p>A record starts with a head: its code, a mask by id of the fields that are constant, one of
 * those that are relative, and whether there is more or only a duration from the column. The values
 * of the frequent fields follow, set or not (a relative peer's distance among them), then those of
 * other constant fields in the order of their ids, other distances, and, if there is more, the
 * length of the rest and one entry for each list and each value that varies:
 *
 * <pre>
 * entry   field id | form &lt;&lt; 8 | relative &lt;&lt; 16 | width &lt;&lt; 32, length of the entry, payload
 * list    numbers                         (form constant)
 * cyclic  place, number of numbers, numbers
 * by rank numbers
 * scoped  place, number of scopes, for each: its length, rank set, number of numbers, numbers
 * column  nothing
 * rank set  number of sections, for each: start, number of dimensions, count and stride of each
 * </pre>
 *
 * <p>A repeat is its head, block and offset of its body, the index after its end if that is in the
 * same window (else 0), its length, and its count or one entry.
 */
final class Words {
  /**
   * Codes of a burst and of a time that passes which may be left out; among the codes of control
   * records, so that they cannot be mistaken for present ops.
   */
  static final int OPTIONAL_COMPUTE = 0xFC;

  static final int OPTIONAL_ELAPSE = 0xFD;

  /** Follows the last record of a window. */
  static final int WINDOW_END = 0xFE;

  /** The only record of a closed cursor. */
  static final int CLOSED = 0xFF;

  static final int CONSTANT_SHIFT = 8;
  static final int CONSTANT_MASK = (1 << 25) - 1;
  static final int RELATIVE_SHIFT = 33;
  static final int RELATIVE_MASK = (1 << 13) - 1;
  static final long MORE = 1L << 46;

  /** The only thing besides frequent fields is that the peer may be relative. */
  static final long PLAIN = 1L << 47;

  /** There is one list of constant numbers besides frequent fields. */
  static final long LISTED = 1L << 48;

  /** Besides frequent fields that are constant there is a duration, the next one of the column. */
  static final long TIMED = 1L << 49;

  /** The peer is relative. */
  static final long RELATIVE_PEER = 1L << RELATIVE_SHIFT;

  /** What the frequent fields are before they are set. */
  private static final long[] FREQUENT_ABSENT = new long[OpView.FREQUENT];

  static final int REPEAT_BLOCK = 1;
  static final int REPEAT_OFFSET = 2;
  static final int REPEAT_AFTER = 3;
  static final int REPEAT_LENGTH = 4;
  static final int REPEAT_COUNT = 5;

  /** Words of an entry before its payload. */
  static final int ENTRY_HEAD = 2;

  private static final OpCode[] CODES = new OpCode[256];
  private static final OpField[][] FIELDS = new OpField[256][];
  private static final int[] LISTS = new int[256];
  private static final OpField[] BY_ID = OpField.values();

  static {
    for (int id = 0; id < OpView.FREQUENT; id++) {
      FREQUENT_ABSENT[id] = BY_ID[id].absent();
    }
    Arrays.fill(CODES, OpCode.COMPUTE);
    CODES[OPTIONAL_ELAPSE] = OpCode.ELAPSE;
    Arrays.fill(FIELDS, new OpField[0]);
    for (OpCode code : OpCode.values()) {
      OpField[] fields = code.fields().toArray(new OpField[0]);
      Arrays.sort(fields); // by id
      CODES[code.id()] = code;
      FIELDS[code.id()] = fields;
      for (int i = 0; i < fields.length; i++) {
        LISTS[code.id()] |= fields[i].isList() ? 1 << i : 0;
      }
    }
  }

  private Words() {}

  /** Whether a code is that of an op that may be left out. */
  static boolean isOptional(int code) {
    return code == OPTIONAL_COMPUTE || code == OPTIONAL_ELAPSE;
  }

  /** The op with an id that is one. */
  static OpCode op(int code) {
    return CODES[code];
  }

  /** Fields of the op with an id, in the order of their ids; none when there is no such op. */
  static OpField[] fields(int code) {
    return FIELDS[code];
  }

  /** Which of these fields are lists, a bit for each position. */
  static int lists(int code) {
    return LISTS[code];
  }

  /** The field with an id. */
  static OpField fieldOf(int id) {
    return BY_ID[id];
  }

  static long head(int code, int constant, int relative, boolean more) {
    boolean plain = others(constant) == 0 && (relative & ~1) == 0 && !more;
    return code
        | ((long) constant << CONSTANT_SHIFT)
        | ((long) relative << RELATIVE_SHIFT)
        | (more ? MORE : 0)
        | (plain ? PLAIN : 0);
  }

  /** Writes the absent values of the frequent fields. */
  static void clearFrequent(long[] words, int at) {
    System.arraycopy(FREQUENT_ABSENT, 0, words, at, OpView.FREQUENT);
  }

  /** Of a mask of fields those that are not frequent. */
  static int others(int fieldIds) {
    return fieldIds & -1 << OpView.FREQUENT;
  }

  /** Index of the distances of a record of an op, relative to the record. */
  static int distances(long head) {
    return 1 + OpView.FREQUENT + Integer.bitCount(others(constant(head)));
  }

  static int code(long head) {
    return (int) head & 0xFF;
  }

  static int constant(long head) {
    return (int) (head >>> CONSTANT_SHIFT) & CONSTANT_MASK;
  }

  static int relative(long head) {
    return (int) (head >>> RELATIVE_SHIFT) & RELATIVE_MASK;
  }

  /** Of an op whose duration stands in the column, and whose other fields are constant. */
  static long timedHead(int code, int constant, boolean isOptional) {
    return (isOptional ? optional(code) : code) | ((long) constant << CONSTANT_SHIFT) | TIMED;
  }

  /** The code of an op with a duration where it may be left out. */
  static int optional(int code) {
    return code == OpCode.COMPUTE.id() ? OPTIONAL_COMPUTE : OPTIONAL_ELAPSE;
  }

  static long entry(int field, int form, boolean relative, int width) {
    return field | (form << 8) | (relative ? 1 << 16 : 0) | ((long) width << 32);
  }

  static OpField field(long entry) {
    return BY_ID[(int) entry & 0xFF];
  }

  static int form(long entry) {
    return ((int) entry >>> 8) & 0xFF;
  }

  static boolean isRelative(long entry) {
    return (entry & (1 << 16)) != 0;
  }

  static int width(long entry) {
    return (int) (entry >>> 32);
  }

  /** Length of the record at an index, of an op or a control record other than the window's end. */
  static int length(long[] words, int at) {
    long head = words[at];
    int code = code(head);
    if (code == Format.REPEAT) {
      return (int) words[at + REPEAT_LENGTH];
    }
    if (code >= Format.CONTROL && !isOptional(code)) {
      return 1;
    }
    int values = distances(head) + Integer.bitCount(others(relative(head)));
    return values + ((head & MORE) != 0 ? (int) words[at + values] : 0);
  }

  /** Whether a rank set contains a rank. */
  static boolean contains(long[] words, int at, int rank) {
    int next = at + 1;
    for (long section = 0; section < words[at]; section++) {
      int rest = rank - (int) words[next];
      int dimensions = (int) words[next + 1];
      next += 2;
      for (int d = 0; d < dimensions; d++, next += 2) {
        int stride = (int) words[next + 1];
        long step = rest < 0 ? 0 : Math.min(rest / stride, words[next] - 1);
        rest -= (int) step * stride;
      }
      if (rest == 0) {
        return true;
      }
    }
    return false;
  }

  /** Index of the word after a rank set. */
  static int afterRankSet(long[] words, int at) {
    int next = at + 1;
    for (long section = 0; section < words[at]; section++) {
      next += 2 + 2 * (int) words[next + 1];
    }
    return next;
  }
}
