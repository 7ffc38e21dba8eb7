package org.foretell.engine.ops;

import java.util.Arrays;
import org.foretell.engine.batch.Followers;
import org.foretell.engine.cause.Causes;
import org.foretell.engine.cause.Uses;
import org.foretell.engine.state.CpuPolicy;
import org.foretell.engine.state.OpRecorder;
import org.foretell.engine.state.RankTable;
import org.foretell.engine.state.ReplayState;
import org.foretell.engine.state.Resume;
import org.foretell.model.CallCosts;
import org.foretell.observe.PathLeg;
import org.foretell.time.Ps;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/**
 * What calls cost their caller before they do anything else. The time is part of the op, and keeps
 * the CPU as a burst does.
 */
public final class CallTimes {
  private static final long NO_OP = -1;

  private final CallCosts costs;
  private final RankTable ranks;
  private final CpuPolicy cpus;
  private final @Nullable OpRecorder recorder;
  private final Causes causes;
  private final Uses cpuUses;

  /** By rank the op that has been paid for; empty where calls cost nothing. */
  private final long[] paid;

  /** Nothing has been paid for. */
  public CallTimes(CallCosts costs, ReplayState state, CpuPolicy cpus) {
    this.costs = costs;
    ranks = state.ranks();
    recorder = state.recorder();
    causes = state.causes();
    cpuUses = causes.setup().cpus();
    this.cpus = cpus;
    paid = new long[costs.isNone() || cpus.paysAhead() ? 0 : ranks.size()];
    Arrays.fill(paid, NO_OP);
  }

  /**
   * What a call still costs before its first step is executed, picoseconds; followers pay at once.
   */
  long duePs(int rank, OpView op) {
    if (paid.length == 0 || paid[rank] == ranks.operation(rank)) {
      return 0;
    }
    long duePs = costs.ps(op);
    Followers followers = ranks.followers();
    if (followers != null) {
      followers.pay(rank, op, duePs > 0);
    }
    return duePs;
  }

  /** Lets that time pass, as soon as the rank has its CPU; then its first step follows. */
  OpOutcome pay(int rank, long duePs) {
    long start = cpus.computesFromPs(rank, ranks.clockPs(rank));
    if (start == CpuPolicy.NOT_YET) {
      ranks.resume(rank, Resume.at(0));
      return OpOutcome.BLOCKED;
    }
    long end = Ps.plus(start, duePs);
    int begun = causes.setup().waitsForCpu(rank, start, causes.clock(rank));
    int paidFor = causes.happened(PathLeg.Kind.OVERHEAD, rank, end, begun);
    if (cpus.competes()) {
      cpuUses.keep(rank, paidFor);
    }
    ranks.clockPs(rank, end, paidFor);
    cpus.computes(rank, end);
    if (recorder != null) {
      recorder.waitsFrom(rank, end);
    }
    paid[rank] = ranks.operation(rank);
    return OpOutcome.SAME_STEP_AT_CLOCK;
  }
}
