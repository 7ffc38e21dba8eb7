package org.foretell.trace.store;

import java.util.Arrays;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.jspecify.annotations.Nullable;

/** Turns records into {@link Words} and checks every one of their numbers. */
final class RecordDecoder {
  /** Words that are always there to be written: those of the longest record without entries. */
  private static final int SLACK = 1 + OpView.FREQUENT + 2 * 16 + 8;

  /** Not known: records before the first that is decoded have places too. */
  private static final int UNKNOWN = -1;

  private final int ranks;
  private final FieldRanges ranges;

  /** Whether it was written before absent variables and counts of OpenSHMEM differed from 0. */
  private final boolean zeroIsAbsent;

  /** Whether it may hold bursts that may be left out. */
  private final boolean knowsOptional;

  private final ByteReader in = new ByteReader();
  private final int[] openRepeats = new int[Format.MAX_DEPTH];
  private int depth;
  private long[] words = {};
  private int size;
  private boolean ended;

  /** The place that values take next. */
  private int nextPlace = UNKNOWN;

  private long work;

  /** The op of the current record; any op for a repeat. */
  private OpCode op = OpCode.COMPUTE;

  /**
   * @param minor version of the format that the records are written in
   */
  RecordDecoder(int ranks, FieldRanges ranges, int minor) {
    this.ranks = ranks;
    this.ranges = ranges;
    zeroIsAbsent = minor < Format.MINOR_SHMEM;
    knowsOptional = minor >= Format.MINOR_PACKED;
  }

  /**
   * Decodes records until the block ends or there are enough words.
   *
   * @param from offset of a record in the block
   * @param window where to; another array takes its place when it is too short
   * @throws DamageException if something is wrong
   */
  void decode(Block block, int from, Contents.Program program, long[] window, int enough) {
    words = window;
    size = 0;
    depth = 0;
    nextPlace = from == 0 && block.position == program.firstBlock() ? 0 : UNKNOWN;
    append(block, from, program, enough);
  }

  /** Decodes the program's next block behind the words of the last call, as if they were one. */
  void decodeNext(Block block, Contents.Program program) {
    size--;
    append(block, 0, program, Integer.MAX_VALUE);
  }

  private void append(Block block, int from, Contents.Program program, int enough) {
    in.over(block.bytes, from, block.length);
    ended = false;
    while (!ended && size < enough && in.remaining() > 0) {
      if (words.length - size < SLACK) {
        room(SLACK);
      }
      int code = in.u8();
      switch (code) {
        case Format.VARIED -> varied(program);
        case Format.REPEAT -> repeat(block, program);
        case Format.END_REPEAT -> endRepeat();
        case Format.END_PROGRAM -> {
          words[size++] = code;
          ended = true;
        }
        default -> plain(code);
      }
    }
    if (ended && (in.remaining() > 0 || block.next != 0)) {
      throw in.damage("expected nothing after the end of the program, found more");
    }
    room(1);
    words[size++] = Words.WINDOW_END;
    work += size;
  }

  /** The words of the last call. */
  long[] words() {
    return words;
  }

  /** Whether the last call came to the end of the program. */
  boolean isEnded() {
    return ended;
  }

  /** How many words all calls have made. */
  long work() {
    return work;
  }

  /** How many words the last call made. */
  int size() {
    return size;
  }

  /** Where the last call ended, an offset in the block. */
  int position() {
    return in.position();
  }

  private OpField[] fields(int code) {
    OpField[] fields = Words.fields(code);
    if (fields.length == 0) {
      throw new DamageException(in.position() - 1, "expected the code of an op, found " + code);
    }
    op = Words.op(code);
    return fields;
  }

  private void plain(int code) {
    OpField[] fields = fields(code);
    int mask = mask(fields, "fields");
    int lists = mask & Words.lists(code);
    int head = head();
    int constant = constants(fields, mask & ~lists, head + 1) | absents(fields, mask);
    words[head] = Words.head(code, constant, 0, lists != 0);
    if (lists != 0) {
      int rest = size++;
      lists(fields, lists);
      words[rest] = (long) size - rest;
      if (Integer.bitCount(lists) == 1 && Words.others(constant) == 0) {
        words[head] |= Words.LISTED;
      }
    }
  }

  private int mask(OpField[] fields, String what) {
    int mask = in.u8();
    if (mask >= 0x80) {
      mask = (mask & 0x7F) | (in.u8() << 7);
    }
    if (mask >>> fields.length != 0) {
      throw in.damage("expected a mask of " + fields.length + " " + what + ", found a longer one");
    }
    return mask;
  }

  /** Makes room for the head and the frequent fields; returns the index of the head. */
  private int head() {
    int head = size;
    Words.clearFrequent(words, head + 1);
    size += 1 + OpView.FREQUENT;
    if (op.family() == OpCode.Family.SHMEM && !zeroIsAbsent) {
      words[head + 1 + OpField.TAG.id()] = op.absent(OpField.TAG);
    }
    return head;
  }

  /**
   * Writes a count that is not given, where that is no 0: behind the constants, since no other
   * number of such an op has a higher id. Returns the mask of its id.
   */
  private int absents(OpField[] fields, int given) {
    if (op.countsUpdates()) {
      for (int i = 0; i < fields.length; i++) {
        if (fields[i] == OpField.COUNT && (given >> i & 1) == 0) {
          words[size++] = op.absent(OpField.COUNT);
          return 1 << OpField.COUNT.id();
        }
      }
    }
    return 0;
  }

  /** Reads constant values; returns the mask of their fields' ids. */
  private int constants(OpField[] fields, int mask, int frequent) {
    int ids = 0;
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      OpField field = fields[Integer.numberOfTrailingZeros(rest)];
      int id = field.id();
      words[id < OpView.FREQUENT ? frequent + id : size++] = number(field);
      ids |= 1 << id;
    }
    return ids;
  }

  private long number(OpField field) {
    long value = in.zigzag();
    if (!ranges.holds(op, field, value)) {
      throw in.damage(ranges.expected(field, false, value));
    }
    return value == 0 && zeroIsAbsent && field == OpField.COUNT && op.countsUpdates()
        ? op.absent(field)
        : value;
  }

  private void lists(OpField[] fields, int mask) {
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      OpField field = fields[Integer.numberOfTrailingZeros(rest)];
      int width = in.count(1, "list elements");
      int entry = entry();
      numbers(field, false, width);
      endEntry(entry, field.id(), Format.FORM_CONSTANT, false, width);
    }
  }

  private void varied(Contents.Program program) {
    int code = in.u8();
    OpField[] fields = fields(code);
    int mask = mask(fields, "constant fields");
    int relative = mask(fields, "relative fields");
    int special = mask(fields, "varying fields");
    int lists = mask & Words.lists(code);
    if (((mask & relative) | (mask & special) | (relative & special)) != 0) {
      throw in.damage("expected masks that name each field once, found others");
    }
    int head = head();
    int constant =
        constants(fields, mask & ~lists, head + 1) | absents(fields, mask | relative | special);
    if (special != 0 && isTimed(fields, relative | lists, special)) {
      boolean frequent = Words.others(constant) == 0;
      if (frequent && in.skip(Format.FORM_COLUMN)) {
        words[head] = Words.timedHead(code, constant, false);
        return;
      } else if (knowsOptional && in.skip(Format.FORM_OPTIONAL)) {
        if (frequent) {
          words[head] = Words.timedHead(code, constant, true);
        } else {
          words[head] = Words.head(Words.optional(code), constant, 0, true);
          column();
        }
        return;
      }
    }
    int distances = distances(fields, relative, head + 1);
    boolean more = (lists | special) != 0;
    words[head] = Words.head(code, constant, distances, more);
    if (more) {
      int rest = size++;
      lists(fields, lists);
      for (int left = special; left != 0; left &= left - 1) {
        special(program, fields[Integer.numberOfTrailingZeros(left)]);
      }
      words[rest] = (long) size - rest;
    }
  }

  /** The rest of a record that has nothing but a duration from the column. */
  private void column() {
    int rest = size++;
    endEntry(entry(), OpField.DURATION_PS.id(), Format.FORM_COLUMN, false, 1);
    words[rest] = (long) size - rest;
  }

  /** Whether all that varies is the duration. */
  private static boolean isTimed(OpField[] fields, int others, int special) {
    return others == 0
        && Integer.bitCount(special) == 1
        && fields[Integer.numberOfTrailingZeros(special)] == OpField.DURATION_PS;
  }

  private int distances(OpField[] fields, int mask, int frequent) {
    int ids = 0;
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      OpField field = fields[Integer.numberOfTrailingZeros(rest)];
      if (!field.isRank()) {
        throw in.damage("expected a relative rank, found a relative " + field);
      }
      int id = field.id();
      words[id < OpView.FREQUENT ? frequent + id : size++] = distance(field);
      ids |= 1 << id;
    }
    return ids;
  }

  private long distance(OpField field) {
    long value = in.zigzag();
    if (!FieldRanges.holdsDistance(value)) {
      throw in.damage(ranges.expected(field, true, value));
    }
    return value;
  }

  private void special(Contents.Program program, OpField field) {
    int form = in.u8();
    boolean relative = (form & Format.FORM_RELATIVE) != 0;
    form &= ~Format.FORM_RELATIVE;
    if ((relative && !field.isRank())
        || (form == Format.FORM_COLUMN && field != OpField.DURATION_PS)) {
      throw in.damage("expected a form that fits " + field + ", found another");
    }
    int width = field.isList() ? in.count(1, "list elements") : 1;
    if (width == 0) {
      throw in.damage("expected a varying list with elements, found an empty one");
    }
    int entry = entry();
    values(program, field, relative, width, form);
    endEntry(entry, field.id(), form, relative, width);
  }

  private int entry() {
    room(Words.ENTRY_HEAD);
    int entry = size;
    size += Words.ENTRY_HEAD;
    return entry;
  }

  private void endEntry(int entry, int field, int form, boolean relative, int width) {
    words[entry] = Words.entry(field, form, relative, width);
    words[entry + 1] = (long) size - entry;
    room(SLACK);
  }

  private void values(
      Contents.Program program, @Nullable OpField field, boolean relative, int width, int form) {
    switch (form) {
      case Format.FORM_CYCLIC -> {
        place(program, 1);
        cycle(field, relative, width);
      }
      case Format.FORM_PER_RANK -> {
        long numbers = (long) program.ranks().size() * width;
        if (numbers > in.remaining()) {
          throw in.damage("expected " + numbers + " numbers, found " + in.remaining() + " bytes");
        }
        numbers(field, relative, (int) numbers);
      }
      case Format.FORM_SCOPED -> {
        place(program, 2);
        int scopes = in.count(4, "scopes");
        word(scopes);
        long members = 0;
        for (int i = 0; i < scopes; i++) {
          int scope = size;
          word(0);
          RankSet set = in.rankSet(ranks);
          members += set.size();
          rankSet(set);
          cycle(field, relative, width);
          words[scope] = (long) size - scope;
        }
        // That each of the program's ranks is in one of them shows when it asks for its value.
        if (members != program.ranks().size()) {
          throw in.damage(
              "expected scopes of " + program.ranks().size() + " ranks, found " + members);
        }
      }
      case Format.FORM_COLUMN -> {}
      default -> throw in.damage("expected a form that varies, found " + form);
    }
  }

  private void place(Contents.Program program, int counters) {
    long place = in.atMost(program.places() - counters, "a place");
    if (nextPlace != UNKNOWN && place != nextPlace) {
      throw in.damage("expected place " + nextPlace + ", the next in order, found " + place);
    }
    nextPlace = (int) place + counters;
    word(place);
  }

  private void cycle(@Nullable OpField field, boolean relative, int width) {
    int periods = in.count(width, "values of a cycle");
    if (periods == 0) {
      throw in.damage("expected a cycle with values, found an empty one");
    }
    word((long) periods * width);
    numbers(field, relative, periods * width);
  }

  private void numbers(@Nullable OpField field, boolean relative, int count) {
    room(count);
    for (int i = 0; i < count; i++) {
      words[size++] = field == null ? repeatCount() : relative ? distance(field) : number(field);
    }
  }

  private long repeatCount() {
    long count = in.zigzag();
    if (count < 0) {
      throw in.damage("expected a repeat of 0 or more, found " + count);
    }
    return count;
  }

  private void rankSet(RankSet set) {
    word(set.sections().size());
    for (RankSet.Section section : set.sections()) {
      word(section.start());
      word(section.counts().length);
      for (int d = 0; d < section.counts().length; d++) {
        word(section.counts()[d]);
        word(section.strides()[d]);
      }
    }
  }

  private void repeat(Block block, Contents.Program program) {
    int form = in.u8();
    int head = size;
    size += Words.REPEAT_COUNT;
    if (form == Format.FORM_CONSTANT) {
      words[head] = Format.REPEAT;
      words[size++] = repeatCount();
    } else if (form == Format.FORM_COLUMN) {
      throw in.damage("expected a repeat's count, found a column");
    } else {
      words[head] = Format.REPEAT | Words.MORE;
      int entry = entry();
      values(program, null, false, 1, form);
      endEntry(entry, 0, form, false, 1);
    }
    words[head + Words.REPEAT_BLOCK] = block.position;
    words[head + Words.REPEAT_OFFSET] = in.position();
    words[head + Words.REPEAT_AFTER] = 0;
    words[head + Words.REPEAT_LENGTH] = (long) size - head;
    if (depth == openRepeats.length) {
      throw in.damage("expected repeats at most " + Format.MAX_DEPTH + " deep, found deeper ones");
    }
    openRepeats[depth++] = head;
  }

  private void endRepeat() {
    words[size++] = Format.END_REPEAT;
    if (depth > 0) {
      words[openRepeats[--depth] + Words.REPEAT_AFTER] = size;
    }
  }

  private void word(long value) {
    room(1);
    words[size++] = value;
  }

  private void room(int more) {
    if (words.length - size < more) {
      words = Arrays.copyOf(words, Math.max(size + more + SLACK, words.length * 2));
    }
  }
}
