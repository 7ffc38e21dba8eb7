package org.foretell.parsers.lowering;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import org.foretell.trace.TaskGraph;

/**
 * Adds the tasks of one member of a collective to the graph of its rank.
 *
 * <p>Messages of a channel between two members are matched in their order: a member starts those
 * that it sends to another one after the other, and so those that it receives from it. Each channel
 * has two streams of the rank, one to send and one to receive. For one thread.
 */
public final class MemberTasks {
  /** No task. */
  static final int NONE = -1;

  private final TaskGraph.Builder graph;
  private final int[] ranks;
  private final int firstTag;
  private final int firstStream;
  private final int begin;
  private final Long2IntOpenHashMap lastSend = new Long2IntOpenHashMap();
  private final Long2IntOpenHashMap lastReceive = new Long2IntOpenHashMap();
  private final IntArrayList added = new IntArrayList();

  /**
   * Begins a collective.
   *
   * @param graph of the rank
   * @param ranks world ranks of the members
   * @param firstTag of as many as there are {@link Lowering#channels()}
   * @param firstStream of twice as many
   * @param begin the task that all of these wait for
   */
  public MemberTasks(
      TaskGraph.Builder graph, int[] ranks, int firstTag, int firstStream, int begin) {
    this.graph = graph;
    this.ranks = ranks;
    this.firstTag = firstTag;
    this.firstStream = firstStream;
    this.begin = begin;
    lastSend.defaultReturnValue(NONE);
    lastReceive.defaultReturnValue(NONE);
  }

  /** Sends to a member, after a task of this collective if one is given. */
  int send(int channel, int to, long bytes, int after) {
    int task = graph.send(ranks[to], firstTag + channel, bytes, firstStream + 2 * channel, 0);
    chain(task, lastSend.put(key(channel, to), task), after);
    return task;
  }

  /** Receives from a member, after a task of this collective if one is given. */
  int receive(int channel, int from, long bytes, int after) {
    int task =
        graph.receive(ranks[from], firstTag + channel, bytes, firstStream + 2 * channel + 1, 0);
    chain(task, lastReceive.put(key(channel, from), task), after);
    return task;
  }

  /** The sending side of a channel works for a time, after a task if one is given. */
  int work(int channel, long durationPs, int after) {
    int task = graph.compute(durationPs, firstStream + 2 * channel);
    waits(task, after);
    return task;
  }

  /** A point of no time that follows one task, and others by {@link #alsoAfter}. */
  int join(int channel, int after) {
    return work(channel, 0, after);
  }

  /** Makes a task wait for another one. */
  void alsoAfter(int task, int finished) {
    if (finished != NONE) {
      graph.requires(task, finished);
    }
  }

  /** World rank of a member. */
  int rank(int member) {
    return ranks[member];
  }

  private static long key(int channel, int member) {
    return (long) channel << 32 | member;
  }

  private void chain(int task, int before, int after) {
    waits(task, after);
    if (before != NONE) {
      graph.requiresStart(task, before);
    }
  }

  private void waits(int task, int after) {
    graph.requires(task, after == NONE ? begin : after);
    added.add(task);
  }

  /**
   * Makes a task wait for all that was added.
   *
   * @param end a task of the same graph
   */
  public void endIn(int end) {
    graph.requires(end, begin);
    for (int i = 0; i < added.size(); i++) {
      graph.requires(end, added.getInt(i));
    }
  }
}
