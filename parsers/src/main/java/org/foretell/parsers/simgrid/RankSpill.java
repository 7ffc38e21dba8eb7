package org.foretell.parsers.simgrid;

import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * Sorts the lines of a file that many ranks share by rank, in one temporary file.
 *
 * <p>Each rank has a small buffer, and all buffers together at most {@value #BUFFERED_BYTES} bytes
 * (64 each if there are more than a million ranks). A full one becomes a chunk of the file: the
 * position of the rank's chunk before it (-1 if none), its length, its bytes. A line is written
 * with its number, so that errors still name the place. The file is deleted when this is closed, or
 * the process ends.
 */
final class RankSpill implements AutoCloseable {
  private static final int BUFFERED_BYTES = 1 << 26;
  private static final int HEADER_BYTES = Long.BYTES + Integer.BYTES;
  private static final byte[] NOTHING = {};

  private final FileChannel channel;
  private final BufferedOutputStream out;
  private final ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
  private final int bufferBytes;
  private final byte[][] buffers;
  private final int[] filled;
  private final long[] lastChunk;
  private long written;

  /**
   * @param ranks number of ranks
   */
  RankSpill(int ranks) throws IOException {
    Path file = Files.createTempFile("foretell-", ".ranks");
    channel =
        FileChannel.open(
            file,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);
    out = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 18);
    bufferBytes = Math.max(64, Math.min(1 << 16, BUFFERED_BYTES / ranks));
    buffers = new byte[ranks][];
    Arrays.fill(buffers, NOTHING);
    filled = new int[ranks];
    lastChunk = new long[ranks];
    Arrays.fill(lastChunk, -1);
  }

  /**
   * Adds a line to a rank.
   *
   * @param index which of the ranks, from 0
   */
  void append(int index, long lineNumber, byte[] bytes, int start, int end) throws IOException {
    byte[] number = Long.toString(lineNumber).getBytes(StandardCharsets.US_ASCII);
    int length = number.length + 1 + end - start + 1;
    if (filled[index] + length > bufferBytes) {
      flush(index);
    }
    if (buffers[index].length < filled[index] + length) {
      int capacity = Math.max(length, bufferBytes);
      buffers[index] = Arrays.copyOf(buffers[index], capacity);
    }
    byte[] buffer = buffers[index];
    int at = filled[index];
    System.arraycopy(number, 0, buffer, at, number.length);
    at += number.length;
    buffer[at++] = ' ';
    System.arraycopy(bytes, start, buffer, at, end - start);
    at += end - start;
    buffer[at++] = '\n';
    filled[index] = at;
    if (at > bufferBytes) {
      flush(index);
      buffers[index] = NOTHING;
    }
  }

  private void flush(int index) throws IOException {
    if (filled[index] == 0) {
      return;
    }
    header.clear().putLong(lastChunk[index]).putInt(filled[index]);
    lastChunk[index] = written;
    out.write(header.array());
    out.write(buffers[index], 0, filled[index]);
    written += HEADER_BYTES + filled[index];
    filled[index] = 0;
  }

  /** Ends writing; from here on the ranks can be opened. */
  void finish() throws IOException {
    for (int i = 0; i < buffers.length; i++) {
      flush(i);
      buffers[i] = NOTHING;
    }
    out.flush();
  }

  /** The lines of a rank, each behind its number. */
  InputStream open(int index) throws IOException {
    int count = 0;
    for (long chunk = lastChunk[index]; chunk >= 0; chunk = readHeader(chunk).getLong(0)) {
      count++;
    }
    long[] chunks = new long[count];
    for (long chunk = lastChunk[index]; chunk >= 0; chunk = readHeader(chunk).getLong(0)) {
      chunks[--count] = chunk;
    }
    return new ChunkStream(chunks);
  }

  private ByteBuffer readHeader(long chunk) throws IOException {
    header.clear();
    readFully(header, chunk);
    return header;
  }

  private void readFully(ByteBuffer target, long position) throws IOException {
    long at = position;
    while (target.hasRemaining()) {
      int count = channel.read(target, at);
      if (count < 0) {
        throw new EOFException("the temporary file was cut off");
      }
      at += count;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  private final class ChunkStream extends InputStream {
    private final long[] chunks;
    private int next;
    private byte[] chunk = NOTHING;
    private int at;

    ChunkStream(long[] chunks) {
      this.chunks = chunks;
    }

    @Override
    public int read() throws IOException {
      return prepare() ? chunk[at++] & 0xff : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      if (!prepare()) {
        return -1;
      }
      int count = Math.min(length, chunk.length - at);
      System.arraycopy(chunk, at, target, offset, count);
      at += count;
      return count;
    }

    private boolean prepare() throws IOException {
      if (at == chunk.length) {
        if (next == chunks.length) {
          return false;
        }
        long position = chunks[next++];
        chunk = new byte[readHeader(position).getInt(Long.BYTES)];
        at = 0;
        readFully(ByteBuffer.wrap(chunk), position + HEADER_BYTES);
      }
      return true;
    }
  }
}
