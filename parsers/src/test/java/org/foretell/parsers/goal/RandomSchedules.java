package org.foretell.parsers.goal;

import org.foretell.trace.OpCode;
import org.foretell.trace.RandomGraphTrace;
import org.foretell.trace.RankSet;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.TaskGraphTrace;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.store.MemoryTrace;

/** Random task graphs that GOAL can express: CPUs and NICs of 8 bits, whole nanoseconds. */
final class RandomSchedules {
  private RandomSchedules() {}

  static MemoryTrace of(long seed) {
    TaskGraphTrace random = RandomGraphTrace.of(seed).expansion();
    MemoryTrace.Builder builder = MemoryTrace.builder();
    builder.begin(TraceInfo.ofRanks(random.info().ranks()));
    for (int rank = 0; rank < random.info().ranks(); rank++) {
      builder.taskGraph(RankSet.of(rank), narrowed(random.graph(rank)), false);
    }
    builder.end();
    return builder.build();
  }

  private static TaskGraph narrowed(TaskGraph graph) {
    TaskGraph.Builder builder = new TaskGraph.Builder();
    for (int task = 0; task < graph.tasks(); task++) {
      int cpu = graph.stream(task) & 0xFF;
      int nic = graph.nic(task) & 0xFF;
      if (graph.code(task) == OpCode.COMPUTE) {
        builder.compute(graph.amount(task) / 1000 * 1000, cpu);
      } else if (graph.code(task) == OpCode.SEND) {
        builder.send(graph.peer(task), graph.tag(task), graph.amount(task), cpu, nic);
      } else {
        builder.receive(graph.peer(task), graph.tag(task), graph.amount(task), cpu, nic);
      }
    }
    for (int task = 0; task < graph.tasks(); task++) {
      for (int i = graph.firstAfterFinish(task); i < graph.firstAfterStart(task); i++) {
        builder.requires(graph.successor(i), task);
      }
      for (int i = graph.firstAfterStart(task); i < graph.endAfterStart(task); i++) {
        builder.requiresStart(graph.successor(i), task);
      }
    }
    return builder.build();
  }
}
