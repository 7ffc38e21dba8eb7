package org.foretell.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes a file whole or not at all: beside its place first, then renamed. */
final class OutputFile {
  /** Writes the content. */
  @FunctionalInterface
  interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  private OutputFile() {}

  static void write(Path file, Content content) {
    Path folder = file.toAbsolutePath().getParent();
    try {
      if (folder == null || Files.isDirectory(file)) {
        throw new IOException("it is a folder");
      }
      Path part = Files.createTempFile(folder, "." + file.getFileName() + ".", ".part");
      try {
        try (OutputStream out = Files.newOutputStream(part)) {
          content.writeTo(out);
        }
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(part);
      }
    } catch (IOException e) {
      throw UserException.outputFailed(file + " cannot be written: " + reason(e));
    }
  }

  static String reason(IOException e) {
    if (e instanceof java.nio.file.NoSuchFileException) {
      return "the folder does not exist";
    }
    if (e instanceof java.nio.file.AccessDeniedException) {
      return "permission denied";
    }
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }
}
