package org.foretell.trace.store;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Says what the file system said in words for a user. */
final class FileProblem {
  private FileProblem() {}

  /** One sentence: the file, what could not be done to it, and why. */
  static String describe(String what, Path file, IOException problem) {
    String why = String.valueOf(problem.getMessage());
    if (problem instanceof NoSuchFileException) {
      why = "there is no such file or folder";
    } else if (problem instanceof AccessDeniedException) {
      why = "access is denied";
    } else if (problem instanceof FileSystemException fileSystem
        && fileSystem.getReason() != null) {
      why = fileSystem.getReason();
    }
    return file + ": " + what + ": " + why;
  }
}
