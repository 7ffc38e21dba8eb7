package org.foretell.replay;

import java.util.function.IntToDoubleFunction;
import org.foretell.model.ComputeModel;
import org.foretell.time.Ps;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;

/**
 * Bursts that take longer, or shorter.
 *
 * @param bursts as they are
 * @param factor by rank, above 0
 */
public record LongerBursts(ComputeModel bursts, IntToDoubleFunction factor)
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
    return burst.code() == OpCode.ELAPSE
        ? durationPs
        : Ps.scale(durationPs, factor.applyAsDouble(rank));
  }

  @Override
  public void event(int rank, long type, long value) {
    bursts.event(rank, type, value);
  }
}
