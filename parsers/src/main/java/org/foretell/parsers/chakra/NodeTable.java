package org.foretell.parsers.chakra;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
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
  static NodeTable read(Path path, ProcessGroups groups) {
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
        table.nodes.add(node);
      }
    }
    return table;
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
    long missing = 0;
    for (Node node : nodes) {
      resolveData(node);
      missing += addControls(node);
    }
    losses.add(
        "control dependencies on nodes that were removed", missing, "nothing is left to wait for");
    List<Node> order = sorted();
    if (order.size() < nodes.size()) {
      losses.add(
          "control dependencies",
          nodes.stream().mapToLong(node -> node.controls.size()).sum() - missing,
          "those of their rank contradict its data dependencies, as callers do");
      nodes.forEach(this::resolveData);
      order = sorted();
    }
    return order;
  }

  private void resolveData(Node node) {
    node.before.clear();
    for (int i = 0; i < node.dependencies.size(); i++) {
      long id = node.dependencies.getLong(i);
      if (place(id) < 0) {
        throw new TraceException(
            path
                + ": node "
                + Long.toUnsignedString(node.id)
                + ": expected data of nodes of this file, found node "
                + Long.toUnsignedString(id)
                + ", which it does not have; convert the trace again, without leaving out nodes");
      }
      node.before.add(place(id));
    }
  }

  /** Returns how many of the nodes that control one do not exist. */
  private int addControls(Node node) {
    int missing = 0;
    for (int i = 0; i < node.controls.size(); i++) {
      int before = place(node.controls.getLong(i));
      if (before < 0) {
        missing++;
      } else {
        node.before.add(before);
      }
    }
    return missing;
  }

  /** All nodes, or those that wait for no cycle. */
  private List<Node> sorted() {
    int[] waiting = new int[nodes.size()];
    List<IntArrayList> after = new ArrayList<>(nodes.size());
    nodes.forEach(node -> after.add(new IntArrayList(1)));
    for (Node node : nodes) {
      node.before.forEach(before -> after.get(before).add(node.index));
      waiting[node.index] = node.before.size();
    }
    PriorityQueue<Node> ready = new PriorityQueue<>(EARLIEST);
    nodes.stream().filter(node -> waiting[node.index] == 0).forEach(ready::add);
    List<Node> order = new ArrayList<>(nodes.size());
    for (Node node = ready.poll(); node != null; node = ready.poll()) {
      order.add(node);
      after
          .get(node.index)
          .forEach(
              next -> {
                if (--waiting[next] == 0) {
                  ready.add(nodes.get(next));
                }
              });
    }
    if (order.size() < nodes.size() && hasNoControls()) {
      throw cycle(waiting);
    }
    return order;
  }

  /** Whether what nodes wait for is data only. */
  private boolean hasNoControls() {
    return nodes.stream().allMatch(node -> node.before.size() == node.dependencies.size());
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
      IntArrayList before = nodes.get(at).before;
      int next = 0;
      while (waiting[before.getInt(next)] == 0) {
        next++;
      }
      at = before.getInt(next);
    }
    return new TraceException(
        path
            + ": node "
            + Long.toUnsignedString(nodes.get(at).id)
            + ": expected dependencies without a cycle, found that it waits for itself; it could"
            + " never run; convert the trace again");
  }
}
