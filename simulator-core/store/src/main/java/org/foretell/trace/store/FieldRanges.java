package org.foretell.trace.store;

import java.util.Arrays;
import java.util.Locale;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceInfo;

/** Which numbers each field of a trace may hold; a field may always hold its absent value. */
final class FieldRanges {
  private final long[] least = new long[OpField.COUNT_OF_FIELDS];
  private final long[] most = new long[OpField.COUNT_OF_FIELDS];
  private final long[] absent = new long[OpField.COUNT_OF_FIELDS];
  private final int mostRanks;

  /** Ranges in which no table has an entry yet. */
  FieldRanges(int ranks) {
    Arrays.fill(most, Integer.MAX_VALUE);
    for (OpField field : OpField.values()) {
      absent[field.id()] = field.absent();
    }
    set(OpField.PEER, OpView.PROC_NULL, ranks - 1);
    set(OpField.RECEIVE_PEER, OpView.PROC_NULL, ranks - 1);
    set(OpField.MATCHED_PEER, OpView.PROC_NULL, ranks - 1);
    set(OpField.ROOT, 0, ranks - 1);
    set(OpField.TAG, OpView.ANY, Integer.MAX_VALUE);
    set(OpField.RECEIVE_TAG, OpView.ANY, Integer.MAX_VALUE);
    set(OpField.MATCHED_TAG, OpView.ANY, Integer.MAX_VALUE);
    set(OpField.BYTES, 0, Long.MAX_VALUE);
    set(OpField.RECEIVE_BYTES, -1, Long.MAX_VALUE);
    set(OpField.DURATION_PS, 0, Long.MAX_VALUE);
    set(OpField.COUNT, 0, Long.MAX_VALUE);
    set(OpField.FLOPS, 0, Long.MAX_VALUE);
    set(OpField.MEMORY_BYTES, 0, Long.MAX_VALUE);
    set(OpField.STRIDE_BYTES, Long.MIN_VALUE, Long.MAX_VALUE);
    set(OpField.FLAGS, Long.MIN_VALUE, Long.MAX_VALUE);
    set(OpField.OUTCOME, OpView.PROC_NULL, Integer.MAX_VALUE);
    set(OpField.COLOR, OpView.NONE, Integer.MAX_VALUE);
    set(OpField.KEY, Integer.MIN_VALUE, Integer.MAX_VALUE);
    set(OpField.SEND_BYTES_BY_RANK, 0, Long.MAX_VALUE);
    set(OpField.RECEIVE_BYTES_BY_RANK, 0, Long.MAX_VALUE);
    set(OpField.RANKS, 0, ranks);
    mostRanks = ranks;
    tables(0, 0, 0);
    requestSlots(Format.MAX_REQUEST_SLOTS);
    // A null request may stand in a list too, where no value is absent.
    absent[OpField.REQUESTS.id()] = OpView.NONE;
  }

  void tables(int callSites, int markers, int histograms) {
    set(OpField.CALL_SITE, 0, callSites - 1);
    set(OpField.MARKER, 0, markers - 1);
    set(OpField.HISTOGRAM, 0, histograms - 1);
  }

  /** Refuses work of bursts, which files of older versions do not have. */
  void noWork() {
    set(OpField.FLOPS, 0, 0);
    set(OpField.MEMORY_BYTES, 0, 0);
  }

  void requestSlots(int slots) {
    set(OpField.REQUEST, 0, slots - 1);
    set(OpField.REQUESTS, 0, slots - 1);
  }

  private void set(OpField field, long low, long high) {
    least[field.id()] = low;
    most[field.id()] = high;
  }

  /** Whether a field of an op may have a value. */
  boolean holds(OpCode op, OpField field, long value) {
    int id = field.id();
    return (value >= least[id] && value <= most[id])
        || value == absent[id]
        || (value < 0 && holdsLess(op, field, value));
  }

  /** Of OpenSHMEM's ops: there may be no variable, and the stride of a team may be negative. */
  private boolean holdsLess(OpCode op, OpField field, long value) {
    return field == OpField.RANKS
        ? op == OpCode.SHMEM_TEAM_SPLIT && value > -mostRanks
        : !field.isList() && value == op.absent(field);
  }

  /** Whether a rank may be that far away, in either direction. */
  static boolean holdsDistance(long distance) {
    return distance > -TraceInfo.MAX_RANKS && distance < TraceInfo.MAX_RANKS;
  }

  /** What is allowed and what was found, for messages. */
  String expected(OpField field, boolean relative, long found) {
    String name = field.name().toLowerCase(Locale.ROOT);
    if (relative) {
      return "expected a distance of less than "
          + TraceInfo.MAX_RANKS
          + " in "
          + name
          + ", found "
          + found;
    }
    return "expected " + range(field) + " in " + name + ", found " + found;
  }

  /** The values of a field, those with a meaning of their own by the words of the text format. */
  private String range(OpField field) {
    int id = field.id();
    if (most[id] < least[id]) {
      return "no value (its table is empty)";
    }
    return switch (field) {
      case PEER, RECEIVE_PEER, MATCHED_PEER -> "any, nobody, or 0 to " + most[id];
      case TAG, RECEIVE_TAG, MATCHED_TAG -> "any, or 0 to " + most[id];
      default -> least[id] + " to " + most[id];
    };
  }
}
