package org.foretell.parsers.otf2;

import java.io.Closeable;
import java.nio.file.Path;
import org.foretell.trace.TraceException;

/** The records of a file that consists of chunks, one after the other. */
final class RecordInput implements Closeable {
  private static final int END_OF_CHUNK = 0;
  private static final int END_OF_FILE = 2;

  private final BinaryInput in;
  private final long chunkBytes;

  private RecordInput(BinaryInput in, long chunkBytes) {
    this.in = in;
    this.chunkBytes = chunkBytes;
  }

  /** Opens a file whose chunks, but for the last, take so many bytes. */
  static RecordInput open(Path path, long chunkBytes) {
    BinaryInput in = BinaryInput.open(path);
    try {
      RecordInput records = new RecordInput(in, chunkBytes);
      records.eventNumbers();
      return records;
    } catch (TraceException e) {
      in.close();
      throw e;
    }
  }

  private void eventNumbers() {
    in.full64("the number of the first record of a chunk");
    in.full64("the number of the last record of a chunk");
  }

  /** The type of the next record, negative at the end of the file. */
  int next() {
    while (true) {
      int type = in.u8("a record or the end of the file");
      if (type == END_OF_FILE) {
        return -1;
      }
      if (type != END_OF_CHUNK) {
        return type;
      }
      long start = (in.position() + chunkBytes - 1) / chunkBytes * chunkBytes;
      in.skipTo(start, "a chunk");
      in.mark();
      eventNumbers();
    }
  }

  BinaryInput in() {
    return in;
  }

  @Override
  public void close() {
    in.close();
  }
}
