package org.foretell.parsers.bytes;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.foretell.trace.TraceException;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one open file, from any place on, through a buffer. Formats read their numbers from
 * the buffer, after {@link #require}. For one thread.
 */
public abstract class FileBytes implements AutoCloseable {
  /** What to do about a file that ends too early. */
  protected static final String CUT = "the file was cut; copy it again, or trace again";

  private static final String DAMAGED = "the file is damaged; copy it again, or trace again";

  /** Part of the file; valid from {@link #next} to {@link #filled}. */
  protected final byte[] buffer = new byte[1 << 16];

  /** Index of the next byte in the buffer. */
  protected int next;

  /** End of what the buffer holds. */
  protected int filled;

  private final ByteBuffer view = ByteBuffer.wrap(buffer);
  private final Path path;
  private final FileChannel channel;
  private final long size;

  /** Where the first byte of the buffer stands in the file. */
  private long base;

  /**
   * Opens a file.
   *
   * @param path of it
   * @throws TraceException if it cannot be opened
   */
  protected FileBytes(Path path) {
    this.path = path;
    FileChannel opened = null;
    try {
      opened = FileChannel.open(path, StandardOpenOption.READ);
      size = opened.size();
      channel = opened;
    } catch (IOException e) {
      close(path, opened);
      throw TraceException.reading(path, e);
    }
  }

  private static void close(Path path, @Nullable FileChannel channel) {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      throw TraceException.reading(path, e);
    }
  }

  @Override
  public final void close() {
    close(path, channel);
  }

  /** {@return the file} */
  public final Path path() {
    return path;
  }

  /** {@return its bytes} */
  public final long size() {
    return size;
  }

  /** {@return where the next byte stands} */
  public final long position() {
    return base + next;
  }

  /**
   * Goes to a place of the file.
   *
   * @param position at most its end
   */
  protected final void seek(long position) {
    if (position >= base && position <= base + filled) {
      next = (int) (position - base);
    } else {
      base = position;
      next = 0;
      filled = 0;
    }
  }

  /**
   * Sees to it that the buffer holds the next bytes.
   *
   * @param count at most the size of the buffer
   * @throws TraceException if the file ends before
   */
  protected void require(int count) {
    if (filled - next < count) {
      fill(count);
    }
  }

  private void fill(int count) {
    System.arraycopy(buffer, next, buffer, 0, filled - next);
    base += next;
    filled -= next;
    next = 0;
    try {
      while (filled < count) {
        view.limit(buffer.length).position(filled);
        int read = channel.read(view, base + filled);
        if (read < 0) {
          throw damaged(
              base + filled, count + " more bytes", "the end of the file after " + filled, CUT);
        }
        filled += read;
      }
    } catch (IOException e) {
      throw TraceException.reading(path, e);
    }
  }

  /** {@return the next byte, 0 to 255} */
  public final int u8() {
    require(1);
    return buffer[next++] & 0xff;
  }

  /**
   * {@return a place as messages name it}
   *
   * @param at of a byte
   */
  protected String place(long at) {
    return "byte " + at;
  }

  /**
   * {@return the message of a file that holds something else than it must, at the next byte}
   *
   * @param expected what it must hold
   * @param found what it holds
   */
  public final TraceException damaged(String expected, String found) {
    return damaged(position(), expected, found);
  }

  /**
   * {@return the message of a file that holds something else than it must at a place}
   *
   * @param at of a byte
   * @param expected what it must hold
   * @param found what it holds
   */
  public final TraceException damaged(long at, String expected, String found) {
    return damaged(at, expected, found, DAMAGED);
  }

  /**
   * {@return the message of a file that holds something else than it must, and what to do about it}
   *
   * @param at of a byte
   * @param expected what it must hold
   * @param found what it holds
   * @param advice what to do
   */
  public final TraceException damaged(long at, String expected, String found, String advice) {
    return new TraceException(
        path + ": " + place(at) + ": expected " + expected + ", found " + found + "; " + advice);
  }
}
