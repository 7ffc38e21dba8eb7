package org.foretell.trace.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;
import org.junit.jupiter.api.Test;

/** An op that is kept and added again is in the file as if it were passed again. */
class KeptOpsTest {
  private static final int RANKS = 3;
  private static final int OPS = 20_000;

  /** By number whether an op may be kept: what differs from execution to execution may not. */
  private static final List<Boolean> MAY_BE_KEPT =
      List.of(true, true, true, true, true, false, true, false);

  private static void add(int which, TraceSink sink, OpView op) {
    switch (which) {
      case 0 -> sink.op(op.reset(OpCode.SEND).set(OpField.PEER, 1).set(OpField.BYTES, 1L << 40));
      case 1 -> sink.op(op.reset(OpCode.COMPUTE), List.of(Variation.DURATION_COLUMN));
      case 2 -> sink.op(op.reset(OpCode.COMPUTE), List.of(Variation.OPTIONAL_DURATION));
      case 3 ->
          sink.op(
              op.reset(OpCode.IRECV).set(OpField.REQUEST, 7),
              List.of(Variation.relativePeer(OpField.PEER, 1)));
      case 4 ->
          sink.op(
              op.reset(OpCode.ALLREDUCE),
              List.of(
                  new Variation(OpField.BYTES, false, new Values.PerRank(new long[] {8, 9, 10}))));
      case 5 ->
          sink.op(
              op.reset(OpCode.SEND).set(OpField.PEER, 2),
              List.of(new Variation(OpField.TAG, false, new Values.Cyclic(new long[] {1, 2}))));
      case 6 -> sink.op(op.reset(OpCode.WAITALL).setList(OpField.REQUESTS, 7, 8, 9));
      case 7 ->
          sink.op(
              op.reset(OpCode.BCAST).set(OpField.CALL_SITE, 0),
              List.of(
                  new Variation(
                      OpField.BYTES,
                      false,
                      new Values.Scoped(
                          List.of(
                              new Values.Scope(
                                  RankSet.range(0, RANKS - 1),
                                  new Values.Cyclic(new long[] {8, 9})))))));
      default -> throw new IllegalArgumentException("no op " + which);
    }
  }

  /** Writes a random program, with ops that are kept and added again where that is wanted. */
  private static int write(Path file, long seed, boolean keeps) {
    SplittableRandom random = new SplittableRandom(seed);
    SplittableRandom choice = random.split();
    int repeated = 0;
    try (TraceStoreWriter sink = TraceStoreWriter.create(file)) {
      sink.begin(TraceInfo.ofRanks(2 * RANKS));
      sink.callSite(0, "a.c:1");
      OpView op = new OpView();
      for (int program = 0; program < 2; program++) {
        sink.beginProgram(RankSet.range(program * RANKS, program * RANKS + RANKS - 1));
        int[] kept = new int[MAY_BE_KEPT.size()];
        Arrays.fill(kept, TraceSink.NOT_KEPT);
        long bursts = 0;
        int depth = 0;
        for (int i = 0; i < OPS; i++) {
          int which = random.nextInt(program == 0 ? kept.length : kept.length - 1);
          bursts += which == 1 || which == 2 ? 1L << depth : 0;
          if (kept[which] == TraceSink.NOT_KEPT) {
            add(which, sink, op);
            if (keeps && choice.nextBoolean()) {
              kept[which] = sink.keep();
              assertThat(kept[which] != TraceSink.NOT_KEPT).isEqualTo(MAY_BE_KEPT.get(which));
            }
          } else {
            sink.again(kept[which]);
            repeated++;
          }
          if (depth < 3 && i % 997 == 0) {
            sink.beginRepeat(2);
            depth++;
          } else if (depth > 0 && i % 1511 == 0) {
            sink.endRepeat();
            depth--;
          }
        }
        for (; depth > 0; depth--) {
          sink.endRepeat();
        }
        sink.endProgram();
        long[] durations = new long[(int) bursts];
        for (int rank = program * RANKS; rank < (program + 1) * RANKS; rank++) {
          sink.durations(rank, durations, 0, durations.length);
        }
      }
      sink.end();
    }
    return repeated;
  }

  @Property(tries = 20)
  void theFileHasTheSameBytes(@ForAll long seed) throws IOException {
    Path plain = Files.createTempFile("plain", ".bin");
    Path again = Files.createTempFile("again", ".bin");
    try {
      assertThat(write(plain, seed, false)).isZero();
      assertThat(write(again, seed, true)).isGreaterThan(OPS);
      assertThat(again).hasSameBinaryContentAs(plain);
    } finally {
      Files.delete(plain);
      Files.delete(again);
    }
  }

  @Test
  void onlyAnOpIsKept() {
    try (MemoryTrace.Builder sink = MemoryTrace.builder()) {
      sink.begin(TraceInfo.ofRanks(2));
      assertThatThrownBy(sink::keep).hasMessage("ops and repeats must stand in a program");
      sink.beginProgram(RankSet.of(0));
      assertThatThrownBy(sink::keep).hasMessage("keep() must come right after an op");
      sink.op(new OpView().reset(OpCode.BARRIER));
      assertThat(sink.keep()).isNotNegative();
      assertThatThrownBy(sink::keep).hasMessage("keep() must come right after an op");
      sink.beginRepeat(3);
      assertThatThrownBy(sink::keep).hasMessage("keep() must come right after an op");
      sink.op(new OpView().reset(OpCode.BARRIER));
      sink.endRepeat();
      assertThatThrownBy(sink::keep).hasMessage("keep() must come right after an op");
    }
  }

  @Test
  void anOpIsKeptInItsProgramOnly() {
    try (MemoryTrace.Builder sink = MemoryTrace.builder()) {
      sink.begin(TraceInfo.ofRanks(2));
      sink.beginProgram(RankSet.of(0));
      sink.op(new OpView().reset(OpCode.BARRIER));
      int kept = sink.keep();
      sink.again(kept);
      assertThatThrownBy(() -> sink.again(kept + 1))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("again() must come with a number that keep() gave");
      sink.endProgram();
      sink.beginProgram(RankSet.of(1));
      assertThatThrownBy(() -> sink.again(kept)).isInstanceOf(IllegalStateException.class);
    }
  }
}
