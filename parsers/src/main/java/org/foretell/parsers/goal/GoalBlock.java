package org.foretell.parsers.goal;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.foretell.trace.OpView;
import org.foretell.trace.TaskGraph;

/** Reads the block of one rank after the other. */
final class GoalBlock {
  private static final int WILDCARD = 0xFFFF_FFFF;

  private final GoalBinaryFile file;
  private final GoalOptions options;
  private final int ranks;
  private final int highestCpu;
  private final int highestNic;
  private TaskGraph.Builder builder = new TaskGraph.Builder();
  private int rank;

  /** What nodes say: tasks that they wait for, tasks that wait for their finish and their start. */
  private int[] dependencies = {};

  private int[] afterFinish = {};
  private int[] afterStart = {};

  GoalBlock(GoalBinaryFile file, GoalOptions options, int ranks, int highestCpu, int highestNic) {
    this.file = file;
    this.options = options;
    this.ranks = ranks;
    this.highestCpu = highestCpu;
    this.highestNic = highestNic;
  }

  /** Reads a block that lies inside the file. */
  TaskGraph read(int ofRank, long start, long end) throws IOException {
    rank = ofRank;
    builder = new TaskGraph.Builder();
    long room = end - start - 2 * Integer.BYTES;
    if (room < 0) {
      throw wrong(start, "expected at least 8 bytes, found " + (end - start));
    }
    file.seek(start, end);
    long nodes = file.u32();
    long roots = file.u32();
    if (nodes > TaskGraph.MAX_TASKS
        || roots > nodes
        || roots * Integer.BYTES + nodes * GoalBinary.NODE_BYTES > room) {
      throw wrong(
          start,
          "expected numbers of operations and roots that fit into its "
              + room
              + " bytes (an operation takes "
              + GoalBinary.NODE_BYTES
              + ", a root 4), found "
              + nodes
              + " and "
              + roots);
    }
    long rootsAt = file.position();
    long nodesAt = rootsAt + roots * Integer.BYTES;
    long appendixAt = nodesAt + nodes * GoalBinary.NODE_BYTES;
    file.seek(nodesAt, appendixAt);
    nodes((int) nodes, (end - appendixAt) / Integer.BYTES);
    file.seek(appendixAt, end);
    appendix((int) nodes);
    TaskGraph graph = builder.build();
    for (int task = 0; task < nodes; task++) {
      if (graph.dependencies(task) != dependencies[task]) {
        throw wrong(
            nodesAt + (long) task * GoalBinary.NODE_BYTES,
            "operation "
                + task
                + " states that it depends on "
                + Integer.toUnsignedString(dependencies[task])
                + " others, but "
                + graph.dependencies(task)
                + " name it; the schedule was used up by a run or is damaged, make it again from"
                + " the text");
      }
    }
    roots(graph, rootsAt, nodesAt);
    int cyclic = graph.taskOnCycle();
    if (cyclic >= 0) {
      throw wrong(
          nodesAt + (long) cyclic * GoalBinary.NODE_BYTES,
          "operation "
              + cyclic
              + " waits for itself: the dependencies form a cycle, which can never run");
    }
    return graph;
  }

  private void nodes(int nodes, long appendix) throws IOException {
    if (dependencies.length < nodes) {
      dependencies = new int[nodes];
      afterFinish = new int[nodes];
      afterStart = new int[nodes];
    }
    long edges = 0;
    for (int task = 0; task < nodes; task++) {
      long at = file.position();
      ByteBuffer in = file.need(GoalBinary.NODE_BYTES);
      int node = in.position();
      dependencies[task] = in.getInt(node);
      operation(in, node, at);
      edges = successors(in, node, GoalBinary.SUCCESSORS, edges, appendix, at);
      afterFinish[task] = in.getInt(node + GoalBinary.SUCCESSORS);
      edges = successors(in, node, GoalBinary.START_SUCCESSORS, edges, appendix, at);
      afterStart[task] = in.getInt(node + GoalBinary.START_SUCCESSORS);
      in.position(node + GoalBinary.NODE_BYTES);
    }
  }

  private void operation(ByteBuffer in, int node, long at) {
    int type = in.get(node + GoalBinary.TYPE);
    int peer = in.getInt(node + GoalBinary.PEER);
    long size = in.getLong(node + GoalBinary.SIZE);
    int tag = in.getInt(node + GoalBinary.TAG);
    int cpu = in.get(node + GoalBinary.CPU) & 0xFF;
    int nic = in.get(node + GoalBinary.NIC) & 0xFF;
    boolean any = type == GoalBinary.RECV && peer == WILDCARD;
    long most = type == GoalBinary.CALC ? options.mostUnits() : Long.MAX_VALUE;
    if (type < GoalBinary.SEND || type > GoalBinary.CALC) {
      throw wrong(at, "expected a send (1), recv (2) or calc (3), found " + type);
    }
    if (type != GoalBinary.CALC && !any && (peer < 0 || peer >= ranks)) {
      throw wrong(
          at,
          "expected a peer of 0 to " + (ranks - 1) + ", found " + Integer.toUnsignedString(peer));
    }
    if (size < 0 || size > most) {
      throw wrong(
          at,
          "expected a size or time of at most " + most + ", found " + Long.toUnsignedString(size));
    }
    if (cpu > highestCpu || nic > highestNic) {
      throw wrong(
          at,
          "expected CPU and NIC of at most "
              + highestCpu
              + " and "
              + highestNic
              + ", as the header has it, found "
              + cpu
              + " and "
              + nic);
    }
    switch (type) {
      case GoalBinary.CALC -> builder.compute(size * options.timeUnitPs(), cpu);
      case GoalBinary.SEND -> builder.send(peer, tag, size, cpu, nic);
      default -> builder.receive(any ? OpView.ANY : peer, tag, size, cpu, nic);
    }
  }

  /** Checks that a node's part of the appendix follows that of the one before, and fits. */
  private long successors(ByteBuffer in, int node, int field, long before, long appendix, long at) {
    long count = in.getInt(node + field) & 0xFFFF_FFFFL;
    long first = in.getInt(node + field + Integer.BYTES) & 0xFFFF_FFFFL;
    if (count > 0 && (first != before || count > appendix - before)) {
      throw wrong(
          at,
          "expected its dependents in the appendix from "
              + before
              + " on and up to "
              + appendix
              + ", found "
              + count
              + " from "
              + first
              + " on");
    }
    return before + count;
  }

  private void appendix(int nodes) throws IOException {
    for (int task = 0; task < nodes; task++) {
      for (int i = afterFinish[task]; i > 0; i--) {
        builder.requires(successor(nodes), task);
      }
      for (int i = afterStart[task]; i > 0; i--) {
        builder.requiresStart(successor(nodes), task);
      }
    }
  }

  private int successor(int nodes) throws IOException {
    long at = file.position();
    return below(nodes, file.u32(), at);
  }

  private int below(int nodes, long operation, long at) {
    if (operation >= nodes) {
      throw wrong(at, "expected an operation below " + nodes + ", found " + operation);
    }
    return (int) operation;
  }

  /** Checks that the list of roots holds those that depend on nothing, in their order. */
  private void roots(TaskGraph graph, long from, long to) throws IOException {
    file.seek(from, to);
    int task = 0;
    while (true) {
      while (task < graph.tasks() && graph.dependencies(task) > 0) {
        task++;
      }
      long at = file.position();
      boolean end = at == to;
      if (end && task == graph.tasks()) {
        return;
      }
      if (end || file.u32() != task++) {
        throw wrong(
            at, "expected the operations that depend on nothing as its roots, found other ones");
      }
    }
  }

  private org.foretell.trace.TraceException wrong(long offset, String message) {
    return file.wrong(offset, "rank " + rank + ": " + message);
  }
}
