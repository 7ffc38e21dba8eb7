package org.foretell.parsers.goal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.foretell.trace.TraceException;

/** Reads numbers one after the other from a part of a file. */
final class GoalBinaryFile {
  static final int BUFFER_BYTES = 1 << 16;

  private final FileChannel channel;
  private final Path path;
  private final long length;
  private final ByteBuffer buffer =
      ByteBuffer.allocate(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN).limit(0);

  /** Where the file goes on behind the buffer. */
  private long next;

  GoalBinaryFile(FileChannel channel, Path path) throws IOException {
    this.channel = channel;
    this.path = path;
    length = channel.size();
  }

  long length() {
    return length;
  }

  /** Goes on at an offset inside the file. */
  void seek(long from) {
    long first = next - buffer.limit();
    if (from >= first && from <= next) {
      buffer.position((int) (from - first));
    } else {
      next = from;
      buffer.limit(0);
    }
  }

  /** Offset of what is read next. */
  long position() {
    return next - buffer.remaining();
  }

  int u8() throws IOException {
    return need(1).get() & 0xFF;
  }

  long u32() throws IOException {
    return need(Integer.BYTES).getInt() & 0xFFFF_FFFFL;
  }

  long u64() throws IOException {
    return need(Long.BYTES).getLong();
  }

  /** Lets so many bytes be in the buffer; a caller never asks for more than the part has. */
  ByteBuffer need(int bytes) throws IOException {
    if (buffer.remaining() < bytes) {
      buffer.compact();
      while (buffer.position() < bytes) {
        int count = channel.read(buffer, next);
        if (count <= 0) {
          throw wrong(
              next, "expected more bytes, found the end; the file was changed while it was read");
        }
        next += count;
      }
      buffer.flip();
    }
    return buffer;
  }

  /** Something is wrong at an offset. */
  TraceException wrong(long offset, String message) {
    return new TraceException(path + ": at byte " + offset + ": " + message);
  }
}
