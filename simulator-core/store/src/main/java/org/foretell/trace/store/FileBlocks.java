package org.foretell.trace.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import org.foretell.trace.TraceException;

/** Blocks in a file. */
final class FileBlocks implements BlockBytes {
  private final FileChannel channel;
  private final Path target;

  /**
   * Creates a file.
   *
   * @param file must not exist
   * @param target the name for messages
   * @param more options than those of writing and reading
   * @throws TraceException if that fails
   */
  FileBlocks(Path file, Path target, StandardOpenOption... more) {
    this.target = target;
    Set<OpenOption> options = new HashSet<>(Set.of(more));
    options.addAll(
        EnumSet.of(
            StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE));
    try {
      channel = FileChannel.open(file, options);
    } catch (IOException e) {
      throw TraceException.writing(target, e);
    }
  }

  @Override
  public void write(ByteBuffer bytes, long position) {
    try {
      for (long at = position; bytes.hasRemaining(); ) {
        at += channel.write(bytes, at);
      }
    } catch (IOException e) {
      throw TraceException.writing(target, e);
    }
  }

  @Override
  public void read(ByteBuffer into, long position) {
    try {
      for (long at = position; into.hasRemaining(); ) {
        int read = channel.read(into, at);
        if (read < 0) {
          throw new IOException("the temporary file was cut");
        }
        at += read;
      }
    } catch (IOException e) {
      throw TraceException.writing(target, e);
    }
  }

  /** Closes the file. */
  void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw TraceException.writing(target, e);
    }
  }
}
