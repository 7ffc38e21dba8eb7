package org.foretell.trace.store;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.foretell.trace.TaskGraph;

/**
 * Reads the task graph of a program and checks every one of its numbers. Memory grows with the
 * records that are there, not with what any number promises. For one graph.
 */
final class GraphDecoder {
  private static final int KINDS = 3;

  private final RecordedTrace trace;
  private final Contents.Program program;
  private final int ranks;
  private final ByteReader in = new ByteReader();
  private final TaskGraph.Builder builder = new TaskGraph.Builder();

  /** Pairs of the task that is waited for, times 2, plus 1 for its start; and the one waiting. */
  private final IntArrayList edges = new IntArrayList();

  private final int[] peers = new int[KINDS];
  private final int[] tags = new int[KINDS];
  private final long[] amounts = new long[KINDS];
  private final int[] streams = new int[KINDS];
  private final int[] nics = new int[KINDS];

  GraphDecoder(RecordedTrace trace, Contents.Program program) {
    this.trace = trace;
    this.program = program;
    ranks = trace.info().ranks();
  }

  TaskGraph decode() {
    String place = Describer.place(program);
    Block block = new Block();
    block.next = program.firstBlock();
    try {
      boolean more = true;
      while (more) {
        if (block.next == 0) {
          throw new DamageException(-1, "expected the end of the graph, found that of its blocks");
        }
        trace.loadProgram(block.next, program, place, block);
        more = decode(block);
      }
      return checked();
    } catch (DamageException e) {
      throw trace.damaged(block.position, e, place);
    }
  }

  /** Decodes a block; returns whether there must be another. */
  private boolean decode(Block block) {
    in.over(block.bytes, 0, block.length);
    while (in.remaining() > 0) {
      int head = in.u8();
      if (head == Format.TASK_END) {
        if (in.remaining() > 0 || block.next != 0) {
          throw in.damage("expected nothing after the end of the graph, found more");
        }
        return false;
      }
      task(head);
    }
    return true;
  }

  private void task(int head) {
    int kind = head & 3;
    if (kind == Format.TASK_END) {
      throw in.damage("expected a task or the end of the graph, found a record " + head);
    }
    if (builder.tasks() == TaskGraph.MAX_TASKS) {
      throw in.damage("expected at most " + TaskGraph.MAX_TASKS + " tasks, found more");
    }
    boolean compute = kind == Format.TASK_COMPUTE;
    if ((head & Format.TASK_PEER) != 0) {
      int least = kind == Format.TASK_RECV ? -1 : 0;
      peers[kind] = (int) moved(peers[kind], least, compute ? 0 : ranks - 1, "a peer");
    }
    if ((head & Format.TASK_TAG) != 0) {
      int least = compute ? 0 : Integer.MIN_VALUE;
      tags[kind] = (int) moved(tags[kind], least, compute ? 0 : Integer.MAX_VALUE, "a tag");
    }
    if ((head & Format.TASK_AMOUNT) != 0) {
      amounts[kind] = moved(amounts[kind], 0, Long.MAX_VALUE, "bytes or a duration");
    }
    if ((head & Format.TASK_STREAM) != 0) {
      streams[kind] = (int) in.atMost(TaskGraph.MAX_STREAMS - 1, "a stream");
      nics[kind] = (int) in.atMost(compute ? 0 : TaskGraph.MAX_STREAMS - 1, "a NIC");
    }
    int task =
        switch (kind) {
          case Format.TASK_COMPUTE -> builder.compute(amounts[kind], streams[kind]);
          case Format.TASK_SEND ->
              builder.send(peers[kind], tags[kind], amounts[kind], streams[kind], nics[kind]);
          default ->
              builder.receive(peers[kind], tags[kind], amounts[kind], streams[kind], nics[kind]);
        };
    if ((head & Format.TASK_AFTER_FINISH) != 0) {
      successors(task, 2 * task);
    }
    if ((head & Format.TASK_AFTER_START) != 0) {
      successors(task, 2 * task + 1);
    }
  }

  private long moved(long before, long least, long most, String what) {
    long value = before + in.zigzag();
    if (value < least || value > most) {
      throw in.damage("expected " + what + " of " + least + " to " + most + ", found " + value);
    }
    return value;
  }

  private void successors(int task, int event) {
    int count = in.count(1, "tasks that wait for another");
    long successor = task;
    for (int i = 0; i < count; i++) {
      successor += in.zigzag();
      if (successor < 0 || successor >= TaskGraph.MAX_TASKS) {
        throw in.damage("expected the number of a task, found " + successor);
      }
      edges.add(event);
      edges.add((int) successor);
    }
  }

  private TaskGraph checked() {
    for (int i = 0; i < edges.size(); i += 2) {
      int waiting = edges.getInt(i + 1);
      if (waiting >= builder.tasks()) {
        throw new DamageException(
            -1,
            "expected the waiting tasks below "
                + builder.tasks()
                + ", found that task "
                + waiting
                + " waits for task "
                + edges.getInt(i) / 2);
      }
      if (edges.getInt(i) % 2 == 0) {
        builder.requires(waiting, edges.getInt(i) / 2);
      } else {
        builder.requiresStart(waiting, edges.getInt(i) / 2);
      }
    }
    TaskGraph graph = builder.build();
    int cyclic = graph.taskOnCycle();
    if (cyclic >= 0) {
      throw new DamageException(
          -1,
          "expected tasks that wait for others, found that task "
              + cyclic
              + " waits for itself through a cycle");
    }
    return graph;
  }
}
