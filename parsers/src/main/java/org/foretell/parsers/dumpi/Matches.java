package org.foretell.parsers.dumpi;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.foretell.trace.OpCode;
import org.jspecify.annotations.Nullable;

/**
 * What the non-blocking receives with wildcards of one rank matched: the status of the call that
 * completed them says it, which comes later. In a rank that cancels requests, all non-blocking
 * calls are asked for.
 */
final class Matches {
  /** Nothing tells. */
  static final long UNKNOWN = -1;

  /** It was cancelled. */
  static final long CANCELLED = -2;

  /** The source was nobody. */
  static final long NOBODY = -3;

  /** A persistent receive that matched several: each start of it is a receive of any. */
  private static final long SEVERAL = -4;

  private static final int ANY = -1;
  private static final CallLayout CANCEL = CallTable.named("MPI_Cancel");

  private final LongArrayList matches = new LongArrayList();
  private final boolean cancels;
  private int next;

  private Matches(boolean cancels) {
    this.cancels = cancels;
  }

  /** Whether a rank cancels requests, by its file's own count. */
  static boolean cancels(DumpiFile file) {
    return file.calls(CANCEL) > 0;
  }

  /** Whether a call is one whose match is looked for. */
  static boolean isAsked(DumpiRecord call, boolean cancels) {
    OpCode op = call.call.op();
    if (op == null) {
      return false;
    }
    return switch (op) {
      case IRECV, RECV_INIT ->
          cancels || call.value(Argument.SOURCE) == ANY || call.value(Argument.TAG) == ANY;
      case ISEND, IBSEND, ISSEND, IRSEND -> cancels;
      // Any other op has its status with it, or needs none.
      default -> false;
    };
  }

  /** Reads all records of a rank once more, from another view of its file. */
  static Matches of(DumpiFile file) {
    Matches matches = new Matches(cancels(file));
    RecordReader records = file.records();
    OpenRequests open = new OpenRequests();
    Completion completion = new Completion();
    IntArrayList ordinalOfSlot = new IntArrayList();
    while (records.next()) {
      matches.record(records.record(), open, completion, ordinalOfSlot);
    }
    return matches;
  }

  private void record(
      DumpiRecord call, OpenRequests open, Completion completion, IntArrayList ordinalOfSlot) {
    OpCode op = call.call.op();
    if (op == null) {
      return;
    }
    int slot = made(call, op, open);
    if (slot >= 0) {
      while (ordinalOfSlot.size() <= slot) {
        ordinalOfSlot.add(-1);
      }
      ordinalOfSlot.set(slot, isAsked(call, cancels) ? matches.size() : -1);
      if (isAsked(call, cancels)) {
        matches.add(UNKNOWN);
      }
    } else if (op.family() == OpCode.Family.COMPLETION) {
      completion.read(call, open);
      for (int i = 0; i < completion.completions; i++) {
        int completed = completion.slots[completion.completed[i]];
        int ordinal = completed < 0 ? -1 : ordinalOfSlot.getInt(completed);
        if (ordinal >= 0 && i < call.statuses()) {
          complete(ordinal, call, i);
        }
      }
    }
  }

  /** Adds the request that a call makes; -1 if it makes none. It also frees what a call frees. */
  static int made(DumpiRecord call, OpCode op, OpenRequests open) {
    return switch (op) {
      case ISEND, IBSEND, ISSEND, IRSEND, IRECV, FILE_IREAD, FILE_IWRITE -> open.add(key(call));
      case SEND_INIT, BSEND_INIT, SSEND_INIT, RSEND_INIT, RECV_INIT ->
          open.addPersistent(key(call));
      case REQUEST_FREE -> {
        open.release(key(call));
        yield -1;
      }
      // Any other op makes no request that a call would name.
      default -> -1;
    };
  }

  static int key(DumpiRecord call) {
    return Completion.key(call.call, call.intValue(Argument.REQUEST));
  }

  private void complete(int ordinal, DumpiRecord call, int status) {
    long match = UNKNOWN;
    int source = call.statusSource(status);
    if (cancels && call.statusCancelled(status)) {
      match = CANCELLED;
    } else if (source >= 0) {
      match = (long) source << 32 | (call.statusTag(status) & 0xffff_ffffL);
    } else if (call.statusBytes(status) == 0) {
      match = NOBODY;
    }
    boolean isFirst = matches.getLong(ordinal) == UNKNOWN;
    matches.set(ordinal, isFirst || matches.getLong(ordinal) == match ? match : SEVERAL);
  }

  /** The match of the next call of those that are asked for. */
  long next() {
    long match = next < matches.size() ? matches.getLong(next++) : UNKNOWN;
    return match == SEVERAL ? UNKNOWN : match;
  }

  static int source(long match) {
    return (int) (match >> 32);
  }

  static int tag(long match) {
    return (int) match;
  }

  /** The matches of a rank once they are needed. */
  static final class Lazy {
    private final DumpiFile file;
    private @Nullable Matches matches;

    Lazy(DumpiFile file) {
      this.file = file;
    }

    long next() {
      Matches found = matches;
      if (found == null) {
        try (DumpiFile again = DumpiFile.open(file.path())) {
          found = of(again);
        }
        matches = found;
      }
      return found.next();
    }
  }
}
