package org.foretell.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;
import org.foretell.trace.TraceSource;
import org.foretell.trace.Variation;
import org.foretell.trace.store.MemoryTrace;

/**
 * Loops within loops, whose ops differ by rules or at random, and some of whose counts differ from
 * entry to entry, are the same ops after folding.
 */
class VaryingLoopsProperties {
  private static final int RANKS = 6;

  @Property(tries = 120)
  void foldingKeepsEveryOp(@ForAll long seed, @ForAll @IntRange(min = 1, max = 3) int depth) {
    MemoryTrace before = random(seed, depth);
    try (MemoryTrace.Builder sink = MemoryTrace.builder()) {
      Compression.compress(before, sink, DurationRule.EXACT);
      assertThat(ops(sink.build())).isEqualTo(ops(before));
    }
  }

  private static List<List<String>> ops(TraceSource trace) {
    List<List<String>> all = new ArrayList<>();
    OpView view = new OpView();
    for (int rank = 0; rank < RANKS; rank++) {
      List<String> ops = new ArrayList<>();
      try (RankCursor cursor = trace.open(rank)) {
        while (cursor.next(view)) {
          ops.add(view.toString());
        }
      }
      all.add(ops);
    }
    return all;
  }

  private static MemoryTrace random(long seed, int depth) {
    MemoryTrace.Builder builder = MemoryTrace.builder();
    builder.begin(new TraceInfo("varying", RANKS, "", 0, List.of()));
    for (int rank = 0; rank < RANKS; rank++) {
      builder.beginProgram(RankSet.of(rank));
      // All ranks run a program of the same seed, some of them with numbers of their own.
      Random random = new Random(seed);
      Writer writer = new Writer(random, builder, rank, random.nextInt(3));
      int loops = 1 + random.nextInt(3);
      for (int i = 0; i < loops; i++) {
        writer.loop(depth, new long[0]);
      }
      builder.endProgram();
      long[] durations = new long[writer.bursts];
      for (int i = 0; i < durations.length; i++) {
        durations[i] = 1_000L * (i % 7);
      }
      builder.durations(rank, durations, 0, durations.length);
    }
    builder.end();
    return builder.build();
  }

  /** Writes loops op by op. */
  private static final class Writer {
    private final Random random;
    private final TraceSink sink;
    private final int rank;
    private final int style;
    private final OpView op = new OpView();
    private int bursts;

    Writer(Random random, TraceSink sink, int rank, int style) {
      this.random = random;
      this.sink = sink;
      this.rank = rank;
      this.style = style;
    }

    void loop(int depth, long[] outer) {
      long seed = random.nextLong();
      int count = count(1 + random.nextInt(depth == 1 ? 30 : 8), random.nextInt(4), outer);
      for (int i = 0; i < count; i++) {
        long[] indexes = java.util.Arrays.copyOf(outer, outer.length + 1);
        indexes[outer.length] = i;
        Random body = new Random(seed);
        int ops = 1 + body.nextInt(3);
        for (int o = 0; o < ops; o++) {
          op(body, indexes);
        }
        if (depth > 1) {
          Random same = new Random(seed + 1);
          Writer inner = new Writer(same, sink, rank, style);
          inner.loop(depth - 1, indexes);
          bursts += inner.bursts;
        }
      }
    }

    /** Some counts differ from entry to entry: they grow, or seem to be at random. */
    private static int count(int usual, int rule, long[] outer) {
      if (outer.length == 0 || rule > 1) {
        return usual;
      }
      long last = outer[outer.length - 1];
      return 1 + (int) (rule == 0 ? last : new Random(31 * last).nextInt(usual));
    }

    private long value(Random body, long[] indexes, int rule) {
      long value = style == 2 ? rank : 0;
      for (long index : indexes) {
        value += index * body.nextInt(5);
      }
      return switch (rule) {
        case 0 -> value;
        case 1 -> value % 3;
        case 2 -> new Random(31 * value + (style == 1 ? rank : 0)).nextInt(1000);
        case 3 -> 7;
        default -> value / 4;
      };
    }

    private void op(Random body, long[] indexes) {
      int rule = body.nextInt(5);
      int kind = body.nextInt(5);
      long first = value(body, indexes, rule);
      long second = value(body, indexes, body.nextInt(5));
      if (body.nextBoolean()) {
        op.reset(OpCode.COMPUTE);
        sink.op(op, List.of(Variation.DURATION_COLUMN));
        bursts++;
      }
      switch (kind) {
        case 0 ->
            op.reset(OpCode.SEND)
                .set(OpField.PEER, (rank + first) % RANKS)
                .set(OpField.TAG, second)
                .set(OpField.BYTES, 8 * first);
        case 1 ->
            op.reset(OpCode.RECV)
                .set(OpField.PEER, second % 4 == 0 ? OpView.ANY : second % RANKS)
                .set(OpField.TAG, first)
                .set(OpField.RECEIVE_BYTES, 1 << 20);
        case 2 ->
            op.reset(OpCode.BCAST).set(OpField.ROOT, first % RANKS).set(OpField.BYTES, second);
        case 3 ->
            op.reset(OpCode.ALLTOALLV)
                .setList(OpField.SEND_BYTES_BY_RANK, lists(first))
                .setList(OpField.RECEIVE_BYTES_BY_RANK, lists(second));
        default -> op.reset(OpCode.ALLREDUCE).set(OpField.BYTES, 8).set(OpField.COUNT, first);
      }
      sink.op(op, List.of());
    }

    private static long[] lists(long value) {
      long[] list = new long[RANKS];
      for (int i = 0; i < RANKS; i++) {
        list[i] = value * i;
      }
      return list;
    }
  }
}
