package org.foretell.trace.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.foretell.trace.TraceException;

/**
 * A trace in a file of the native format.
 *
 * <p>Opening reads and checks the tables and the index; programs and columns are read and checked
 * block by block as cursors reach them. There is a single file handle. A cursor of a program that
 * is decoded as a whole (one block, several ranks) takes about a hundred bytes; a streaming cursor
 * takes a block of 16 KiB and a window of 4 KiB, more only if a single op is longer. Errors in a
 * file, or in reading it, are {@link TraceException}s. Not thread safe.
 */
public final class TraceStoreReader extends RecordedTrace {
  private final BlockFile file;

  private TraceStoreReader(BlockFile file, Contents contents) {
    super(contents, file.minor());
    this.file = file;
  }

  /**
   * Opens a file.
   *
   * @param path the file
   * @return a trace, for one thread, which the caller closes
   * @throws TraceException if it cannot be read, is damaged, or needs another version
   */
  public static TraceStoreReader open(Path path) {
    BlockFile file = new BlockFile(path);
    boolean done = false;
    try {
      TraceStoreReader reader = new TraceStoreReader(file, file.contents());
      done = true;
      return reader;
    } finally {
      if (!done) {
        file.close();
      }
    }
  }

  private TraceStoreReader(BlockFile file, TraceStoreReader other) {
    super(other, file.minor());
    this.file = file;
  }

  /**
   * Opens the file again, for another thread. Immutable parts are shared: tables and index are not
   * read again, and each program is decoded once for all. Any thread may call this, whether this
   * reader is open or closed.
   *
   * @return the same trace, for one thread, which the caller closes
   * @throws TraceException if the file cannot be read, or is not the same any more
   */
  public TraceStoreReader another() {
    BlockFile again = file.another();
    boolean done = false;
    try {
      TraceStoreReader reader = new TraceStoreReader(again, this);
      done = true;
      return reader;
    } finally {
      if (!done) {
        again.close();
      }
    }
  }

  /**
   * {@return whether a file starts like one of the native format; false when it is shorter}
   *
   * @param path the file
   * @throws TraceException if it cannot be read
   */
  public static boolean recognizes(Path path) {
    ByteBuffer start = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      while (start.hasRemaining()) {
        if (channel.read(start) < 0) {
          return false;
        }
      }
    } catch (IOException e) {
      throw TraceException.reading(path, e);
    }
    return start.getLong(0) == Format.MAGIC;
  }

  @Override
  void load(long position, int type, int owner, boolean isShared, String place, Block into) {
    file.load(position, type, owner, isShared, place, into);
  }

  @Override
  boolean isChecked() {
    return false;
  }

  @Override
  String name() {
    return file.name();
  }

  @Override
  void release() {
    file.close();
  }
}
