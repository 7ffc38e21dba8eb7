package org.foretell.engine.onesided;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import org.foretell.engine.state.RankTable;
import org.foretell.machine.ShmemSupport;
import org.foretell.time.Ps;

/** When the target of a one-sided message serves it: at once, unless the machine says otherwise. */
final class TargetService {
  private final RankTable ranks;
  private final long atomicPs;

  /** By rank when its last atomic is done. */
  private final Int2LongOpenHashMap atomicsPs = new Int2LongOpenHashMap();

  TargetService(RankTable ranks, ShmemSupport support) {
    this.ranks = ranks;
    atomicPs = support.atomicPs();
    if (support.progress() == ShmemSupport.Progress.SOFTWARE) {
      ranks.watchBursts();
    }
  }

  /** When a rank begins to serve what has come, if nothing else changes: after its burst. */
  long beginsPs(int rank, long nowPs) {
    return Math.max(nowPs, ranks.burstEndPs(rank));
  }

  /** When an atomic is done that its rank can begin now. */
  long atomicEndsPs(int rank, long nowPs) {
    if (atomicPs == 0) {
      return nowPs;
    }
    long end = Ps.plus(Math.max(nowPs, atomicsPs.get(rank)), atomicPs);
    atomicsPs.put(rank, end);
    return end;
  }
}
