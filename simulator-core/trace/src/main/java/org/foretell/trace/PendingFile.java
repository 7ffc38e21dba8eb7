package org.foretell.trace;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.UUID;

/**
 * A file that appears under its name only once it is complete: it is written under another name in
 * the same folder and then replaces the target in one step. Until then the target keeps its
 * previous content; the new file takes over its owner, group and mode. A process that is terminated
 * before that deletes the unfinished file.
 */
public final class PendingFile {
  /** How much of its name the temporary file shows, for people who find it. */
  private static final int SHOWN = 40;

  private final Path target;
  private final Path temporary;

  /**
   * Chooses a temporary name; creates no file.
   *
   * @param target replaced by {@link #commit}
   */
  public PendingFile(Path target) {
    this.target = target;
    String name = String.valueOf(target.getFileName());
    // Names have at most 255 bytes, and a character has up to four.
    String shown =
        name.codePointCount(0, name.length()) > SHOWN
            ? name.substring(0, name.offsetByCodePoints(0, SHOWN))
            : name;
    temporary = target.resolveSibling("." + shown + "." + UUID.randomUUID() + ".part");
    if (target.getFileSystem() == FileSystems.getDefault()) {
      temporary.toFile().deleteOnExit();
    }
  }

  /** {@return the name that the file will have} */
  public Path target() {
    return target;
  }

  /** {@return the temporary file to write to; it does not exist yet} */
  public Path temporary() {
    return temporary;
  }

  /**
   * Gives the finished file, which must be closed, its final name.
   *
   * @throws IOException if that fails; the temporary file still exists
   */
  public void commit() throws IOException {
    if (Files.exists(target) && !canReplace()) {
      // The file belongs to somebody else who lets us write: it stays theirs.
      try (OutputStream out = Files.newOutputStream(target)) {
        Files.copy(temporary, out);
      }
      discard();
      return;
    }
    try {
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(temporary, target, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Gives the temporary file the owner, group and mode of the one that it replaces. */
  private boolean canReplace() throws IOException {
    PosixFileAttributeView to = Files.getFileAttributeView(temporary, PosixFileAttributeView.class);
    if (to == null) {
      return true;
    }
    PosixFileAttributes from = Files.readAttributes(target, PosixFileAttributes.class);
    PosixFileAttributes now = to.readAttributes();
    try {
      if (!from.owner().equals(now.owner())) {
        to.setOwner(from.owner());
      }
      if (!from.group().equals(now.group())) {
        to.setGroup(from.group());
      }
      to.setPermissions(from.permissions());
      return true;
    } catch (IOException denied) {
      return false;
    }
  }

  /**
   * Deletes the temporary file; does nothing after {@link #commit}.
   *
   * @throws IOException if that fails
   */
  public void discard() throws IOException {
    Files.deleteIfExists(temporary);
  }
}
