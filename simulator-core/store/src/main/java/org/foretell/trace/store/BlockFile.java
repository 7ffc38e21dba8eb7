package org.foretell.trace.store;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32C;
import org.foretell.trace.TraceException;
import org.jspecify.annotations.Nullable;

/** A file of the native format as blocks: reads, checks and uncompresses them. */
final class BlockFile {
  private static final int READ_AHEAD = Format.BLOCK_HEADER_BYTES + 8 * 1024;

  /** Blocks of long shared programs that are kept for the next cursor. */
  private static final int CACHED_BLOCKS = 64;

  /** Longer blocks are not kept. */
  private static final int LONGEST_CACHED_BYTES = 2 * Format.BLOCK_BYTES;

  private final Path path;
  private final FileChannel channel;
  private final long length;
  private final CRC32C crc = new CRC32C();
  private final Map<Long, Cached> cache = new LinkedHashMap<>(2 * CACHED_BLOCKS, 0.75f, true);
  private byte[] bytes = new byte[READ_AHEAD];
  private ByteBuffer buffer = wrap(bytes);
  private final byte[] footer = new byte[Format.FOOTER_BYTES];
  private int minor;
  private @Nullable ZstdDecompressCtx zstd;

  private record Cached(byte[] bytes, int owner, long next) {}

  BlockFile(Path path) {
    this.path = path;
    try {
      channel = FileChannel.open(path, StandardOpenOption.READ);
    } catch (IOException e) {
      throw TraceException.reading(path, e);
    }
    try {
      length = channel.size();
    } catch (IOException e) {
      close();
      throw TraceException.reading(path, e);
    }
  }

  /**
   * The same file, opened again.
   *
   * @throws TraceException if it is another one now, as far as its length and its footer say
   */
  BlockFile another() {
    BlockFile again = new BlockFile(path);
    boolean same = false;
    try {
      again.checkHeader();
      ByteBuffer end = again.footer();
      byte[] found = new byte[Format.FOOTER_BYTES];
      end.get(0, found);
      same = again.length == length && again.minor == minor && Arrays.equals(found, footer);
      if (!same) {
        throw new TraceException(name() + ": has changed since it was opened; open it again");
      }
      System.arraycopy(footer, 0, again.footer, 0, footer.length);
      return again;
    } finally {
      if (!same) {
        again.close();
      }
    }
  }

  String name() {
    return path.toString();
  }

  /** The minor version of the format, once the contents have been read. */
  int minor() {
    return minor;
  }

  /** Reads and checks everything but programs and columns. */
  Contents contents() {
    checkHeader();
    ByteBuffer footer = footer();
    footer.get(0, this.footer);
    long first = footer.getLong(0);
    long size = footer.getLong(8);
    ByteWriter all = new ByteWriter((int) Math.max(0, Math.min(size, Format.BLOCK_BYTES)));
    Block block = new Block();
    block.next = first;
    while (block.next != 0) {
      load(block.next, Format.BLOCK_CONTENTS, 0, false, "contents", block);
      if (block.length > size - all.size() || size > Integer.MAX_VALUE - 8) {
        throw damaged(block.position, "expected contents of " + size + " bytes, found more");
      }
      all.append(block.bytes, 0, block.length);
    }
    if (all.size() != size) {
      throw damaged(block.position, "expected contents of " + size + " bytes, found " + all.size());
    }
    try {
      return ContentsCodec.read(new ByteReader(all.array(), all.size()), minor);
    } catch (DamageException e) {
      throw new TraceException(
          name()
              + ": damaged in the contents (block at "
              + first
              + "), byte "
              + e.offset()
              + ": "
              + e.what()
              + "; convert the trace again");
    }
  }

  private void checkHeader() {
    ByteBuffer header = read(0, (int) Math.min(length, Format.HEADER_BYTES), "the header");
    if (length < Long.BYTES || header.getLong(0) != Format.MAGIC) {
      throw new TraceException(
          name()
              + ": expected a trace in Foretell's binary format, found another kind of file"
              + " (or one that was changed in transfer); convert it first");
    }
    if (length < Format.HEADER_BYTES + Format.FOOTER_BYTES) {
      throw tooShort();
    }
    int major = header.getShort(8) & 0xFFFF;
    minor = header.getShort(10) & 0xFFFF;
    if (checksum(0, 28) != header.getInt(28)) {
      throw damaged(0, "expected the checksum of the header, found another");
    }
    if (major != Format.MAJOR || minor > Format.MINOR) {
      throw new TraceException(
          name()
              + ": expected format version "
              + Format.MAJOR
              + ".0 to "
              + Format.MAJOR
              + "."
              + Format.MINOR
              + ", found version "
              + major
              + "."
              + minor
              + "; use a version of Foretell that reads "
              + major
              + "."
              + minor
              + ", or convert the trace again with this one");
    }
    if (header.getInt(12) != 0) {
      throw new TraceException(
          name()
              + ": expected no features beyond version "
              + Format.MAJOR
              + "."
              + Format.MINOR
              + ", found the feature mask 0x"
              + Integer.toHexString(header.getInt(12))
              + "; use a newer version of Foretell, or convert the trace again with this one");
    }
  }

  private ByteBuffer footer() {
    long start = length - Format.FOOTER_BYTES;
    ByteBuffer footer = read(start, Format.FOOTER_BYTES, "the footer");
    if (footer.getLong(32) != Format.END_MAGIC) {
      throw tooShort();
    }
    if (checksum(0, 28) != footer.getInt(28)) {
      throw damaged(start, "expected the checksum of the footer, found another");
    }
    if (footer.getLong(16) != length) {
      throw new TraceException(
          name()
              + ": expected a file of "
              + footer.getLong(16)
              + " bytes, found "
              + length
              + "; it was changed after it was written: copy or convert the trace again");
    }
    return footer;
  }

  private TraceException tooShort() {
    return new TraceException(
        name()
            + ": expected the end mark in the last 8 of "
            + length
            + " bytes, found something else; the file was cut off, or its writing was interrupted:"
            + " copy or convert the trace again");
  }

  /** See {@link RecordedTrace#load}. */
  void load(long position, int type, int owner, boolean isShared, String place, Block into) {
    if (isShared) {
      Cached cached = cache.get(position);
      if (cached != null && cached.owner() == owner) {
        into.bytes = cached.bytes();
        into.length = cached.bytes().length;
        into.shared = true;
        into.position = position;
        into.next = cached.next();
        return;
      }
    }
    read(position, type, owner, isShared, place, into);
    if (isShared && into.length <= LONGEST_CACHED_BYTES) {
      cache.put(position, new Cached(into.bytes, owner, into.next));
      if (cache.size() > CACHED_BLOCKS) {
        cache.remove(cache.keySet().iterator().next());
      }
    }
  }

  private void read(
      long position, int type, int owner, boolean isShared, String place, Block into) {
    long left = length - Format.FOOTER_BYTES - position;
    if (position < Format.HEADER_BYTES || left < Format.BLOCK_HEADER_BYTES) {
      throw damaged(position, "expected a block inside the file, found none", place);
    }
    ByteBuffer head = read(position, (int) Math.min(left, READ_AHEAD), place);
    if (checksum(0, 28) != head.getInt(28)) {
      throw damaged(position, "expected the checksum of the block's header, found another", place);
    }
    int flags = head.get(1);
    int size = head.getInt(8);
    int stored = head.getInt(12);
    long next = head.getLong(16);
    int expectedChecksum = head.getInt(24);
    if (head.get(0) != type || head.getInt(4) != owner) {
      throw damaged(
          position,
          "expected a block of type "
              + type
              + " and owner "
              + owner
              + ", found type "
              + head.get(0)
              + " and owner "
              + head.getInt(4),
          place);
    }
    boolean compressed = (flags & Format.BLOCK_ZSTD) != 0;
    boolean packed = (flags & Format.BLOCK_PACKED) != 0;
    boolean canBePacked = minor >= Format.MINOR_PACKED && ColumnKind.isColumn(type);
    if ((flags & ~(Format.BLOCK_ZSTD | Format.BLOCK_PACKED)) != 0
        || (packed && !canBePacked)
        || size < 1
        || size > Format.MAX_BLOCK_BYTES
        || stored < 1
        || stored > left - Format.BLOCK_HEADER_BYTES
        || (compressed ? size > stored * Format.MAX_EXPANSION : size != stored)) {
      throw damaged(
          position,
          "expected lengths that fit, found a block of "
              + size
              + " bytes stored in "
              + stored
              + " (flags "
              + flags
              + ")",
          place);
    }
    long after = position + Format.BLOCK_HEADER_BYTES + stored;
    if (next != 0 && (next < after || next > length - Format.FOOTER_BYTES)) {
      throw damaged(position, "expected the next block further on, found " + next, place);
    }
    if (Format.BLOCK_HEADER_BYTES + stored > head.limit()) {
      read(position, Format.BLOCK_HEADER_BYTES + stored, place);
    }
    if (checksum(Format.BLOCK_HEADER_BYTES, stored) != expectedChecksum) {
      throw damaged(position, "expected the checksum of the block, found another", place);
    }
    into.position = 0;
    if (into.shared || isShared || into.bytes.length < size) {
      into.bytes = new byte[size];
    }
    if (compressed) {
      uncompress(position, stored, into.bytes, size, place);
    } else {
      System.arraycopy(bytes, Format.BLOCK_HEADER_BYTES, into.bytes, 0, size);
    }
    into.shared = isShared;
    into.packed = packed;
    into.length = size;
    into.next = next;
    into.position = position;
  }

  private void uncompress(long position, int stored, byte[] to, int size, String place) {
    ZstdDecompressCtx context = zstd;
    if (context == null) {
      context = new ZstdDecompressCtx();
      zstd = context;
    }
    int found;
    try {
      found = context.decompressByteArray(to, 0, size, bytes, Format.BLOCK_HEADER_BYTES, stored);
    } catch (ZstdException e) {
      throw damaged(position, "expected a Zstandard frame, found none: " + e.getMessage(), place);
    }
    if (found != size) {
      throw damaged(position, "expected " + size + " bytes uncompressed, found " + found, place);
    }
  }

  /** Reads into the common buffer, which the next call overwrites. */
  private ByteBuffer read(long position, int count, String what) {
    if (bytes.length < count || bytes.length > 64 * READ_AHEAD) {
      bytes = new byte[Math.max(count, READ_AHEAD)];
      buffer = wrap(bytes);
    }
    buffer.clear().limit(count);
    try {
      while (buffer.hasRemaining()) {
        if (channel.read(buffer, position + buffer.position()) < 0) {
          throw damaged(position, "expected " + count + " bytes, found " + buffer.position(), what);
        }
      }
    } catch (IOException e) {
      throw TraceException.reading(path, e);
    }
    return buffer.flip();
  }

  private static ByteBuffer wrap(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private int checksum(int offset, int count) {
    crc.reset();
    crc.update(bytes, offset, count);
    return (int) crc.getValue();
  }

  private TraceException damaged(long position, String what, String place) {
    return damaged(position, what + " (" + place + ")");
  }

  private TraceException damaged(long position, String what) {
    return new TraceException(
        name()
            + ": damaged at byte "
            + position
            + ": "
            + what
            + "; copy or convert the trace again");
  }

  void close() {
    cache.clear();
    if (zstd != null) {
      zstd.close();
      zstd = null;
    }
    try {
      channel.close();
    } catch (IOException e) {
      throw TraceException.reading(path, e);
    }
  }
}
