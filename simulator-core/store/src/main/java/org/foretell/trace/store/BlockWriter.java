package org.foretell.trace.store;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Appends blocks: compresses them, gives each its header, and chains those of one owner. */
final class BlockWriter {
  /** Shorter blocks are not worth compressing. */
  private static final int LEAST_COMPRESSED_BYTES = 256;

  private static final int COMPRESSION_LEVEL = 3;
  private static final int COPIED_BYTES = 1 << 18;

  private static final int OWNER_AT = 4;
  private static final int STORED_LENGTH_AT = 12;
  private static final int NEXT_AT = 16;
  private static final int CHECKSUM_AT = 28;

  private final BlockBytes target;
  private final boolean compresses;
  private final CRC32C crc = new CRC32C();
  private final ByteBuffer header =
      ByteBuffer.allocate(Format.BLOCK_HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private @Nullable ZstdCompressCtx zstd;
  private ByteBuffer stored = ByteBuffer.allocate(0);
  private byte[] copied = {};
  private long position;
  private long programBytes;

  /**
   * Without blocks.
   *
   * @param compresses whether blocks are compressed with Zstandard where that makes them shorter
   */
  BlockWriter(BlockBytes target, boolean compresses) {
    this.target = target;
    this.compresses = compresses;
    restart();
  }

  /** Forgets all blocks: the next one is the first, after the header of the file. */
  void restart() {
    position = Format.HEADER_BYTES;
    programBytes = 0;
  }

  /** Where the last block ends, and the next begins. */
  long position() {
    return position;
  }

  /** How many bytes the blocks of programs take. */
  long programBytes() {
    return programBytes;
  }

  /** Appends a block, see {@link TraceRecorder#append}. */
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
    position += stored.limit();
    target.write(stored, start);
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
    target.read(header.clear(), block);
    header.putLong(NEXT_AT, next);
    header.putInt(CHECKSUM_AT, checksum(header.array(), 0, CHECKSUM_AT));
    target.write(header.flip(), block);
  }

  /**
   * Appends copies of all blocks of a part.
   *
   * @param firstProgram the number that the part's first program gets
   * @return how much further on each block is than in the part
   */
  long appendAll(BlockWriter part, int firstProgram) {
    copied = copied.length == 0 ? new byte[COPIED_BYTES] : copied;
    ByteBuffer bytes = ByteBuffer.wrap(copied).order(ByteOrder.LITTLE_ENDIAN);
    long distance = position - Format.HEADER_BYTES;
    long block = Format.HEADER_BYTES;
    long at = block;
    while (at < part.position) {
      bytes.clear().limit((int) Math.min(COPIED_BYTES, part.position - at));
      part.target.read(bytes, at);
      long end = at + bytes.limit();
      while (block + Format.BLOCK_HEADER_BYTES <= end) {
        int start = (int) (block - at);
        move(bytes, start, distance, firstProgram);
        block += Format.BLOCK_HEADER_BYTES + bytes.getInt(start + STORED_LENGTH_AT);
      }
      // A header that is not whole yet is copied with what follows it.
      end = Math.min(end, block);
      target.write(bytes.position(0).limit((int) (end - at)), at + distance);
      at = end;
    }
    position += part.position - Format.HEADER_BYTES;
    programBytes += part.programBytes;
    return distance;
  }

  private void move(ByteBuffer bytes, int start, long distance, int firstProgram) {
    long next = bytes.getLong(start + NEXT_AT);
    bytes.putLong(start + NEXT_AT, next == 0 ? 0 : next + distance);
    if (bytes.get(start) == Format.BLOCK_PROGRAM) {
      bytes.putInt(start + OWNER_AT, bytes.getInt(start + OWNER_AT) + firstProgram);
    }
    bytes.putInt(start + CHECKSUM_AT, checksum(copied, start, CHECKSUM_AT));
  }

  private int checksum(byte[] bytes, int offset, int length) {
    crc.reset();
    crc.update(bytes, offset, length);
    return (int) crc.getValue();
  }

  /** Releases what compresses. */
  void close() {
    if (zstd != null) {
      zstd.close();
      zstd = null;
    }
  }
}
