package org.foretell.parsers.chakra;

import com.google.protobuf.CodedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.foretell.trace.TraceException;

/**
 * A file of protobuf messages, each after its length. Lengths are checked against the file before
 * anything is read, and nesting is limited, so that a file never takes more memory than its size.
 * For one thread.
 */
final class MessageFile implements AutoCloseable {
  private static final int DEEPEST = 16;
  private static final String CUT = "the file was cut; copy it again, or convert the trace again";
  private static final String DAMAGED = "the file is damaged; copy it again";

  private final Path path;
  private final InputStream stream;
  private final CodedInputStream in;
  private final long size;
  private long base;
  private long start;
  private long number = -1;

  /** Opens a file. */
  MessageFile(Path path) {
    this.path = path;
    try {
      size = Files.size(path);
      stream = Files.newInputStream(path);
    } catch (IOException e) {
      throw TraceException.reading(path, e);
    }
    in = CodedInputStream.newInstance(stream, 1 << 16);
    in.setRecursionLimit(DEEPEST);
  }

  @Override
  public void close() {
    try {
      stream.close();
    } catch (IOException e) {
      throw TraceException.reading(path, e);
    }
  }

  /** Reads a message. */
  @FunctionalInterface
  interface Content {
    /** Reads fields until there is no tag any more. */
    void read(CodedInputStream in) throws IOException;
  }

  /** Whether a message follows. */
  boolean hasNext() {
    return base < size;
  }

  /** Reads the next message. */
  void read(Content content) {
    start = base;
    number++;
    try {
      long length = in.readRawVarint64();
      long left = size - base - in.getTotalBytesRead();
      if (length < 0 || length > left) {
        throw wrong(
            "a message within the " + left + " bytes that are left",
            "one of " + Long.toUnsignedString(length),
            CUT);
      }
      if (length > Integer.MAX_VALUE / 2) {
        throw wrong("a message of at most 1 GiB", "one of " + length, DAMAGED);
      }
      int outer = in.pushLimit((int) length);
      content.read(in);
      if (!in.isAtEnd()) {
        throw wrong("a message of fields", "an end of a group in it", DAMAGED);
      }
      in.popLimit(outer);
    } catch (IOException e) {
      throw wrong("a protobuf message", "something else (" + reason(e) + ")", DAMAGED);
    }
    base += in.getTotalBytesRead();
    in.resetSizeCounter();
  }

  private static String reason(IOException problem) {
    String message = String.valueOf(problem.getMessage());
    int end = message.indexOf('.');
    return end > 0 ? message.substring(0, end) : message;
  }

  /** The message of a message that holds something else than it must. */
  TraceException wrong(String expected, String found, String advice) {
    return new TraceException(
        path
            + ": message "
            + number
            + " at byte "
            + start
            + ": expected "
            + expected
            + ", found "
            + found
            + "; "
            + advice);
  }
}
