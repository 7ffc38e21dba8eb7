package org.foretell.trace.text;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.foretell.trace.BurstCounter;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/** How ops, fields and special values are called in a text. */
final class TextNames {
  static final String MAGIC = "foretell-trace";
  static final int VERSION = 1;

  static final String ANY = "any";
  static final String NOBODY = "nobody";
  static final String NONE = "none";
  static final String UNKNOWN = "unknown";
  static final String COLUMN = "column";
  static final String OPTIONAL = "optional";
  static final String DURATIONS = "durations";
  static final String CALL_TIMES = "call_times";

  /** What counters counted: the first word of a statement, by counter. */
  static final Map<String, BurstCounter> COUNTS = new LinkedHashMap<>();

  static final String CYCLE = "cycle";
  static final String EACH = "each";
  static final String BY = "by";

  private static final Map<String, OpCode> OPS = new LinkedHashMap<>();
  private static final Map<String, OpField> FIELDS = new LinkedHashMap<>();

  static {
    for (OpCode code : OpCode.values()) {
      OPS.put(of(code), code);
    }
    for (BurstCounter counter : BurstCounter.values()) {
      COUNTS.put(of(counter), counter);
    }
    for (OpField field : OpField.values()) {
      FIELDS.put(of(field), field);
    }
  }

  private TextNames() {}

  static String of(OpCode code) {
    return code.name().toLowerCase(Locale.ROOT);
  }

  static String of(OpField field) {
    return field == OpField.DURATION_PS ? "duration" : field.name().toLowerCase(Locale.ROOT);
  }

  static String of(BurstCounter counter) {
    return "counted_" + counter.name().toLowerCase(Locale.ROOT);
  }

  static @Nullable OpCode op(String name) {
    return OPS.get(name);
  }

  static @Nullable OpField field(String name) {
    return FIELDS.get(name);
  }

  static Collection<String> ops() {
    return OPS.keySet();
  }

  static boolean isBytes(OpField field) {
    return field == OpField.BYTES
        || field == OpField.RECEIVE_BYTES
        || field == OpField.STRIDE_BYTES
        || field == OpField.MEMORY_BYTES
        || field == OpField.SEND_BYTES_BY_RANK
        || field == OpField.RECEIVE_BYTES_BY_RANK;
  }

  /**
   * Whether the blocks of a collective that are received are as large as those sent, unless the
   * text says something else.
   */
  static boolean receivesWhatItSends(OpCode code) {
    return switch (code.blockingForm()) {
      case GATHER, SCATTER, ALLGATHER, ALLTOALL, NEIGHBOR_ALLGATHER, NEIGHBOR_ALLTOALL -> true;
      case BARRIER, BCAST, GATHERV, SCATTERV, ALLGATHERV, ALLTOALLV, ALLTOALLW, REDUCE -> false;
      case ALLREDUCE, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK, SCAN, EXSCAN -> false;
      // Of BLOCKING_COLLECTIVE all are listed: nothing else is a collective in its blocking form.
      default -> false;
    };
  }

  /** The word for a value of a field, or null when it is written as a number. */
  static @Nullable String word(OpField field, long value) {
    boolean rank = field.isRank();
    boolean tag =
        field == OpField.TAG || field == OpField.RECEIVE_TAG || field == OpField.MATCHED_TAG;
    if (value == OpView.ANY) {
      return rank || tag ? ANY : field == OpField.RECEIVE_BYTES ? UNKNOWN : null;
    }
    if (value == OpView.PROC_NULL) {
      return rank ? NOBODY : null;
    }
    boolean canBeNone =
        field.absent() == OpView.NONE
            || field == OpField.COLOR
            || field == OpField.REQUESTS
            || field == OpField.TAG
            || field == OpField.COUNT;
    return value == OpView.NONE && (rank || canBeNone) ? NONE : null;
  }

  /** The names nearest to one that is unknown, in words for a message; empty when none is near. */
  static String suggestion(String unknown, Collection<String> known) {
    List<String> near = new ArrayList<>();
    for (String name : known) {
      if (distance(unknown, name) <= Math.max(1, unknown.length() / 3)) {
        near.add(name);
      }
    }
    near.sort(Comparator.comparingInt(name -> distance(unknown, name)));
    return near.isEmpty()
        ? ""
        : "; did you mean " + String.join(" or ", near.subList(0, Math.min(3, near.size()))) + "?";
  }

  /** Least number of letters to insert, delete or replace (Levenshtein). */
  private static int distance(String a, String b) {
    if (Math.abs(a.length() - b.length()) > 8) {
      return Integer.MAX_VALUE;
    }
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
