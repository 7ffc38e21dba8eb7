package org.foretell.models.noise;

import org.foretell.model.ComputeModel;
import org.foretell.time.Ps;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;
import umontreal.ssj.randvar.RandomVariateGen;

/** Bursts that take randomly longer or shorter. An {@code ELAPSE} is unchanged. */
final class NoisyCompute implements ComputeModel {
  private final ComputeModel calm;
  private final RandomVariateGen @Nullable [] factors;
  private final @Nullable StolenTime stolen;

  NoisyCompute(
      ComputeModel calm, RandomVariateGen @Nullable [] factors, @Nullable StolenTime stolen) {
    this.calm = calm;
    this.factors = factors;
    this.stolen = stolen;
  }

  @Override
  public long durationPs(int rank, OpView burst, int marker) {
    return calm.durationPs(rank, burst, marker);
  }

  @Override
  public long durationPs(int rank, OpView burst, int marker, long startPs) {
    long durationPs = calm.durationPs(rank, burst, marker, startPs);
    if (burst.code() == OpCode.ELAPSE) {
      return durationPs;
    }
    if (factors != null) {
      durationPs = Ps.scale(durationPs, Math.max(0, factors[rank].nextDouble()));
    }
    return stolen == null ? durationPs : stolen.prolongedPs(rank, startPs, durationPs);
  }

  @Override
  public void event(int rank, long type, long value) {
    calm.event(rank, type, value);
  }
}
