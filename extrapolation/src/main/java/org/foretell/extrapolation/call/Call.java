package org.foretell.extrapolation.call;

import java.util.Arrays;
import java.util.List;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/**
 * A call without its time: its op, its place in the program and its values. Markers are numbered as
 * in the {@link CallPool}.
 */
public final class Call {
  private final OpCode code;
  private final int site;
  private final long[] numbers;
  private final long[][] lists;
  private final int hash;

  private Call(OpCode code, int site, long[] numbers, long[][] lists) {
    this.code = code;
    this.site = site;
    this.numbers = numbers;
    this.lists = lists;
    hash =
        ((code.hashCode() * 31 + site) * 31 + Arrays.hashCode(numbers)) * 31
            + Arrays.deepHashCode(lists);
  }

  /**
   * Copies a call.
   *
   * @param site number of its call site in the pool, or {@link OpView#NONE}
   * @param marker number of its marker in the pool, if it has one
   * @param requests of the rank; null to keep the slots of requests
   */
  static Call of(OpView op, int site, long marker, @Nullable InFlight requests) {
    List<OpField> fields = op.code().fields();
    long[] numbers = new long[fields.size()];
    long[][] lists = new long[fields.size()][0];
    for (int i = 0; i < numbers.length; i++) {
      OpField field = fields.get(i);
      if (field.isList()) {
        lists[i] =
            field == OpField.REQUESTS && requests != null
                ? requests.encodeAll(op.list(field))
                : op.list(field);
      } else if (field == OpField.MARKER) {
        numbers[i] = marker;
      } else if (field == OpField.REQUEST && requests != null) {
        numbers[i] = requests.encode(op.code(), op.get(field));
      } else if (!isTimeOrPlace(field)) {
        numbers[i] = op.get(field);
      }
    }
    return new Call(op.code(), site, numbers, lists);
  }

  /** Whether a field has no law of its own: time follows another rule, and places are kept. */
  public static boolean isTimeOrPlace(OpField field) {
    return switch (field) {
      case CALL_SITE, DURATION_PS, HISTOGRAM, FLOPS, MEMORY_BYTES -> true;
      default -> false;
    };
  }

  /** {@return its op} */
  public OpCode code() {
    return code;
  }

  /** {@return its call site in the pool, or {@link OpView#NONE}} */
  public int site() {
    return site;
  }

  /**
   * {@return a value}
   *
   * @param field number of the field among those of the op
   */
  public long number(int field) {
    return numbers[field];
  }

  /**
   * {@return a list, not to be changed}
   *
   * @param field number of the field among those of the op
   */
  public long[] list(int field) {
    return lists[field];
  }

  /**
   * {@return a value of a field that the op may lack}
   *
   * @param field no list
   * @param otherwise if the op lacks it
   */
  public long get(OpField field, long otherwise) {
    int index = code.fields().indexOf(field);
    return index < 0 ? otherwise : numbers[index];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Call that
        && hash == that.hash
        && code == that.code
        && site == that.site
        && Arrays.equals(numbers, that.numbers)
        && Arrays.deepEquals(lists, that.lists);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return code + " at " + site + " " + Arrays.toString(numbers);
  }
}
