package org.foretell.trace.store;

import java.util.Arrays;
import java.util.Objects;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceSink;
import org.foretell.trace.inplace.InPlaceCursor;
import org.jspecify.annotations.Nullable;

/**
 * Walks over a program's words for one rank.
 *
 * <p>Words come either whole, from a program that is decoded once for all, or window by window from
 * blocks; then a repeat whose body has left the window goes back to its block. What a cursor needs
 * beyond a position is made when the first record asks for it.
 */
final class ProgramCursor extends InPlaceCursor {
  /** Words of a window of a long program, a few more if a record is long. */
  private static final int WINDOW = 512;

  /**
   * Words that may be decoded and records walked over without an op before a repeat is refused as
   * idle: a second or so.
   */
  private static final long MAX_IDLE = 1L << 26;

  private static final long[] START = {Words.WINDOW_END};
  private static final long[] END = {Format.END_PROGRAM};
  private static final long[] CLOSED = {Words.CLOSED};
  private static final int[] NO_PLACES = {};

  // Of each open repeat:
  private static final int LEFT = 0;
  private static final int WINDOW_NUMBER = 1;
  private static final int BODY = 2;
  private static final int BLOCK = 3;
  private static final int OFFSET = 4;
  private static final int DELIVERED = 5;
  private static final int CHANGES = 6;
  private static final int FRAME = 7;
  private static final long[] NO_FRAMES = {};
  private static final long[] NO_WINDOW = {};

  private final RecordedTrace trace;
  private final Contents.Program program;
  private final int index;

  /** Of all ranks together, as the contents say; who believes them would wait for more for ever. */
  private final long mostOperations;

  private @Nullable Block block;
  private int blockOffset;

  /** The current window if it is kept; the block may then be another. */
  private LongWindows.@Nullable Window kept;

  /** Where records are decoded to that are not known from before. */
  private long[] decoded = NO_WINDOW;

  private long window;
  private int depth;
  private long[] frames = NO_FRAMES;
  private int[] places = NO_PLACES;

  /**
   * How often a body was skipped that may run another time. A round of a repeat in which this and
   * {@link #delivered} stand still will be the same for ever.
   */
  private long changes;

  private long idle;
  private long idleAt = -1;
  private @Nullable ColumnCursor column;

  /** Whether the op that comes next may be left out and is not. */
  private boolean taken;

  /** Its duration. */
  private long takenPs;

  ProgramCursor(RecordedTrace trace, Contents.Program program, int rank) {
    super(rank, trace.info().ranks(), START);
    this.trace = trace;
    this.program = program;
    index = program.ranks().indexOf(rank);
    mostOperations = trace.contents().totals().operations();
  }

  @Override
  public boolean next(OpView view) {
    if (!reachOp()) {
      return false;
    }
    long head = words[at];
    deliver(head, Words.code(head), view);
    delivered++;
    return true;
  }

  @Override
  public boolean reachOp() {
    for (; ; ) {
      int code = Words.code(words[at]);
      if (code < Format.CONTROL) {
        return true;
      }
      if (code == Words.WINDOW_END && reachKnown()) {
        return true;
      }
      if (Words.isOptional(code)) {
        if (reachOptional()) {
          return true;
        }
        continue;
      }
      if (!control(code)) {
        return false;
      }
    }
  }

  /**
   * Goes on to the next record if it is that of an op and known. In a repeat records stay in the
   * window, which is faster still where its body is in there.
   */
  private boolean reachKnown() {
    Block current = block;
    if (current == null || depth > 0 || blockOffset > current.length - KnownRecords.LOOKED_AT) {
      return false;
    }
    KnownRecords known = trace.known();
    int place = known.find(current.bytes, blockOffset);
    if (place == KnownRecords.UNKNOWN) {
      return false;
    }
    words = known.words();
    at = known.start(place);
    blockOffset += known.length(place);
    return true;
  }

  /** Takes the duration of the burst that comes next; goes on behind it if it is left out. */
  private boolean reachOptional() {
    if (taken) {
      return true;
    }
    takenPs = column().nextOrNone();
    taken = takenPs != TraceSink.NO_BURST;
    if (!taken) {
      at += Words.length(words, at);
      changes++;
      walkIdly(1);
    }
    return taken;
  }

  private void deliver(long head, int code, OpView view) {
    int fields = at + 1;
    if ((head & PLAIN) != 0) {
      long peer = words[fields];
      if ((head & RELATIVE_PEER) != 0) {
        peer = absolute(peer);
      }
      view.resetFrequent(Words.op(code), words, fields, peer);
      at = fields + OpView.FREQUENT;
    } else if ((head & Words.TIMED) != 0) {
      view.resetFrequent(Words.op(code), words, fields, words[fields]);
      view.set(OpField.DURATION_PS, taken ? takenPs : column().next());
      taken = false;
      at = fields + OpView.FREQUENT;
    } else {
      deliverOthers(head, code, view);
      if ((head & RELATIVE_PEER) != 0) {
        view.setPeer(absolute(words[fields]));
      }
    }
  }

  private void deliverOthers(long head, int code, OpView view) {
    view.reset(Words.op(code), words, at + 1, Words.others(Words.constant(head)));
    int next = at + Words.distances(head);
    for (int rest = Words.relative(head) & ~1; rest != 0; rest &= rest - 1) {
      int id = Integer.numberOfTrailingZeros(rest);
      long distance = words[id < OpView.FREQUENT ? at + 1 + id : next++];
      view.set(Words.fieldOf(id), absolute(distance));
    }
    at = (head & Words.MORE) == 0 ? next : entries(next, view);
  }

  private int entries(int start, OpView view) {
    int end = start + (int) words[start];
    for (int entry = start + 1; entry < end; entry += (int) words[entry + 1]) {
      long head = words[entry];
      OpField field = Words.field(head);
      if (field.isList()) {
        view.setList(field, words, select(entry), Words.width(head));
      } else if (Words.form(head) == Format.FORM_COLUMN) {
        view.set(field, taken ? takenPs : column().next());
        taken = false;
      } else {
        long value = words[select(entry)];
        view.set(field, Words.isRelative(head) ? absolute(value) : value);
      }
    }
    return end;
  }

  /** Index of the numbers that an entry yields this time. */
  private int select(int entry) {
    int payload = entry + Words.ENTRY_HEAD;
    int width = Words.width(words[entry]);
    return switch (Words.form(words[entry])) {
      case Format.FORM_CYCLIC -> cycle((int) words[payload], payload + 1, width);
      case Format.FORM_PER_RANK -> payload + index * width;
      case Format.FORM_SCOPED -> scoped(entry, width);
      default -> payload;
    };
  }

  private int scoped(int entry, int width) {
    int payload = entry + Words.ENTRY_HEAD;
    int place = (int) words[payload];
    needPlace(place + 1);
    if (places[place] == 0) {
      places[place] = scope(payload) - entry;
    }
    return cycle(place + 1, entry + places[place], width);
  }

  private int cycle(int place, int numbers, int width) {
    needPlace(place);
    int position = places[place];
    int next = position + width;
    places[place] = next == words[numbers] ? 0 : next;
    return numbers + 1 + position;
  }

  private void needPlace(int place) {
    if (place >= places.length) {
      places = Arrays.copyOf(places, Math.min(program.places(), Math.max(place + 1, 2 * place)));
    }
  }

  /** Index of the numbers of the scope that this rank is in. */
  private int scope(int payload) {
    // Words of a window that is decoded into again would be taken for others.
    if (words[payload + 1] > ScopeIndexes.FEW && words != decoded) {
      ScopeIndex index = trace.scopes().of(words, payload, trace.info().ranks());
      int found = index == null ? ScopeIndex.NONE : index.numbers(rank);
      if (found != ScopeIndex.NONE) {
        return found;
      }
    }
    int scope = payload + 2;
    for (long i = 0; i < words[payload + 1]; i++, scope += (int) words[scope]) {
      if (Words.contains(words, scope + 1, rank)) {
        return Words.afterRankSet(words, scope + 1);
      }
    }
    throw damaged("expected scopes that cover all ranks, found none for this rank");
  }

  private ColumnCursor column() {
    ColumnCursor opened = column;
    if (opened == null) {
      opened = new ColumnCursor(trace, rank);
      column = opened;
    }
    return opened;
  }

  /** Executes a record that is no op; returns false at the program's end. */
  private boolean control(int code) {
    switch (code) {
      case Words.WINDOW_END -> refill();
      case Format.REPEAT -> enter();
      case Format.END_REPEAT -> leave();
      case Format.END_PROGRAM -> {
        if (words != END) {
          end();
        }
        return false;
      }
      default -> throw new IllegalStateException("the cursor of rank " + rank + " is closed");
    }
    return true;
  }

  private void end() {
    if (depth > 0) {
      throw damaged("expected the end of a repeat, found the end of the program");
    }
    if (column != null) {
      column.end();
    }
    drop(END);
  }

  private void drop(long[] last) {
    words = last;
    at = 0;
    block = null;
    decoded = NO_WINDOW;
    kept = null;
    column = null;
    frames = NO_FRAMES;
    places = NO_PLACES;
  }

  private void enter() {
    long count = words[at + Words.REPEAT_COUNT];
    if ((words[at] & Words.MORE) != 0) {
      count = words[select(at + Words.REPEAT_COUNT)];
    }
    if (count == 0) {
      if ((words[at] & Words.MORE) != 0 && canBeMore(at + Words.REPEAT_COUNT)) {
        changes++;
      }
      skip();
      return;
    }
    if (depth == Format.MAX_DEPTH) {
      throw damaged("expected repeats at most " + Format.MAX_DEPTH + " deep, found deeper ones");
    }
    int frame = depth++ * FRAME;
    if (frame == frames.length) {
      frames = Arrays.copyOf(frames, Math.max(2 * frame, FRAME));
    }
    frames[frame + LEFT] = count;
    frames[frame + WINDOW_NUMBER] = window;
    frames[frame + BLOCK] = words[at + Words.REPEAT_BLOCK];
    frames[frame + OFFSET] = words[at + Words.REPEAT_OFFSET];
    frames[frame + DELIVERED] = delivered;
    frames[frame + CHANGES] = changes;
    at += (int) words[at + Words.REPEAT_LENGTH];
    frames[frame + BODY] = at;
  }

  /** Whether a cycle of counts that has just yielded 0 holds anything else. */
  private boolean canBeMore(int entry) {
    int numbers = entry + Words.ENTRY_HEAD + 1;
    if (Words.form(words[entry]) == Format.FORM_PER_RANK) {
      return false;
    } else if (Words.form(words[entry]) == Format.FORM_SCOPED) {
      numbers = entry + places[(int) words[entry + Words.ENTRY_HEAD]];
    }
    int length = (int) words[numbers];
    int next = numbers + 1;
    while (next <= numbers + length && words[next] == 0) {
      next++;
    }
    walkIdly(next - numbers);
    return next <= numbers + length;
  }

  private void leave() {
    if (depth == 0) {
      throw damaged("expected an op or the end of the program, found the end of a repeat");
    }
    int frame = (depth - 1) * FRAME;
    if (--frames[frame + LEFT] == 0 || standsStill(frame)) {
      depth--;
      at++;
      return;
    }
    if (delivered > mostOperations) {
      throw damaged(
          "expected %d ops of all ranks, as the contents say, found more in a repeat"
              .formatted(mostOperations));
    }
    frames[frame + DELIVERED] = delivered;
    frames[frame + CHANGES] = changes;
    if (frames[frame + WINDOW_NUMBER] == window) {
      at = (int) frames[frame + BODY];
    } else {
      seek(frames[frame + BLOCK], (int) frames[frame + OFFSET]);
      frames[frame + WINDOW_NUMBER] = window;
      frames[frame + BODY] = 0;
    }
  }

  /**
   * Whether the last round of a repeat delivered nothing and the next ones cannot either, because
   * no cycle has moved.
   */
  private boolean standsStill(int frame) {
    if (frames[frame + DELIVERED] != delivered) {
      return false;
    }
    if (frames[frame + CHANGES] == changes) {
      return true;
    }
    walkIdly(1);
    if (idle > MAX_IDLE) {
      throw damaged("expected repeats that come to an op, found one that does not in " + idle);
    }
    return false;
  }

  /** Counts work that delivers nothing. */
  private void walkIdly(int steps) {
    if (idleAt != delivered) {
      idleAt = delivered;
      idle = 0;
    }
    idle += steps;
  }

  /** Goes to the record after the end of the repeat that starts here. */
  private void skip() {
    int after = (int) words[at + Words.REPEAT_AFTER];
    if (after != 0) {
      at = after;
      walkIdly(1);
      return;
    }
    int nested = 0;
    do {
      int code = Words.code(words[at]);
      walkIdly(1);
      switch (code) {
        case Words.WINDOW_END -> {
          refill();
          continue;
        }
        case Format.REPEAT -> nested++;
        case Format.END_REPEAT -> nested--;
        case Format.END_PROGRAM ->
            throw damaged("expected the end of a repeat, found the end of the program");
        default -> {}
      }
      at += Words.length(words, at);
    } while (nested > 0);
  }

  private void refill() {
    if (words == START) {
      long[] whole = trace.decoded(program, this::place);
      if (whole != null) {
        words = whole;
        at = 0;
        window++;
        return;
      }
    }
    Block current = block;
    if (current == null) {
      current = new Block();
      block = current;
      seek(program.firstBlock(), 0);
      return;
    }
    LongWindows.Window left = kept;
    if (left != null && left.nextBlock() != 0) {
      seek(left.nextBlock(), left.nextOffset());
    } else if (left == null && blockOffset < current.length) {
      seek(current.position, blockOffset);
    } else if (left != null || current.next == 0) {
      throw damaged("expected the end of the program, found the end of its last block");
    } else {
      seek(current.next, 0);
    }
  }

  private void seek(long position, int offset) {
    Block current = Objects.requireNonNull(block);
    kept = trace.longWindows().find(position, offset);
    if (kept != null) {
      begin(kept);
      return;
    }
    if (current.position != position) {
      trace.loadProgram(position, program, place(), current);
    }
    blockOffset = offset;
    if (reachKnown()) {
      return;
    }
    RecordDecoder decoder = trace.decoder();
    try {
      if (decoded.length < WINDOW) {
        decoded = new long[WINDOW];
      }
      if (!decodeKnown(current, decoder)) {
        decoder.decode(current, offset, program, decoded, WINDOW - 64);
      }
    } catch (DamageException e) {
      throw trace.damaged(position, e, place());
    }
    walkIdly(decoder.size());
    boolean again = depth > 0 || program.ranks().size() > 1;
    if (again && decoder.size() > LongWindows.LONG_WORDS) {
      kept =
          trace
              .longWindows()
              .keep(current, offset, decoder.words(), decoder.size(), decoder.position());
      decoded = NO_WINDOW;
      begin(kept);
      return;
    }
    decoded = decoder.words();
    words = decoded;
    blockOffset = decoder.position();
    at = 0;
    window++;
  }

  private void begin(LongWindows.Window keptWindow) {
    words = keptWindow.words();
    blockOffset = Integer.MAX_VALUE; // no record follows in the block that may be another
    at = 0;
    window++;
    walkIdly(1);
  }

  /** Decodes one record if it can be known from now on; whether it can. */
  private boolean decodeKnown(Block current, RecordDecoder decoder) {
    if (depth > 0 || blockOffset > current.length - KnownRecords.LOOKED_AT) {
      return false;
    }
    decoder.decode(current, blockOffset, program, decoded, 1);
    int length = decoder.position() - blockOffset;
    return trace
        .known()
        .add(current.bytes, blockOffset, length, decoder.words(), decoder.size() - 1);
  }

  private RuntimeException damaged(String what) {
    long position = block == null ? program.firstBlock() : block.position;
    return trace.damaged(position, new DamageException(-1, what), place());
  }

  private String place() {
    return "rank " + rank + ", after " + delivered + " ops";
  }

  @Override
  public void close() {
    drop(CLOSED);
  }
}
