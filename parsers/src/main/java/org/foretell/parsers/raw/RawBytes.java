package org.foretell.parsers.raw;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.foretell.trace.RegularFile;
import org.foretell.trace.TraceException;

/**
 * An open file and its name, for what is wrong with it.
 *
 * @param length when it was opened
 */
record RawBytes(Path path, FileChannel channel, long length) implements AutoCloseable {
  static RawBytes open(Path path) {
    try {
      FileChannel channel = FileChannel.open(RegularFile.check(path), StandardOpenOption.READ);
      return new RawBytes(path, channel, channel.size());
    } catch (IOException e) {
      throw TraceException.reading(path, e);
    }
  }

  /** Reads until the buffer is full or the file ends. */
  void read(ByteBuffer into, long position) throws IOException {
    long at = position;
    while (into.hasRemaining()) {
      int count = channel.read(into, at);
      if (count < 0) {
        return;
      }
      at += count;
    }
  }

  TraceException damaged(long at, String expected, String found) {
    return new TraceException(
        path
            + ": byte "
            + at
            + ": expected "
            + expected
            + ", found "
            + found
            + "; the file is damaged: trace the program again");
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw TraceException.reading(path, e);
    }
  }
}
