package org.foretell.engine.graph;

import org.foretell.observe.SimObserver;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;

/**
 * Reports tasks to observers. A rank waits while none of its streams is busy and the partner of a
 * task that it has started has not come to its side yet; such time counts once, for the task whose
 * partner came first.
 *
 * <p>It is an observer itself of what keeps streams and interfaces, and of payload that moves.
 */
final class TaskRecorder implements SimObserver {
  final SimObserver observer;
  private final TaskTable tasks;

  /** By rank until when its time is accounted for, by something busy or by waiting. */
  private final long[] coveredPs;

  /** By rank the latest time during which nothing was busy, less what was waiting. */
  private final long[] idleFromPs;

  private final long[] idleToPs;

  TaskRecorder(SimObserver observer, TaskTable tasks) {
    this.observer = observer;
    this.tasks = tasks;
    int ranks = tasks.ranks();
    coveredPs = new long[ranks];
    idleFromPs = new long[ranks];
    idleToPs = new long[ranks];
  }

  /** A burst starts and its end is known. */
  void burst(int rank, long startPs, long endPs) {
    covers(rank, startPs, endPs);
    observer.compute(rank, OpCode.COMPUTE, OpView.NONE, startPs, endPs);
  }

  /** A message keeps a stream or a side of an interface busy, which have numbers of the engine. */
  @Override
  public void busy(Resource resource, int index, long bytes, long startPs, long endPs) {
    boolean isStream = resource == Resource.CPU;
    if (isStream) {
      covers(index / tasks.streams().used(), startPs, endPs);
    }
    UsedNumbers numbers = isStream ? tasks.streams() : tasks.nics();
    observer.busy(resource, numbers.counted(index), bytes, startPs, endPs);
  }

  @Override
  public void moved(int source, int destination, long bytes, long startPs, long endPs) {
    observer.moved(source, destination, bytes, startPs, endPs);
  }

  private void covers(int rank, long startPs, long endPs) {
    long covered = coveredPs[rank];
    if (startPs > covered) {
      idleFromPs[rank] = covered;
      idleToPs[rank] = startPs;
    } else if (startPs <= idleFromPs[rank]) {
      idleFromPs[rank] = Math.max(idleFromPs[rank], endPs);
    } else {
      // Taking a message in was announced ahead, and another stream is busy before it begins.
      idleToPs[rank] = Math.min(idleToPs[rank], startPs);
    }
    coveredPs[rank] = Math.max(covered, endPs);
  }

  /**
   * The end of a send or receive is known.
   *
   * @param peer the receiver or the sender
   * @param partnerPs when the partner came to its side, or 0
   */
  void ends(int rank, OpCode code, int peer, long bytes, long startPs, long partnerPs, long endPs) {
    long waitPs = waited(rank, startPs, partnerPs);
    observer.op(rank, code, OpView.NONE, peer, Communicator.WORLD, bytes, startPs, waitPs, endPs);
  }

  /** How much of a span was idle and not yet waiting; from now on it is. */
  private long waited(int rank, long fromPs, long toPs) {
    long idleFrom = Math.max(fromPs, idleFromPs[rank]);
    long idleTo = Math.min(toPs, idleToPs[rank]);
    long waited = 0;
    if (idleTo > idleFrom) {
      waited = idleTo - idleFrom;
      idleFromPs[rank] = idleTo;
    }
    long rest = Math.max(fromPs, coveredPs[rank]);
    if (toPs > rest) {
      waited += toPs - rest;
      coveredPs[rank] = toPs;
    }
    return waited;
  }
}
