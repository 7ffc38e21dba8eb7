package org.foretell.structure.merge;

import java.util.BitSet;
import java.util.List;

/**
 * An op or a repeat of a program that classes of ranks share, with what it is for each class.
 *
 * <p>For one number a part has, all classes may have the same: then there is one entry.
 */
public final class Part {
  /** Instead of a place: no burst comes here. */
  static final int NOWHERE = -1;

  private final int[] ops;
  private final long[] counts;
  private final List<Part> body;
  private BitSet scope;

  /** Where durations are taken for this op, or for the burst before it; numbered by program. */
  int place = NOWHERE;

  /** The number of a repeat in its program. */
  int repeat = NOWHERE;

  /** Whether there are places in a repeat's body. */
  boolean hasPlaces;

  private Part(int[] ops, long[] counts, List<Part> body, BitSet scope) {
    this.ops = ops;
    this.counts = counts;
    this.body = body;
    this.scope = scope;
  }

  static Part op(int[] ops, BitSet scope) {
    return new Part(ops, new long[0], List.of(), scope);
  }

  static Part repeat(long[] counts, List<Part> body, BitSet scope) {
    return new Part(new int[0], counts, body, scope);
  }

  boolean isOp() {
    return ops.length > 0;
  }

  /** The op of a class that has one. */
  int op(int rankClass) {
    return ops[ops.length == 1 ? 0 : rankClass];
  }

  /** The op of the first class that has one. */
  int anyOp() {
    return op(scope.nextSetBit(0));
  }

  /** How often a class repeats the body, or the number of its counts if they vary. */
  long count(int rankClass) {
    return counts[counts.length == 1 ? 0 : rankClass];
  }

  /** Whether an op is the same for all classes. */
  boolean isSame() {
    return ops.length == 1;
  }

  /** Whether a count is the same for all classes. */
  boolean isSameCount() {
    return counts.length == 1;
  }

  List<Part> body() {
    return body;
  }

  /** The classes that come here. */
  BitSet scope() {
    return scope;
  }
}
