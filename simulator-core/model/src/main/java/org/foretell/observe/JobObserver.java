package org.foretell.observe;

import java.util.Arrays;
import java.util.Objects;
import org.foretell.trace.OpCode;
import org.foretell.trace.jobs.JobNames;

/**
 * Hands on what concerns one of several jobs to an observer, as if the job ran alone: with its own
 * ranks, call sites and markers, and times since its start. Resources are the machine's, so it does
 * not hand on {@link SimObserver#busy}.
 */
public final class JobObserver implements SimObserver {
  private final JobNames names;
  private final long startPs;
  private final SimObserver observer;
  private final int first;
  private final int ranks;

  /**
   * Watches a job.
   *
   * @param names of its objects in the joined trace
   * @param startPs when it starts, picoseconds
   * @param observer of the job
   */
  public JobObserver(JobNames names, long startPs, SimObserver observer) {
    this.names = Objects.requireNonNull(names, "names");
    this.startPs = startPs;
    this.observer = Objects.requireNonNull(observer, "observer");
    first = names.place().first();
    ranks = names.place().ranks();
  }

  private boolean isOther(int rank) {
    return rank < first || rank - first >= ranks;
  }

  /** A rank of the job by its own number; numbers that are no ranks stay. */
  private int own(int rank) {
    return rank < 0 ? rank : rank - first;
  }

  @Override
  public void begin(int all) {
    observer.begin(ranks);
  }

  @Override
  public void communicator(int rank, int communicator, int number, int[] members) {
    if (!isOther(rank)) {
      observer.communicator(
          own(rank), communicator, number, Arrays.stream(members).map(this::own).toArray());
    }
  }

  @Override
  public void collective(int rank, long sentBytes, long receivedBytes) {
    if (!isOther(rank)) {
      observer.collective(own(rank), sentBytes, receivedBytes);
    }
  }

  @Override
  public void compute(int rank, OpCode code, int callSite, long fromPs, long endPs) {
    if (!isOther(rank) && (fromPs >= startPs || endPs > startPs)) {
      observer.compute(
          own(rank), code, names.ownCallSite(callSite), fromPs - startPs, endPs - startPs);
    }
  }

  @Override
  public void op(
      int rank,
      OpCode code,
      int callSite,
      int peer,
      int communicator,
      long bytes,
      long fromPs,
      long waitPs,
      long endPs) {
    if (!isOther(rank)) {
      observer.op(
          own(rank),
          code,
          names.ownCallSite(callSite),
          own(peer),
          communicator,
          bytes,
          fromPs - startPs,
          waitPs,
          endPs - startPs);
    }
  }

  @Override
  public void message(
      int source,
      int destination,
      int tag,
      long bytes,
      long sendPs,
      long receivePs,
      long arrivePs) {
    if (!isOther(source)) {
      observer.message(
          own(source),
          own(destination),
          tag,
          bytes,
          sendPs - startPs,
          receivePs - startPs,
          arrivePs - startPs);
    }
  }

  @Override
  public void collectiveMessage(
      int source, int destination, long bytes, long sendPs, long receivePs, long arrivePs) {
    if (!isOther(source)) {
      observer.collectiveMessage(
          own(source),
          own(destination),
          bytes,
          sendPs - startPs,
          receivePs - startPs,
          arrivePs - startPs);
    }
  }

  @Override
  public void oneSidedMessage(
      int source, int destination, int variable, long bytes, long sendPs, long arrivePs) {
    if (!isOther(source)) {
      observer.oneSidedMessage(
          own(source), own(destination), variable, bytes, sendPs - startPs, arrivePs - startPs);
    }
  }

  @Override
  public void transfer(int source, int destination, int tag, long bytes, long fromPs, long endPs) {
    if (!isOther(source)) {
      observer.transfer(
          own(source), own(destination), tag, bytes, fromPs - startPs, endPs - startPs);
    }
  }

  @Override
  public void moved(int source, int destination, long bytes, long fromPs, long endPs) {
    if (!isOther(source)) {
      observer.moved(own(source), own(destination), bytes, fromPs - startPs, endPs - startPs);
    }
  }

  @Override
  public void waitedInQueue(int rank, boolean bus, long fromPs, long endPs) {
    if (!isOther(rank)) {
      observer.waitedInQueue(own(rank), bus, fromPs - startPs, endPs - startPs);
    }
  }

  @Override
  public void takesUpdates(int rank, int source, long updates) {
    if (!isOther(rank)) {
      observer.takesUpdates(own(rank), own(source), updates);
    }
  }

  @Override
  public void partnerCame(int rank, int partner, long timePs) {
    if (!isOther(rank)) {
      observer.partnerCame(own(rank), own(partner), timePs - startPs);
    }
  }

  @Override
  public void accessedInFence(int rank, int origin, long timePs) {
    if (!isOther(rank)) {
      observer.accessedInFence(own(rank), own(origin), timePs - startPs);
    }
  }

  @Override
  public void waitsFrom(int rank, long timePs) {
    if (!isOther(rank)) {
      observer.waitsFrom(own(rank), timePs - startPs);
    }
  }

  @Override
  public void takenLate(int rank, boolean isSend, long completePs, long timePs) {
    if (!isOther(rank)) {
      observer.takenLate(own(rank), isSend, completePs - startPs, timePs - startPs);
    }
  }

  @Override
  public void marker(int rank, int marker, boolean begin, long timePs) {
    if (!isOther(rank)) {
      observer.marker(own(rank), names.ownMarker(marker), begin, timePs - startPs);
    }
  }

  @Override
  public void finished(int rank, long timePs) {
    if (!isOther(rank)) {
      observer.finished(own(rank), timePs - startPs);
    }
  }
}
