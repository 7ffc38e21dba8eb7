package org.foretell.engine.graph;

import org.foretell.engine.state.StopCheck;
import org.foretell.result.InputException;
import org.foretell.result.Position;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.TraceSource;
import org.jspecify.annotations.Nullable;

/** The task graphs of all ranks, and what each of their tasks still waits for. */
final class TaskTable {
  private static final int[] NO_COUNTS = {};

  private static final long[] NO_TIMES = {};

  private final TaskGraph[] graphs;

  /** By rank and task the dependencies that are not met; empty for a graph without any. */
  private final int[][] missing;

  /** By rank and task the latest time at which a dependency was met; likewise. */
  private final long[][] readyPs;

  /** By rank the tasks that have not finished. */
  private final int[] unfinished;

  /** By rank the latest time at which a task finishes. */
  private final long[] latestPs;

  private final UsedNumbers streams = new UsedNumbers();
  private final UsedNumbers nics = new UsedNumbers();
  private boolean wildcards;
  private boolean openTags;
  private long tasks;
  private long readyAtBegin;

  /** Null with wildcards. */
  private final @Nullable TaskChannels channels;

  /**
   * Reads all graphs; a few bytes for each task that depends on another one.
   *
   * @param stop asked before each
   * @throws InputException if a rank has no graph, or names a rank that does not exist
   */
  TaskTable(TraceSource trace, StopCheck stop) {
    int ranks = trace.info().ranks();
    graphs = new TaskGraph[ranks];
    missing = new int[ranks][];
    readyPs = new long[ranks][];
    unfinished = new int[ranks];
    latestPs = new long[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      stop.now();
      TaskGraph graph = trace.graph(rank);
      graphs[rank] = graph;
      unfinished[rank] = graph.tasks();
      tasks += graph.tasks();
      boolean free = graph.edges() == 0;
      readyAtBegin += free ? graph.tasks() : 0;
      int[] counts = free ? NO_COUNTS : new int[graph.tasks()];
      for (int task = 0; task < counts.length; task++) {
        counts[task] = graph.dependencies(task);
        readyAtBegin += counts[task] == 0 ? 1 : 0;
      }
      missing[rank] = counts;
      readyPs[rank] = free ? NO_TIMES : new long[graph.tasks()];
      survey(rank, graph);
    }
    streams.place();
    nics.place();
    channels = wildcards ? null : new TaskChannels(graphs);
  }

  private void survey(int rank, TaskGraph graph) {
    for (int task = 0; task < graph.tasks(); task++) {
      streams.use(graph.stream(task));
      if (graph.code(task) == OpCode.COMPUTE) {
        continue;
      }
      nics.use(graph.nic(task));
      if (graph.peer(task) >= graphs.length) {
        throw new InputException(
            new Position(rank, task, text(rank, task))
                + " names rank "
                + graph.peer(task)
                + ", but the trace has "
                + graphs.length
                + " ranks");
      }
      boolean anyTag = graph.tag(task) == OpView.ANY;
      wildcards |= anyTag || graph.peer(task) == OpView.ANY;
      openTags |= anyTag && graph.code(task) == OpCode.SEND;
    }
  }

  int ranks() {
    return graphs.length;
  }

  TaskGraph graph(int rank) {
    return graphs[rank];
  }

  /** The streams that any rank uses. */
  UsedNumbers streams() {
    return streams;
  }

  /** The network interfaces that any rank uses. */
  UsedNumbers nics() {
    return nics;
  }

  /** Whether some receive takes any source or any tag, or some send bears any tag. */
  boolean wildcards() {
    return wildcards;
  }

  /** Whether some send bears any tag. */
  boolean openTags() {
    return openTags;
  }

  /** The channels, or null with wildcards. */
  @Nullable TaskChannels channels() {
    return channels;
  }

  /** The channel of a send or receive, 0 with wildcards. */
  int channel(int rank, int task) {
    return channels == null ? 0 : channels.of(rank, task);
  }

  /** Number of tasks of all ranks. */
  long tasks() {
    return tasks;
  }

  /** Number of tasks of all ranks that depend on nothing. */
  long readyAtBegin() {
    return readyAtBegin;
  }

  /** When the last of the dependencies of a task was met. */
  long readyPs(int rank, int task) {
    return readyPs[rank].length == 0 ? 0 : readyPs[rank][task];
  }

  /** How many dependencies of a task are not met. */
  int missing(int rank, int task) {
    return missing[rank].length == 0 ? 0 : missing[rank][task];
  }

  /**
   * A dependency of a task is met.
   *
   * @return whether it was the last
   */
  boolean meets(int rank, int task, long timePs) {
    readyPs[rank][task] = Math.max(readyPs[rank][task], timePs);
    return --missing[rank][task] == 0;
  }

  /**
   * A task finishes, now or later.
   *
   * @return whether it was the last of its rank
   */
  boolean finishes(int rank, long timePs) {
    latestPs[rank] = Math.max(latestPs[rank], timePs);
    return --unfinished[rank] == 0;
  }

  /** Number of tasks of a rank that have not finished. */
  int unfinished(int rank) {
    return unfinished[rank];
  }

  /** The latest time at which a task of a rank finishes, as far as is known. */
  long latestPs(int rank) {
    return latestPs[rank];
  }

  /** A task in words, as an op is shown. */
  String text(int rank, int task) {
    TaskGraph graph = graphs[rank];
    OpCode code = graph.code(task);
    StringBuilder text = new StringBuilder(code.name().toLowerCase(java.util.Locale.ROOT));
    if (code == OpCode.COMPUTE) {
      text.append(" duration_ps=").append(graph.amount(task));
    } else {
      text.append(" peer=").append(graph.peer(task)).append(" tag=").append(graph.tag(task));
      text.append(" bytes=").append(graph.amount(task));
    }
    text.append(graph.stream(task) == 0 ? "" : " stream=" + graph.stream(task));
    return text.append(graph.nic(task) == 0 ? "" : " nic=" + graph.nic(task)).toString();
  }

  /** A task as a place in the trace. */
  Position at(int rank, long task) {
    return new Position(rank, task, text(rank, (int) task));
  }
}
