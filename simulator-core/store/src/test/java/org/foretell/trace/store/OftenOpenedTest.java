package org.foretell.trace.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;
import org.foretell.trace.TraceSource;
import org.foretell.trace.Values;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs of one rank that many cursors of the same source read. */
class OftenOpenedTest {
  @TempDir Path folder;

  private final OpView view = new OpView();

  @Test
  void aProgramThatIsOpenedOftenIsDecodedOnceAndReadsTheSame() {
    Path file = written(7);
    try (TraceStoreReader reader = TraceStoreReader.open(file)) {
      Contents.Program program = reader.contents().programs().get(0);
      assertThat(program.blocks()).isGreaterThan(1);
      List<Long> first = sizes(reader);
      assertThat(first).hasSize(20 + 20 * 2 * 1_000);
      for (int again = 0; again < 4; again++) {
        assertThat(sizes(reader)).isEqualTo(first);
      }
      assertThat(reader.decoded(program, () -> "rank 0")).isNotNull();
    }
  }

  private Path written(long seed) {
    Path file = folder.resolve("trace.bin");
    try (TraceStoreWriter sink = TraceStoreWriter.create(file)) {
      sink.begin(TraceInfo.ofRanks(1));
      sink.beginProgram(RankSet.of(0));
      Random random = new Random(seed);
      for (int i = 0; i < 20; i++) {
        send(sink, random.nextInt(1 << 30));
        sink.beginRepeat(new Values.Cyclic(new long[] {2, 0, 1}));
        for (int op = 0; op < 1_000; op++) {
          send(sink, random.nextInt(1 << 30));
        }
        sink.endRepeat();
      }
      sink.endProgram();
      sink.end();
    }
    return file;
  }

  @Test
  @SuppressWarnings("try") // Closing the first one before the others is what is tried.
  void sourcesOfTheSameFileShareWhatIsDecoded() {
    try (TraceStoreReader one = TraceStoreReader.open(written(7))) {
      List<Long> first = sizes(one);
      List<TraceStoreReader> others = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        others.add((i % 2 == 0 ? one : others.get(0)).another());
      }
      one.close();
      assertThat(others.parallelStream().map(OftenOpenedTest::sizes).distinct())
          .containsExactly(first);
      Contents.Program program = one.contents().programs().get(0);
      long[] words = others.get(0).decoded(program, () -> "rank 0");
      assertThat(words).isNotNull();
      for (TraceStoreReader other : others) {
        assertThat(other.decoded(program, () -> "rank 0")).isSameAs(words);
        assertThat(other.contents()).isSameAs(one.contents());
        other.close();
      }
    }
  }

  @Test
  void aFileThatHasChangedIsNotOpenedAsTheSame() {
    try (TraceStoreReader one = TraceStoreReader.open(written(7))) {
      written(8);
      assertThatThrownBy(one::another)
          .isInstanceOf(TraceException.class)
          .hasMessageContaining("has changed since it was opened; open it again");
    }
  }

  private static List<Long> sizes(TraceSource source) {
    List<Long> sizes = new ArrayList<>();
    OpView view = new OpView();
    RankCursor cursor = source.open(0);
    while (cursor.next(view)) {
      sizes.add(view.bytes());
    }
    return sizes;
  }

  private void send(TraceSink sink, long bytes) {
    sink.op(view.reset(OpCode.SEND).set(OpField.PEER, 0).set(OpField.BYTES, bytes));
  }
}
