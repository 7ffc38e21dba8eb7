package org.foretell.trace.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.RankSet;
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
    Consumer<TraceSink> trace =
        sink -> {
          sink.begin(TraceInfo.ofRanks(1));
          sink.beginProgram(RankSet.of(0));
          Random random = new Random(7);
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
        };
    Path file = folder.resolve("trace.bin");
    try (TraceStoreWriter writer = TraceStoreWriter.create(file)) {
      trace.accept(writer);
    }
    try (TraceStoreReader reader = TraceStoreReader.open(file)) {
      Contents.Program program = reader.contents().programs().get(0);
      assertThat(program.blocks()).isGreaterThan(1);
      List<Long> first = sizes(reader);
      assertThat(first).hasSize(20 + 20 * 2 * 1_000);
      for (int again = 0; again < 4; again++) {
        assertThat(sizes(reader)).isEqualTo(first);
      }
      assertThat(reader.decoded(program, "rank 0")).isNotNull();
    }
  }

  private List<Long> sizes(TraceSource source) {
    List<Long> sizes = new ArrayList<>();
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
