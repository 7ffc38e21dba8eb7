package org.foretell.structure.outline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.foretell.structure.grammar.Steps;
import org.foretell.structure.op.OpTable;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/** The values of the fields of each call of a program, over all executions and ranks. */
final class LeafValues {
  /** In the order in which they are shown. */
  private static final List<OpField> SHOWN =
      List.of(
          OpField.PEER,
          OpField.RECEIVE_PEER,
          OpField.ROOT,
          OpField.TAG,
          OpField.RECEIVE_TAG,
          OpField.BYTES,
          OpField.RECEIVE_BYTES,
          OpField.SEND_BYTES_BY_RANK,
          OpField.RECEIVE_BYTES_BY_RANK,
          OpField.COUNT,
          OpField.COMMUNICATOR,
          OpField.REQUEST,
          OpField.REQUESTS);

  private static final Map<OpCode, OpField[]> FIELDS = new EnumMap<>(OpCode.class);

  static {
    for (OpCode code : OpCode.values()) {
      FIELDS.put(code, SHOWN.stream().filter(code::has).toArray(OpField[]::new));
    }
  }

  private final int ranks;
  private final Leaf[] leaves;

  /** Those of one call; its code is known with its first execution. */
  private static final class Leaf {
    private final OpCode code;
    private final OpField[] fields;
    private final RuleFinder[] values;

    /** Of the fields that are ranks: the same as distances. */
    private final RuleFinder[] distances;

    private final int[] seen;
    private boolean hasDistances = true;

    Leaf(OpCode code, int depth) {
      this.code = code;
      fields = FIELDS.getOrDefault(code, new OpField[0]);
      values = new RuleFinder[fields.length];
      distances = new RuleFinder[fields.length];
      Arrays.setAll(values, field -> new RuleFinder(false));
      Arrays.setAll(distances, field -> new RuleFinder(true));
      seen = new int[depth];
    }
  }

  LeafValues(int leaves, int ranksOfTrace) {
    this.leaves = new Leaf[leaves];
    ranks = ranksOfTrace;
  }

  /**
   * Takes an execution of a call.
   *
   * @param walk is at the call
   */
  void take(int number, OpView op, int rank, Steps.Walk walk) {
    int depth = walk.depth();
    Leaf leaf = leaves[number];
    if (leaf == null) {
      leaf = new Leaf(op.code(), depth);
      leaves[number] = leaf;
    }
    int[] at = walk.indexes();
    leaf.hasDistances &= op.communicator() == 0 && op.code().family() != OpCode.Family.RMA;
    for (int i = 0; i < leaf.fields.length; i++) {
      long value = value(op, leaf.fields[i]);
      leaf.values[i].take(value, at, depth, leaf.seen);
      if (leaf.fields[i].isRank() && leaf.hasDistances) {
        if (value >= 0) {
          leaf.distances[i].take(OpTable.distance(value - rank, ranks), at, depth, leaf.seen);
        } else {
          leaf.hasDistances = false;
        }
      }
    }
    for (int level = 0; level < depth; level++) {
      leaf.seen[level] = Math.max(leaf.seen[level], at[level] + 1);
    }
  }

  private static long value(OpView op, OpField field) {
    if (!field.isList()) {
      return op.get(field);
    }
    if (field == OpField.REQUESTS) {
      return op.listLength(field);
    }
    long sum = 0;
    for (int i = 0; i < op.listLength(field); i++) {
      sum += op.listElement(field, i);
    }
    return sum;
  }

  /** The fields of a call that are worth showing: those that are absent are not. */
  List<CallValue> of(int number) {
    Leaf leaf = leaves[number];
    if (leaf == null) {
      return List.of();
    }
    List<CallValue> shown = new ArrayList<>();
    for (int i = 0; i < leaf.fields.length; i++) {
      OpField field = leaf.fields[i];
      ValueRule rule = leaf.values[i].rule();
      boolean relative = false;
      if (!rule.isFound() && leaf.hasDistances && field.isRank()) {
        ValueRule distance = leaf.distances[i].rule();
        relative = distance.isFound();
        rule = relative ? distance : rule;
      }
      boolean isAbsent = !relative && rule.isConstant() && rule.base() == absent(leaf.code, field);
      if (!isAbsent) {
        shown.add(new CallValue(leaf.code, field, relative, rule));
      }
    }
    return shown;
  }

  /** The value that is not shown, if it never changes. */
  private static long absent(OpCode code, OpField field) {
    boolean isPartOfMessage =
        field == OpField.BYTES
            && (code.family() == OpCode.Family.POINT_TO_POINT
                || code.family() == OpCode.Family.PERSISTENT);
    if (field == OpField.ROOT || isPartOfMessage) {
      return Long.MIN_VALUE;
    }
    return field.isList() ? 0 : code.absent(field);
  }
}
