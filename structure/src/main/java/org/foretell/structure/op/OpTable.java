package org.foretell.structure.op;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;

/**
 * Numbers ops so that equal ones have the same number, and comparing two takes no time. Peers of a
 * single rank count as equal if they are at the same distance. An op whose values form a cycle is
 * equal to none but itself, since its place in the program has a position of its own.
 *
 * <p>An op is kept as a run of longs, its key: a head with its code, which fields are distances,
 * which are not simple, and where a burst's duration comes from; then its fields in the order of
 * its code, a list with its length before it, and instead of a value that is not simple the number
 * of that value. Not thread safe.
 */
public final class OpTable {
  static final int RELATIVE_SHIFT = 8;
  static final int SPECIAL_SHIFT = 24;
  private static final long COLUMN = 1L << 40;
  private static final long OPTIONAL = 1L << 41;

  /** Of an op whose values differ from iteration to iteration, as folding found. */
  static final long FOLDED = 1L << 42;

  private static final int MOST_FIELDS = 16;

  private static final OpField[][] FIELDS = new OpField[256][];

  static {
    for (OpCode code : OpCode.values()) {
      FIELDS[code.id()] = code.fields().toArray(new OpField[0]);
    }
  }

  private final int ranks;
  private long[] keys = new long[1 << 10];
  private int[] starts = new int[1 << 7];
  private int[] table = new int[1 << 8];
  private int size;
  private long[] key = new long[64];
  private int length;

  /** Values that are not simple, by number. */
  private final List<Variation> specials = new ArrayList<>();

  private final Map<Variation, Integer> specialNumbers = new HashMap<>();

  private final OpShapes shapes = new OpShapes(this);
  private final VaryingOps varyingOps = new VaryingOps(this);
  private final LoopCounts loopCounts = new LoopCounts();

  private final Variation[] varying = new Variation[MOST_FIELDS];
  private final BurstSites burstSites = new BurstSites();

  /** An empty table, for a trace of that many ranks. */
  public OpTable(int ranks) {
    this.ranks = ranks;
  }

  int ranks() {
    return ranks;
  }

  /** How many different ops there are. */
  public int size() {
    return size;
  }

  /**
   * The number of an op.
   *
   * @param op its constant values
   * @param variations the others
   * @param rank whose op it is, -1 if it is that of several
   */
  public int number(OpView op, List<Variation> variations, int rank) {
    OpCode code = op.code();
    OpField[] fields = FIELDS[code.id()];
    long head = code.id();
    if (!variations.isEmpty()) {
      head |= vary(fields, variations);
    }
    length = 1;
    for (int i = 0; i < fields.length; i++) {
      OpField field = fields[i];
      if (varying[i] != null) {
        head |= variation(op, varying[i], i, rank);
        varying[i] = null;
      } else if (field.isList()) {
        list(op, field);
      } else {
        long value = field == OpField.DURATION_PS && (head & COLUMN) != 0 ? 0 : op.get(field);
        if (rank >= 0 && value >= 0 && isRelative(op, field)) {
          head |= 1L << (RELATIVE_SHIFT + i);
          value = distance(value - rank);
        }
        put(value);
      }
    }
    key[0] = head;
    return intern();
  }

  /** Whether a single rank's value of a field is given by its distance: peers in the world. */
  private static boolean isRelative(OpView op, OpField field) {
    return field.isRank() && field != OpField.ROOT && op.communicator() == Communicator.WORLD;
  }

  /** Sorts variations by field; returns what they add to the head. */
  private long vary(OpField[] fields, List<Variation> variations) {
    long head = 0;
    for (int v = 0; v < variations.size(); v++) {
      Variation variation = variations.get(v);
      if (variation.values() instanceof Values.Column column) {
        head |= column.optional() ? COLUMN | OPTIONAL : COLUMN;
        continue;
      }
      int i = 0;
      while (fields[i] != variation.field()) {
        i++;
      }
      varying[i] = variation;
    }
    return head;
  }

  private long variation(OpView op, Variation variation, int i, int rank) {
    if (variation.values() instanceof Values.Constant constant && !variation.field().isList()) {
      long value = constant.value();
      if (variation.relative()) {
        if (rank < 0 || isRelative(op, variation.field())) {
          put(distance(value));
          return 1L << (RELATIVE_SHIFT + i);
        }
        value = Math.floorMod(rank + value, (long) ranks);
      }
      put(value);
      return 0;
    }
    if (variation.field().isList()) {
      put(op.listLength(variation.field()));
    }
    put(special(variation));
    return 1L << (SPECIAL_SHIFT + i);
  }

  private int special(Variation variation) {
    boolean cycles =
        variation.values() instanceof Values.Cyclic
            || (variation.values() instanceof Values.Scoped scoped
                && scoped.scopes().stream().anyMatch(s -> s.values() instanceof Values.Cyclic));
    Integer known = cycles ? null : specialNumbers.get(variation);
    if (known != null) {
      return known;
    }
    specials.add(variation);
    if (!cycles) {
      specialNumbers.put(variation, specials.size() - 1);
    }
    return specials.size() - 1;
  }

  private void list(OpView op, OpField field) {
    put(op.listLength(field));
    for (int i = 0; i < op.listLength(field); i++) {
      put(op.listElement(field, i));
    }
  }

  private long distance(long difference) {
    return distance(difference, ranks);
  }

  /** A distance between minus half of the ranks, exclusive, and half of them. */
  public static long distance(long difference, int ranks) {
    long up = Math.floorMod(difference, (long) ranks);
    return up > ranks / 2 ? up - ranks : up;
  }

  /** Appends a word to the key. */
  void put(long word) {
    if (length == key.length) {
      key = Arrays.copyOf(key, 2 * length);
    }
    key[length++] = word;
  }

  /** The number of the key at hand. */
  private int intern() {
    long hash = 0;
    for (int i = 0; i < length; i++) {
      hash = (hash ^ key[i]) * 0x9E37_79B9_7F4A_7C15L;
      hash ^= hash >>> 29;
    }
    int mask = table.length - 1;
    int place = (int) (hash >>> 20) & mask;
    while (table[place] != 0) {
      int op = table[place] - 1;
      if (Arrays.equals(keys, starts[op], starts[op + 1], key, 0, length)) {
        return op;
      }
      place = (place + 1) & mask;
    }
    table[place] = size + 1;
    append();
    if (2 * size > table.length) {
      grow();
    }
    return size - 1;
  }

  private void append() {
    int start = starts[size];
    if (keys.length - start < length) {
      keys = Arrays.copyOf(keys, Math.max(start + length, 2 * keys.length));
    }
    System.arraycopy(key, 0, keys, start, length);
    size++;
    if (size == starts.length) {
      starts = Arrays.copyOf(starts, 2 * size);
    }
    starts[size] = start + length;
  }

  private void grow() {
    table = new int[4 * table.length];
    int mask = table.length - 1;
    for (int op = 0; op < size; op++) {
      long hash = 0;
      for (int i = starts[op]; i < starts[op + 1]; i++) {
        hash = (hash ^ keys[i]) * 0x9E37_79B9_7F4A_7C15L;
        hash ^= hash >>> 29;
      }
      int place = (int) (hash >>> 20) & mask;
      while (table[place] != 0) {
        place = (place + 1) & mask;
      }
      table[place] = op + 1;
    }
  }

  /** The code of an op. */
  public OpCode code(int op) {
    return java.util.Objects.requireNonNull(OpCode.byId((int) keys[starts[op]] & 0xFF));
  }

  /** The fields of an op, in the order in which their positions count. */
  public OpField[] fields(int op) {
    return FIELDS[(int) keys[starts[op]] & 0xFF];
  }

  /** Whether an op is a burst, or time that passes, whose duration stands in the column. */
  public boolean isTimed(int op) {
    return (keys[starts[op]] & COLUMN) != 0;
  }

  /** Whether it may be left out. */
  public boolean isOptional(int op) {
    return (keys[starts[op]] & OPTIONAL) != 0;
  }

  /** Whether any of an op's values is neither a constant nor a distance. */
  public boolean isSpecial(int op) {
    return (keys[starts[op]] >>> SPECIAL_SHIFT & 0xFFFF) != 0;
  }

  /** Whether the value of a field is a distance. */
  public boolean isRelative(int op, int field) {
    return (keys[starts[op]] >>> (RELATIVE_SHIFT + field) & 1) != 0;
  }

  /** Whether the value of a field is a distance, or varies and each is a distance. */
  public boolean isDistance(int op, int field) {
    return isSpecial(op, field) ? special(op, field).relative() : isRelative(op, field);
  }

  /** Whether the value of a field is neither a constant nor a distance. */
  public boolean isSpecial(int op, int field) {
    return (keys[starts[op]] >>> (SPECIAL_SHIFT + field) & 1) != 0;
  }

  /** What a field that is not simple is. */
  public Variation special(int op, int field) {
    return specials.get((int) specialNumber(op, field));
  }

  long specialNumber(int op, int field) {
    int at = index(op, field);
    return keys[fields(op)[field].isList() ? at + 1 : at];
  }

  int listLength(int op, int field) {
    return (int) keys[index(op, field)];
  }

  /** The value of a scalar field, or its distance. */
  public long value(int op, int field) {
    return keys[index(op, field)];
  }

  /** The call sites of bursts that are left out. */
  public BurstSites burstSites() {
    return burstSites;
  }

  /** The call site of an op, or {@link OpView#NONE}. */
  public int callSite(int op) {
    return (int) valueOf(op, OpField.CALL_SITE);
  }

  /** Whether a burst is of the same work as an op, none included. */
  public boolean isOfWork(int op, OpView burst) {
    return valueOf(op, OpField.FLOPS) == burst.get(OpField.FLOPS)
        && valueOf(op, OpField.MEMORY_BYTES) == burst.get(OpField.MEMORY_BYTES);
  }

  /** The value of a scalar field, absent if the op has none. */
  private long valueOf(int op, OpField field) {
    OpField[] fields = fields(op);
    for (int i = 0; i < fields.length; i++) {
      if (fields[i] == field) {
        return value(op, i);
      }
    }
    return field.absent();
  }

  /** A copy of the elements of a list; of one that is not simple as many zeros. */
  public long[] list(int op, int field) {
    int at = index(op, field);
    int elements = (int) keys[at];
    return isSpecial(op, field)
        ? new long[elements]
        : Arrays.copyOfRange(keys, at + 1, at + 1 + elements);
  }

  /** Whether a field of two ops of one shape is the same. */
  public boolean isEqual(int op, int other, int field) {
    if (isRelative(op, field) != isRelative(other, field)
        || isSpecial(op, field) != isSpecial(other, field)) {
      return false;
    }
    int at = index(op, field);
    int otherAt = index(other, field);
    int words = words(op, field, at);
    return words == words(other, field, otherAt)
        && Arrays.equals(keys, at, at + words, keys, otherAt, otherAt + words);
  }

  private int words(int op, int field, int at) {
    if (!fields(op)[field].isList()) {
      return 1;
    }
    return 1 + (isSpecial(op, field) ? 1 : (int) keys[at]);
  }

  private int index(int op, int field) {
    int at = starts[op] + 1;
    for (int i = 0; i < field; i++) {
      at += words(op, i, at);
    }
    return at;
  }

  /** The number of the shape of an op, what must be equal to be merged. */
  public int shape(int op) {
    return shapes.ofRanks(op);
  }

  /** Ops of one call whose iterations may differ, and their shapes. */
  public VaryingOps varying() {
    return varyingOps;
  }

  /** Counts of loops that vary. */
  public LoopCounts loopCounts() {
    return loopCounts;
  }

  /** The shape of an op: what may differ left out. */
  OpShapes shapes() {
    return shapes;
  }

  long head(int op) {
    return keys[starts[op]];
  }

  /** Begins a key, which {@link #put} continues and {@link #intern(long)} ends. */
  void beginKey() {
    length = 1;
  }

  /** Appends the words of a field to the key. */
  void copy(int op, int field) {
    int at = index(op, field);
    int words = words(op, field, at);
    for (int i = 0; i < words; i++) {
      put(keys[at + i]);
    }
  }

  int intern(long head) {
    key[0] = head;
    return intern();
  }

  /** The number of varying values that equal others if all their numbers do. */
  int equalSpecial(Variation variation) {
    return specialNumbers.computeIfAbsent(
        variation,
        v -> {
          specials.add(v);
          return specials.size() - 1;
        });
  }
}
