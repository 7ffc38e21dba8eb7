package org.foretell.structure.merge;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntFunction;
import org.foretell.structure.op.OpTable;
import org.foretell.trace.OpField;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;

/** A field that differs both by rank and from iteration to iteration, in its shorter form. */
final class VaryingValues {
  private final RankValues ranks;
  private final OpTable ops;
  private final IntFunction<int[]> positions;

  /**
   * For a program.
   *
   * @param positions of the ranks of a class in the program's set
   */
  VaryingValues(RankValues ranks, OpTable ops, IntFunction<int[]> positions) {
    this.ranks = ranks;
    this.ops = ops;
    this.positions = positions;
  }

  /** Whether a field differs from iteration to iteration for any class. */
  static boolean has(Part part, int field, OpTable ops) {
    BitSet scope = part.scope();
    for (int c = scope.nextSetBit(0); c >= 0; c = scope.nextSetBit(c + 1)) {
      if (ops.isSpecial(part.op(c), field)) {
        return true;
      }
    }
    return false;
  }

  /** What a field varies by: distances where all classes have them and that is shorter. */
  Variation of(Part part, int field) {
    OpField of = ops.fields(part.anyOp())[field];
    Values absolute = values(part, field, false);
    boolean areDistances = part.scope().stream().allMatch(c -> ops.isDistance(part.op(c), field));
    if (areDistances) {
      Values relative = values(part, field, true);
      if (RankValues.bytes(relative) < RankValues.bytes(absolute)) {
        return new Variation(of, true, relative);
      }
    }
    return new Variation(of, false, absolute);
  }

  private Values values(Part part, int field, boolean relative) {
    Values[] byPosition = new Values[ranks.size()];
    part.scope().stream()
        .forEach(
            c -> {
              Values own = own(part.op(c), field);
              boolean shifts = !relative && ops.isDistance(part.op(c), field);
              for (int position : positions.apply(c)) {
                byPosition[position] = shifts ? shifted(own, ranks.rank(position)) : own;
              }
            });
    return ranks.scoped(byPosition);
  }

  private Values own(int op, int field) {
    if (ops.isSpecial(op, field)) {
      return ops.special(op, field).values();
    }
    return ops.fields(op)[field].isList()
        ? new Values.Cyclic(ops.list(op, field))
        : new Values.Constant(ops.value(op, field));
  }

  private Values shifted(Values distances, int rank) {
    if (distances instanceof Values.Cyclic cyclic) {
      return new Values.Cyclic(
          Arrays.stream(cyclic.values()).map(distance -> ranks.at(rank, distance)).toArray());
    }
    return new Values.Constant(ranks.at(rank, ((Values.Constant) distances).value()));
  }
}
