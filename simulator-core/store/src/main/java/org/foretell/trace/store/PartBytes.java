package org.foretell.trace.store;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.foretell.trace.PendingFile;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of a part of a trace: in memory while they are few, and then in a file beside that of
 * the trace, which no longer has a name where the operating system allows that.
 */
final class PartBytes implements BlockBytes {
  private static final int MOST_BYTES = 1 << 23;

  /** Up to 16 parts together have an eighth of all memory. */
  private static final int SHARE_OF_MEMORY = 128;

  private static final int LEAST_BYTES = 1 << 14;

  private final Path trace;
  private final int memoryBytes;
  private byte[] memory = {};
  private @Nullable FileBlocks file;
  private boolean inFile;

  /**
   * Without blocks.
   *
   * @param trace the file of the whole
   */
  PartBytes(Path trace) {
    this.trace = trace;
    memoryBytes = (int) Math.min(MOST_BYTES, Runtime.getRuntime().maxMemory() / SHARE_OF_MEMORY);
  }

  /** Forgets all blocks. */
  void restart() {
    inFile = false;
  }

  @Override
  public void write(ByteBuffer bytes, long position) {
    long end = position + bytes.remaining();
    if (!inFile && end <= memoryBytes) {
      if (end > memory.length) {
        int doubled = Math.min(memoryBytes, Math.max(LEAST_BYTES, 2 * memory.length));
        memory = Arrays.copyOf(memory, Math.max(doubled, (int) end));
      }
      bytes.get(memory, (int) position, bytes.remaining());
      return;
    }
    FileBlocks blocks = file;
    if (blocks == null) {
      blocks =
          new FileBlocks(
              new PendingFile(trace).temporary(), trace, StandardOpenOption.DELETE_ON_CLOSE);
      file = blocks;
    }
    if (!inFile) {
      inFile = true;
      blocks.write(ByteBuffer.wrap(memory, 0, (int) Math.min(position, memory.length)), 0);
    }
    blocks.write(bytes, position);
  }

  @Override
  public void read(ByteBuffer into, long position) {
    if (inFile && file != null) {
      file.read(into, position);
    } else {
      into.put(memory, (int) position, into.remaining());
    }
  }

  void close() {
    memory = new byte[0];
    if (file != null) {
      file.close();
    }
  }
}
