package org.foretell.structure;

import java.util.BitSet;
import java.util.List;
import org.foretell.structure.fold.BodyTable;
import org.foretell.structure.fold.ProgramFolder;
import org.foretell.structure.merge.Merger;
import org.foretell.structure.op.OpTable;
import org.foretell.trace.OpView;
import org.foretell.trace.ProgramSink;
import org.foretell.trace.RankSet;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;

/** Takes a trace for its ops only, and folds each program. */
final class TraceFolding implements ProgramSink {
  private final ProgramFolder folder;
  private final Merger merger;
  private final BitSet withBursts;
  private final BitSet uneven = new BitSet();
  private RankSet ranks = RankSet.of(0);
  private int programs;

  /**
   * @param withBursts numbers of the programs to be folded with their bursts
   */
  TraceFolding(OpTable ops, BodyTable bodies, int ranksOfTrace, BitSet withBursts) {
    folder = new ProgramFolder(ops, bodies);
    merger = new Merger(ops, bodies, ranksOfTrace);
    this.withBursts = withBursts;
  }

  /** Numbers of programs that have to be folded with their bursts, and have not been. */
  BitSet uneven() {
    return uneven;
  }

  int programs() {
    return programs;
  }

  Merger merger() {
    return merger;
  }

  List<Values> specialCounts() {
    return folder.specialCounts();
  }

  @Override
  public void beginProgram(RankSet programRanks) {
    ranks = programRanks;
    int rank = ranks.size() == 1 ? ranks.sections().get(0).start() : -1;
    folder.begin(rank, leavesBurstsOut());
  }

  private boolean leavesBurstsOut() {
    return ranks.size() == 1 && !withBursts.get(programs);
  }

  @Override
  public void op(OpView op, List<Variation> variations) {
    folder.op(op, variations);
  }

  @Override
  public void beginRepeat(Values count) {
    folder.beginRepeat(count);
  }

  @Override
  public void endRepeat() {
    folder.endRepeat();
  }

  @Override
  public void endProgram() {
    int body = folder.end();
    if (leavesBurstsOut() && folder.isUneven()) {
      uneven.set(programs);
    } else {
      merger.add(ranks, body, folder.hasSpecials(), leavesBurstsOut());
    }
    programs++;
  }
}
