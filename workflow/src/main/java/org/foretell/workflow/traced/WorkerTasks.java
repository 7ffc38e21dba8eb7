package org.foretell.workflow.traced;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * The tasks of a worker. A task begins with the messages that it receives in a row, and ends with
 * those that it sends in a row; computation from the first to the last of these is its own. About
 * 16 bytes for each task.
 */
final class WorkerTasks implements MessageListener {
  private final LongArrayList durationsPs = new LongArrayList();
  private final IntArrayList received = new IntArrayList();
  private final IntArrayList sent = new IntArrayList();
  private int requests;
  private long resultBytes;

  /** Of the task at hand. */
  private int receives;

  private int sends;
  private long computedPs;

  /** After the last send: part of the task only if it sends again. */
  private long laterPs;

  @Override
  public void computed(long durationPs) {
    if (sends > 0) {
      laterPs = Math.addExact(laterPs, durationPs);
    } else if (receives > 0) {
      computedPs = Math.addExact(computedPs, durationPs);
    }
  }

  @Override
  public void sent(int receiver, long bytes) {
    if (receives == 0) {
      requests++;
      return;
    }
    computedPs = Math.addExact(computedPs, laterPs);
    laterPs = 0;
    sends++;
    resultBytes = Math.addExact(resultBytes, bytes);
  }

  @Override
  public void received(int sender) {
    close();
    receives++;
  }

  @Override
  public void polled(boolean found) {
    // Waits for its next task, or looks around while it computes: both are told by the messages.
  }

  /** Ends the task at hand if it has sent its result. */
  void close() {
    if (sends > 0) {
      durationsPs.add(computedPs);
      received.add(receives);
      sent.add(sends);
      receives = 0;
      sends = 0;
      computedPs = 0;
      laterPs = 0;
    }
  }

  int count() {
    return durationsPs.size();
  }

  long durationPs(int task) {
    return durationsPs.getLong(task);
  }

  /** With how many messages it received a task. */
  int messagesIn(int task) {
    return received.getInt(task);
  }

  /** With how many messages it sent the result of a task. */
  int messagesOut(int task) {
    return sent.getInt(task);
  }

  /** How many messages it sent before it received the first: it asked for work. */
  int requests() {
    return requests;
  }

  /** How many messages it received at the end, and answered none: it was stopped. */
  int stops() {
    return receives;
  }

  /** The sum over its results. */
  long resultBytes() {
    return resultBytes;
  }
}
