package org.foretell.engine;

import org.foretell.observe.SimObserver;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;

/**
 * Tells observers of tasks. A rank waits while none of its streams is busy and the partner of a
 * task that it has started has not come to its side yet; such time counts once, for the task whose
 * partner came first.
 */
final class TaskWatch {
  final SimObserver observer;

  /** By rank until when its time is accounted for, by something busy or by waiting. */
  private final long[] coveredPs;

  TaskWatch(SimObserver observer, int ranks) {
    this.observer = observer;
    coveredPs = new long[ranks];
  }

  /** A burst starts and its end is known. */
  void burst(int rank, long startPs, long endPs) {
    covers(rank, endPs);
    observer.compute(rank, OpCode.COMPUTE, OpView.NONE, startPs, endPs);
  }

  /** A message keeps a stream of a rank busy. */
  void busy(int rank, int cpu, long bytes, long startPs, long endPs) {
    covers(rank, endPs);
    observer.busy(SimObserver.Resource.CPU, cpu, bytes, startPs, endPs);
  }

  private void covers(int rank, long untilPs) {
    coveredPs[rank] = Math.max(coveredPs[rank], untilPs);
  }

  /**
   * The end of a send or receive is known.
   *
   * @param peer the receiver or the sender
   * @param partnerPs when the partner came to its side, or 0
   */
  void ends(int rank, OpCode code, int peer, long bytes, long startPs, long partnerPs, long endPs) {
    long waitPs = Math.max(0, partnerPs - Math.max(startPs, coveredPs[rank]));
    covers(rank, partnerPs);
    observer.op(rank, code, OpView.NONE, peer, Communicator.WORLD, bytes, startPs, waitPs, endPs);
  }
}
