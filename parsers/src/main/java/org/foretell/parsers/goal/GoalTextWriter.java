package org.foretell.parsers.goal;

import it.unimi.dsi.fastutil.ints.IntArrays;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import org.foretell.trace.Capability;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceSource;

/**
 * Writes task graphs as GOAL text: operations labelled {@code l1}, {@code l2} and so on, each
 * followed by the requirements that it completes. A reader gets the same graphs again. Memory is
 * proportional to the largest rank.
 */
public final class GoalTextWriter {
  private static final int MOST_CPU = 255;

  private final Writer out;
  private final GoalOptions options;
  private final StringBuilder line = new StringBuilder();

  private GoalTextWriter(Writer out, GoalOptions options) {
    this.out = out;
    this.options = options;
  }

  /**
   * Writes to a stream of characters, which is flushed and not closed.
   *
   * @param source of task graphs
   * @param out gets the text
   * @param options with the unit of time
   * @throws TraceException if the source is a trace of sequences or GOAL cannot express it
   * @throws IOException if the stream cannot be written
   */
  public static void write(TraceSource source, Writer out, GoalOptions options) throws IOException {
    requireGraphs(source);
    BufferedWriter buffered = new BufferedWriter(out);
    new GoalTextWriter(buffered, options).write(source);
    buffered.flush();
  }

  /** Refuses a trace whose programs are sequences. */
  static void requireGraphs(TraceSource source) {
    if (!source.capabilities().contains(Capability.TASK_GRAPHS)) {
      throw new TraceException(
          "GOAL holds graphs of bursts, sends and receives, but the programs of this trace are"
              + " sequences of calls, which cannot be converted into graphs; convert it to .bin or"
              + " to text instead");
    }
  }

  /** Refuses a stream or NIC beyond GOAL's 8 bits. */
  static void requireCpus(TaskGraph graph, int rank, int task) {
    if (graph.stream(task) > MOST_CPU || graph.nic(task) > MOST_CPU) {
      throw new TraceException(
          "GOAL has CPUs and NICs 0 to "
              + MOST_CPU
              + ", but task "
              + task
              + " of rank "
              + rank
              + " uses stream "
              + graph.stream(task)
              + " and NIC "
              + graph.nic(task));
    }
  }

  private void write(TraceSource source) throws IOException {
    int ranks = source.info().ranks();
    line.append("num_ranks ").append(ranks).append('\n');
    for (int rank = 0; rank < ranks; rank++) {
      line.append("\nrank ").append(rank).append(" {\n");
      rank(rank, source.graph(rank));
      line.append("}\n");
      flush();
    }
  }

  private void flush() throws IOException {
    out.append(line);
    line.setLength(0);
  }

  private void rank(int rank, TaskGraph graph) throws IOException {
    Requirements requirements = new Requirements(graph);
    for (int task = 0; task < graph.tasks(); task++) {
      operation(rank, graph, task);
      if (requirements.inPlace) {
        for (int i = requirements.ends[task]; i < requirements.ends[task + 1]; i++) {
          requirement(requirements.edges[i], requirements, graph);
        }
      }
      flush();
    }
    for (int i = 0; !requirements.inPlace && i < graph.edges(); i++) {
      requirement(i, requirements, graph);
    }
  }

  private void operation(int rank, TaskGraph graph, int task) {
    requireCpus(graph, rank, task);
    line.append('l').append(task + 1);
    OpCode code = graph.code(task);
    if (code == OpCode.COMPUTE) {
      line.append(": calc ").append(options.units(graph.amount(task), rank, task));
    } else {
      boolean isSend = code == OpCode.SEND;
      line.append(isSend ? ": send " : ": recv ").append(graph.amount(task));
      line.append(isSend ? "b to " : "b from ").append(graph.peer(task));
      int tag = graph.tag(task);
      if (tag == OpView.ANY) {
        line.append(" tag -1");
      } else if (tag != 0) {
        line.append(" tag ").append(Integer.toUnsignedLong(tag));
      }
    }
    if (graph.stream(task) != 0) {
      line.append(" cpu ").append(graph.stream(task));
    }
    if (graph.nic(task) != 0) {
      line.append(" nic ").append(graph.nic(task));
    }
    line.append('\n');
  }

  private void requirement(int edge, Requirements requirements, TaskGraph graph) {
    int event = requirements.events[edge];
    line.append('l').append(graph.successor(edge) + 1);
    line.append(event % 2 == 0 ? " requires l" : " irequires l");
    line.append(event / 2 + 1).append('\n');
  }

  /** Where the dependencies of a graph, numbered as its successors, are written. */
  private static final class Requirements {
    /** For each dependency the task that is waited for, times 2, plus 1 for its start. */
    final int[] events;

    /** Dependencies in the order of the later one of their tasks. */
    final int[] edges;

    /** Of a task the end of those whose later one it is, at the next index. */
    final int[] ends;

    /**
     * Whether each can stand after the later one of its tasks. It cannot if a task's successors
     * would then come in another order.
     */
    final boolean inPlace;

    Requirements(TaskGraph graph) {
      events = new int[graph.edges()];
      edges = new int[graph.edges()];
      ends = new int[graph.tasks() + 1];
      boolean ordered = true;
      for (int task = 0; task < graph.tasks(); task++) {
        int previous = -1;
        for (int i = graph.firstAfterFinish(task); i < graph.endAfterStart(task); i++) {
          int afterStart = i >= graph.firstAfterStart(task) ? 1 : 0;
          int later = Math.max(task, graph.successor(i));
          ordered &= later > previous || i == graph.firstAfterStart(task);
          previous = later;
          events[i] = 2 * task + afterStart;
          ends[later + 1]++;
        }
      }
      for (int task = 0; task < graph.tasks(); task++) {
        ends[task + 1] += ends[task];
      }
      int[] next = IntArrays.copy(ends);
      for (int i = 0; i < events.length; i++) {
        edges[next[Math.max(events[i] / 2, graph.successor(i))]++] = i;
      }
      inPlace = ordered;
    }
  }
}
