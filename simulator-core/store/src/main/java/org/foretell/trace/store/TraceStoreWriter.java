package org.foretell.trace.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.zip.CRC32C;
import org.foretell.trace.Capability;
import org.foretell.trace.PendingFile;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceSink;

/**
 * Writes a trace in the native format.
 *
 * <p>Everything goes to a temporary file beside the target, which replaces the target in one step
 * when the trace has ended; until then, and if {@link #close()} comes first, the target is
 * unchanged. Memory does not grow with the number of ops: it holds the tables, one open block and a
 * small buffer for each rank with a column of durations, for each with recorded times of its calls,
 * and for each counter of each rank with counts (about 32 MiB together at most for each kind, but
 * at least 256 bytes each). Errors of the file system are {@link TraceException}s. Not thread safe.
 */
public final class TraceStoreWriter extends TraceRecorder {
  private static final int CONTENTS_BLOCK_BYTES = 4 * Format.BLOCK_BYTES;

  private final PendingFile file;
  private final FileBlocks bytes;
  private final boolean compresses;
  private final boolean packs;
  private final BlockWriter blocks;

  private TraceStoreWriter(Path target, boolean compresses, boolean packs) {
    super(packs);
    this.compresses = compresses;
    this.packs = packs;
    file = new PendingFile(target);
    bytes = new FileBlocks(file.temporary(), target);
    blocks = new BlockWriter(bytes, compresses);
  }

  /**
   * Starts a file whose blocks are compressed with Zstandard if that makes them shorter.
   *
   * @param target replaced when the trace ends
   * @return a sink for one thread
   * @throws TraceException if no file can be created beside it
   */
  public static TraceStoreWriter create(Path target) {
    return started(new TraceStoreWriter(target, true, false));
  }

  /**
   * Starts a file without compression, for readers without Zstandard.
   *
   * @param target replaced when the trace ends
   * @return a sink for one thread
   * @throws TraceException if no file can be created beside it
   */
  public static TraceStoreWriter createUncompressed(Path target) {
    return started(new TraceStoreWriter(target, false, false));
  }

  /**
   * Starts a file that is as small as the format allows: its blocks are compressed, and its columns
   * packed. Versions of Foretell that do not know version 1.4 of the format cannot read it.
   *
   * @param target replaced when the trace ends
   * @return a sink for one thread
   * @throws TraceException if no file can be created beside it
   */
  public static TraceStoreWriter createPacked(Path target) {
    return started(new TraceStoreWriter(target, true, true));
  }

  private static TraceStoreWriter started(TraceStoreWriter writer) {
    boolean done = false;
    try {
      writer.bytes.write(fileHeader(Format.MINOR_SEQUENCES, 0), 0);
      done = true;
    } finally {
      if (!done) {
        writer.close();
      }
    }
    return writer;
  }

  /** The lowest minor version that knows what a trace holds. */
  private int minor(Contents contents) {
    if (ContentsCodec.hasCounts(contents)) {
      return Format.MINOR_BURST_COUNTS;
    }
    if (ContentsCodec.hasProvenance(contents.info())) {
      return Format.MINOR_PROVENANCE;
    }
    if (contents.info().ranksPerNode() > 0) {
      return Format.MINOR_RANKS_PER_NODE;
    }
    Set<Capability> capabilities = contents.totals().capabilities();
    if (capabilities.contains(Capability.BURST_WORK)) {
      return Format.MINOR_BURST_WORK;
    }
    if (capabilities.contains(Capability.UNORDERED_SHMEM)) {
      return Format.MINOR_UNORDERED_SHMEM;
    }
    if (isPacked()) {
      return Format.MINOR_PACKED;
    }
    if (capabilities.contains(Capability.CALL_TIMES)) {
      return Format.MINOR_CALL_TIMES;
    }
    if (capabilities.contains(Capability.SHMEM)) {
      return Format.MINOR_SHMEM;
    }
    return capabilities.contains(Capability.TASK_GRAPHS)
        ? Format.MINOR_TASK_GRAPHS
        : Format.MINOR_SEQUENCES;
  }

  private static ByteBuffer fileHeader(int minor, long operations) {
    ByteBuffer start = ByteBuffer.allocate(Format.HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    start.putLong(Format.MAGIC).putShort((short) Format.MAJOR).putShort((short) minor);
    start.position(Format.HEADER_OPERATIONS).putLong(operations);
    start.position(Format.HEADER_BYTES - Integer.BYTES);
    return start.putInt(checksum(start)).flip();
  }

  /**
   * {@return how many bytes of the file hold programs: everything but columns, recorded times of
   * calls, counts and the fixed parts of a file}
   */
  public long programBytes() {
    return blocks.programBytes();
  }

  @Override
  long append(int type, int owner, long previous, byte[] content, int length) {
    return blocks.append(type, owner, previous, content, length);
  }

  /**
   * {@return an empty part of the trace, which holds up to 8 MiB in memory and more in a file
   * beside the target}
   */
  @Override
  public Optional<TraceSink.TracePart> part() {
    return Optional.of(new StoredPart(this, blocks, file.target(), compresses, packs));
  }

  @Override
  void finish(Contents contents) {
    ByteWriter out = new ByteWriter(4096);
    ContentsCodec.write(contents, out);
    long first = blocks.position();
    long previous = 0;
    for (int offset = 0; offset < out.size(); offset += CONTENTS_BLOCK_BYTES) {
      int length = Math.min(CONTENTS_BLOCK_BYTES, out.size() - offset);
      byte[] part = java.util.Arrays.copyOfRange(out.array(), offset, offset + length);
      previous = append(Format.BLOCK_CONTENTS, 0, previous, part, length);
    }
    ByteBuffer end = ByteBuffer.allocate(Format.FOOTER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    long position = blocks.position();
    end.putLong(first).putLong(out.size()).putLong(position + Format.FOOTER_BYTES).putInt(0);
    end.putInt(checksum(end)).putLong(Format.END_MAGIC).flip();
    bytes.write(end, position);
    bytes.write(fileHeader(minor(contents), contents.totals().operations()), 0);
    bytes.close();
    try {
      file.commit();
    } catch (IOException e) {
      throw TraceException.writing(file.target(), e);
    }
  }

  @Override
  void release(boolean finished) {
    blocks.close();
    bytes.close();
    try {
      if (!finished) {
        file.discard();
      }
    } catch (IOException e) {
      throw TraceException.writing(file.target(), e);
    }
  }

  /** Of all that was put into a buffer. */
  private static int checksum(ByteBuffer written) {
    CRC32C crc = new CRC32C();
    crc.update(written.duplicate().flip());
    return (int) crc.getValue();
  }
}
