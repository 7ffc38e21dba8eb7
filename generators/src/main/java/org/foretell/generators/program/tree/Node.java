package org.foretell.generators.program.tree;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;

/** A piece of a program: an op, or a loop around pieces. */
public sealed interface Node {
  /**
   * A block that runs several times.
   *
   * @param count how often, a value each time it is entered
   */
  record Loop(Values count, List<Node> body) implements Node {}

  /** An op. */
  final class Statement implements Node {
    private final OpCode code;

    /** The number of the place among the bursts of all programs, or -1. */
    private final int burst;

    private final long[] scalars = new long[OpField.REQUESTS.id()];
    private final Map<OpField, long[]> lists = new EnumMap<>(OpField.class);
    private final Map<OpField, Variation> variations = new EnumMap<>(OpField.class);

    public Statement(OpView op, List<Variation> variations, int burst) {
      code = op.code();
      this.burst = burst;
      for (OpField field : code.fields()) {
        if (field.isList()) {
          lists.put(field, op.list(field));
        } else {
          scalars[field.id()] = op.get(field);
        }
      }
      for (Variation variation : variations) {
        this.variations.put(variation.field(), variation);
      }
    }

    private Statement(Statement of, Map<OpField, Values> changed) {
      code = of.code;
      burst = of.burst;
      System.arraycopy(of.scalars, 0, scalars, 0, scalars.length);
      lists.putAll(of.lists);
      variations.putAll(of.variations);
      changed.forEach(this::set);
    }

    private void set(OpField field, Values values) {
      boolean relative = isRelative(field);
      if (field.isList()
          && values instanceof Values.Cyclic one
          && one.values().length == length(field)) {
        lists.put(field, one.values());
        variations.remove(field);
      } else if (values instanceof Values.Constant constant && !relative) {
        scalars[field.id()] = constant.value();
        variations.remove(field);
      } else {
        variations.put(field, new Variation(field, relative, values));
      }
    }

    /**
     * The fields whose values differ by rank or execution, with the number of values in a group.
     */
    Map<OpField, Integer> varying() {
      Map<OpField, Integer> groups = new EnumMap<>(OpField.class);
      variations.forEach((f, v) -> groups.put(f, f.isList() ? length(f) : 1));
      return groups;
    }

    /** The same op with other values of some fields. */
    Statement with(Map<OpField, Values> values) {
      return new Statement(this, values);
    }

    public OpCode code() {
      return code;
    }

    public int burst() {
      return burst;
    }

    /** Whether it is a burst that some executions pass over. */
    public boolean isOptional() {
      return burst >= 0
          && values(OpField.DURATION_PS) instanceof Values.Column column
          && column.optional();
    }

    /** Whether a field is the same for all ranks and at all times, and not relative. */
    public boolean isConstant(OpField field) {
      return !variations.containsKey(field);
    }

    /** Whether the op has the field, and it is not absent. */
    public boolean isGiven(OpField field) {
      if (!code.has(field)) {
        return false;
      }
      if (!isConstant(field)) {
        return true;
      }
      return field.isList() ? length(field) > 0 : scalars[field.id()] != code.absent(field);
    }

    /** The value of a field that is constant. */
    public long constant(OpField field) {
      return scalars[field.id()];
    }

    /** The number of elements of a list. */
    public int length(OpField field) {
      return lists.getOrDefault(field, new long[0]).length;
    }

    /** The elements of a list that is constant. */
    public long[] list(OpField field) {
      return lists.getOrDefault(field, new long[0]);
    }

    /** Whether the number of the rank is to be added. */
    public boolean isRelative(OpField field) {
      Variation variation = variations.get(field);
      return variation != null && variation.relative();
    }

    /** Where the value of a field that is no list comes from. */
    public Values values(OpField field) {
      Variation variation = variations.get(field);
      return variation == null ? new Values.Constant(constant(field)) : variation.values();
    }

    /** The greatest value, or sum of a list, that a field ever has; 0 if it has none above it. */
    public long greatest(OpField field) {
      if (isConstant(field) && field.isList()) {
        return sumOfGroup(list(field), 0, length(field));
      }
      return greatest(values(field), field.isList() ? length(field) : 1);
    }

    private static long greatest(Values values, int group) {
      if (values instanceof Values.Constant constant) {
        return Math.max(0, constant.value());
      } else if (values instanceof Values.Cyclic cyclic) {
        return greatestGroup(cyclic.values(), group);
      } else if (values instanceof Values.PerRank perRank) {
        return greatestGroup(perRank.values(), group);
      } else if (values instanceof Values.Scoped scoped) {
        long greatest = 0;
        for (Values.Scope scope : scoped.scopes()) {
          greatest = Math.max(greatest, greatest(scope.values(), group));
        }
        return greatest;
      }
      return 0;
    }

    private static long greatestGroup(long[] values, int group) {
      long greatest = 0;
      for (int at = 0; at + group <= values.length && group > 0; at += group) {
        greatest = Math.max(greatest, sumOfGroup(values, at, group));
      }
      return greatest;
    }

    private static long sumOfGroup(long[] values, int from, int group) {
      long sum = 0;
      for (int i = from; i < from + group; i++) {
        sum += Math.max(0, values[i]);
      }
      return sum;
    }
  }
}
