package org.foretell.replay;

import java.util.function.IntPredicate;
import org.foretell.model.ComputeModel;
import org.foretell.time.Ps;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;

/**
 * Bursts of which those of some ranks take longer.
 *
 * @param ranks which
 * @param factor by which
 */
record LongerBursts(ComputeModel bursts, IntPredicate ranks, double factor)
    implements ComputeModel {
  @Override
  public long durationPs(int rank, OpView burst, int marker) {
    return longer(rank, burst, bursts.durationPs(rank, burst, marker));
  }

  @Override
  public long durationPs(int rank, OpView burst, int marker, long startPs) {
    return longer(rank, burst, bursts.durationPs(rank, burst, marker, startPs));
  }

  private long longer(int rank, OpView burst, long durationPs) {
    return burst.code() == OpCode.ELAPSE || !ranks.test(rank)
        ? durationPs
        : Ps.scale(durationPs, factor);
  }

  @Override
  public void event(int rank, long type, long value) {
    bursts.event(rank, type, value);
  }
}
