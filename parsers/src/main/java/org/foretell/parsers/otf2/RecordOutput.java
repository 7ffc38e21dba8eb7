package org.foretell.parsers.otf2;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Writes the records of one file of an archive, little-endian, in chunks: what {@link RecordFile}
 * reads. A record is made field by field, then {@link #end} puts it into its chunk. Memory for one
 * chunk.
 */
final class RecordOutput implements Closeable {
  private static final int END_OF_CHUNK = 0;
  private static final int END_OF_FILE = 2;
  private static final int TIMESTAMP = 5;
  private static final int SHORTEST_LONG_LENGTH = 255;
  private static final long NEVER = -1;

  private final OutputStream out;
  private final int chunkBytes;
  private byte[] chunk = new byte[1 << 10];
  private int size;
  private byte[] body = new byte[1 << 7];
  private int bodySize;
  private long lastTime;
  private long records;

  /**
   * Creates a file.
   *
   * @param chunkBytes the size of its chunks, enough for each record
   */
  RecordOutput(Path file, int chunkBytes) throws IOException {
    out = Files.newOutputStream(file);
    this.chunkBytes = chunkBytes;
    beginChunk();
  }

  /** How many records there are. */
  long records() {
    return records;
  }

  private void beginChunk() {
    size = 0;
    lastTime = NEVER;
    put(RecordFile.CHUNK_HEADER);
    put(RecordFile.LITTLE_ENDIAN);
    putLong(records + 1);
    putLong(0); // The number of the last record, known when the chunk ends.
  }

  private void put(int value) {
    if (size == chunk.length) {
      chunk = Arrays.copyOf(chunk, 2 * size);
    }
    chunk[size++] = (byte) value;
  }

  private void putLong(long value) {
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      put((int) (value >>> shift));
    }
  }

  // Fields of the record that is being made

  /** Drops the fields so far. */
  RecordOutput clear() {
    bodySize = 0;
    return this;
  }

  RecordOutput u8(int value) {
    if (bodySize == body.length) {
      body = Arrays.copyOf(body, 2 * bodySize);
    }
    body[bodySize++] = (byte) value;
    return this;
  }

  /** A number without its leading zeros; -1 stands for one that is not defined. */
  RecordOutput number(long value) {
    if (value == RecordFile.UNDEFINED) {
      return u8(SHORTEST_LONG_LENGTH);
    }
    int bytes = (Long.SIZE - Long.numberOfLeadingZeros(value) + Byte.SIZE - 1) / Byte.SIZE;
    u8(bytes);
    for (int i = 0; i < bytes; i++) {
      u8((int) (value >>> (Byte.SIZE * i)));
    }
    return this;
  }

  /** A text without zero characters, which end it. */
  RecordOutput text(String text) {
    for (byte each : text.replace('\0', ' ').getBytes(StandardCharsets.UTF_8)) {
      u8(each);
    }
    return u8(0);
  }

  /** Ends a definition. */
  void end(int type) throws IOException {
    end(type, NEVER, false);
  }

  /**
   * Ends the record.
   *
   * @param type of it
   * @param time of an event, not before that of the one before
   * @param isBrief whether it is one number, and its length is left out
   */
  void end(int type, long time, boolean isBrief) throws IOException {
    int most = 1 + Long.BYTES + 2 + Long.BYTES + bodySize + 1;
    if (size + most > chunkBytes) {
      endChunk(END_OF_CHUNK);
      beginChunk();
    }
    if (time != lastTime) {
      put(TIMESTAMP);
      putLong(time);
      lastTime = time;
    }
    put(type);
    if (!isBrief) {
      if (bodySize < SHORTEST_LONG_LENGTH) {
        put(bodySize);
      } else {
        put(SHORTEST_LONG_LENGTH);
        putLong(bodySize);
      }
    }
    for (int i = 0; i < bodySize; i++) {
      put(body[i]);
    }
    bodySize = 0;
    records++;
  }

  private void endChunk(int mark) throws IOException {
    put(mark);
    for (int i = 0; i < Long.BYTES; i++) {
      chunk[2 + Long.BYTES + i] = (byte) (records >>> (Byte.SIZE * i));
    }
    while (mark == END_OF_CHUNK && size < chunkBytes) {
      put(0);
    }
    out.write(chunk, 0, size);
  }

  /** Ends the last chunk and the file. */
  void finish() throws IOException {
    endChunk(END_OF_FILE);
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
