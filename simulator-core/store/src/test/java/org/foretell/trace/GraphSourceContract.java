package org.foretell.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;

/**
 * What every {@link TraceSource} of task graphs promises. A test of a source extends this class and
 * says what its example must yield.
 */
public abstract class GraphSourceContract {
  /** A new source over the example; closed by the test. */
  protected abstract TraceSource open();

  /** The graphs of the example's ranks. */
  protected abstract TaskGraphTrace expected();

  @Test
  void yieldsTheGraphOfEveryRankAsOftenAsAsked() {
    try (TraceSource source = open()) {
      assertSameGraphs(source, expected());
      assertSameGraphs(source, expected());
    }
  }

  @Test
  void refusesToOpenASequence() {
    try (TraceSource source = open()) {
      assertThatThrownBy(() -> source.open(0))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("rank 0 runs a task graph, no sequence");
    }
  }

  @Test
  void announcesTaskGraphsAndCountsThem() {
    try (TraceSource source = open()) {
      assertThat(source.capabilities()).contains(Capability.TASK_GRAPHS);
      assertThat(source.info().ranks()).isEqualTo(expected().info().ranks());
      source
          .operations()
          .ifPresent(found -> assertThat(found).isEqualTo(expected().operations().orElseThrow()));
      boolean open = false;
      for (int rank = 0; rank < source.info().ranks(); rank++) {
        TaskGraph graph = expected().graph(rank);
        for (int task = 0; task < graph.tasks(); task++) {
          open |=
              graph.code(task) == OpCode.RECV
                  && (graph.peer(task) == OpView.ANY || graph.tag(task) == OpView.ANY);
        }
      }
      if (open) {
        assertThat(source.capabilities()).contains(Capability.UNRESOLVED_WILDCARDS);
      }
    }
  }

  @Test
  void describesItselfSoThatACopyYieldsTheSame() {
    try (TraceSource source = open();
        TraceSource copy = MemoryTrace.copyOf(source)) {
      assertThat(copy.info()).isEqualTo(source.info());
      assertThat(copy.tables()).isEqualTo(source.tables());
      assertThat(copy.capabilities()).containsAll(source.capabilities());
      assertSameGraphs(copy, expected());
    }
  }

  /** Compares the graphs of two sources. */
  public static void assertSameGraphs(TraceSource found, TraceSource expected) {
    assertThat(found.info().ranks()).isEqualTo(expected.info().ranks());
    for (int rank = 0; rank < expected.info().ranks(); rank++) {
      assertThat(found.graph(rank).equals(expected.graph(rank)))
          .as("the graph of rank " + rank)
          .isTrue();
    }
  }
}
