package org.foretell.parsers.spill;

import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * Sorts records by the stream that they belong to, in one temporary file.
 *
 * <p>Each stream has a small buffer, and all buffers together have at most {@value #BUFFERED_BYTES}
 * bytes (64 each if there are more than a million streams). A full one becomes a chunk of the file:
 * the position of the stream's chunk before it (-1 if none), its length, its bytes. A record is
 * never divided. The file is deleted when this is closed, or the process ends. Not thread safe.
 */
public final class ChunkedSpill implements AutoCloseable {
  /** Arranges the bytes of a chunk before it is written. */
  public interface Arrangement {
    /**
     * Arranges a chunk.
     *
     * @param stream whose chunk it is
     * @param bytes begin with the chunk
     * @param length of the chunk
     */
    void arrange(int stream, byte[] bytes, int length);
  }

  private static final int BUFFERED_BYTES = 1 << 26;
  private static final int LEAST_BUFFER_BYTES = 64;
  private static final int MOST_BUFFER_BYTES = 1 << 16;
  private static final int FIRST_BUFFER_BYTES = 1 << 10;
  private static final int HEADER_BYTES = Long.BYTES + Integer.BYTES;
  private static final byte[] NOTHING = {};

  private final Arrangement arrangement;
  private final FileChannel channel;
  private final BufferedOutputStream out;
  private final ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
  private final int bufferBytes;
  private final byte[][] buffers;
  private final int[] filled;
  private final long[] lastChunk;
  private long written;

  /**
   * Streams without records.
   *
   * @param streams number of streams
   * @param arrangement of chunks
   * @throws IOException if the temporary file cannot be created
   */
  public ChunkedSpill(int streams, Arrangement arrangement) throws IOException {
    this.arrangement = arrangement;
    Path file = Files.createTempFile("foretell-", ".ranks");
    channel =
        FileChannel.open(
            file,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);
    out = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 18);
    bufferBytes =
        Math.max(
            LEAST_BUFFER_BYTES, Math.min(MOST_BUFFER_BYTES, BUFFERED_BYTES / Math.max(1, streams)));
    buffers = new byte[streams][];
    Arrays.fill(buffers, NOTHING);
    filled = new int[streams];
    lastChunk = new long[streams];
    Arrays.fill(lastChunk, -1);
  }

  /**
   * Adds a record to a stream.
   *
   * @param stream which, from 0
   * @param bytes contain the record
   * @param start of the record
   * @param length of the record
   * @throws IOException if the temporary file cannot be written
   */
  public void append(int stream, byte[] bytes, int start, int length) throws IOException {
    int needed = filled[stream] + length;
    if (needed > bufferBytes) {
      flush(stream);
      needed = length;
    }
    if (buffers[stream].length < needed) {
      int grown = Math.max(FIRST_BUFFER_BYTES, 4 * buffers[stream].length);
      buffers[stream] =
          Arrays.copyOf(buffers[stream], Math.max(needed, Math.min(bufferBytes, grown)));
    }
    System.arraycopy(bytes, start, buffers[stream], filled[stream], length);
    filled[stream] = needed;
    if (needed > bufferBytes) {
      flush(stream);
      buffers[stream] = NOTHING;
    }
  }

  private void flush(int stream) throws IOException {
    if (filled[stream] == 0) {
      return;
    }
    arrangement.arrange(stream, buffers[stream], filled[stream]);
    header.clear().putLong(lastChunk[stream]).putInt(filled[stream]);
    lastChunk[stream] = written;
    out.write(header.array());
    out.write(buffers[stream], 0, filled[stream]);
    written += HEADER_BYTES + filled[stream];
    filled[stream] = 0;
  }

  /**
   * Ends writing; from here on the streams can be read.
   *
   * @throws IOException if the temporary file cannot be written
   */
  public void finish() throws IOException {
    for (int i = 0; i < buffers.length; i++) {
      flush(i);
      buffers[i] = NOTHING;
    }
    out.flush();
  }

  /**
   * {@return where the chunks of a stream are, in the order in which they were written}
   *
   * @param stream which, from 0
   * @throws IOException if the temporary file cannot be read
   */
  public long[] chunks(int stream) throws IOException {
    int count = 0;
    for (long chunk = lastChunk[stream]; chunk >= 0; chunk = readHeader(chunk).getLong(0)) {
      count++;
    }
    long[] chunks = new long[count];
    for (long chunk = lastChunk[stream]; chunk >= 0; chunk = readHeader(chunk).getLong(0)) {
      chunks[--count] = chunk;
    }
    return chunks;
  }

  /**
   * {@return the bytes of a chunk}
   *
   * @param chunk one of {@link #chunks}
   * @throws IOException if the temporary file cannot be read
   */
  public byte[] chunk(long chunk) throws IOException {
    return beginning(chunk, readHeader(chunk).getInt(Long.BYTES));
  }

  /**
   * {@return the first bytes of a chunk}
   *
   * @param chunk one of {@link #chunks}
   * @param length how many, at most those that it has
   * @throws IOException if the temporary file cannot be read
   */
  public byte[] beginning(long chunk, int length) throws IOException {
    byte[] bytes = new byte[length];
    readFully(ByteBuffer.wrap(bytes), chunk + HEADER_BYTES);
    return bytes;
  }

  /**
   * {@return the records of a stream, one after the other}
   *
   * @param stream which, from 0
   * @throws IOException if the temporary file cannot be read
   */
  public InputStream open(int stream) throws IOException {
    return new ChunkStream(chunks(stream));
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
        chunk = chunk(chunks[next++]);
        at = 0;
      }
      return true;
    }
  }
}
