package org.foretell.trace;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;

/**
 * A file that appears under its name when it is complete: it is written under another name in the
 * same folder and then takes its place in one step. Until then the name belongs to what had it. A
 * process that is told to end before that deletes what it has written.
 */
public final class PendingFile {
  private final Path target;
  private final Path temporary;

  /**
   * Chooses a name; nothing is created.
   *
   * @param target replaced by {@link #commit}
   */
  public PendingFile(Path target) {
    this.target = target;
    temporary =
        target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID() + ".part");
    if (target.getFileSystem() == FileSystems.getDefault()) {
      temporary.toFile().deleteOnExit();
    }
  }

  /** {@return the name that the file will have} */
  public Path target() {
    return target;
  }

  /** {@return where to write until then; there is no such file yet} */
  public Path temporary() {
    return temporary;
  }

  /**
   * Gives the finished file, which must be closed, its name.
   *
   * @throws IOException if that cannot be done; the temporary file is still there
   */
  public void commit() throws IOException {
    try {
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(temporary, target, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /**
   * Deletes what was written; does nothing after {@link #commit}.
   *
   * @throws IOException if that cannot be done
   */
  public void discard() throws IOException {
    Files.deleteIfExists(temporary);
  }
}
