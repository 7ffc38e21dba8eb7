package org.foretell.engine.batch;

import java.util.Arrays;
import java.util.List;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ComputeModel;
import org.foretell.model.Message;
import org.foretell.model.MutableMessage;
import org.foretell.trace.OpView;

/**
 * The times of replays that follow another one: same trace, same placement, other costs. Where
 * ranks run ahead, no time decides what happens next. So the leader alone executes ops and matches
 * messages, and each time that it computes is computed here for each follower from the follower's
 * own times and models. Whoever hands a time of the leader to somebody else sets the times <em>at
 * hand</em> to those of the followers before.
 *
 * <p>A follower drops out when it would not make the leader's steps: its model would have chosen
 * the other protocol, say, or it refuses a message, or time overflows. Its models are not asked
 * from then on, and it has to be replayed alone.
 */
public final class Followers {
  private final int count;
  private final CommunicationModel[] communications;
  private final MessageCosts costs;
  private final ComputeModel[] bursts;
  private final boolean[] dropped;

  /** By rank, as {@code RankTable} has it for the leader. */
  private final TimeRows clocks;

  private final TimeRows ready;

  /** By number of a message when it was sent. */
  private final TimeRows sent;

  /** By number when an eager one is complete at its receiver, or the sender of another goes on. */
  private final TimeRows arrivals;

  /** By number of a receive when it was posted. */
  private final TimeRows posted;

  private final RequestTimes requests;

  private final long[] handPs;

  /** When the send or receive at hand started. */
  private final long[] startPs;

  /** When the message at hand is complete at its receiver. */
  private final long[] arrivePs;

  /**
   * All clocks are at 0.
   *
   * @param ranks of the trace
   */
  public Followers(int ranks, List<Follower> followers) {
    count = followers.size();
    communications = new CommunicationModel[count];
    bursts = new ComputeModel[count];
    dropped = new boolean[count];
    clocks = new TimeRows(count, ranks);
    ready = new TimeRows(count, ranks);
    sent = new TimeRows(count, 1);
    arrivals = new TimeRows(count, 1);
    posted = new TimeRows(count, 1);
    requests = new RequestTimes(count);
    handPs = timesPs();
    startPs = timesPs();
    arrivePs = timesPs();
    for (int i = 0; i < count; i++) {
      Follower follower = followers.get(i);
      communications[i] = follower.communication();
      bursts[i] = follower.compute();
    }
    costs = new MessageCosts(communications, dropped);
  }

  /** How many there are, including those that have dropped out. */
  public int count() {
    return count;
  }

  /** The communication model of a follower. */
  public CommunicationModel communication(int follower) {
    return communications[follower];
  }

  /** Whether a follower has dropped out. */
  public boolean hasDropped(int follower) {
    return dropped[follower];
  }

  /** A follower would do something else than the leader. */
  public void drop(int follower) {
    dropped[follower] = true;
  }

  /** A time of each follower, 0. */
  public long[] timesPs() {
    return new long[count];
  }

  /** When a follower's rank is ready for its next op. */
  public long clockPs(int follower, int rank) {
    return clocks.timesPs()[clocks.start(rank) + follower];
  }

  /**
   * Adds a span to a time of a follower.
   *
   * @return the sum; the time itself if it exceeds the range, when the follower drops out
   */
  public long plus(int follower, long timePs, long spanPs) {
    long sum = timePs + spanPs;
    if (sum < 0 || spanPs < 0) {
      drop(follower);
      return timePs;
    }
    return sum;
  }

  // Times at hand.

  /** Those at hand, for reading and writing. */
  public long[] atHandPs() {
    return handPs;
  }

  /** Some times are at hand. */
  public void hand(long[] timesPs) {
    System.arraycopy(timesPs, 0, handPs, 0, count);
  }

  /** Keeps those at hand. */
  public void keepIn(long[] timesPs) {
    System.arraycopy(handPs, 0, timesPs, 0, count);
  }

  /** Keeps the later of times and those at hand. */
  public void keepLatestIn(long[] timesPs) {
    for (int i = 0; i < count; i++) {
      timesPs[i] = Math.max(timesPs[i], handPs[i]);
    }
  }

  /** The clocks of a rank are at hand. */
  public void handClock(int rank) {
    clocks.get(rank, handPs);
  }

  /** Sets the clocks of a rank to the times at hand. */
  public void clockIsAtHand(int rank) {
    clocks.set(rank, handPs);
  }

  /** The clocks of a rank become the times at hand, and the other way round. */
  public void exchangeClock(int rank) {
    long[] clock = clocks.timesPs();
    int at = clocks.start(rank);
    for (int i = 0; i < count; i++) {
      long before = clock[at + i];
      clock[at + i] = handPs[i];
      handPs[i] = before;
    }
  }

  // Ranks, as RankTable has them.

  /** Opens an op that may block. */
  public void begins(int rank) {
    System.arraycopy(
        clocks.timesPs(), clocks.start(rank), ready.timesPs(), ready.start(rank), count);
  }

  /** A part of the op of a rank ends at the times at hand. */
  public void part(int rank) {
    part(rank, handPs, 0);
  }

  private void part(int rank, long[] endsPs, int from) {
    long[] into = ready.timesPs();
    int to = ready.start(rank);
    for (int i = 0; i < count; i++) {
      into[to + i] = Math.max(into[to + i], endsPs[from + i]);
    }
  }

  /** The op of a rank ends with its latest part. */
  public void goesOn(int rank) {
    System.arraycopy(
        ready.timesPs(), ready.start(rank), clocks.timesPs(), clocks.start(rank), count);
  }

  /** A rank computes. */
  public void computes(int rank, OpView burst, int marker) {
    long[] clock = clocks.timesPs();
    int at = clocks.start(rank);
    for (int i = 0; i < count; i++) {
      if (!dropped[i]) {
        try {
          long start = clock[at + i];
          clock[at + i] = plus(i, start, bursts[i].durationPs(rank, burst, marker, start));
        } catch (RuntimeException refused) {
          drop(i);
        }
      }
    }
  }

  /** An event of a rank, which bursts may depend on. */
  public void event(int rank, long type, long value) {
    for (int i = 0; i < count; i++) {
      if (!dropped[i]) {
        try {
          bursts[i].event(rank, type, value);
        } catch (RuntimeException refused) {
          drop(i);
        }
      }
    }
  }

  /** A rank pays for a call; whether the leader does has to be the same for all. */
  public void pay(int rank, OpView op, boolean leaderPays) {
    long[] clock = clocks.timesPs();
    int at = clocks.start(rank);
    for (int i = 0; i < count; i++) {
      if (!dropped[i]) {
        try {
          long duePs = communications[i].calls().ps(op);
          clock[at + i] = plus(i, clock[at + i], duePs);
          if (duePs > 0 != leaderPays) {
            drop(i);
          }
        } catch (RuntimeException refused) {
          drop(i);
        }
      }
    }
  }

  /** A rank is busy for a time that is the same for all. */
  public void isBusy(int rank, long spanPs) {
    long[] clock = clocks.timesPs();
    int at = clocks.start(rank);
    for (int i = 0; i < count; i++) {
      clock[at + i] = plus(i, clock[at + i], spanPs);
    }
  }

  // Requests, by their places in RequestTable.

  /** A request completes at the times at hand. */
  public void completes(int request) {
    requests.set(request, handPs);
  }

  /** A completed request is taken; its end is at hand. */
  public void handEnd(int request) {
    System.arraycopy(requests.timesPs(), requests.take(request), handPs, 0, count);
  }

  /** A completed request is taken, as a part of the op of a rank. */
  public void takes(int rank, int request) {
    part(rank, requests.timesPs(), requests.take(request));
  }

  /** Requests are elsewhere from now on. */
  public void moves(int from, int to, int number) {
    requests.move(from, to, number);
  }

  // Messages, as DirectTransport has them.

  /**
   * A rank sends a message at its clock. A blocking eager send is a part of its op; a non-blocking
   * one moves the clock on, and the clock is at hand.
   *
   * @param chosen whether the leader's model has chosen the protocol; that of a follower may not
   */
  public void sends(int rank, MutableMessage message, boolean eager, boolean chosen) {
    clocks.get(rank, startPs);
    int at = costs.ofSend(message, eager, chosen, startPs);
    costs.add(startPs, at + count, handPs);
    if (eager) {
      costs.add(startPs, at, arrivePs);
    }
    if (!message.callerBlocks()) {
      clockIsAtHand(rank);
    } else if (eager) {
      part(rank);
    }
  }

  /** The message that a rank has just sent waits for its receive. */
  public void keeps(int message, boolean eager) {
    sent.set(message, startPs);
    arrivals.set(message, eager ? arrivePs : handPs);
  }

  /** A probe sees a message that waits for its receive; when it can is at hand. */
  public void sees(int message, Message shown) {
    sent.get(message, handPs);
    costs.add(handPs, costs.ofEnvelope(shown), handPs);
  }

  /** The rendezvous that a rank has just begun meets a receive that was posted before. */
  public void meets(int receive, Message message) {
    transfers(message, posted, receive);
  }

  /** A receive completes, whose message is at hand; so are the times of that. */
  public void ends(int receive) {
    long[] from = posted.timesPs();
    int at = posted.start(receive);
    for (int i = 0; i < count; i++) {
      handPs[i] = Math.max(from[at + i], arrivePs[i]);
    }
  }

  /** When the data of the rendezvous at hand have moved, or the clock of its sender if later. */
  public void handArrivalOrClock(int rank) {
    hand(arrivePs);
    long[] clock = clocks.timesPs();
    int at = clocks.start(rank);
    for (int i = 0; i < count; i++) {
      handPs[i] = Math.max(handPs[i], clock[at + i]);
    }
  }

  /** When the data of the rendezvous at hand have moved, or its sender goes on if later. */
  public void handArrivalOrCaller(int message) {
    long[] caller = arrivals.timesPs();
    int at = arrivals.start(message);
    for (int i = 0; i < count; i++) {
      handPs[i] = Math.max(arrivePs[i], caller[at + i]);
    }
  }

  /** A rank posts a receive at its clock, which moves on unless the receive blocks. */
  public void posts(int rank, boolean blocking) {
    clocks.get(rank, startPs);
    if (!blocking) {
      costs.add(startPs, costs.ofPosting(), handPs);
      clockIsAtHand(rank);
    }
  }

  /** The receive that a rank has just posted waits for its message. */
  public void waits(int receive) {
    posted.set(receive, startPs);
  }

  /**
   * The receive that a rank has just posted meets a message that waited for it. The times at which
   * it completes are at hand.
   */
  public void meetsKept(int message, Message shown, boolean eager) {
    if (eager) {
      arrivals.get(message, arrivePs);
    } else {
      transfers(shown, sent, message);
    }
    for (int i = 0; i < count; i++) {
      handPs[i] = Math.max(startPs[i], arrivePs[i]);
    }
  }

  /** A rendezvous moves when both sides are there: that which is at hand, and the other. */
  private void transfers(Message message, TimeRows others, int other) {
    long[] otherPs = others.timesPs();
    int from = others.start(other);
    for (int i = 0; i < count; i++) {
      arrivePs[i] = Math.max(startPs[i], otherPs[from + i]);
    }
    costs.add(arrivePs, costs.ofTransfer(message, arrivePs), arrivePs);
  }

  /** When all ranks of a follower have ended; for when the replay is over. */
  public long[] finishPs(int follower, int ranks) {
    long[] finishPs = new long[ranks];
    Arrays.setAll(finishPs, rank -> clockPs(follower, rank));
    return finishPs;
  }
}
