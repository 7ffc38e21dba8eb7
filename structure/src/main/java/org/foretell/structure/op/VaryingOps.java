package org.foretell.structure.op;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.foretell.trace.OpField;
import org.foretell.trace.ValuePattern;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;

/**
 * Ops of loops whose sizes, tags, partners, roots or counts differ from iteration to iteration. An
 * op of {@link OpTable} stands for the ops of all iterations; where they differ, its values are
 * {@link Values.Cyclic}, starting over whenever the loop does. Two such ops are equal if the ops of
 * all iterations are. Not thread safe.
 */
public final class VaryingOps {
  private final OpTable ops;

  /** By number of the op: the ops of the iterations. */
  private final Map<Integer, int[]> iterations = new HashMap<>();

  VaryingOps(OpTable ops) {
    this.ops = ops;
  }

  /** Whether a field may differ between the iterations of a loop. */
  static boolean mayVary(OpField field) {
    return switch (field) {
      case PEER,
          TAG,
          BYTES,
          ROOT,
          RECEIVE_BYTES,
          RECEIVE_PEER,
          RECEIVE_TAG,
          MATCHED_PEER,
          MATCHED_TAG,
          OUTCOME,
          COUNT,
          STRIDE_BYTES,
          SEND_BYTES_BY_RANK,
          RECEIVE_BYTES_BY_RANK ->
          true;
      default -> false;
    };
  }

  /** The number of what must be equal for ops to be one op of a loop. */
  public int shape(int op) {
    return ops.shapes().ofIterations(op);
  }

  /**
   * The number of an op that stands for several, one after the other.
   *
   * @param sequence ops of one {@linkplain #shape shape}, at least one; not changed afterwards
   */
  public int number(int[] sequence) {
    int[] shortest = period(sequence);
    int first = shortest[0];
    if (shortest.length == 1) {
      return first;
    }
    OpField[] fields = ops.fields(first);
    long head = ops.head(first) | OpTable.FOLDED;
    Variation[] variations = new Variation[fields.length];
    for (int i = 0; i < fields.length; i++) {
      variations[i] = varies(shortest, i) ? variation(shortest, i) : null;
    }
    ops.beginKey();
    for (int i = 0; i < fields.length; i++) {
      Variation variation = variations[i];
      if (variation == null) {
        ops.copy(first, i);
        continue;
      }
      if (fields[i].isList()) {
        ops.put(ops.listLength(first, i));
      }
      ops.put(ops.equalSpecial(variation));
      head |= 1L << (OpTable.SPECIAL_SHIFT + i);
      head &= ~(1L << (OpTable.RELATIVE_SHIFT + i));
    }
    int op = ops.intern(head);
    iterations.putIfAbsent(op, shortest);
    return op;
  }

  /** How many numbers describe the values of several ops, beyond the op itself. */
  public long numbers(int[] sequence) {
    if (sequence.length == 1) {
      return 0;
    }
    int[] shortest = period(sequence);
    long numbers = 0;
    OpField[] fields = ops.fields(shortest[0]);
    for (int i = 0; i < fields.length && shortest.length > 1; i++) {
      if (varies(shortest, i)) {
        numbers += ValuePattern.of(values(shortest, i)).numbers();
      }
    }
    return numbers;
  }

  /**
   * How many numbers describe the values of several ops as pieces of lines, if that is less: in a
   * loop whose counts vary, values that grow with its index start again at each entry.
   */
  public long piecewise(int[] sequence) {
    if (sequence.length == 1) {
      return 0;
    }
    int[] shortest = period(sequence);
    long numbers = 0;
    OpField[] fields = ops.fields(shortest[0]);
    for (int i = 0; i < fields.length && shortest.length > 1; i++) {
      if (varies(shortest, i)) {
        long[] values = values(shortest, i);
        numbers += Math.min(ValuePattern.of(values).numbers(), 2L * pieces(values));
      }
    }
    return numbers;
  }

  private static int pieces(long[] values) {
    int pieces = 1;
    int start = 0;
    for (int i = 1; i < values.length; i++) {
      if (i > start + 1 && values[i] - values[i - 1] != values[i - 1] - values[i - 2]) {
        pieces++;
        start = i;
      }
    }
    return pieces;
  }

  /** How many numbers describe the values of an op, beyond the op itself. */
  public long numbersOf(int op) {
    int[] all = iterations.get(op);
    return all == null ? 0 : numbers(all);
  }

  /**
   * The op of an execution.
   *
   * @param op any op
   * @param execution how often it was executed before, by one rank at one place
   */
  public int at(int op, long execution) {
    int[] all = iterations.get(op);
    return all == null ? op : all[(int) (execution % all.length)];
  }

  /** The op of the first execution. */
  int first(int op) {
    return at(op, 0);
  }

  private boolean varies(int[] sequence, int field) {
    for (int op : sequence) {
      if (!ops.isEqual(sequence[0], op, field)) {
        return true;
      }
    }
    return false;
  }

  private Variation variation(int[] sequence, int field) {
    OpField of = ops.fields(sequence[0])[field];
    int width = of.isList() ? ops.listLength(sequence[0], field) : 1;
    long[] values = values(sequence, field);
    int period = Periods.of(values, width);
    return new Variation(
        of,
        ops.isRelative(sequence[0], field),
        new Values.Cyclic(Arrays.copyOf(values, period * width)));
  }

  private long[] values(int[] sequence, int field) {
    if (!ops.fields(sequence[0])[field].isList()) {
      return Arrays.stream(sequence).mapToLong(op -> ops.value(op, field)).toArray();
    }
    return Arrays.stream(sequence)
        .boxed()
        .flatMapToLong(op -> Arrays.stream(ops.list(op, field)))
        .toArray();
  }

  /** The ops without repetition: the shortest sequence that repeated gives all. */
  private static int[] period(int[] sequence) {
    long[] numbers = Arrays.stream(sequence).asLongStream().toArray();
    return Arrays.copyOf(sequence, Periods.of(numbers, 1));
  }
}
