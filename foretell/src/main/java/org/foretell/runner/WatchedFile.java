package org.foretell.runner;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongSupplier;
import org.foretell.failure.ForetellException;
import org.foretell.input.TraceReading;
import org.foretell.trace.TraceException;
import org.jspecify.annotations.Nullable;

/**
 * The file or folder that a trace was read from, and whether it still is what it was: by sizes and
 * times of change, by its hash where these differ. Used by any number of threads.
 */
final class WatchedFile {
  /** Between two looks while runs follow each other; a trace may have thousands of files. */
  private static final long LATELY_NANOS = 100_000_000;

  private final Path path;
  private List<Mark> marks;
  private String sha256 = "";
  private final LongSupplier nanoClock;
  private volatile long checkedNanos;

  /** What the file system says of a file at no cost. */
  private record Mark(Path file, long bytes, FileTime changed, @Nullable Object key) {}

  /** To be made before the file is read, so that no change after that is missed. */
  WatchedFile(Path path) {
    this(path, System::nanoTime);
  }

  WatchedFile(Path path, LongSupplier nanoClock) {
    this.path = path;
    this.nanoClock = nanoClock;
    checkedNanos = nanoClock.getAsLong();
    marks = marks(path);
  }

  /** Sets the hash of the bytes read. */
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
    long nanos = nanoClock.getAsLong();
    List<Mark> now = marks(path);
    checkedNanos = nanos;
    if (now.equals(marks)) {
      return;
    }
    if (!TraceReading.sha256(path).equals(sha256)) {
      throw ForetellException.badInput(
          path
              + ": has changed since it was opened, so earlier and later runs would use different"
              + " traces; open it again in a new runner, and do not change it during runs");
    }
    marks = now;
  }

  /** Refuses a file that has other content now, unless it was looked at a moment ago. */
  void checkNowAndThen() {
    if (nanoClock.getAsLong() - checkedNanos >= LATELY_NANOS) {
      check();
    }
  }

  private static List<Mark> marks(Path path) {
    List<Mark> marks = new ArrayList<>();
    try {
      Files.walkFileTree(
          path,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes found)
                throws IOException {
              // Of a link what it leads to counts.
              BasicFileAttributes attributes =
                  found.isSymbolicLink()
                      ? Files.readAttributes(file, BasicFileAttributes.class)
                      : found;
              if (attributes.isRegularFile()) {
                marks.add(
                    new Mark(
                        file,
                        attributes.size(),
                        attributes.lastModifiedTime(),
                        attributes.fileKey()));
              }
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException gone) {
      throw TraceException.reading(path, gone);
    }
    marks.sort(Comparator.comparing(Mark::file));
    return marks;
  }
}
