package org.foretell.trace;

import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** A trace of task graphs, held as they are given: rank 0's first. For tests. */
public final class TaskGraphTrace implements TraceSource {
  private final List<TaskGraph> graphs;

  /** A trace with a graph for each rank, whose peers are world ranks. */
  public TaskGraphTrace(TaskGraph... graphs) {
    this.graphs = List.of(graphs);
  }

  @Override
  public TraceInfo info() {
    return TraceInfo.ofRanks(graphs.size());
  }

  @Override
  public TraceTables tables() {
    return new TraceTables(List.of(), List.of(), List.of(), List.of());
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.TASK_GRAPHS);
  }

  @Override
  public OptionalLong operations() {
    return OptionalLong.of(graphs.stream().mapToLong(TaskGraph::tasks).sum());
  }

  @Override
  public OptionalInt requestSlots() {
    return OptionalInt.of(0);
  }

  @Override
  public RankCursor open(int rank) {
    throw new IllegalStateException("rank " + rank + " runs a task graph, no sequence of ops");
  }

  @Override
  public TaskGraph graph(int rank) {
    return graphs.get(rank);
  }

  @Override
  public void describe(TraceSink sink) {
    sink.begin(info());
    for (int rank = 0; rank < graphs.size(); rank++) {
      sink.taskGraph(RankSet.of(rank), graphs.get(rank), false);
    }
    sink.end();
  }

  @Override
  public void close() {}
}
