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
  private List<Mark> marks;
  private String sha256 = "";

  /** What the file system says of a file at no cost. */
  private record Mark(Path file, long bytes, FileTime changed, @Nullable Object key) {}

  /** To be made before the file is read, so that no change after that is missed. */
  WatchedFile(Path path) {
    this.path = path;
    marks = marks(path);
  }

  /** Says what was read. */
  synchronized void expect(String hash) {
    sha256 = hash;
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
