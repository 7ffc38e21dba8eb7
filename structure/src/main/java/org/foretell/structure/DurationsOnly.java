package org.foretell.structure;

import java.util.List;
import org.foretell.trace.OpView;
import org.foretell.trace.ProgramSink;
import org.foretell.trace.RankSet;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;

/** Takes a trace for its columns only. */
abstract class DurationsOnly implements ProgramSink {
  /** Takes values of a rank's column. */
  abstract void take(int rank, long[] durationsPs, int offset, int length);

  @Override
  public final void durations(int rank, long[] durationsPs, int offset, int length) {
    take(rank, durationsPs, offset, length);
  }

  @Override
  public void beginProgram(RankSet ranks) {}

  @Override
  public void op(OpView op, List<Variation> variations) {}

  @Override
  public void beginRepeat(Values count) {}

  @Override
  public void endRepeat() {}

  @Override
  public void endProgram() {}
}
