package org.foretell.trace;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** Task graphs in memory, one for each rank, for tests. */
public final class GraphTrace implements TraceSource {
  private final TaskGraph[] graphs;

  /** A trace of these graphs. */
  public GraphTrace(TaskGraph... graphs) {
    this.graphs = graphs.clone();
  }

  /** A trace of the graphs that have been built so far. */
  public static GraphTrace of(TaskGraph.Builder... builders) {
    return new GraphTrace(
        Arrays.stream(builders).map(TaskGraph.Builder::build).toArray(TaskGraph[]::new));
  }

  @Override
  public TaskGraph graph(int rank) {
    return graphs[rank];
  }

  @Override
  public TraceInfo info() {
    return TraceInfo.ofRanks(graphs.length);
  }

  @Override
  public TraceTables tables() {
    return new TraceTables(List.of(), List.of(), List.of(), List.of());
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.of(Capability.TASK_GRAPHS);
  }

  @Override
  public OptionalLong operations() {
    return OptionalLong.of(Arrays.stream(graphs).mapToLong(TaskGraph::tasks).sum());
  }

  @Override
  public OptionalInt requestSlots() {
    return OptionalInt.empty();
  }

  @Override
  public RankCursor open(int rank) {
    throw new UnsupportedOperationException("rank " + rank + " is a task graph");
  }

  @Override
  public void describe(TraceSink sink) {
    throw new UnsupportedOperationException("not needed");
  }

  @Override
  public void close() {}
}
