package org.foretell.runner;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.foretell.failure.ForetellException;
import org.foretell.input.TraceReading;
import org.foretell.trace.TraceException;
import org.jspecify.annotations.Nullable;

/**
 * The file or folder that a trace was read from, and whether it still is what it was: by sizes and
 * times of change before each run, by its hash where these differ. Used by any number of threads.
 */
final class WatchedFile {
  private final Path path;
  private final String sha256;
  private List<Mark> marks;

  /** What the file system says of a file at no cost. */
  private record Mark(Path file, long bytes, FileTime changed, @Nullable Object key) {}

  WatchedFile(Path path, String sha256) {
    this.path = path;
    this.sha256 = sha256;
    marks = marks(path);
  }

  /**
   * Refuses a file that has other content now.
   *
   * @throws ForetellException if it has
   * @throws TraceException if it is gone, or cannot be read
   */
  synchronized void check() {
    List<Mark> now = marks(path);
    if (now.equals(marks)) {
      return;
    }
    if (!TraceReading.sha256(path).equals(sha256)) {
      throw ForetellException.badInput(
          path
              + ": has changed since it was opened, so that runs before and after are of different"
              + " traces; open it again in a new runner, or leave it alone while runs are made");
    }
    marks = now;
  }

  private static List<Mark> marks(Path path) {
    try (Stream<Path> tree = Files.walk(path)) {
      List<Mark> marks = new ArrayList<>();
      for (Path file : tree.filter(Files::isRegularFile).sorted().toList()) {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        marks.add(
            new Mark(file, attributes.size(), attributes.lastModifiedTime(), attributes.fileKey()));
      }
      return marks;
    } catch (IOException gone) {
      throw TraceException.reading(path, gone);
    }
  }
}
