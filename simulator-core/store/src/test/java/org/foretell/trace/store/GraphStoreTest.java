package org.foretell.trace.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.foretell.trace.GraphSourceContract;
import org.foretell.trace.OpView;
import org.foretell.trace.RandomGraphTrace;
import org.foretell.trace.RankSet;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.TaskGraphTrace;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Task graphs, written and read, keep the contract and come out as they went in. */
class GraphStoreTest extends GraphSourceContract {
  @TempDir Path folder;

  private final RandomGraphTrace example = RandomGraphTrace.of(815);

  @Override
  protected TraceSource open() {
    Path file = folder.resolve("example.bin");
    try (TraceStoreWriter writer = TraceStoreWriter.create(file)) {
      example.describe(writer);
    }
    return TraceStoreReader.open(file);
  }

  @Override
  protected TaskGraphTrace expected() {
    return example.expansion();
  }

  @Property(tries = 300)
  void memoryHoldsRandomGraphs(@ForAll long seed) {
    RandomGraphTrace trace = RandomGraphTrace.of(seed);
    MemoryTrace.Builder builder = MemoryTrace.builder();
    trace.describe(builder);
    assertSameGraphs(builder.build(), trace.expansion());
  }

  @Property(tries = 100)
  void filesHoldRandomGraphs(@ForAll long seed) throws IOException {
    assertFileHolds(RandomGraphTrace.of(seed));
  }

  @Property(tries = 10)
  void filesHoldLongGraphs(@ForAll long seed) throws IOException {
    assertFileHolds(RandomGraphTrace.longOf(seed));
  }

  private static void assertFileHolds(RandomGraphTrace trace) throws IOException {
    Path file = Files.createTempFile("graphs", ".bin");
    try {
      try (TraceStoreWriter writer = TraceStoreWriter.create(file)) {
        trace.describe(writer);
      }
      byte[] first = Files.readAllBytes(file);
      assertThat(first[10]).as("minor version").isEqualTo((byte) 1);
      try (TraceStoreReader reader = TraceStoreReader.open(file);
          TraceStoreWriter writer = TraceStoreWriter.create(file)) {
        assertSameGraphs(reader, trace.expansion());
        reader.describe(writer);
      }
      assertThat(Files.readAllBytes(file)).isEqualTo(first);
    } finally {
      Files.delete(file);
    }
  }

  @Test
  void ranksOfOneProgramShareWhatIsStored() {
    Path file = folder.resolve("ring.bin");
    int ranks = 100_000;
    try (TraceStoreWriter writer = TraceStoreWriter.create(file)) {
      writer.begin(TraceInfo.ofRanks(ranks));
      writer.taskGraph(RankSet.range(0, ranks - 1), ring(ranks), true);
      writer.end();
    }
    assertThat(file.toFile().length()).isLessThan(300);
    try (TraceStoreReader reader = TraceStoreReader.open(file)) {
      assertThat(reader.operations()).hasValue(3L * ranks);
      TaskGraph last = reader.graph(ranks - 1);
      assertThat(last.peer(0)).isZero();
      assertThat(last.peer(1)).isEqualTo(ranks - 2);
      assertThatThrownBy(() -> reader.graph(ranks)).isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  private static TaskGraph ring(int ranks) {
    TaskGraph.Builder builder = new TaskGraph.Builder();
    int send = builder.send(1, 7, 1024, 0, 0);
    int receive = builder.receive(ranks - 1, 7, 1024, 0, 0);
    int burst = builder.compute(1000, 0);
    builder.requires(burst, receive);
    builder.requiresStart(burst, send);
    return builder.build();
  }

  @Test
  void whatTheSinkCannotTakeIsRefused() {
    MemoryTrace.Builder sink = MemoryTrace.builder();
    sink.begin(TraceInfo.ofRanks(2));
    assertThatThrownBy(() -> sink.taskGraph(RankSet.of(2), ring(2), true))
        .hasMessageContaining("rank 2 is not among the 2 ranks");
    assertThatThrownBy(() -> sink.taskGraph(RankSet.of(1), ring(7), true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("task 1 has peer 6, but there are 2 ranks");
    TaskGraph.Builder cycle = new TaskGraph.Builder();
    cycle.compute(1, 0);
    cycle.compute(1, 0);
    cycle.requires(0, 1);
    cycle.requiresStart(1, 0);
    assertThatThrownBy(() -> sink.taskGraph(RankSet.of(0), cycle.build(), false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("waits for itself through a cycle");
    sink.taskGraph(RankSet.of(0), ring(2), true);
    assertThatThrownBy(() -> sink.taskGraph(RankSet.of(0), ring(2), true))
        .hasMessageContaining("rank 0 has a program already");
    assertThatThrownBy(() -> sink.beginProgram(RankSet.of(1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("all sequences of ops or all task graphs");
  }

  @Test
  void sequencesHaveNoGraph() {
    MemoryTrace.Builder sink = MemoryTrace.builder();
    sink.begin(TraceInfo.ofRanks(1));
    sink.beginProgram(RankSet.of(0));
    sink.op(new OpView());
    sink.endProgram();
    sink.end();
    assertThatThrownBy(() -> sink.build().graph(0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("rank 0 runs a sequence of ops, no task graph");
  }
}
