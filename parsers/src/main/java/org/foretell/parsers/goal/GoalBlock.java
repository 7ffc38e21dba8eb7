package org.foretell.parsers.goal;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.foretell.parsers.graphs.SharedGraphs;
import org.foretell.trace.OpView;
import org.foretell.trace.TaskGraph;

/** Reads the block of one rank after the other. */
final class GoalBlock {
  private static final int WILDCARD = 0xFFFF_FFFF;
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private final GoalBinaryFile file;
  private final GoalOptions options;
  private final int ranks;
  private final int highestCpu;
  private final int highestNic;
  private final SharedGraphs graphs;
  private final TaskGraph.Builder builder = new TaskGraph.Builder();

  /** The bytes of the block of the rank before, and where its nodes are. */
  private byte[] before = {};

  private int lengthBefore;
  private int nodesBefore;
  private int appendixBefore;
  private int rankBefore = OpView.NONE;
  private int rank;

  /** What nodes say: tasks that they wait for, tasks that wait for their finish and their start. */
  private int[] dependencies = {};

  private int[] afterFinish = {};
  private int[] afterStart = {};

  GoalBlock(
      GoalBinaryFile file,
      GoalOptions options,
      int ranks,
      int highestCpu,
      int highestNic,
      SharedGraphs graphs) {
    this.file = file;
    this.graphs = graphs;
    this.options = options;
    this.ranks = ranks;
    this.highestCpu = highestCpu;
    this.highestNic = highestNic;
  }

  /** Reads a block that lies inside the file, and passes the graph on. */
  void read(int ofRank, long start, long end) throws IOException {
    rank = ofRank;
    if (isLikeBefore(start, end) && graphs.addLikeLast(rank)) {
      return;
    }
    rankBefore = OpView.NONE;
    builder.clear();
    long room = end - start - 2 * Integer.BYTES;
    if (room < 0) {
      throw wrong(start, "expected at least 8 bytes, found " + (end - start));
    }
    file.seek(start);
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
    file.seek(nodesAt);
    nodes((int) nodes, (end - appendixAt) / Integer.BYTES);
    file.seek(appendixAt);
    appendix((int) nodes);
    if (file.position() < end) {
      throw wrong(
          file.position(),
          "expected the end of its block behind the dependents of all operations, found "
              + (end - file.position())
              + " more bytes; the file is damaged, make it again from the text with txt2bin");
    }
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
    graphs.add(rank, graph);
    keep(start, nodesAt, appendixAt, end);
  }

  /** Keeps a block that the buffer can hold, since the next ranks may be like it. */
  private void keep(long start, long nodesAt, long appendixAt, long end) throws IOException {
    if (end - start > GoalBinaryFile.BUFFER_BYTES) {
      return;
    }
    lengthBefore = (int) (end - start);
    nodesBefore = (int) (nodesAt - start);
    appendixBefore = (int) (appendixAt - start);
    if (before.length < lengthBefore) {
      before = new byte[lengthBefore];
    }
    file.seek(start);
    file.need(lengthBefore).get(before, 0, lengthBefore);
    rankBefore = rank;
  }

  /** Whether a block says the same as the one before, with all peers at the same distances. */
  private boolean isLikeBefore(long start, long end) throws IOException {
    if (rankBefore < 0 || end - start != lengthBefore) {
      return false;
    }
    file.seek(start);
    ByteBuffer in = file.need(lengthBefore);
    byte[] bytes = in.array();
    int first = in.arrayOffset() + in.position();
    if (!isSame(bytes, first, 0, nodesBefore)
        || !isSame(bytes, first, appendixBefore, lengthBefore)) {
      return false;
    }
    for (int node = nodesBefore; node < appendixBefore; node += GoalBinary.NODE_BYTES) {
      int behindPeer = node + GoalBinary.PEER + Integer.BYTES;
      if (!isSame(bytes, first, node, node + GoalBinary.PEER)
          || !isSame(bytes, first, behindPeer, node + GoalBinary.NODE_BYTES)
          || (int) INT.get(bytes, first + node + GoalBinary.PEER) != likePeer(node)) {
        return false;
      }
    }
    return true;
  }

  private boolean isSame(byte[] bytes, int first, int from, int to) {
    return Arrays.equals(bytes, first + from, first + to, before, from, to);
  }

  /** The peer at the distance that a node of the rank before has. */
  private int likePeer(int node) {
    int peer = (int) INT.get(before, node + GoalBinary.PEER);
    boolean isFixed = before[node + GoalBinary.TYPE] == GoalBinary.CALC || peer == WILDCARD;
    int moved = peer + rank - rankBefore;
    return isFixed ? peer : moved < 0 ? moved + ranks : moved >= ranks ? moved - ranks : moved;
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
    file.seek(from);
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
