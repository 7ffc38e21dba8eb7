package org.foretell.engine;

import org.jspecify.annotations.Nullable;

/**
 * The receiving end of a match: buffers that are too short, observers, and the receive's
 * completion.
 */
final class Deliveries {
  private final RequestTable requests;
  private final ReceivePool receives;
  private final MessagePool messages;
  private final RankTable ranks;
  private final ProblemLog problems;
  private final @Nullable Watch watch;

  Deliveries(
      RankTable ranks,
      RequestTable requests,
      Matcher matcher,
      ProblemLog problems,
      @Nullable Watch watch) {
    this.ranks = ranks;
    this.requests = requests;
    receives = matcher.receives;
    messages = matcher.messages;
    this.problems = problems;
    this.watch = watch;
  }

  /**
   * A message is matched with a receive that has been posted.
   *
   * @param rank of the receiver
   * @param operation number of the sender's op
   * @param arrivePs when it is complete at the receiver
   * @param endPs when the receive completes
   */
  void deliver(
      int receive,
      int rank,
      int source,
      int tag,
      long bytes,
      long operation,
      long sendPs,
      long arrivePs,
      long endPs) {
    int slot = receives.slot(receive);
    long capacity = receives.capacityBytes(receive);
    if (bytes > capacity && capacity >= 0) {
      truncated(rank, receives.operation(receive), capacity, source, operation, bytes);
    }
    if (watch != null) {
      tell(watch, rank, slot, source, tag, bytes, sendPs, receives.postedPs(receive), arrivePs);
    }
    receives.release(receive);
    requests.completes(rank, slot, endPs, sendPs);
  }

  /** A kept message is matched with the receive that its receiver posts just now. */
  void deliverAtOnce(
      int rank, long capacityBytes, int slot, int message, long postedPs, long arrivePs) {
    long bytes = messages.bytes(message);
    if (bytes > capacityBytes && capacityBytes >= 0) {
      truncated(
          rank,
          ranks.operation(rank),
          capacityBytes,
          messages.source(message),
          messages.operation(message),
          bytes);
    }
    if (watch != null) {
      tell(
          watch,
          rank,
          slot,
          messages.source(message),
          messages.tag(message),
          bytes,
          messages.sendPs(message),
          postedPs,
          arrivePs);
    }
  }

  private static void tell(
      Watch watch,
      int rank,
      int slot,
      int source,
      int tag,
      long bytes,
      long sendPs,
      long postedPs,
      long arrivePs) {
    watch.observer.message(source, rank, tag, bytes, sendPs, postedPs, arrivePs);
    if (slot == RequestTable.BLOCKING) {
      watch.received(rank, source, bytes);
    }
  }

  private void truncated(
      int rank, long operation, long capacity, int source, long sending, long bytes) {
    problems.add(
        Problem.Kind.TRUNCATED_MESSAGE,
        "{0} has room for "
            + capacity
            + " bytes, but the message has "
            + bytes
            + ", sent by {1}; replayed whole",
        rank,
        operation,
        source,
        sending);
  }
}
