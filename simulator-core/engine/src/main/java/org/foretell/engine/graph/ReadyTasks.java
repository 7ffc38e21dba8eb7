package org.foretell.engine.graph;

import java.util.Arrays;

/**
 * By stream of all ranks, the tasks whose dependencies are met, in the order in which they were.
 */
final class ReadyTasks {
  private static final int NOBODY = -1;

  private final int streamsEach;
  private final int[] first;
  private final int[] last;

  /** By rank and task the one that became ready after it on its stream. */
  private final int[][] next;

  /**
   * None yet.
   *
   * @param streamsEach how many a rank has
   */
  ReadyTasks(TaskTable tasks, int streamsEach) {
    this.streamsEach = streamsEach;
    first = new int[tasks.ranks() * streamsEach];
    last = new int[first.length];
    Arrays.fill(first, NOBODY);
    next = new int[tasks.ranks()][];
    Arrays.setAll(next, rank -> new int[tasks.graph(rank).tasks()]);
  }

  boolean isEmpty(int stream) {
    return first[stream] == NOBODY;
  }

  void add(int stream, int task) {
    int[] ofRank = next[stream / streamsEach];
    ofRank[task] = NOBODY;
    if (isEmpty(stream)) {
      first[stream] = task;
    } else {
      ofRank[last[stream]] = task;
    }
    last[stream] = task;
  }

  /** Takes the one that became ready first; there is one. */
  int take(int stream) {
    int task = first[stream];
    first[stream] = next[stream / streamsEach][task];
    return task;
  }
}
