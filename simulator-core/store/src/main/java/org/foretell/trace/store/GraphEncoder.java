package org.foretell.trace.store;

import java.util.Arrays;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.TaskGraph;

/** Turns tasks into records; each says in what it differs from the one before of its kind. */
final class GraphEncoder {
  private static final int KINDS = 3;

  /** A record holds no more numbers, and it has a few others. */
  private static final int MOST_WAITING = Format.MAX_NUMBERS - 16;

  private TaskGraph graph = new TaskGraph.Builder().build();
  private boolean wildcards;
  private final int[] peers = new int[KINDS];
  private final int[] tags = new int[KINDS];
  private final long[] amounts = new long[KINDS];
  private final int[] streams = new int[KINDS];
  private final int[] nics = new int[KINDS];

  /**
   * Starts a graph.
   *
   * @throws IllegalArgumentException if it has a peer that is none of the ranks, a task that too
   *     many wait for, or a cycle
   */
  void begin(TaskGraph next, int ranks) {
    graph = next;
    wildcards = false;
    for (int task = 0; task < graph.tasks(); task++) {
      if (graph.peer(task) >= ranks) {
        throw new IllegalArgumentException(
            "task "
                + task
                + " has peer "
                + graph.peer(task)
                + ", but there are "
                + ranks
                + " ranks");
      }
      int waiting = graph.endAfterStart(task) - graph.firstAfterFinish(task);
      if (waiting > MOST_WAITING) {
        throw new IllegalArgumentException(
            waiting
                + " tasks wait for task "
                + task
                + ", but at most "
                + MOST_WAITING
                + " can; let some of them wait for a burst of no time that waits for it");
      }
      wildcards |=
          graph.code(task) == OpCode.RECV
              && (graph.peer(task) == OpView.ANY || graph.tag(task) == OpView.ANY);
    }
    int cyclic = graph.taskOnCycle();
    if (cyclic >= 0) {
      throw new IllegalArgumentException(
          "task " + cyclic + " waits for itself through a cycle of dependencies");
    }
    Arrays.fill(peers, 0);
    Arrays.fill(tags, 0);
    Arrays.fill(amounts, 0);
    Arrays.fill(streams, 0);
    Arrays.fill(nics, 0);
  }

  /** Whether a receive of the graph leaves open what it takes. */
  boolean hasWildcards() {
    return wildcards;
  }

  /** Writes a task and who waits for it. */
  void task(int task, ByteWriter out) {
    int kind = kind(graph.code(task));
    int peer = graph.peer(task);
    int tag = graph.tag(task);
    long amount = graph.amount(task);
    int stream = graph.stream(task);
    int nic = graph.nic(task);
    int firstAfterFinish = graph.firstAfterFinish(task);
    int firstAfterStart = graph.firstAfterStart(task);
    int end = graph.endAfterStart(task);
    out.u8(
        kind
            | (peer == peers[kind] ? 0 : Format.TASK_PEER)
            | (tag == tags[kind] ? 0 : Format.TASK_TAG)
            | (amount == amounts[kind] ? 0 : Format.TASK_AMOUNT)
            | (stream == streams[kind] && nic == nics[kind] ? 0 : Format.TASK_STREAM)
            | (firstAfterFinish == firstAfterStart ? 0 : Format.TASK_AFTER_FINISH)
            | (firstAfterStart == end ? 0 : Format.TASK_AFTER_START));
    if (peer != peers[kind]) {
      out.zigzag((long) peer - peers[kind]);
      peers[kind] = peer;
    }
    if (tag != tags[kind]) {
      out.zigzag((long) tag - tags[kind]);
      tags[kind] = tag;
    }
    if (amount != amounts[kind]) {
      out.zigzag(amount - amounts[kind]);
      amounts[kind] = amount;
    }
    if (stream != streams[kind] || nic != nics[kind]) {
      out.varint(stream);
      out.varint(nic);
      streams[kind] = stream;
      nics[kind] = nic;
    }
    successors(task, firstAfterFinish, firstAfterStart, out);
    successors(task, firstAfterStart, end, out);
  }

  private void successors(int task, int from, int to, ByteWriter out) {
    if (from == to) {
      return;
    }
    out.varint(to - from);
    int previous = task;
    for (int i = from; i < to; i++) {
      out.zigzag((long) graph.successor(i) - previous);
      previous = graph.successor(i);
    }
  }

  private static int kind(OpCode code) {
    return switch (code) {
      case COMPUTE -> Format.TASK_COMPUTE;
      case SEND -> Format.TASK_SEND;
      case RECV -> Format.TASK_RECV;
      // Any other op fails, since tasks are bursts and messages.
      default -> throw new IllegalArgumentException("a task cannot be a " + code);
    };
  }
}
