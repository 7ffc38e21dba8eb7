package org.foretell.structure.cluster.cover;

import java.util.ArrayList;
import java.util.List;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.ProgramSink;
import org.foretell.trace.RankSet;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;

/**
 * Programs of several ranks that are the same for each, but for partners at a distance; and others.
 */
final class PlainPrograms implements ProgramSink {
  private final List<RankSet> plain = new ArrayList<>();
  private final List<RankSet> others = new ArrayList<>();
  private RankSet ranks = RankSet.of(0);
  private boolean isPlain;

  List<RankSet> plain() {
    return plain;
  }

  List<RankSet> others() {
    return others;
  }

  @Override
  public void beginProgram(RankSet programRanks) {
    ranks = programRanks;
    isPlain = true;
  }

  @Override
  public void op(OpView op, List<Variation> variations) {
    for (Variation variation : variations) {
      isPlain &= isSame(variation.values());
      // A cycle of partners may say nobody, which has no distance; an absolute one is at many.
      isPlain &= !variation.field().isRank() || variation.relative();
    }
    for (OpField field : op.code().fields()) {
      if (field == OpField.PEER || field == OpField.RECEIVE_PEER) {
        boolean varies = variations.stream().anyMatch(each -> each.field() == field);
        isPlain &= varies || op.get(field) < 0;
      }
    }
  }

  @Override
  public void beginRepeat(Values count) {
    isPlain &= isSame(count);
  }

  private static boolean isSame(Values values) {
    return values instanceof Values.Constant || values instanceof Values.Cyclic;
  }

  @Override
  public void endRepeat() {}

  @Override
  public void endProgram() {
    (isPlain ? plain : others).add(ranks);
  }
}
