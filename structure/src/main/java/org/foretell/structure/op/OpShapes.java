package org.foretell.structure.op;

import java.util.Arrays;
import org.foretell.trace.OpField;

/**
 * Shapes of ops, numbered like ops, with numbers that no op has: an op without the values that may
 * differ between ranks, or between iterations. Not thread safe.
 */
final class OpShapes {
  private static final long BETWEEN_RANKS = 1L << 62;
  private static final long BETWEEN_ITERATIONS = 1L << 61;
  private static final long SPECIAL_BITS = 0xFFFFL << OpTable.SPECIAL_SHIFT;
  private static final long RELATIVE_BITS = 0xFFFFL << OpTable.RELATIVE_SHIFT;

  private final OpTable ops;

  // The number of the shape of each op, plus one; 0 where it is not known.
  private int[] ofRanks = {};
  private int[] ofIterations = {};

  OpShapes(OpTable ops) {
    this.ops = ops;
  }

  /** What must be equal for ops of different ranks to be merged. */
  int ofRanks(int op) {
    if (op >= ofRanks.length) {
      ofRanks = Arrays.copyOf(ofRanks, Math.max(op + 1, 2 * ofRanks.length));
    }
    if (ofRanks[op] == 0) {
      ofRanks[op] = 1 + findOfRanks(op);
    }
    return ofRanks[op] - 1;
  }

  /** What must be equal for ops of different iterations to be one op of a loop. */
  int ofIterations(int op) {
    if (op >= ofIterations.length) {
      ofIterations = Arrays.copyOf(ofIterations, Math.max(op + 1, 2 * ofIterations.length));
    }
    if (ofIterations[op] == 0) {
      ofIterations[op] = 1 + findOfIterations(op);
    }
    return ofIterations[op] - 1;
  }

  private int findOfRanks(int op) {
    OpField[] fields = ops.fields(op);
    long head = ops.head(op);
    boolean isFolded = (head & OpTable.FOLDED) != 0;
    boolean special = ops.isSpecial(op) && !isFolded;
    ops.beginKey();
    for (int i = 0; i < fields.length; i++) {
      OpField field = fields[i];
      if (field.isList()) {
        ops.put(ops.listLength(op, i));
        if (ops.isSpecial(op, i) && !isFolded) {
          ops.put(ops.specialNumber(op, i));
        }
      } else if (ops.isSpecial(op, i) && isFolded) {
        ops.put(sentinel(ops.varying().first(op), i));
      } else if (ops.isSpecial(op, i) || isShape(op, field)) {
        ops.put(ops.value(op, i));
      } else {
        ops.put(ops.isRelative(op, i) ? 0 : sentinel(op, i));
      }
    }
    long rest = head & ~RELATIVE_BITS & ~(isFolded ? OpTable.FOLDED | SPECIAL_BITS : 0);
    return ops.intern((special ? head : rest) | BETWEEN_RANKS);
  }

  private int findOfIterations(int op) {
    OpField[] fields = ops.fields(op);
    ops.beginKey();
    for (int i = 0; i < fields.length; i++) {
      OpField field = fields[i];
      if (ops.isSpecial(op, i) || !VaryingOps.mayVary(field)) {
        ops.copy(op, i);
      } else if (field.isList()) {
        ops.put(ops.listLength(op, i));
      } else {
        ops.put(ops.isRelative(op, i) ? 0 : sentinel(op, i));
      }
    }
    return ops.intern(ops.head(op) | BETWEEN_ITERATIONS);
  }

  /** Whether ops that differ in a field are never merged; nothing may vary beside OPTIONAL. */
  private boolean isShape(int op, OpField field) {
    return switch (field) {
      case CALL_SITE, MARKER, HISTOGRAM, FLAGS -> true;
      case FLOPS, MEMORY_BYTES -> ops.isOptional(op);
      default -> false;
    };
  }

  /** A value that means something other than a number: any, nobody, none; else 0. */
  private long sentinel(int op, int field) {
    if (ops.isRelative(op, field)) {
      return 0;
    }
    long value = ops.value(op, field);
    return value < 0 && ops.fields(op)[field] != OpField.KEY ? value : 0;
  }
}
