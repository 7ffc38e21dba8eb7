package org.foretell.parsers.raw;

import java.util.Arrays;
import org.foretell.trace.BurstCounter;
import org.foretell.trace.BurstCounts;

/** The records of one thread, each together with those that add to it. */
final class ThreadRecords {
  private static final long MOST_TICKS = 1L << 60;
  private static final int NOTHING = -1;

  private final RawStream in;
  private final Definitions definitions;
  private final RawCall call = new RawCall();
  private long timeTicks;
  private long pendingKind = NOTHING;
  private long polls;
  private long counters;

  /** Of the next record; those that there are not are unknown. */
  private final long[] counts = new long[BurstCounter.values().length];

  /** What the program said of its work since the record before. */
  private long flops;

  private long memoryBytes;
  private boolean cutOff;

  ThreadRecords(RawStream in, Definitions definitions) {
    this.in = in;
    this.definitions = definitions;
    timeTicks = in.firstTicks();
    Arrays.fill(counts, BurstCounts.UNKNOWN);
  }

  /** The record that {@link #next} read, valid until it is called again. */
  RawCall call() {
    return call;
  }

  /** Unsuccessful polls that are folded into the calls so far. */
  long polls() {
    return polls;
  }

  /** Intervals whose times are those of other ranks. */
  long borrowed() {
    return in.borrowed();
  }

  /** Bursts whose counters were read. */
  long counters() {
    return counters;
  }

  /** Whether the file ends within the thread's records. */
  boolean isCut() {
    return cutOff || in.isCut();
  }

  /** Reads the next record; false when there is none. */
  boolean next() {
    if (cutOff) {
      return false;
    }
    try {
      return read();
    } catch (RawStream.CutOff cut) {
      cutOff = true;
      return false;
    }
  }

  private boolean read() {
    while (peek()) {
      long kind = pendingKind;
      call.position = in.position();
      pendingKind = NOTHING;
      if (kind == RawCall.PAUSE) {
        pass(ticks());
      } else if (kind == RawCall.COUNTERS) {
        counters++;
        count(BurstCounter.INSTRUCTIONS);
        count(BurstCounter.CYCLES);
        count(BurstCounter.CACHE_MISSES);
      } else if (kind == RawCall.COUNTED_FLOPS) {
        count(BurstCounter.FLOPS);
      } else if (kind == RawCall.WORK) {
        flops = added(flops, "flops");
        memoryBytes = added(memoryBytes, "bytes");
      } else {
        record(kind);
        call.flops = flops;
        call.memoryBytes = memoryBytes;
        flops = 0;
        memoryBytes = 0;
        System.arraycopy(counts, 0, call.counts, 0, counts.length);
        Arrays.fill(counts, BurstCounts.UNKNOWN);
        return true;
      }
    }
    return false;
  }

  /** A counter never counts backwards; a number below 0 says that it did not count. */
  private void count(BurstCounter counter) {
    long counted = in.signed();
    counts[counter.ordinal()] =
        counted < 0 || counted == Long.MAX_VALUE ? BurstCounts.UNKNOWN : counted;
  }

  private long added(long before, String what) {
    long more = in.varint(Long.MAX_VALUE, "a number of " + what);
    return before + more < 0 ? Long.MAX_VALUE : before + more;
  }

  private boolean peek() {
    if (pendingKind == NOTHING) {
      if (!in.hasNext()) {
        return false;
      }
      pendingKind = in.varint();
      if (pendingKind == NOTHING) {
        throw in.damaged("a kind of record", "-1");
      }
    }
    return true;
  }

  private void record(long kind) {
    if (kind < 0 || kind >= RawCall.CALL) {
      call(kind - RawCall.CALL);
      return;
    }
    call.begin((int) kind);
    switch ((int) kind) {
      case RawCall.MARKER_BEGIN, RawCall.MARKER_END -> {
        gap();
        call.name = (int) in.varint(definitions.names().size() - 1L, "the number of a name");
      }
      case RawCall.OFF -> gap();
      case RawCall.ON -> {
        call.startTicks = timeTicks;
        pass(ticks());
      }
      default ->
          throw in.damaged(
              "a marker, a call, or recording going off or on", "a record of kind " + kind);
    }
    call.endTicks = timeTicks;
  }

  private void call(long id) {
    call.begin(RawCall.CALL);
    RawFunction function = id < 0 ? null : definitions.function(id);
    if (function == null) {
      throw in.damaged("the number of a function", Long.toUnsignedString(id));
    }
    call.function = function;
    gap();
    pass(ticks());
    call.endTicks = timeTicks;
    call.callSite = (int) in.varint(definitions.callSites(), "the number of a call site") - 1;
    int fields = function.fields().size();
    if (call.values.length < fields) {
      call.values = new long[fields];
      call.lengths = new int[fields];
    }
    for (int i = 0; i < fields; i++) {
      RawFunction.Field field = function.fields().get(i);
      if (field.isList()) {
        list(i);
      } else {
        call.values[i] = in.signed();
        if (field.role() == RawFunction.Role.POLLS) {
          polls += Math.max(0, call.values[i]);
        }
      }
    }
    additions();
  }

  private void list(int index) {
    int length = in.count("a number of items");
    call.values[index] = call.elements.size();
    call.lengths[index] = length;
    for (int i = 0; i < length; i++) {
      call.elements.add(in.signed());
    }
  }

  /** What follows a call and belongs to it; the tracer may have paused in between. */
  private void additions() {
    while (peek()) {
      switch ((int) Math.min(pendingKind & Long.MAX_VALUE, RawCall.CALL)) {
        case RawCall.PAUSE -> pass(ticks());
        case RawCall.MATCHED -> {
          for (int i = 0; i < RawCall.MATCH_WIDTH; i++) {
            call.matches.add(in.signed());
          }
        }
        case RawCall.VALUE -> {
          call.hasValue = true;
          call.comparison = in.signed();
          call.operand = in.signed();
          call.before = in.signed();
          call.after = in.signed();
        }
        case RawCall.UPDATE -> words();
        default -> {
          return;
        }
      }
      pendingKind = NOTHING;
    }
  }

  private void words() {
    call.hasWords = true;
    int count = in.count("a number of words");
    for (int i = 0; i < count; i++) {
      call.words.add(in.varint());
      call.words.add(in.varint());
      call.words.add(in.signed());
    }
  }

  private void gap() {
    call.gapTicks = ticks();
    pass(call.gapTicks);
    call.startTicks = timeTicks;
  }

  private long ticks() {
    return in.varint(MOST_TICKS, "a number of ticks");
  }

  private void pass(long ticks) {
    timeTicks += ticks;
  }
}
