package org.foretell.parsers.table;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.apache.commons.csv.CSVRecord;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/** Makes an op of a row. */
final class RowOp {
  private static final int MOST_SLOTS = 1 << 20;
  private static final Set<OpField> NEEDED =
      EnumSet.of(
          OpField.PEER,
          OpField.RECEIVE_PEER,
          OpField.ROOT,
          OpField.REQUEST,
          OpField.REQUESTS,
          OpField.NEW_COMMUNICATOR,
          OpField.COLOR,
          OpField.MARKER);

  private final TableRows rows;
  private final TableColumns columns;
  private final int ranks;
  private final Map<OpField, ToIntFunction<String>> texts;

  /**
   * @param texts by the columns of texts, call sites and phases, the number of a text
   */
  RowOp(TableRows rows, int ranks, Map<OpField, ToIntFunction<String>> texts) {
    this.rows = rows;
    this.columns = rows.columns();
    this.ranks = ranks;
    this.texts = texts;
  }

  /** The op that a name stands for, or null: {@code MPI_Isend} and {@code isend} are the same. */
  static @Nullable OpCode code(String name) {
    String plain = name.toLowerCase(Locale.ROOT);
    String upper = (plain.startsWith("mpi_") ? plain.substring(4) : plain).toUpperCase(Locale.ROOT);
    try {
      return OpCode.valueOf(upper);
    } catch (IllegalArgumentException none) {
      return null;
    }
  }

  /** Sets the fields of an op, which has been reset to its code, from a row. */
  void read(OpView op, CSVRecord row) {
    OpCode code = op.code();
    for (OpField field : columns.fields()) {
      String text = row.get(columns.of(field));
      if (!text.isEmpty()) {
        set(op, field, text);
      }
    }
    for (OpField field : code.fields()) {
      int column = columns.of(field);
      boolean given = column != TableColumns.NONE && !row.get(column).isEmpty();
      if (!given) {
        absent(op, field, row);
      }
    }
  }

  private void set(OpView op, OpField field, String text) {
    OpCode code = op.code();
    if (!code.has(field)) {
      if (field != OpField.BYTES || !code.has(OpField.RECEIVE_BYTES)) {
        throw rows.error(
            "expected nothing in column "
                + TableColumns.name(field)
                + ", which "
                + code.name().toLowerCase(Locale.ROOT)
                + " has not, found \""
                + text
                + "\"");
      }
    } else if (texts.containsKey(field)) {
      op.set(field, texts.get(field).applyAsInt(text));
    } else if (field.isList()) {
      op.setList(field, list(field, text));
    } else {
      op.set(field, value(field, text));
    }
  }

  private void absent(OpView op, OpField field, CSVRecord row) {
    OpCode code = op.code();
    int bytes = columns.of(OpField.BYTES);
    if (field == OpField.RECEIVE_BYTES) {
      // One column of sizes is enough: what is received in an unknown size has -1.
      if (bytes != TableColumns.NONE && !row.get(bytes).isEmpty()) {
        op.set(field, value(OpField.BYTES, row.get(bytes)));
      } else if (!code.isCollective()) {
        op.set(field, -1);
      } else {
        throw missing(code, field);
      }
      return;
    }
    boolean isSize = field == OpField.BYTES && code.family() != OpCode.Family.FILE;
    boolean isPart =
        code.name().endsWith("V")
            && field.isList()
            && field != OpField.RANKS
            && code.isCollective();
    boolean isOptional = field == OpField.ROOT && !code.isCollective();
    if (!isOptional && (NEEDED.contains(field) || isSize || isPart)) {
      throw missing(code, field);
    }
  }

  private RuntimeException missing(OpCode code, OpField field) {
    String name = TableColumns.name(field);
    return rows.error(
        code.name().toLowerCase(Locale.ROOT)
            + " needs a value in column "
            + name
            + (columns.of(field) == TableColumns.NONE ? ", which the table has not" : ""));
  }

  private long[] list(OpField field, String text) {
    LongArrayList values = new LongArrayList();
    for (String each : text.strip().split("[ ;]+", -1)) {
      values.add(value(field, each));
    }
    return values.toLongArray();
  }

  private long value(OpField field, String text) {
    switch (text) {
      case "any" -> {
        if (isPeer(field) || field == OpField.TAG || field == OpField.RECEIVE_TAG) {
          return OpView.ANY;
        }
      }
      case "nobody" -> {
        if (field == OpField.PEER || field == OpField.RECEIVE_PEER) {
          return OpView.PROC_NULL;
        }
      }
      case "none" -> {
        if (field == OpField.REQUEST
            || field == OpField.REQUESTS
            || field == OpField.NEW_COMMUNICATOR) {
          return OpView.NONE;
        }
      }
      default -> {
        // Anything else is a number.
      }
    }
    try {
      long value = Long.parseLong(text);
      if (value >= least(field) && value <= most(field)) {
        return value;
      }
    } catch (NumberFormatException noNumber) {
      // Said below, as for a number out of range.
    }
    String words =
        isPeer(field)
            ? ", any or nobody"
            : field == OpField.TAG || field == OpField.RECEIVE_TAG
                ? " or any"
                : field == OpField.REQUEST || field == OpField.NEW_COMMUNICATOR ? " or none" : "";
    throw rows.expected(
        "a number of " + least(field) + " to " + most(field) + words,
        TableColumns.name(field),
        text);
  }

  private static boolean isPeer(OpField field) {
    return field == OpField.PEER || field == OpField.RECEIVE_PEER;
  }

  private static long least(OpField field) {
    return switch (field) {
      case RECEIVE_BYTES -> -1;
      case COLOR, KEY -> Integer.MIN_VALUE;
      case OUTCOME -> -2;
      case STRIDE_BYTES -> Long.MIN_VALUE;
      default -> 0;
    };
  }

  private long most(OpField field) {
    return switch (field) {
      case PEER, RECEIVE_PEER, MATCHED_PEER, ROOT, RANKS -> ranks - 1L;
      case TAG, RECEIVE_TAG, MATCHED_TAG, COMMUNICATOR, NEW_COMMUNICATOR -> Integer.MAX_VALUE;
      case COLOR, KEY, OBJECT, OUTCOME, OUTCOMES, VARIABLES, FLAGS -> Integer.MAX_VALUE;
      case REQUEST, REQUESTS -> MOST_SLOTS - 1L;
      default -> Long.MAX_VALUE / 4;
    };
  }
}
