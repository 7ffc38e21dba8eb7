package org.foretell.structure.cluster.lead;

import java.util.List;
import org.foretell.trace.OpView;
import org.foretell.trace.ProgramSink;
import org.foretell.trace.RankSet;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;

/** Takes a trace and hands on the program of one rank only. */
final class OneProgram implements ProgramSink {
  private final int rank;
  private final LeadProgram program;
  private boolean open;

  OneProgram(int rank, LeadProgram program) {
    this.rank = rank;
    this.program = program;
  }

  @Override
  public void beginProgram(RankSet ranks) {
    open = ranks.contains(rank);
    if (open) {
      program.begin(ranks);
    }
  }

  @Override
  public void op(OpView op, List<Variation> variations) {
    if (open) {
      program.op(op, variations);
    }
  }

  @Override
  public void beginRepeat(Values count) {
    if (open) {
      program.beginRepeat(count);
    }
  }

  @Override
  public void endRepeat() {
    if (open) {
      program.endRepeat();
    }
  }

  @Override
  public void endProgram() {
    open = false;
  }
}
