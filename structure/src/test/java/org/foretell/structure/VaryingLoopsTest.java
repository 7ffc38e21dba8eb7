package org.foretell.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntConsumer;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.ProgramSink;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;

class VaryingLoopsTest {
  private static final int RANKS = 4;

  private final OpView op = new OpView();

  /** The structure after folding, an entry for each op and each border of a repeat. */
  private static List<String> folded(IntConsumer writes, MemoryTrace.Builder builder) {
    builder.begin(new TraceInfo("loop", RANKS, "", 0, List.of()));
    for (int rank = 0; rank < RANKS; rank++) {
      builder.beginProgram(RankSet.of(rank));
      writes.accept(rank);
      builder.endProgram();
    }
    builder.end();
    List<String> lines = new ArrayList<>();
    try (MemoryTrace.Builder sink = MemoryTrace.builder()) {
      Compression.compress(builder.build(), sink, DurationRule.EXACT);
      sink.build().describe(new Lines(lines));
    }
    return lines;
  }

  private record Lines(List<String> lines) implements ProgramSink {
    @Override
    public void beginProgram(RankSet ranks) {
      lines.add("program of " + ranks.size());
    }

    @Override
    public void op(OpView op, List<Variation> variations) {
      StringBuilder line = new StringBuilder(op.code().toString());
      for (Variation variation : variations) {
        line.append(' ')
            .append(variation.field())
            .append(variation.relative() ? " relative " : " ")
            .append(
                variation.values() instanceof Values.Scoped scoped
                    ? "by " + scoped.scopes().size()
                    : variation.values());
      }
      lines.add(line.toString());
    }

    @Override
    public void beginRepeat(Values count) {
      lines.add(
          "repeat "
              + (count instanceof Values.Constant constant
                  ? constant.value()
                  : count instanceof Values.Cyclic ? count : "by rank"));
    }

    @Override
    public void endRepeat() {
      lines.add("end");
    }

    @Override
    public void endProgram() {}
  }

  private void exchange(TraceSink sink, int rank, int tag, long bytes) {
    sink.op(
        op.reset(OpCode.IRECV)
            .set(OpField.PEER, (rank + 3) % RANKS)
            .set(OpField.TAG, tag)
            .set(OpField.RECEIVE_BYTES, bytes)
            .set(OpField.REQUEST, 0));
    sink.op(
        op.reset(OpCode.SEND)
            .set(OpField.PEER, (rank + 1) % RANKS)
            .set(OpField.TAG, tag)
            .set(OpField.BYTES, bytes));
    sink.op(op.reset(OpCode.WAIT).set(OpField.REQUEST, 0));
  }

  @Test
  void iterationsThatDifferInTagAndSizeAreALoop() {
    MemoryTrace.Builder builder = MemoryTrace.builder();
    List<String> lines =
        folded(
            rank -> {
              for (int i = 0; i < 300; i++) {
                exchange(builder, rank, 7 + i, 1024L * i);
              }
            },
            builder);
    assertThat(lines)
        .containsExactly(
            "program of 4",
            "repeat 300",
            "IRECV PEER relative Constant[value=-1] TAG cyclic of 300 RECEIVE_BYTES cyclic of 300",
            "SEND PEER relative Constant[value=1] TAG cyclic of 300 BYTES cyclic of 300",
            "WAIT",
            "end");
  }

  @Test
  void thirtyThousandIterationsAreALoop() {
    MemoryTrace.Builder builder = MemoryTrace.builder();
    List<String> lines =
        folded(
            rank -> {
              for (int i = 0; i < 30_000; i++) {
                exchange(builder, rank, i, 8L * ((i * 7919L) % 1009));
              }
            },
            builder);
    assertThat(lines).hasSize(6).contains("repeat 30000");
  }

  @Test
  void ranksMayHaveNumbersOfTheirOwn() {
    MemoryTrace.Builder builder = MemoryTrace.builder();
    List<String> lines =
        folded(
            rank -> {
              for (int i = 0; i < 300; i++) {
                builder.op(
                    op.reset(OpCode.SEND)
                        .set(OpField.PEER, (rank + 1) % RANKS)
                        .set(OpField.BYTES, (rank + 1L) * i));
              }
            },
            builder);
    assertThat(lines)
        .containsExactly(
            "program of 4", "repeat 300", "SEND PEER relative Constant[value=1] BYTES by 4", "end");
  }

  @Test
  void aMasterServesItsWorkersInALoop() {
    MemoryTrace.Builder builder = MemoryTrace.builder();
    List<String> lines =
        folded(
            rank -> {
              for (int task = 0; task < 600; task++) {
                int worker = 1 + (int) (((task * 2_654_435_761L) >>> 8) % 3);
                if (rank == 0) {
                  builder.op(
                      op.reset(OpCode.RECV)
                          .set(OpField.PEER, OpView.ANY)
                          .set(OpField.MATCHED_PEER, worker)
                          .set(OpField.RECEIVE_BYTES, 8));
                  builder.op(
                      op.reset(OpCode.SEND).set(OpField.PEER, worker).set(OpField.BYTES, 64));
                } else if (rank == worker) {
                  builder.op(op.reset(OpCode.SEND).set(OpField.PEER, 0).set(OpField.BYTES, 8));
                  builder.op(
                      op.reset(OpCode.RECV).set(OpField.PEER, 0).set(OpField.RECEIVE_BYTES, 64));
                }
              }
            },
            builder);
    assertThat(lines.size()).isLessThan(30);
  }

  @Test
  void nestedLoopsWhoseValuesOverlapAreALoop() {
    MemoryTrace.Builder builder = MemoryTrace.builder();
    List<String> lines =
        folded(
            rank -> {
              for (int i = 0; i < 40; i++) {
                for (int j = 0; j < 25; j++) {
                  builder.op(op.reset(OpCode.BCAST).set(OpField.BYTES, 8L * (i + j)));
                }
                builder.op(op.reset(OpCode.BARRIER));
              }
            },
            builder);
    assertThat(lines)
        .containsExactly(
            "program of 4",
            "repeat 40",
            "repeat 25",
            "BCAST BYTES cyclic of 1000",
            "end",
            "BARRIER",
            "end");
  }

  @Test
  void equalIterationsStayAsTheyAre() {
    MemoryTrace.Builder builder = MemoryTrace.builder();
    List<String> lines =
        folded(
            rank -> {
              for (int i = 0; i < 300; i++) {
                exchange(builder, rank, 1, 64);
                exchange(builder, rank, 2, 128);
              }
            },
            builder);
    assertThat(lines).hasSize(9).noneMatch(line -> line.contains("cyclic"));
  }

  /** Values grow in both loops; that the inner one is short at first makes no difference. */
  @Test
  void triangularLoopsAreTwoLoops() {
    MemoryTrace.Builder builder = MemoryTrace.builder();
    List<String> lines =
        folded(
            rank -> {
              for (int i = 0; i < 100; i++) {
                for (int j = 0; j <= i; j++) {
                  exchange(builder, rank, j, 8L * (i + j));
                }
                builder.op(op.reset(OpCode.BARRIER));
              }
            },
            builder);
    assertThat(lines)
        .containsExactly(
            "program of 4",
            "repeat 100",
            "repeat cyclic of 100",
            "IRECV PEER relative Constant[value=-1] TAG cyclic of 5050 RECEIVE_BYTES cyclic of"
                + " 5050",
            "SEND PEER relative Constant[value=1] TAG cyclic of 5050 BYTES cyclic of 5050",
            "WAIT",
            "end",
            "BARRIER",
            "end");
  }

  @Test
  void ranksMayHaveCountsOfTheirOwn() {
    MemoryTrace.Builder builder = MemoryTrace.builder();
    List<String> lines =
        folded(
            rank -> {
              Random random = new Random(rank);
              for (int i = 0; i < 200; i++) {
                int count = 1 + random.nextInt(9);
                for (int j = 0; j < count; j++) {
                  builder.op(op.reset(OpCode.BCAST).set(OpField.BYTES, 8));
                }
                builder.op(op.reset(OpCode.BARRIER));
              }
            },
            builder);
    assertThat(lines)
        .containsExactly(
            "program of 4", "repeat 200", "repeat by rank", "BCAST", "end", "BARRIER", "end");
  }
}
