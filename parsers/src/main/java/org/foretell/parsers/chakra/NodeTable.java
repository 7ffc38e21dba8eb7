package org.foretell.parsers.chakra;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.IntConsumer;
import org.foretell.parsers.Losses;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.TraceException;

/** The nodes of one rank, by their ids. */
final class NodeTable {
  private static final Comparator<Node> EARLIEST =
      Comparator.<Node>comparingLong(node -> node.startMicros).thenComparingInt(node -> node.index);

  private final Path path;
  private final List<Node> nodes = new ArrayList<>();
  private final Long2IntOpenHashMap places = new Long2IntOpenHashMap();

  /** The nodes whose data each node needs, and those that control it, by their ids. */
  private final LongArrayList ids = new LongArrayList();

  /** Where those of each node begin among the ids: first of data, then of control. */
  private final IntArrayList firstIds = new IntArrayList(new int[] {0});

  /** The nodes that each node waits for, by their places in the file. */
  private int[] before = {};

  private int[] firstBefore = {};

  private NodeTable(Path path) {
    this.path = path;
    places.defaultReturnValue(-1);
  }

  /**
   * Reads a file.
   *
   * @param groups gets the process groups that the file defines
   * @throws TraceException if it is damaged, or has a node twice
   */
  static NodeTable read(Path path, RankGroups groups) {
    NodeTable table = new NodeTable(path);
    try (MessageFile file = new MessageFile(path)) {
      TraceHeader.read(file);
      NodeParser parser = new NodeParser(file, groups);
      while (file.hasNext()) {
        Node node = parser.read();
        node.index = table.nodes.size();
        if (node.index == TaskGraph.MAX_TASKS) {
          throw file.wrong(
              "at most " + TaskGraph.MAX_TASKS + " nodes of a rank", "more", "use a shorter trace");
        }
        if (table.places.putIfAbsent(node.id, node.index) >= 0) {
          throw file.wrong(
              "an id that no node before has",
              "node " + Long.toUnsignedString(node.id) + " a second time",
              "convert the trace again");
        }
        table.add(node, parser);
      }
    }
    return table;
  }

  private void add(Node node, NodeParser parser) {
    nodes.add(node);
    ids.addAll(parser.dependencies());
    firstIds.add(ids.size());
    ids.addAll(parser.controls());
    firstIds.add(ids.size());
  }

  /** The place of a node by its id, or -1. */
  private int place(long id) {
    return places.get(id);
  }

  /** How many nodes there are. */
  int size() {
    return nodes.size();
  }

  /**
   * The nodes in an order in which each comes after those that it waits for: of those that could
   * come next the one that started first, or stands first in the file.
   *
   * <p>PyTorch's converter states the caller of an operation as its control, and what really comes
   * before it as data. So control dependencies that contradict those on data do not count.
   *
   * @param losses gets the control dependencies that do not count
   * @throws TraceException if a node needs data of one that does not exist, or waits for itself
   */
  List<Node> inOrder(Losses losses) {
    long missing = resolve(true);
    losses.add(
        "control dependencies on nodes that were removed", missing, "nothing is left to wait for");
    List<Node> order = sorted();
    if (order.size() < nodes.size()) {
      int withControls = before.length;
      resolve(false);
      losses.add(
          "control dependencies",
          withControls - before.length,
          "those of their rank contradict its data dependencies, as callers do");
      order = sorted();
    }
    return order;
  }

  /** Passes on the places of the nodes that a node waits for, if nodes are in order. */
  void forEachBefore(Node node, IntConsumer action) {
    for (int i = firstBefore[node.index]; i < firstBefore[node.index + 1]; i++) {
      action.accept(before[i]);
    }
  }

  /** Finds what nodes wait for; returns how many of the nodes that control one do not exist. */
  private int resolve(boolean usesControls) {
    before = new int[ids.size()];
    firstBefore = new int[nodes.size() + 1];
    int missing = 0;
    int end = 0;
    for (Node node : nodes) {
      int dependency = firstIds.getInt(2 * node.index);
      for (; dependency < firstIds.getInt(2 * node.index + 1); dependency++) {
        before[end++] = data(node, ids.getLong(dependency));
      }
      for (; usesControls && dependency < firstIds.getInt(2 * node.index + 2); dependency++) {
        int control = place(ids.getLong(dependency));
        if (control < 0) {
          missing++;
        } else {
          before[end++] = control;
        }
      }
      firstBefore[node.index + 1] = end;
    }
    before = Arrays.copyOf(before, end);
    return missing;
  }

  private int data(Node node, long id) {
    int place = place(id);
    if (place < 0) {
      throw new TraceException(
          path
              + ": node "
              + Long.toUnsignedString(node.id)
              + ": expected data of nodes of this file, found node "
              + Long.toUnsignedString(id)
              + ", which it does not have; convert the trace again, without leaving out nodes");
    }
    return place;
  }

  /** All nodes, or those that wait for no cycle. */
  private List<Node> sorted() {
    int[] waiting = new int[nodes.size()];
    int[] nextAfter = new int[nodes.size() + 1];
    for (int place : before) {
      nextAfter[place + 1]++;
    }
    for (int i = 0; i < nodes.size(); i++) {
      nextAfter[i + 1] += nextAfter[i];
      waiting[i] = firstBefore[i + 1] - firstBefore[i];
    }
    int[] firstAfter = nextAfter.clone();
    int[] after = new int[before.length];
    for (int i = 0; i < nodes.size(); i++) {
      for (int dependency = firstBefore[i]; dependency < firstBefore[i + 1]; dependency++) {
        after[nextAfter[before[dependency]]++] = i;
      }
    }
    PriorityQueue<Node> ready = new PriorityQueue<>(EARLIEST);
    nodes.stream().filter(node -> waiting[node.index] == 0).forEach(ready::add);
    List<Node> order = new ArrayList<>(nodes.size());
    for (Node node = ready.poll(); node != null; node = ready.poll()) {
      order.add(node);
      for (int i = firstAfter[node.index]; i < firstAfter[node.index + 1]; i++) {
        if (--waiting[after[i]] == 0) {
          ready.add(nodes.get(after[i]));
        }
      }
    }
    if (order.size() < nodes.size() && hasNoControls()) {
      throw cycle(waiting);
    }
    return order;
  }

  /** Whether what nodes wait for is data only. */
  private boolean hasNoControls() {
    for (Node node : nodes) {
      int data = firstIds.getInt(2 * node.index + 1) - firstIds.getInt(2 * node.index);
      if (firstBefore[node.index + 1] - firstBefore[node.index] != data) {
        return false;
      }
    }
    return true;
  }

  /** Goes back along what nodes still wait for, until one comes again. */
  private TraceException cycle(int[] waiting) {
    int at = 0;
    while (waiting[at] == 0) {
      at++;
    }
    boolean[] seen = new boolean[waiting.length];
    while (!seen[at]) {
      seen[at] = true;
      int next = firstBefore[at];
      while (waiting[before[next]] == 0) {
        next++;
      }
      at = before[next];
    }
    return new TraceException(
        path
            + ": node "
            + Long.toUnsignedString(nodes.get(at).id)
            + ": expected dependencies without a cycle, found that it waits for itself; it could"
            + " never run; convert the trace again");
  }
}
