package org.foretell.trace.store;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.zip.CRC32C;
import org.foretell.trace.Capability;
import org.foretell.trace.PendingFile;
import org.foretell.trace.TraceException;
import org.jspecify.annotations.Nullable;

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
  /** Shorter blocks are not worth compressing. */
  private static final int LEAST_COMPRESSED_BYTES = 256;

  private static final int COMPRESSION_LEVEL = 3;
  private static final int CONTENTS_BLOCK_BYTES = 4 * Format.BLOCK_BYTES;

  private final PendingFile file;
  private final FileChannel channel;
  private final boolean compresses;
  private final CRC32C crc = new CRC32C();
  private final ByteBuffer header =
      ByteBuffer.allocate(Format.BLOCK_HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private @Nullable ZstdCompressCtx zstd;
  private ByteBuffer stored = ByteBuffer.allocate(0);
  private long position;
  private long programBytes;

  private TraceStoreWriter(Path target, boolean compresses, boolean packs) {
    super(packs);
    this.compresses = compresses;
    file = new PendingFile(target);
    try {
      channel =
          FileChannel.open(
              file.temporary(),
              StandardOpenOption.CREATE_NEW,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw TraceException.writing(target, e);
    }
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
      writer.write(writer.fileHeader(Format.MINOR_SEQUENCES, 0));
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

  private ByteBuffer fileHeader(int minor, long operations) {
    ByteBuffer start = ByteBuffer.allocate(Format.HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    start.putLong(Format.MAGIC).putShort((short) Format.MAJOR).putShort((short) minor);
    start.position(Format.HEADER_OPERATIONS).putLong(operations);
    start.position(Format.HEADER_BYTES - Integer.BYTES);
    return start.putInt(checksum(start.array(), 0, start.position())).flip();
  }

  /**
   * {@return how many bytes of the file hold programs: everything but columns, recorded times of
   * calls, counts and the fixed parts of a file}
   */
  public long programBytes() {
    return programBytes;
  }

  @Override
  long append(int type, int owner, long previous, byte[] bytes, int length) {
    long start = position;
    int flags = (type & Format.PACKED) != 0 ? Format.BLOCK_PACKED : 0;
    int storedLength = compresses ? compress(bytes, length) : 0;
    if (storedLength > 0) {
      flags |= Format.BLOCK_ZSTD;
    } else {
      storedLength = length;
      stored = room(Format.BLOCK_HEADER_BYTES + length);
      stored.put(Format.BLOCK_HEADER_BYTES, bytes, 0, length);
    }
    header.clear();
    header.put((byte) type).put((byte) flags).putShort((short) 0);
    header.putInt(owner).putInt(length).putInt(storedLength).putLong(0);
    header.putInt(checksum(stored.array(), Format.BLOCK_HEADER_BYTES, storedLength));
    header.putInt(checksum(header.array(), 0, header.position()));
    stored.put(0, header.array());
    stored.position(0).limit(Format.BLOCK_HEADER_BYTES + storedLength);
    if (type == Format.BLOCK_PROGRAM) {
      programBytes += stored.limit();
    }
    write(stored);
    if (previous > 0) {
      link(previous, start);
    }
    return start;
  }

  /** Compresses to the place of a block's content; returns 0 when that does not make it shorter. */
  private int compress(byte[] bytes, int length) {
    if (length < LEAST_COMPRESSED_BYTES) {
      return 0;
    }
    ZstdCompressCtx context = zstd;
    if (context == null) {
      context = new ZstdCompressCtx().setLevel(COMPRESSION_LEVEL);
      zstd = context;
    }
    int bound = (int) Zstd.compressBound(length);
    stored = room(Format.BLOCK_HEADER_BYTES + bound);
    int size =
        context.compressByteArray(
            stored.array(), Format.BLOCK_HEADER_BYTES, bound, bytes, 0, length);
    return size < length - length / 16 ? size : 0;
  }

  private ByteBuffer room(int bytes) {
    return stored.capacity() >= bytes ? stored.clear() : ByteBuffer.allocate(bytes);
  }

  /** Lets an earlier block name the one that follows it. */
  private void link(long block, long next) {
    try {
      header.clear();
      while (header.hasRemaining()) {
        if (channel.read(header, block + header.position()) < 0) {
          throw new IOException("the temporary file was cut");
        }
      }
      header.putLong(16, next);
      header.putInt(28, checksum(header.array(), 0, 28));
      header.flip();
      while (header.hasRemaining()) {
        channel.write(header, block + header.position());
      }
    } catch (IOException e) {
      throw TraceException.writing(file.target(), e);
    }
  }

  @Override
  void finish(Contents contents) {
    ByteWriter out = new ByteWriter(4096);
    ContentsCodec.write(contents, out);
    long first = position;
    long previous = 0;
    for (int offset = 0; offset < out.size(); offset += CONTENTS_BLOCK_BYTES) {
      int length = Math.min(CONTENTS_BLOCK_BYTES, out.size() - offset);
      byte[] part = java.util.Arrays.copyOfRange(out.array(), offset, offset + length);
      previous = append(Format.BLOCK_CONTENTS, 0, previous, part, length);
    }
    ByteBuffer end = ByteBuffer.allocate(Format.FOOTER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    end.putLong(first).putLong(out.size()).putLong(position + Format.FOOTER_BYTES).putInt(0);
    end.putInt(checksum(end.array(), 0, end.position())).putLong(Format.END_MAGIC).flip();
    write(end);
    position = 0;
    write(fileHeader(minor(contents), contents.totals().operations()));
    try {
      channel.close();
      file.commit();
    } catch (IOException e) {
      throw TraceException.writing(file.target(), e);
    }
  }

  @Override
  void release(boolean finished) {
    if (zstd != null) {
      zstd.close();
    }
    try {
      channel.close();
      if (!finished) {
        file.discard();
      }
    } catch (IOException e) {
      throw TraceException.writing(file.target(), e);
    }
  }

  private void write(ByteBuffer bytes) {
    try {
      while (bytes.hasRemaining()) {
        position += channel.write(bytes, position);
      }
    } catch (IOException e) {
      throw TraceException.writing(file.target(), e);
    }
  }

  private int checksum(byte[] bytes, int offset, int length) {
    crc.reset();
    crc.update(bytes, offset, length);
    return (int) crc.getValue();
  }
}
