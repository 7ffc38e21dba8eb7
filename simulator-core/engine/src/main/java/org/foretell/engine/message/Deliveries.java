package org.foretell.engine.message;

import java.util.Objects;
import org.foretell.engine.batch.Followers;
import org.foretell.engine.cause.CauseTree;
import org.foretell.engine.cause.Causes;
import org.foretell.engine.state.OpRecorder;
import org.foretell.engine.state.ProblemLog;
import org.foretell.engine.state.RankTable;
import org.foretell.engine.state.ReplayState;
import org.foretell.engine.state.RequestTable;
import org.foretell.observe.PathLeg;
import org.foretell.result.Problem;
import org.jspecify.annotations.Nullable;

/**
 * The receiving end of a match: buffers that are too short, observers, and the receive's
 * completion.
 */
public class Deliveries {
  private final RequestTable requests;
  private final ReceivePool receives;
  private final MessagePool messages;
  private final RankTable ranks;
  private final ProblemLog problems;
  private final @Nullable OpRecorder recorder;
  private final Causes causes;
  private final @Nullable Followers followers;

  public Deliveries(ReplayState state, Matcher matcher) {
    ranks = state.ranks();
    requests = state.requests();
    receives = matcher.receives;
    messages = matcher.messages;
    problems = state.problems();
    recorder = state.recorder();
    causes = state.causes();
    followers = ranks.followers();
  }

  /**
   * A message that its sender is just sending is matched with a receive that has been posted.
   *
   * @param rank of the receiver
   * @param arrivePs when it is complete at the receiver
   * @param arrives the moment of that
   */
  final void deliver(
      int receive,
      int rank,
      int source,
      int tag,
      long bytes,
      long sendPs,
      long arrivePs,
      int arrives) {
    long capacity = receives.capacityBytes(receive);
    if (bytes > capacity && capacity >= 0) {
      truncated(
          problems,
          rank,
          receives.operation(receive),
          capacity,
          source,
          ranks.operation(source),
          bytes);
    }
    long completePs = Math.max(receives.postedPs(receive), arrivePs);
    complete(receive, rank, source, tag, bytes, sendPs, arrivePs, completePs, arrives);
  }

  /**
   * A message that comes is matched with a receive that has been posted.
   *
   * @param arrives the moment of its arrival
   * @return the moment at which the receive completes
   */
  public final int deliverKept(int receive, int message, long arrivePs, int arrives) {
    long completePs = Math.max(receives.postedPs(receive), arrivePs);
    return deliverKept(receive, message, arrivePs, completePs, arrives);
  }

  /**
   * As {@link #deliverKept(int, int, long, int)}.
   *
   * @param completePs when the receive completes
   */
  public final int deliverKept(
      int receive, int message, long arrivePs, long completePs, int arrives) {
    int rank = messages.destination(message);
    int source = messages.source(message);
    long bytes = messages.bytes(message);
    long capacity = receives.capacityBytes(receive);
    if (bytes > capacity && capacity >= 0) {
      long sending = messages.operation(message);
      truncated(problems, rank, receives.operation(receive), capacity, source, sending, bytes);
    }
    long sendPs = messages.sendPs(message);
    int tag = messages.tag(message);
    return complete(receive, rank, source, tag, bytes, sendPs, arrivePs, completePs, arrives);
  }

  private int complete(
      int receive,
      int rank,
      int source,
      int tag,
      long bytes,
      long sendPs,
      long arrivePs,
      long completePs,
      int arrives) {
    int slot = receives.slot(receive);
    if (recorder != null) {
      long posted = receives.postedPs(receive);
      tell(rank, slot, source, tag, bytes, sendPs, posted, arrivePs);
    }
    int complete = CauseTree.NONE;
    if (causes.areKept()) { // each message comes here
      int met = causes.later(arrives, receives.cause(receive));
      complete = causes.happened(PathLeg.Kind.OVERHEAD, rank, source, bytes, completePs, met);
    }
    if (followers != null) {
      followers.ends(receive / ReceivePool.STRIDE);
    }
    receives.release(receive);
    requests.completes(rank, slot, completePs, sendPs, complete);
    return complete;
  }

  /** A kept message is matched with the receive that its receiver posts just now. */
  public final void deliverAtOnce(
      int rank, long capacityBytes, int slot, int message, long postedPs, long arrivePs) {
    long bytes = messages.bytes(message);
    if (bytes > capacityBytes && capacityBytes >= 0) {
      truncated(
          problems,
          rank,
          ranks.operation(rank),
          capacityBytes,
          messages.source(message),
          messages.operation(message),
          bytes);
    }
    if (recorder != null) {
      tell(
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

  /** A message has met its receive; only called if somebody observes. */
  protected void tell(
      int rank,
      int slot,
      int source,
      int tag,
      long bytes,
      long sendPs,
      long postedPs,
      long arrivePs) {
    OpRecorder told = Objects.requireNonNull(recorder);
    if (StepTags.isStep(tag)) {
      told.observer.collectiveMessage(source, rank, bytes, sendPs, postedPs, arrivePs);
      return;
    }
    told.observer.message(source, rank, tag, bytes, sendPs, postedPs, arrivePs);
    if (slot == RequestTable.BLOCKING) {
      told.received(rank, source, bytes);
    }
  }

  /**
   * Reports a receive without enough room.
   *
   * @param operation number of the receive
   * @param sending number of the send
   */
  public static void truncated(
      ProblemLog problems,
      int rank,
      long operation,
      long capacity,
      int source,
      long sending,
      long bytes) {
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
