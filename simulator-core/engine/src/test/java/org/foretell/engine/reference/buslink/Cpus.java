package org.foretell.engine.reference.buslink;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;
import org.foretell.engine.reference.Timeline;

/** The CPUs of the nodes, and at each node the queue of bursts that wait for one. */
final class Cpus {
  private record Burst(LongSupplier durationPs, Runnable ends) {}

  private static final class Node {
    int free;
    final Deque<Burst> ready = new ArrayDeque<>();
  }

  private final Timeline timeline;
  private final Node[] nodes;
  private final Runnable eventIsOver;

  Cpus(Timeline timeline, int[] cpusOfNodes) {
    this(timeline, cpusOfNodes, () -> {});
  }

  /**
   * CPUs that are all free.
   *
   * @param eventIsOver what follows each event, before free CPUs take what is ready
   */
  Cpus(Timeline timeline, int[] cpusOfNodes, Runnable eventIsOver) {
    this.timeline = timeline;
    this.eventIsOver = eventIsOver;
    nodes = new Node[cpusOfNodes.length];
    for (int node = 0; node < nodes.length; node++) {
      nodes[node] = new Node();
      nodes[node].free = cpusOfNodes[node];
    }
  }

  /**
   * A burst waits for a CPU of a node.
   *
   * @param atHead before all others, rather than after them
   * @param durationPs asked when it has got its CPU
   * @param ends what follows
   */
  void ready(int node, boolean atHead, LongSupplier durationPs, Runnable ends) {
    Burst burst = new Burst(durationPs, ends);
    if (atHead) {
      nodes[node].ready.addFirst(burst);
    } else {
      nodes[node].ready.addLast(burst);
    }
  }

  /** Something that is no burst happens at a time. */
  void at(long timePs, Runnable action) {
    timeline.at(
        timePs,
        timeline.nextSequence(),
        () -> {
          action.run();
          eventIsOver.run();
          serveAll();
        });
  }

  /** Free CPUs take what is ready, on all nodes in order. */
  void serveAll() {
    for (Node node : nodes) {
      while (serveOne(node)) {
        // until there is no CPU or no burst
      }
    }
  }

  private boolean serveOne(Node node) {
    if (node.free == 0 || node.ready.isEmpty()) {
      return false;
    }
    node.free--;
    Burst burst = node.ready.removeFirst();
    long durationPs = burst.durationPs().getAsLong();
    at(
        timeline.nowPs() + durationPs,
        () -> {
          node.free++;
          burst.ends().run();
          serveOne(node);
        });
    return true;
  }
}
