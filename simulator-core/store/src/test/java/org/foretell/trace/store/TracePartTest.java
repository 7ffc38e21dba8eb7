package org.foretell.trace.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.foretell.trace.BurstCounter;
import org.foretell.trace.Communicator;
import org.foretell.trace.DurationHistogram;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RandomGraphTrace;
import org.foretell.trace.RandomStructuredTraces;
import org.foretell.trace.RankSet;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A trace that is recorded in parts is the same, byte by byte. */
class TracePartTest {
  @TempDir Path folder;

  /** Records each program in a part; several wait to be joined. */
  private static final class InParts implements TraceSink {
    private final TraceSink whole;
    private final List<TraceSink.TracePart> all = new ArrayList<>();
    private final Deque<TraceSink.TracePart> free = new ArrayDeque<>();
    private final Deque<TraceSink.TracePart> waiting = new ArrayDeque<>();
    private final int most;
    private TraceSink current;
    private RankSet ranks = RankSet.of(0);

    InParts(TraceSink whole, int most) {
      this.whole = whole;
      this.most = most;
      current = whole;
    }

    private TraceSink whole() {
      while (!waiting.isEmpty()) {
        join();
      }
      return whole;
    }

    private void join() {
      TraceSink.TracePart first = waiting.remove();
      first.join();
      free.add(first);
    }

    /** The part of the latest program, or the whole if a rank is of one before. */
    private TraceSink of(int rank) {
      return !waiting.isEmpty() && ranks.contains(rank) ? current : whole();
    }

    private void part(RankSet newRanks) {
      if (waiting.size() == most) {
        join();
      }
      if (free.isEmpty()) {
        all.add(whole.part().orElseThrow());
        free.add(all.get(all.size() - 1));
      }
      waiting.add(free.remove());
      current = waiting.getLast().sink();
      ranks = newRanks;
    }

    @Override
    public void begin(TraceInfo info) {
      whole.begin(info);
    }

    @Override
    public void note(String text) {
      whole.note(text);
    }

    @Override
    public void callSite(int id, String text) {
      whole().callSite(id, text);
    }

    @Override
    public void marker(int id, String name) {
      whole().marker(id, name);
    }

    @Override
    public void communicator(Communicator communicator) {
      whole().communicator(communicator);
    }

    @Override
    public void histogram(DurationHistogram histogram) {
      whole().histogram(histogram);
    }

    @Override
    public void beginProgram(RankSet newRanks) {
      part(newRanks);
      current.beginProgram(newRanks);
    }

    @Override
    public void op(OpView op, List<Variation> variations) {
      current.op(op, variations);
    }

    @Override
    public void beginRepeat(Values count) {
      current.beginRepeat(count);
    }

    @Override
    public void endRepeat() {
      current.endRepeat();
    }

    @Override
    public void endProgram() {
      current.endProgram();
    }

    @Override
    public void taskGraph(RankSet newRanks, TaskGraph graph, boolean peersRelative) {
      part(newRanks);
      current.taskGraph(newRanks, graph, peersRelative);
    }

    @Override
    public void durations(int rank, long[] durationsPs, int offset, int length) {
      of(rank).durations(rank, durationsPs, offset, length);
    }

    @Override
    public void callTimes(int rank, long[] timesPs, int offset, int length) {
      of(rank).callTimes(rank, timesPs, offset, length);
    }

    @Override
    public void counts(int rank, BurstCounter counter, long[] counts, int offset, int length) {
      of(rank).counts(rank, counter, counts, offset, length);
    }

    @Override
    public void end() {
      whole().end();
    }

    @Override
    public void close() {
      all.forEach(TraceSink.TracePart::close);
      whole.close();
    }
  }

  @Property(tries = 300)
  void aTraceInPartsHasTheSameBytes(@ForAll long seed, @ForAll @IntRange(min = 1, max = 4) int most)
      throws IOException {
    assertSame(RandomStructuredTraces.of(seed)::describe, most);
  }

  @Property(tries = 20)
  void aLongTraceInPartsHasTheSameBytes(@ForAll long seed) throws IOException {
    assertSame(RandomStructuredTraces.longOf(seed)::describe, 3);
  }

  @Property(tries = 50)
  void graphsInPartsHaveTheSameBytes(@ForAll long seed) throws IOException {
    assertSame(RandomGraphTrace.of(seed)::describe, 3);
  }

  /** Beyond what a part holds in memory. */
  @Test
  void largePartsHaveTheSameBytes() throws IOException {
    assertSame(
        sink -> {
          sink.begin(TraceInfo.ofRanks(3));
          OpView view = new OpView();
          for (int rank = 0; rank < 3; rank++) {
            sink.beginProgram(RankSet.of(rank));
            for (int i = 0; i < 500_000; i++) {
              int peer = (rank + 1 + i % 2) % 3;
              sink.op(view.reset(OpCode.SEND).set(OpField.PEER, peer).set(OpField.BYTES, 1L << 40));
              sink.op(view.reset(OpCode.COMPUTE), List.of(Variation.DURATION_COLUMN));
              sink.durations(rank, new long[] {i * 1_000_003L * (rank + 1)}, 0, 1);
            }
            sink.endProgram();
          }
          sink.end();
        },
        2);
  }

  private static void assertSame(Consumer<TraceSink> trace, int most) throws IOException {
    List<Function<Path, TraceStoreWriter>> kinds =
        List.of(
            TraceStoreWriter::create,
            TraceStoreWriter::createUncompressed,
            TraceStoreWriter::createPacked);
    Path file = Files.createTempFile("parts", ".bin");
    try {
      for (Function<Path, TraceStoreWriter> kind : kinds) {
        long programBytes;
        try (TraceStoreWriter writer = kind.apply(file)) {
          trace.accept(writer);
          programBytes = writer.programBytes();
        }
        byte[] expected = Files.readAllBytes(file);
        TraceStoreWriter writer = kind.apply(file);
        try (TraceSink parts = new InParts(writer, most)) {
          trace.accept(parts);
        }
        assertThat(Files.readAllBytes(file)).isEqualTo(expected);
        assertThat(writer.programBytes()).isEqualTo(programBytes);
      }
    } finally {
      Files.delete(file);
    }
  }

  @Test
  void partsLeaveNoFiles() throws IOException {
    try (TraceStoreWriter writer =
        TraceStoreWriter.createUncompressed(folder.resolve("trace.bin"))) {
      writer.begin(TraceInfo.ofRanks(1));
      try (TraceSink.TracePart part = writer.part().orElseThrow()) {
        part.sink().beginProgram(RankSet.of(0));
        OpView view = new OpView();
        for (int i = 0; i < 2_000_000; i++) {
          part.sink().op(view.reset(OpCode.COMPUTE).set(OpField.DURATION_PS, i));
        }
      }
    }
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void partsAreRefusedWhatOnlyAWholeTraceHas() {
    try (TraceStoreWriter writer = TraceStoreWriter.create(folder.resolve("trace.bin"))) {
      writer.begin(TraceInfo.ofRanks(2));
      try (TraceSink.TracePart part = writer.part().orElseThrow();
          TraceSink.TracePart other = writer.part().orElseThrow()) {
        TraceSink sink = part.sink();
        for (Runnable wrong :
            List.<Runnable>of(
                () -> sink.begin(TraceInfo.ofRanks(2)),
                () -> sink.note("a note"),
                () -> sink.callSite(0, "a.c:1"),
                () -> sink.communicator(new Communicator(Communicator.FIRST_FREE, new int[] {0})),
                sink::end)) {
          assertThatThrownBy(wrong::run).isInstanceOf(IllegalStateException.class);
        }
        sink.beginProgram(RankSet.of(1));
        assertThatThrownBy(part::join).hasMessageContaining("between programs");
        sink.endProgram();
        part.join();
        other.sink().beginProgram(RankSet.of(1));
        other.sink().endProgram();
        assertThatThrownBy(other::join).hasMessage("rank 1 has a program already");
      }
    }
  }

  @Test
  void anInterruptedThreadRecordsNoMoreBlocks() {
    try (TraceStoreWriter writer = TraceStoreWriter.create(folder.resolve("trace.bin"))) {
      writer.begin(TraceInfo.ofRanks(1));
      try (TraceSink.TracePart part = writer.part().orElseThrow()) {
        part.sink().beginProgram(RankSet.of(0));
        Thread.currentThread().interrupt();
        assertThatThrownBy(part.sink()::endProgram).isInstanceOf(CancellationException.class);
      } finally {
        assertThat(Thread.interrupted()).isTrue();
      }
    }
  }
}
