package org.foretell.trace;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Checks of files whose names were given by a user. Opening a pipe waits until another process
 * writes to it, perhaps for ever, and a device may never end; so neither is opened.
 */
public final class RegularFile {
  /** What the system says at the limit of a process. */
  private static final String TOO_MANY = "Too many open files";

  private RegularFile() {}

  /**
   * Checks that a file can be opened without waiting. A file that does not exist passes, as opening
   * it fails at once.
   *
   * @param file any path; links are followed
   * @return the same path
   * @throws FileSystemException if it leads to a folder, a pipe, a socket or a device; {@link
   *     #reason} names which
   */
  public static Path check(Path file) throws FileSystemException {
    if (Files.isDirectory(file)) {
      throw new FileSystemException(file.toString(), null, "found a folder, expected a file");
    }
    if (isSpecial(file)) {
      throw new FileSystemException(
          file.toString(),
          null,
          "found a pipe or a device, expected a file; write its content to a file and name that");
    }
    return file;
  }

  /**
   * {@return whether a path leads to a pipe, a socket or a device}
   *
   * @param file any path; links are followed
   */
  public static boolean isSpecial(Path file) {
    return Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file);
  }

  /**
   * {@return the reason why a file could not be read or written, in words for users, without its
   * name}
   *
   * @param problem the exception of the file system
   */
  public static String reason(IOException problem) {
    if (problem instanceof NoSuchFileException) {
      return "there is no such file or folder";
    }
    if (problem instanceof AccessDeniedException) {
      return "access is denied";
    }
    if (problem instanceof CharacterCodingException) {
      return "expected text in UTF-8, found other bytes";
    }
    String reason =
        problem instanceof FileSystemException fileSystem && fileSystem.getReason() != null
            ? fileSystem.getReason()
            : problem.getMessage();
    if (reason != null && reason.endsWith(TOO_MANY)) {
      return TOO_MANY + ", those of libraries among them; raise the limit (ulimit -n)";
    }
    return reason == null ? "the system gives no reason" : reason;
  }
}
