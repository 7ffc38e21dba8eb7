package org.foretell.timelines;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.google.code.externalsorting.ExternalSort;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Lines that are sorted by group and time, those of one time in the order in which they came. They
 * are kept in temporary files, however many there are.
 */
final class SortedRecords implements AutoCloseable {
  /** Gets the lines in their order. */
  interface Target {
    void line(long group, long time, String line) throws IOException;
  }

  private static final int DIGITS = 16;

  /** What precedes each line meanwhile: group, time and number of the line, in hexadecimal. */
  private static final int KEY = 3 * DIGITS;

  private static final int MAX_FILES = 1024;
  private static final long MEMORY_BYTES = 64L << 20;

  private final Path folder;
  private final Path unsorted;
  private final BufferedWriter lines;
  private final StringBuilder key = new StringBuilder(KEY);
  private long count;

  SortedRecords() throws IOException {
    folder = Files.createTempDirectory("foretell-timeline");
    unsorted = folder.resolve("unsorted");
    lines = Files.newBufferedWriter(unsorted, US_ASCII);
  }

  /** Adds a line to a group; groups and times are at least 0. */
  void add(long group, long time, CharSequence line) throws IOException {
    key.setLength(0);
    hexadecimal(group);
    hexadecimal(time);
    hexadecimal(count++);
    lines.append(key).append(line).append('\n');
  }

  private void hexadecimal(long value) {
    String digits = Long.toHexString(value);
    key.append("0".repeat(DIGITS - digits.length())).append(digits);
  }

  /** Passes on all lines; nothing can be added afterwards. */
  void forEach(Target target) throws IOException {
    lines.close();
    List<File> parts = new ArrayList<>();
    if (count > 0) {
      try (BufferedReader all = Files.newBufferedReader(unsorted, US_ASCII)) {
        parts =
            ExternalSort.sortInBatch(
                all,
                Files.size(unsorted),
                Comparator.naturalOrder(),
                MAX_FILES,
                MEMORY_BYTES,
                US_ASCII,
                folder.toFile(),
                false,
                0,
                false,
                false);
      }
      Files.delete(unsorted);
    }
    Path sorted = folder.resolve("sorted");
    ExternalSort.mergeSortedFiles(
        parts, sorted.toFile(), Comparator.naturalOrder(), US_ASCII, false, false, false);
    try (BufferedReader all = Files.newBufferedReader(sorted, US_ASCII)) {
      for (String line = all.readLine(); line != null; line = all.readLine()) {
        long group = Long.parseLong(line, 0, DIGITS, DIGITS);
        long time = Long.parseLong(line, DIGITS, 2 * DIGITS, DIGITS);
        target.line(group, time, line.substring(KEY));
      }
    }
  }

  /** Deletes the temporary files. */
  @Override
  public void close() throws IOException {
    lines.close();
    if (!Files.exists(folder)) {
      return;
    }
    List<Path> left;
    try (var files = Files.list(folder)) {
      left = files.toList();
    }
    for (Path file : left) {
      Files.deleteIfExists(file);
    }
    Files.deleteIfExists(folder);
  }
}
