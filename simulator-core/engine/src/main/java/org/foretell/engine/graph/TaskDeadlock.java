package org.foretell.engine.graph;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import org.foretell.engine.message.Matcher;
import org.foretell.engine.state.RequestTable;
import org.foretell.engine.state.WaitCycle;
import org.foretell.result.Deadlock;
import org.foretell.trace.OpView;
import org.foretell.trace.TaskGraph;
import org.jspecify.annotations.Nullable;

/**
 * Finds out, once nothing moves any more, what the unfinished tasks of each rank wait for: receives
 * that nothing came for, rendezvous sends that nobody received, and the tasks behind them.
 */
final class TaskDeadlock implements Matcher.Visitor {
  /** Most ranks that are named for one that waits. */
  private static final int MOST_NAMED = 64;

  private final TaskTable tasks;
  private final Matcher matcher;
  private final @Nullable Matcher waiting;
  private final long[] reachedPs;
  private final @Nullable Wait[] waits;

  /** What one rank waits for. */
  private static final class Wait {
    final IntArrayList peers = new IntArrayList();
    int started;
    long first = Long.MAX_VALUE;
    String reason = "";

    /** Whether of the tasks seen so far that wait this is the first. */
    boolean add(long task, int peer) {
      if (peer >= 0 && peers.size() < MOST_NAMED && !peers.contains(peer)) {
        peers.add(peer);
      }
      started++;
      boolean isFirst = task < first;
      first = Math.min(first, task);
      return isFirst;
    }
  }

  /**
   * @param waiting where messages stand that may not move yet, if not with the others
   * @param reachedPs by rank the time that it has reached
   */
  TaskDeadlock(TaskTable tasks, Matcher matcher, @Nullable Matcher waiting, long[] reachedPs) {
    this.waiting = waiting;
    this.tasks = tasks;
    this.matcher = matcher;
    this.reachedPs = reachedPs;
    waits = new Wait[reachedPs.length];
  }

  Deadlock make() {
    for (int rank = 0; rank < waits.length; rank++) {
      if (tasks.unfinished(rank) > 0) {
        waits[rank] = new Wait();
      }
    }
    matcher.forEach(this);
    if (waiting != null) {
      waiting.forEach(this);
    }
    long latest = 0;
    List<Deadlock.Blocked> blocked = new ArrayList<>();
    @Nullable IntArrayList[] peers = new IntArrayList[waits.length];
    for (int rank = 0; rank < waits.length; rank++) {
      Wait wait = waits[rank];
      if (wait != null) {
        wait.peers.sort(null);
        peers[rank] = wait.peers;
        latest = Math.max(latest, reachedPs[rank]);
        blocked.add(blocked(rank, wait));
      }
    }
    return new Deadlock(latest, blocked, WaitCycle.among(peers));
  }

  private Deadlock.Blocked blocked(int rank, Wait wait) {
    if (wait.started == 0) {
      return inCircle(rank);
    }
    int behind = tasks.unfinished(rank) - wait.started;
    String reason =
        wait.reason
            + (wait.started == 1 ? "" : "; and for " + (wait.started - 1) + " more")
            + (behind == 0 ? "" : "; tasks that depend on these: " + behind);
    return new Deadlock.Blocked(
        tasks.at(rank, wait.first), reachedPs[rank], List.copyOf(wait.peers), reason);
  }

  /** Nothing has started that could still finish, so tasks of the rank wait for each other. */
  private Deadlock.Blocked inCircle(int rank) {
    TaskGraph graph = tasks.graph(rank);
    int task = Math.max(0, graph.taskOnCycle());
    return new Deadlock.Blocked(
        tasks.at(rank, task),
        reachedPs[rank],
        List.of(),
        "waits for itself: its dependencies form a cycle, in which no task can start");
  }

  @Override
  public void receive(int receive, int rank, int source, int tag) {
    Wait wait = waits[rank];
    if (wait == null || !wait.add(matcher.receives.operation(receive), source)) {
      return;
    }
    String what = "waits for a message with " + tagText(tag);
    if (source == OpView.ANY) {
      for (int peer = 0; peer < waits.length && wait.peers.size() < MOST_NAMED; peer++) {
        if (peer != rank && waits[peer] != null && !wait.peers.contains(peer)) {
          wait.peers.add(peer);
        }
      }
      wait.reason = what + " from any rank, but no rank that could send it goes on";
    } else {
      wait.reason = what + " from rank " + source + state(rank, source);
    }
  }

  @Override
  public void message(int message) {
    int rank = matcher.messages.source(message);
    Wait wait = waits[rank];
    int slot = matcher.messages.slot(message);
    if (wait == null || slot == RequestTable.NOBODY) {
      return;
    }
    int receiver = matcher.messages.destination(message);
    if (wait.add(matcher.messages.operation(message), receiver)) {
      wait.reason =
          "waits for rank "
              + receiver
              + " to receive its message with "
              + tagText(matcher.messages.tag(message))
              + " (rendezvous)"
              + state(rank, receiver);
    }
  }

  private static String tagText(int tag) {
    return tag == OpView.ANY ? "any tag" : "tag " + tag;
  }

  private String state(int rank, int peer) {
    if (waits[peer] == null) {
      return ", which has finished";
    }
    return peer == rank ? ", which is the rank itself" : ", which is itself blocked";
  }
}
