package org.foretell.trace.store;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntToLongFunction;
import org.foretell.trace.TraceSink;

/** The columns of one kind while they are written: an open block for each rank that has one. */
final class ColumnBuffers {
  /** All column buffers of a kind together stay near this. */
  private static final int MEMORY_BYTES = 32 << 20;

  private static final int LEAST_FRAMED = 32;
  private static final int LEAST_BLOCK_BYTES = 256;
  private static final int MOST_BLOCK_BYTES = 8 * 1024;

  /** Takes finished blocks, see {@link TraceRecorder#append}. */
  interface Blocks {
    long append(int type, int owner, long previous, byte[] bytes, int length);
  }

  private final ColumnKind kind;
  private final boolean packs;
  private final Blocks blocks;
  private final List<ExecutionCounter.ColumnDemand> demands = new ArrayList<>();
  private final Int2ObjectOpenHashMap<ColumnBuffer> columns = new Int2ObjectOpenHashMap<>();
  private long absent;
  private boolean packed;
  private int blockBytes = MOST_BLOCK_BYTES;
  private int frameValues = ColumnFrame.MOST;

  /**
   * No columns.
   *
   * @param kind of the columns
   * @param packs whether all values are packed, not only those of columns with bursts left out
   */
  ColumnBuffers(ColumnKind kind, boolean packs, Blocks blocks) {
    this.kind = kind;
    this.packs = packs;
    this.blocks = blocks;
  }

  void begin(int ranks) {
    blockBytes = Math.max(LEAST_BLOCK_BYTES, Math.min(MOST_BLOCK_BYTES, MEMORY_BYTES / ranks));
    frameValues =
        Math.max(LEAST_FRAMED, Math.min(ColumnFrame.MOST, 2 * (MEMORY_BYTES / Long.BYTES) / ranks));
  }

  boolean isEmpty() {
    return columns.isEmpty();
  }

  /** A program asks for so many values. */
  void demand(ExecutionCounter.ColumnDemand demand) {
    if (!demand.isNone()) {
      demands.add(demand);
    }
  }

  void add(int rank, long[] valuesPs, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, valuesPs.length);
    if (length == 0) {
      return;
    }
    ColumnBuffer column = columns.get(rank);
    if (column == null) {
      column = new ColumnBuffer();
      if (packs) {
        column.pack();
      }
      columns.put(rank, column);
    }
    for (int i = offset; i < offset + length; i++) {
      if (valuesPs[i] == TraceSink.NO_BURST && kind == ColumnKind.DURATIONS) {
        absent(rank, column);
      } else if (valuesPs[i] < 0) {
        throw new IllegalArgumentException(
            (kind == ColumnKind.DURATIONS ? "a duration" : "the time of a call")
                + " must be at least 0 ps, but is "
                + valuesPs[i]);
      }
      column.add(valuesPs[i]);
      if (column.size() >= blockBytes || column.framed() == frameValues) {
        flush(rank, column);
      }
    }
  }

  /** A rank passes over a burst, which only packed values can say. */
  private void absent(int rank, ColumnBuffer column) {
    if (!column.isPacked()) {
      if (column.size() > 0) {
        flush(rank, column);
      }
      column.pack();
    }
    column.addAbsent();
    absent++;
  }

  /**
   * Takes over the columns of a part, which has none then.
   *
   * @param distance how much further on their blocks are now
   */
  void takeAll(ColumnBuffers part, long distance) {
    part.columns.int2ObjectEntrySet().fastForEach(entry -> entry.getValue().move(distance));
    columns.putAll(part.columns);
    demands.addAll(part.demands);
    absent += part.absent;
    packed |= part.packed;
    part.columns.clear();
    part.demands.clear();
    part.absent = 0;
    part.packed = false;
  }

  /** Bursts that are left out, of all ranks. */
  long absent() {
    return absent;
  }

  /** Bursts of a rank that are left out. */
  long absent(int rank) {
    ColumnBuffer column = columns.get(rank);
    return column == null ? 0 : column.absent();
  }

  /** Whether any values are packed. */
  boolean isPacked() {
    return packed;
  }

  private void flush(int rank, ColumnBuffer column) {
    column.close();
    packed |= column.isPacked();
    int type = column.isPacked() ? kind.block() | Format.PACKED : kind.block();
    column.flushed(blocks.append(type, rank, column.last(), column.array(), column.size()));
  }

  /**
   * Checks that ranks have as many values as their programs ask for.
   *
   * @param orNone whether a rank may have none instead
   * @throws IllegalStateException if one has another number
   */
  void check(boolean orNone) {
    check(orNone, rank -> 0);
  }

  /**
   * The same for values of which each rank may lack some that its program asks for.
   *
   * @param lacking how many, by rank
   */
  void check(boolean orNone, IntToLongFunction lacking) {
    if (orNone && columns.isEmpty()) {
      return;
    }
    int[] asked = {0};
    for (ExecutionCounter.ColumnDemand demand : demands) {
      int[] index = {0};
      demand
          .ranks()
          .forEach(
              rank -> {
                long expected = demand.of(index[0]++) - lacking.applyAsLong(rank);
                if (!orNone || columns.containsKey(rank)) {
                  check(rank, expected);
                  asked[0] += expected > 0 ? 1 : 0;
                }
              });
    }
    if (asked[0] < columns.size()) {
      for (ExecutionCounter.ColumnDemand demand : demands) {
        demand.ranks().forEach(columns::remove);
      }
      check(columns.keySet().intStream().min().orElseThrow(), 0);
    }
  }

  private void check(int rank, long expected) {
    ColumnBuffer column = columns.get(rank);
    long found = column == null ? 0 : column.count();
    if (expected != found) {
      throw kind.mismatch(rank, expected, found);
    }
  }

  /** Flushes everything and says where it is. */
  Contents.Columns end() {
    int[] ranks = columns.keySet().toIntArray();
    Arrays.sort(ranks);
    long[] firstBlocks = new long[ranks.length];
    long[] counts = new long[ranks.length];
    for (int i = 0; i < ranks.length; i++) {
      ColumnBuffer column = columns.get(ranks[i]);
      if (column.size() > 0 || column.framed() > 0) {
        flush(ranks[i], column);
      }
      firstBlocks[i] = column.first();
      counts[i] = column.count();
    }
    return new Contents.Columns(ranks, firstBlocks, counts);
  }
}
