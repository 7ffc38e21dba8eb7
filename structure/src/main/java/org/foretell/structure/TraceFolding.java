package org.foretell.structure;

import java.util.BitSet;
import java.util.List;
import org.foretell.structure.fold.BodyTable;
import org.foretell.structure.fold.ProgramFolder;
import org.foretell.structure.fold.VaryingFolder;
import org.foretell.structure.merge.Merger;
import org.foretell.structure.merge.SharedProgram;
import org.foretell.structure.op.OpTable;
import org.foretell.trace.OpView;
import org.foretell.trace.ProgramSink;
import org.foretell.trace.RankSet;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;

/** Takes a trace for its ops only, and folds each program. */
final class TraceFolding implements ProgramSink {
  /** Programs that take so many times fewer numbers are shorter whatever they have in common. */
  private static final int SURELY_LESS = 8;

  private final ProgramFolder folder;
  private final VaryingFolder varying;

  /** Programs with equal iterations folded, and with others folded too. */
  private final Merger equal;

  private final Merger merger;
  private long numbersOfEqual;
  private long numbers;
  private final BitSet withBursts;
  private final BitSet uneven = new BitSet();
  private RankSet ranks = RankSet.of(0);
  private int programs;

  /**
   * @param withBursts numbers of the programs to be folded with their bursts
   */
  TraceFolding(OpTable ops, BodyTable bodies, int ranksOfTrace, BitSet withBursts) {
    folder = new ProgramFolder(ops, bodies);
    varying = new VaryingFolder(ops, bodies);
    equal = new Merger(ops, bodies, ranksOfTrace);
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

  /**
   * The programs of all ranks, in the form that takes less room. Loops that vary are not always
   * shorter: programs may have had more in common before.
   */
  List<SharedProgram> merged() {
    if (numbers == numbersOfEqual) {
      return equal.merge();
    }
    List<SharedProgram> folded = merger.merge();
    if (SURELY_LESS * numbers <= numbersOfEqual) {
      return folded;
    }
    List<SharedProgram> unfolded = equal.merge();
    return merger.bytes(folded) < equal.bytes(unfolded) ? folded : unfolded;
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
      boolean hasSpecials = folder.hasSpecials();
      int folded = hasSpecials ? body : varying.fold(body);
      numbersOfEqual += varying.numbers(body);
      numbers += varying.numbers(folded);
      equal.add(ranks, body, hasSpecials, leavesBurstsOut());
      merger.add(ranks, folded, hasSpecials, leavesBurstsOut());
    }
    programs++;
  }
}
