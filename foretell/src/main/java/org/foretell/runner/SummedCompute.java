package org.foretell.runner;

import org.foretell.model.ComputeModel;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;

/** Bursts as long as another model has them, added up over all ranks. For one run. */
final class SummedCompute implements ComputeModel {
  private final ComputeModel bursts;
  private double sumPs;

  SummedCompute(ComputeModel bursts) {
    this.bursts = bursts;
  }

  @Override
  public long durationPs(int rank, OpView burst, int marker) {
    return added(burst, bursts.durationPs(rank, burst, marker));
  }

  @Override
  public long durationPs(int rank, OpView burst, int marker, long startPs) {
    return added(burst, bursts.durationPs(rank, burst, marker, startPs));
  }

  /** The order of ranks may differ, but sums of whole numbers below 2^53 do not depend on it. */
  private long added(OpView burst, long durationPs) {
    if (burst.code() == OpCode.COMPUTE) {
      sumPs += durationPs;
    }
    return durationPs;
  }

  @Override
  public void event(int rank, long type, long value) {
    bursts.event(rank, type, value);
  }

  /** {@return the time that all ranks together computed, picoseconds} */
  double sumPs() {
    return sumPs;
  }
}
