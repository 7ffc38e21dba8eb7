package org.foretell.engine.graph;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.foretell.trace.OpCode;
import org.foretell.trace.TaskGraph;

/** Tasks that start and finish, and those that can start because of that. */
final class TaskProgress {
  private static final int NOBODY = -1;

  private final TaskTable tasks;
  private final Entrance eventList;
  private final boolean sendsFirst;

  private final GraphCauses causes;

  /** Tasks of a rank whose last dependency the present event met, in the order in which it did. */
  private final IntArrayList ready = new IntArrayList();

  private int readyRank = NOBODY;

  /** The same for a second rank, if there is one. */
  private final IntArrayList otherReady = new IntArrayList();

  private int otherRank = NOBODY;
  private long started;

  /** Where tasks go whose dependencies are met. */
  @FunctionalInterface
  interface Entrance {
    void enters(int rank, int task);
  }

  TaskProgress(TaskTable tasks, Entrance eventList, boolean sendsFirst, GraphCauses causes) {
    this.tasks = tasks;
    this.eventList = eventList;
    this.sendsFirst = sendsFirst;
    this.causes = causes;
  }

  /** Number of tasks that have started. */
  long started() {
    return started;
  }

  /** All tasks that depend on nothing enter. */
  void begin() {
    for (int rank = 0; rank < tasks.ranks(); rank++) {
      for (int task = 0; task < tasks.graph(rank).tasks(); task++) {
        if (tasks.missing(rank, task) == 0) {
          ready.add(task);
        }
      }
      enter(rank, ready);
    }
  }

  /** A task starts at a time and moment. */
  void starts(int rank, int task, long timePs, int begun) {
    started++;
    TaskGraph graph = tasks.graph(rank);
    meet(rank, graph, graph.firstAfterStart(task), graph.endAfterStart(task), timePs, begun);
  }

  /** It becomes known that a task finishes, now or later, which follows from a moment. */
  void finishes(int rank, int task, long timePs, int after) {
    tasks.finishes(rank, timePs);
    int end = causes.finishes(rank, timePs, after);
    TaskGraph graph = tasks.graph(rank);
    meet(rank, graph, graph.firstAfterFinish(task), graph.firstAfterStart(task), timePs, end);
  }

  private void meet(int rank, TaskGraph graph, int from, int to, long timePs, int moment) {
    for (int i = from; i < to; i++) {
      int successor = graph.successor(i);
      causes.meets(rank, successor, moment);
      if (tasks.meets(rank, successor, timePs)) {
        note(rank, successor);
      }
    }
  }

  private void note(int rank, int task) {
    if (rank == readyRank || readyRank == NOBODY) {
      readyRank = rank;
      ready.add(task);
    } else {
      otherRank = rank;
      otherReady.add(task);
    }
  }

  /** The present event is over: what it made ready enters, that of the lower rank first. */
  void handOut() {
    if (readyRank == NOBODY) {
      return;
    }
    if (otherRank == NOBODY) {
      enter(readyRank, ready);
    } else {
      enter(Math.min(readyRank, otherRank), readyRank < otherRank ? ready : otherReady);
      enter(Math.max(readyRank, otherRank), readyRank < otherRank ? otherReady : ready);
      otherRank = NOBODY;
    }
    readyRank = NOBODY;
  }

  private void enter(int rank, IntArrayList list) {
    if (sendsFirst && list.size() > 1) {
      enter(rank, list, OpCode.SEND);
      enter(rank, list, OpCode.RECV);
      enter(rank, list, OpCode.COMPUTE);
    } else {
      for (int i = 0; i < list.size(); i++) {
        eventList.enters(rank, list.getInt(i));
      }
    }
    list.clear();
  }

  private void enter(int rank, IntArrayList list, OpCode code) {
    TaskGraph graph = tasks.graph(rank);
    for (int i = 0; i < list.size(); i++) {
      int task = list.getInt(i);
      if (graph.code(task) == code) {
        eventList.enters(rank, task);
      }
    }
  }
}
