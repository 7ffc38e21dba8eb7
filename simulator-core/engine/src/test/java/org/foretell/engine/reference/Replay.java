package org.foretell.engine.reference;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.foretell.observe.SimObserver;
import org.foretell.result.Deadlock;
import org.foretell.result.Position;
import org.foretell.result.Prediction;
import org.foretell.result.Prediction.Outcome;
import org.foretell.result.Problem;
import org.foretell.result.ReplayOrder;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceSource;

/** What all kinds of ops share: the ranks, time, problems, and how an op ends. */
public class Replay {
  /** A problem after which there is no going on. */
  public static final class Stop extends RuntimeException {
    private static final long serialVersionUID = 1;

    Stop(String message) {
      super(message);
    }
  }

  /**
   * What an observer is told of an op that ended.
   *
   * @param peer world rank or NONE
   */
  public record Told(int peer, int communicator, long bytes) {
    public static final Told NOTHING = new Told(OpView.NONE, 0, 0);
  }

  public final Timeline timeline = new Timeline();
  public final RankState[] ranks;
  public final SimObserver observer;
  public final List<Problem> problems = new ArrayList<>();
  private final Consumer<RankState> execute;

  public Replay(RankState[] ranks, SimObserver observer, Consumer<RankState> execute) {
    this.ranks = ranks;
    this.observer = observer;
    this.execute = execute;
  }

  public long nowPs() {
    return timeline.nowPs();
  }

  /** Reads a rank's next op, which is an event at the rank's clock. */
  public void next(RankState rank) {
    if (read(rank)) {
      rank.sequence = timeline.nextSequence();
      timeline.at(rank.clockPs, rank.sequence, () -> execute.accept(rank));
    }
  }

  /** Reads a rank's next op and starts it in the event that is going on. */
  public void nextInThisEvent(RankState rank, long sequence) {
    if (read(rank)) {
      rank.sequence = sequence;
      execute.accept(rank);
    }
  }

  private boolean read(RankState rank) {
    boolean more = rank.cursor.next(rank.op);
    rank.finished = !more;
    return more;
  }

  /** The op in which a rank is has ended, or it is known when it will. */
  public void end(RankState rank, long endPs, long othersPs, Told told) {
    close(rank, endPs, othersPs, told);
    next(rank);
  }

  /** As {@link #end}, but the next op does not start yet. */
  public void close(RankState rank, long endPs, long othersPs, Told told) {
    long startPs = rank.calledPs >= 0 ? rank.calledPs : rank.clockPs;
    long waitPs = rank.waitedPs + rank.waitPs(othersPs, endPs);
    observer.op(
        rank.rank,
        (rank.standsFor == null ? rank.op : rank.standsFor).code(),
        rank.op.callSite(),
        told.peer(),
        told.communicator(),
        told.bytes(),
        startPs,
        waitPs,
        endPs);
    close(rank, endPs);
  }

  /** As {@link #close(RankState, long, long, Told)} without telling the observer. */
  public void close(RankState rank, long endPs) {
    rank.onProgress = null;
    rank.standsFor = null;
    rank.waitedPs = 0;
    rank.calledPs = -1;
    rank.leftPs = 0;
    rank.executed++;
    rank.clockPs = endPs;
  }

  public void endNow(RankState rank, Told told) {
    end(rank, nowPs(), 0, told);
  }

  /** Ends a rank's op when all requests are complete. */
  public void endAfter(RankState rank, List<Request> requests, Supplier<Told> told) {
    if (!requests.stream().allMatch(Request::known)) {
      rank.onProgress = () -> endAfter(rank, requests, told);
      return;
    }
    long endPs = rank.clockPs;
    long othersPs = 0;
    for (Request request : requests) {
      endPs = Math.max(endPs, request.completePs);
      othersPs = Math.max(othersPs, request.othersPs);
    }
    end(rank, endPs, othersPs, told.get());
  }

  /** The communicator that an op of a rank names. */
  public Group group(RankState rank, int communicator) {
    Group group = rank.groups.get(communicator);
    if (group == null) {
      throw invalid(rank, "no communicator " + communicator);
    }
    return group;
  }

  /** Something happens later, in an event of its own. */
  public void later(long timePs, Runnable action) {
    timeline.at(timePs, timeline.nextSequence(), action);
  }

  /** It is known when a request completes that nobody completes by a message. */
  public void completeAt(long timePs, Request request, long othersPs) {
    request.complete(timePs, othersPs);
  }

  /** Checks a rank in a communicator. */
  public int peer(RankState rank, Group group, int peer) {
    if (!group.has(peer)) {
      throw invalid(rank, "no rank " + peer + " in the communicator");
    }
    return peer;
  }

  /** Checks peer and communicator, and names the peer by its rank in the world. */
  public Told told(RankState rank, OpView op, int peer, long bytes) {
    Group group = group(rank, op.communicator());
    int world =
        peer == OpView.PROC_NULL || peer == OpView.ANY
            ? OpView.NONE
            : group.worldRanks[peer(rank, group, peer)];
    return new Told(world, op.communicator(), bytes);
  }

  /** A phase of the program begins or ends. */
  public void marker(RankState rank) {
    int marker = (int) rank.op.get(OpField.MARKER);
    boolean begin = rank.op.code() == OpCode.MARKER_BEGIN;
    if (begin) {
      rank.markers.push(marker);
    } else if (rank.markers.isEmpty() || rank.markers.pop() != marker) {
      throw invalid(rank, "phase " + marker + " is not the innermost");
    }
    observer.marker(rank.rank, marker, begin, nowPs());
    close(rank, nowPs());
  }

  /** Gives the ranks the communicators that the trace defines. */
  public void defineCommunicators(TraceSource trace) {
    Group world = new Group(IntStream.range(0, ranks.length).toArray());
    for (RankState rank : ranks) {
      rank.groups.put(Communicator.WORLD, world);
      rank.world = trace.world(rank.rank);
      rank.groups.put(Communicator.SELF, new Group(new int[] {rank.rank}));
    }
    for (Communicator communicator : trace.tables().communicators()) {
      Group group = new Group(communicator.worldRanks());
      for (int member : communicator.worldRanks()) {
        ranks[member].groups.put(communicator.id(), group);
      }
    }
  }

  /** Runs to the end of the trace, or to where it cannot go on. */
  public Outcome run(Runnable begin) {
    observer.begin(ranks.length);
    try {
      begin.run();
      timeline.run();
    } catch (Stop stop) {
      return Outcome.INVALID_TRACE;
    }
    return Arrays.stream(ranks).allMatch(rank -> rank.finished)
        ? Outcome.COMPLETED
        : Outcome.DEADLOCKED;
  }

  /**
   * What has come out.
   *
   * @param donePs when a rank is done that has executed its last op
   * @param blockedPs since when another is blocked
   */
  public Prediction prediction(
      Outcome outcome, ToLongFunction<RankState> donePs, ToLongFunction<RankState> blockedPs) {
    long[] finishPs = new long[ranks.length];
    long operations = 0;
    List<Deadlock.Blocked> blocked = new ArrayList<>();
    for (RankState rank : ranks) {
      operations += rank.executed + (rank.finished ? 0 : 1);
      finishPs[rank.rank] =
          Math.max(Math.max(donePs.applyAsLong(rank), rank.waitsFromPs), rank.leftPs);
      if (rank.finished) {
        observer.finished(rank.rank, finishPs[rank.rank]);
      } else {
        long sincePs = Math.max(blockedPs.applyAsLong(rank), rank.leftPs);
        blocked.add(new Deadlock.Blocked(rank.position(), sincePs, List.of(), "blocked"));
      }
    }
    long[] counts = new long[Problem.Kind.values().length];
    for (Problem problem : problems) {
      counts[problem.kind().ordinal()]++;
    }
    long makespanPs = Arrays.stream(finishPs).max().orElse(0);
    return new Prediction(
        outcome,
        makespanPs,
        finishPs,
        operations,
        ReplayOrder.STRICT,
        outcome == Outcome.DEADLOCKED
            ? Optional.of(new Deadlock(makespanPs, blocked, List.of()))
            : Optional.empty(),
        problems,
        counts);
  }

  /** Puts a new request into a slot. */
  public void put(RankState rank, int slot, Request request) {
    if (slot == OpView.NONE) {
      return;
    }
    Request old = rank.slots.get(slot);
    if (slot < 0 || (old != null && old.active)) {
      throw invalid(rank, "request " + slot + " cannot be used");
    }
    rank.slots.put(slot, request);
  }

  public void problem(Problem.Kind kind, String message, Position... positions) {
    problems.add(new Problem(kind, message, List.of(positions)));
  }

  public Stop invalid(RankState rank, String message) {
    problem(Problem.Kind.INVALID_OPERATION, message, rank.position());
    return new Stop(message);
  }
}
