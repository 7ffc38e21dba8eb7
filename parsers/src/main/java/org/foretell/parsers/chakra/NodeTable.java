package org.foretell.parsers.chakra;

import com.google.protobuf.CodedInputStream;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
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
      file.read(NodeTable::passHeader);
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

  private static void passHeader(CodedInputStream in) throws IOException {
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      in.skipField(tag);
    }
  }

  /** The place of a node by its id. */
  int place(long id) {
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
   * @throws TraceException if a node waits for one that does not exist, or for itself
   */
  List<Node> inOrder() {
    int[] waiting = new int[nodes.size()];
    List<IntArrayList> after = new ArrayList<>(nodes.size());
    nodes.forEach(node -> after.add(new IntArrayList(1)));
    for (Node node : nodes) {
      for (int i = 0; i < node.dependencies.size(); i++) {
        long id = node.dependencies.getLong(i);
        int before = place(id);
        if (before < 0) {
          throw new TraceException(
              path
                  + ": node "
                  + Long.toUnsignedString(node.id)
                  + ": expected to wait for nodes of this file, found node "
                  + Long.toUnsignedString(id)
                  + ", which it does not have; convert the trace again, without leaving out nodes");
        }
        after.get(before).add(node.index);
        waiting[node.index]++;
      }
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
    if (order.size() < nodes.size()) {
      throw cycle(waiting);
    }
    return order;
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
      Node node = nodes.get(at);
      int next = 0;
      while (waiting[place(node.dependencies.getLong(next))] == 0) {
        next++;
      }
      at = place(node.dependencies.getLong(next));
    }
    return new TraceException(
        path
            + ": node "
            + Long.toUnsignedString(nodes.get(at).id)
            + ": expected dependencies without a cycle, found that it waits for itself; it could"
            + " never run; convert the trace again");
  }
}
