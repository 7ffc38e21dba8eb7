package org.foretell.page;

import org.foretell.observe.SimObserver;
import org.foretell.trace.OpCode;

/**
 * Observes a run for a page: the activity of ranks over time, the use of resources by messages, and
 * the messages themselves. Takes some tens of megabytes at most. For one replay and one thread.
 */
public final class PageRecorder implements SimObserver {
  private final ActivityTimes activity = new ActivityTimes();
  private final BusyTimes busy = new BusyTimes();
  private final MessageSample messages = new MessageSample();

  /** Creates an observer for a replay that has not begun. */
  public PageRecorder() {}

  ActivityTimes activity() {
    return activity;
  }

  BusyTimes busy() {
    return busy;
  }

  MessageSample messages() {
    return messages;
  }

  @Override
  public void begin(int ranks) {
    activity.begin(ranks);
    messages.begin(ranks);
  }

  @Override
  public void compute(int rank, OpCode code, int callSite, long startPs, long endPs) {
    activity.compute(rank, code, callSite, startPs, endPs);
  }

  @Override
  public void op(
      int rank,
      OpCode code,
      int callSite,
      int peer,
      int communicator,
      long bytes,
      long startPs,
      long waitPs,
      long endPs) {
    activity.op(rank, code, callSite, peer, communicator, bytes, startPs, waitPs, endPs);
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
    messages.add(MessageSample.OWN, source, destination, bytes, sendPs, arrivePs);
  }

  @Override
  public void collectiveMessage(
      int source, int destination, long bytes, long sendPs, long receivePs, long arrivePs) {
    messages.add(MessageSample.OF_COLLECTIVE, source, destination, bytes, sendPs, arrivePs);
  }

  @Override
  public void oneSidedMessage(
      int source, int destination, int variable, long bytes, long sendPs, long arrivePs) {
    messages.add(MessageSample.ONE_SIDED, source, destination, bytes, sendPs, arrivePs);
  }

  @Override
  public void busy(Resource resource, int index, long bytes, long startPs, long endPs) {
    busy.add(resource, index, startPs, endPs);
  }

  @Override
  public void finished(int rank, long timePs) {
    activity.finished(rank, timePs);
  }
}
