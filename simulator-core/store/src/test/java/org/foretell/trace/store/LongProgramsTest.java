package org.foretell.trace.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;
import org.foretell.trace.TraceSource;
import org.foretell.trace.TraceSourceContract;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs of many blocks, repeats that nobody could unroll, and many ranks at once. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class LongProgramsTest {
  @TempDir Path folder;

  private final OpView view = new OpView();

  @Test
  void aRepeatWhoseBodyTakesManyBlocksGoesBackToItsStart() {
    for (RankSet ranks : List.of(RankSet.of(0), RankSet.range(0, 2))) {
      Consumer<TraceSink> trace =
          sink -> {
            sink.begin(TraceInfo.ofRanks(ranks.size()));
            sink.beginProgram(ranks);
            Random random = new Random(5);
            sink.beginRepeat(2);
            for (int i = 0; i < 3; i++) {
              sink.beginRepeat(new Values.Cyclic(new long[] {2, 0, 1}));
              for (int op = 0; op < 15_000; op++) {
                send(sink, random.nextInt(1 << 30));
              }
              sink.op(
                  view.reset(OpCode.BARRIER),
                  List.of(
                      new Variation(
                          OpField.COMMUNICATOR,
                          false,
                          new Values.Cyclic(IntStream.range(2, 7).asLongStream().toArray()))));
              sink.endRepeat();
            }
            sink.endRepeat();
            sink.endProgram();
            sink.end();
          };
      try (TraceStoreReader reader = stored(trace)) {
        assertThat(reader.contents().programs().get(0).blocks()).isGreaterThan(10);
        assertThat(reader.operations()).hasValue(3L * 2 * 15_001 * ranks.size());
        for (int rank = 0; rank < ranks.size(); rank++) {
          RankCursor cursor = reader.open(rank);
          long barriers = 0;
          while (cursor.next(view)) {
            if (view.code() == OpCode.BARRIER) {
              assertThat(view.communicator()).isEqualTo((int) (2 + barriers % 2));
              barriers++;
            }
          }
          assertThat(barriers).isEqualTo(6);
          assertThat(cursor.delivered()).isEqualTo(3 * 2 * 15_001);
        }
        // Two cursors in turn over the same blocks, against a copy in memory.
        try (TraceSource memory = MemoryTrace.copyOf(reader)) {
          TraceSourceContract.assertSameOps(reader, memory);
        }
      }
    }
  }

  @Test
  void fewOrManyDifferentOpsAreReadAsTheyWereWritten() {
    for (int different : new int[] {5, 30_000}) {
      Consumer<TraceSink> trace =
          sink -> {
            sink.begin(TraceInfo.ofRanks(2));
            for (int rank = 0; rank < 2; rank++) {
              sink.beginProgram(RankSet.of(rank));
              manyOps(different, rank, sink::op);
              sink.endProgram();
            }
            for (int rank = 0; rank < 2; rank++) {
              long[] durations = LongStream.rangeClosed(1, 20_000).map(i -> i * i * i).toArray();
              sink.durations(rank, durations, 0, durations.length);
            }
            sink.end();
          };
      try (TraceStoreReader reader = stored(trace)) {
        List<RankCursor> cursors = List.of(reader.open(0), reader.open(1));
        long[] bursts = new long[2];
        List<List<String>> expected = List.of(new ArrayList<>(), new ArrayList<>());
        List<List<String>> actual = List.of(new ArrayList<>(), new ArrayList<>());
        for (int rank = 0; rank < 2; rank++) {
          List<String> texts = expected.get(rank);
          manyOps(different, rank, (op, variations) -> texts.add(op.toString()));
        }
        for (int i = 0; i < expected.get(0).size(); i++) {
          for (int rank = 0; rank < 2; rank++) {
            assertThat(cursors.get(rank).next(view)).isTrue();
            if (view.code() == OpCode.COMPUTE) {
              long burst = ++bursts[rank];
              assertThat(view.durationPs()).isEqualTo(burst * burst * burst);
              view.set(OpField.DURATION_PS, 0);
            }
            actual.get(rank).add(view.toString());
          }
        }
        assertThat(actual).isEqualTo(expected);
        assertThat(cursors.get(0).next(view)).isFalse();
        assertThat(cursors.get(1).next(view)).isFalse();
      }
    }
  }

  /** Bursts, and between them sends of many sizes and some barriers. */
  private static void manyOps(
      int different, int rank, BiConsumer<OpView, List<Variation>> consumer) {
    OpView op = new OpView();
    Random random = new Random(rank);
    for (int i = 0; i < 20_000; i++) {
      consumer.accept(op.reset(OpCode.COMPUTE), List.of(Variation.DURATION_COLUMN));
      op.reset(random.nextInt(50) == 0 ? OpCode.BARRIER : OpCode.SEND);
      if (op.code() == OpCode.SEND) {
        int number = random.nextInt(different);
        op.set(OpField.PEER, number % 2).set(OpField.TAG, number % 3);
        op.set(OpField.BYTES, 1L << number % 33 | number);
      }
      consumer.accept(op, List.of());
    }
  }

  @Test
  void aRepeatOf2To62IsOpenedAndRuns() {
    Consumer<TraceSink> trace =
        sink -> {
          sink.begin(TraceInfo.ofRanks(1));
          sink.beginProgram(RankSet.of(0));
          sink.beginRepeat(1L << 31);
          sink.beginRepeat(1L << 31);
          send(sink, 5);
          sink.endRepeat();
          sink.endRepeat();
          sink.endProgram();
          sink.end();
        };
    try (TraceStoreReader reader = stored(trace)) {
      assertThat(reader.operations()).hasValue(1L << 62);
      RankCursor cursor = reader.open(0);
      for (int i = 0; i < 100_000; i++) {
        assertThat(cursor.next(view)).isTrue();
      }
    }
  }

  @Test
  void moreOperationsThanCanBeCountedAreRefused() {
    MemoryTrace.Builder builder = MemoryTrace.builder();
    builder.begin(TraceInfo.ofRanks(2));
    builder.beginProgram(RankSet.range(0, 1));
    builder.beginRepeat(1L << 62);
    send(builder, 1);
    builder.endRepeat();
    assertThatThrownBy(builder::endProgram)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("fewer than 2^63 - 1 operations");
  }

  @Test
  void repeatsOfNothingEndAtOnce() {
    MemoryTrace.Builder builder = MemoryTrace.builder();
    builder.begin(TraceInfo.ofRanks(2));
    builder.beginProgram(RankSet.range(0, 1));
    builder.beginRepeat(1L << 62);
    builder.endRepeat();
    builder.beginRepeat(1L << 62);
    builder.beginRepeat(1L << 62);
    builder.beginRepeat(0);
    send(builder, 1);
    builder.endRepeat();
    builder.endRepeat();
    builder.beginRepeat(new Values.Cyclic(new long[] {0, 0}));
    send(builder, 2);
    builder.endRepeat();
    builder.beginRepeat(new Values.Cyclic(new long[] {0, 0, 7}));
    builder.endRepeat();
    builder.endRepeat();
    builder.beginRepeat(1L << 62);
    builder.beginRepeat(new Values.PerRank(new long[] {0, 0}));
    send(builder, 3);
    builder.endRepeat();
    builder.endRepeat();
    // Rank 0 never runs this body, rank 1 does so three times.
    builder.beginRepeat(6);
    builder.beginRepeat(
        new Values.Scoped(
            List.of(
                new Values.Scope(RankSet.of(0), new Values.Constant(0)),
                new Values.Scope(RankSet.of(1), new Values.Cyclic(new long[] {0, 1})))));
    send(builder, 4);
    builder.endRepeat();
    builder.endRepeat();
    builder.endProgram();
    builder.end();
    MemoryTrace trace = builder.build();
    assertThat(trace.operations()).hasValue(3);
    assertThat(trace.open(0).next(view)).isFalse();
    RankCursor cursor = trace.open(1);
    for (int i = 0; i < 3; i++) {
      assertThat(cursor.next(view)).isTrue();
      assertThat(view.bytes()).isEqualTo(4);
    }
    assertThat(cursor.next(view)).isFalse();
  }

  @Test
  void aRepeatThatWouldIdleForAgesIsRefused() {
    for (int length : new int[] {1 << 8, 1 << 20}) {
      MemoryTrace.Builder builder = MemoryTrace.builder();
      builder.begin(TraceInfo.ofRanks(1));
      builder.beginProgram(RankSet.of(0));
      builder.beginRepeat(1L << 62);
      for (int i = 0; i < 4; i++) {
        long[] cycle = new long[length];
        cycle[length - 1] = 1;
        builder.beginRepeat(new Values.Cyclic(cycle));
      }
      send(builder, 1);
      for (int i = 0; i < 5; i++) {
        builder.endRepeat();
      }
      builder.endProgram();
      builder.end();
      assertThatThrownBy(() -> builder.build().open(0).next(view))
          .isInstanceOf(TraceException.class)
          .hasMessageContaining("expected repeats that come to an op");
    }
  }

  @Test
  void aHaloOf65536RanksTakesAFewHundredBytes() throws IOException {
    Consumer<TraceSink> trace = sink -> halo(sink, 65_536, 256, 1_000);
    try (TraceStoreReader reader = stored(trace)) {
      assertThat(Files.size(folder.resolve("trace.bin"))).isLessThan(1_000);
      assertThat(reader.operations()).hasValue(65_536L * 1_000 * 10);
      RankCursor[] cursors = new RankCursor[65_536];
      for (int rank = 0; rank < cursors.length; rank++) {
        cursors[rank] = reader.open(rank);
        assertThat(cursors[rank].next(view)).isTrue();
        assertThat(view.peer()).isEqualTo((rank + 1) % 65_536);
      }
    }
  }

  @Test
  void manyRanksEachWithItsOwnProgramAndColumn() {
    int ranks = 3_000;
    Consumer<TraceSink> trace =
        sink -> {
          sink.begin(TraceInfo.ofRanks(ranks));
          for (int rank = 0; rank < ranks; rank++) {
            sink.beginProgram(RankSet.of(rank));
            sink.beginRepeat(200);
            sink.op(view.reset(OpCode.COMPUTE), List.of(Variation.DURATION_COLUMN));
            sink.endRepeat();
            send(sink, rank);
            sink.endProgram();
          }
          for (int i = 0; i < 20; i++) {
            for (int rank = 0; rank < ranks; rank++) {
              long[] some = new long[10];
              for (int k = 0; k < some.length; k++) {
                some[k] = 1_000_000L * rank + i * 10L + k;
              }
              sink.durations(rank, some, 0, some.length);
            }
          }
          sink.end();
        };
    try (TraceStoreReader reader = stored(trace)) {
      RankCursor[] cursors = new RankCursor[ranks];
      for (int step = 0; step < 200; step++) {
        for (int rank = 0; rank < ranks; rank++) {
          if (step == 0) {
            cursors[rank] = reader.open(rank);
          }
          assertThat(cursors[rank].next(view)).isTrue();
          assertThat(view.durationPs()).isEqualTo(1_000_000L * rank + step);
        }
      }
      for (int rank = 0; rank < ranks; rank++) {
        assertThat(cursors[rank].next(view)).isTrue();
        assertThat(view.bytes()).isEqualTo(rank);
        assertThat(cursors[rank].next(view)).isFalse();
      }
    }
  }

  @Test
  void oneOpMayBeLongerThanABlock() {
    long[] bytes = IntStream.range(0, 50_000).asLongStream().toArray();
    Consumer<TraceSink> trace =
        sink -> {
          sink.begin(TraceInfo.ofRanks(1));
          sink.beginProgram(RankSet.of(0));
          for (int i = 0; i < 3; i++) {
            send(sink, i);
            sink.op(view.reset(OpCode.ALLTOALLV).setList(OpField.SEND_BYTES_BY_RANK, bytes));
          }
          sink.endProgram();
          sink.end();
        };
    try (TraceStoreReader reader = stored(trace)) {
      RankCursor cursor = reader.open(0);
      for (int i = 0; i < 3; i++) {
        assertThat(cursor.next(view)).isTrue();
        assertThat(view.bytes()).isEqualTo(i);
        assertThat(cursor.next(view)).isTrue();
        assertThat(view.list(OpField.SEND_BYTES_BY_RANK)).isEqualTo(bytes);
      }
      assertThat(cursor.next(view)).isFalse();
    }
  }

  private static void halo(TraceSink sink, int ranks, int side, long iterations) {
    OpView op = new OpView();
    int[] neighbours = {1, -1, side, -side};
    sink.begin(TraceInfo.ofRanks(ranks));
    sink.beginProgram(RankSet.range(0, ranks - 1));
    sink.beginRepeat(iterations);
    for (OpCode code : List.of(OpCode.IRECV, OpCode.ISEND)) {
      for (int i = 0; i < 4; i++) {
        op.reset(code).set(OpField.REQUEST, (code == OpCode.IRECV ? 0 : 4) + i);
        op.set(code == OpCode.IRECV ? OpField.RECEIVE_BYTES : OpField.BYTES, 8192);
        sink.op(op, List.of(Variation.relativePeer(OpField.PEER, neighbours[i])));
      }
    }
    sink.op(op.reset(OpCode.WAITALL).setList(OpField.REQUESTS, 0, 1, 2, 3, 4, 5, 6, 7));
    sink.op(op.reset(OpCode.COMPUTE).set(OpField.DURATION_PS, 1_000_000));
    sink.endRepeat();
    sink.endProgram();
    sink.end();
  }

  private void send(TraceSink sink, long bytes) {
    sink.op(view.reset(OpCode.SEND).set(OpField.PEER, 0).set(OpField.BYTES, bytes));
  }

  private TraceStoreReader stored(Consumer<TraceSink> trace) {
    Path file = folder.resolve("trace.bin");
    try (TraceStoreWriter writer = TraceStoreWriter.create(file)) {
      trace.accept(writer);
    }
    return TraceStoreReader.open(file);
  }
}
