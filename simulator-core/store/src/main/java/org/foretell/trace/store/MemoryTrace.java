package org.foretell.trace.store;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.foretell.trace.TraceSource;
import org.jspecify.annotations.Nullable;

/**
 * A trace in memory, in the same representation as in a file, with its shared programs, repeats and
 * columns. It takes about as much memory as an uncompressed file would take disk space, and a few
 * hundred bytes for each cursor.
 *
 * <pre>{@code
 * MemoryTrace.Builder builder = MemoryTrace.builder();
 * builder.begin(TraceInfo.ofRanks(4));
 * ...
 * builder.end();
 * TraceSource trace = builder.build();
 * }</pre>
 */
public final class MemoryTrace extends RecordedTrace {
  private final List<byte[]> blocks;
  private final LongArrayList next;
  private final BitSet packed;

  private MemoryTrace(Contents contents, List<byte[]> blocks, LongArrayList next, BitSet packed) {
    super(contents, Format.MINOR);
    this.blocks = blocks;
    this.next = next;
    this.packed = packed;
  }

  /** {@return an empty sink that becomes a trace} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Copies a trace with its structure.
   *
   * @param source stays open
   * @return a trace of its own, held in memory
   * @throws org.foretell.trace.TraceException if it is damaged
   */
  public static MemoryTrace copyOf(TraceSource source) {
    try (Builder builder = builder()) {
      source.describe(builder);
      return builder.build();
    }
  }

  @Override
  void load(long position, int type, int owner, boolean isShared, String place, Block into) {
    int index = (int) position - 1;
    into.bytes = blocks.get(index);
    into.length = into.bytes.length;
    into.shared = true;
    into.packed = packed.get(index);
    into.position = position;
    into.next = next.getLong(index);
  }

  @Override
  boolean isChecked() {
    return true;
  }

  @Override
  String name() {
    return "trace in memory";
  }

  @Override
  void release() {}

  /** Builds a {@link MemoryTrace}; not thread safe. */
  public static final class Builder extends TraceRecorder {
    private final List<byte[]> blocks = new ArrayList<>();
    private final LongArrayList next = new LongArrayList();
    private final BitSet packed = new BitSet();
    private @Nullable Contents contents;

    private Builder() {
      super(false);
    }

    /**
     * {@return the trace; each call gives a new source over the same data}
     *
     * @throws IllegalStateException before {@code end}
     */
    public MemoryTrace build() {
      if (contents == null) {
        throw new IllegalStateException("build() must come after end()");
      }
      return new MemoryTrace(contents, blocks, next, packed);
    }

    @Override
    long append(int type, int owner, long previous, byte[] bytes, int length) {
      packed.set(blocks.size(), (type & Format.PACKED) != 0);
      blocks.add(Arrays.copyOf(bytes, length));
      next.add(0);
      if (previous > 0) {
        next.set((int) previous - 1, blocks.size());
      }
      return blocks.size();
    }

    @Override
    void finish(Contents whole) {
      contents = whole;
    }

    @Override
    void release(boolean finished) {}
  }
}
