package org.foretell.parsers.simgrid;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.commons.io.input.BoundedInputStream;
import org.foretell.trace.TraceException;

/**
 * The files that make up a trace: one file, those of a directory, those that a list names, or the
 * entries of an archive. They can be walked any number of times, always in the same order; nothing
 * is ever unpacked to disk.
 */
final class TiInput {
  /** How the files were given. */
  enum Layout {
    FILE("one file"),
    LIST("list of files"),
    DIRECTORY("directory"),
    ARCHIVE("tar archive");

    private final String text;

    Layout(String text) {
      this.text = text;
    }

    String text() {
      return text;
    }
  }

  /** Takes the files one after the other. */
  interface Visitor {
    void file(int index, String name, InputStream bytes) throws IOException;
  }

  private static final int SNIFFED_BYTES = 4096;
  private static final String TAR_MAGIC = "ustar";
  private static final int TAR_MAGIC_AT = 257;
  private static final int MAX_DEPTH = 32;
  private static final int MAX_FILES = 1 << 20;
  private static final int MAX_FILES_TO_RECOGNISE = 1000;
  private static final int MAX_LIST_LINE = 4096;
  private static final int BUFFER_BYTES = 1 << 16;

  private final Path path;
  private final Layout layout;
  private final List<Path> files;
  private final int[] listed;
  private final long expandedBytesLimit;

  private TiInput(
      Path path, Layout layout, List<Path> files, int[] listed, long expandedBytesLimit) {
    this.path = path;
    this.layout = layout;
    this.files = files;
    this.listed = listed;
    this.expandedBytesLimit = expandedBytesLimit;
  }

  /**
   * Finds out what a path is.
   *
   * @throws TraceException if it is nothing that can hold a trace
   */
  static TiInput of(Path path, TiOptions options) {
    long limit = options.expandedBytesLimit();
    try {
      if (Files.isDirectory(path)) {
        return new TiInput(path, Layout.DIRECTORY, filesIn(path), new int[0], limit);
      }
      if (Files.exists(path) && !Files.isRegularFile(path)) {
        throw new TraceException(
            path
                + ": expected a file or a directory; a trace is read twice, so it cannot be a"
                + " pipe");
      }
      byte[] head;
      try (InputStream in = expanded(path, limit)) {
        head = in.readNBytes(SNIFFED_BYTES);
      }
      if (isTar(path, head)) {
        return new TiInput(path, Layout.ARCHIVE, List.of(path), new int[0], limit);
      }
      if (isList(path, head)) {
        return ofList(path, limit);
      }
      return new TiInput(path, Layout.FILE, List.of(path), new int[0], limit);
    } catch (IOException | UncheckedIOException e) {
      throw cannotRead(path, e);
    }
  }

  /** Whether a path looks like a time-independent trace; false too when it cannot be read. */
  static boolean isRecognised(Path path) {
    try {
      TiInput input = of(path, TiOptions.DEFAULT);
      if (input.layout == Layout.ARCHIVE) {
        return input.hasTrace();
      }
      if (input.layout == Layout.LIST) {
        return true;
      }
      int tried = Math.min(input.files.size(), MAX_FILES_TO_RECOGNISE);
      for (Path file : input.files.subList(0, tried)) {
        if (isTrace(file)) {
          return true;
        }
      }
      return false;
    } catch (TraceException | IOException e) {
      return false;
    }
  }

  /** Whether one of the first entries of an archive begins like a trace. */
  private boolean hasTrace() throws IOException {
    try (BoundedInputStream bytes = expanded(path, expandedBytesLimit);
        ArchiveEntries entries = new ArchiveEntries(path, bytes)) {
      for (int tried = 0; tried < MAX_FILES_TO_RECOGNISE && entries.next(); tried++) {
        if (isTrace(entries.readNBytes(SNIFFED_BYTES))) {
          return true;
        }
      }
      return false;
    }
  }

  /** Whether a file begins like a trace; false for one that has gone away since it was listed. */
  private static boolean isTrace(Path file) {
    try (InputStream in = expanded(file, 1 << 20)) {
      return isTrace(in.readNBytes(SNIFFED_BYTES));
    } catch (IOException | TraceException e) {
      return false;
    }
  }

  private static List<Path> filesIn(Path directory) throws IOException {
    try (Stream<Path> walk = Files.walk(directory, MAX_DEPTH)) {
      List<Path> files =
          walk.filter(Files::isRegularFile)
              .filter(file -> !String.valueOf(file.getFileName()).startsWith("."))
              .limit(MAX_FILES + 1L)
              .sorted()
              .toList();
      if (files.size() > MAX_FILES) {
        throw new TraceException(
            directory + ": expected a directory of at most " + MAX_FILES + " rank files");
      }
      return files;
    }
  }

  private static boolean isTar(Path path, byte[] head) {
    String name = String.valueOf(path.getFileName()).toLowerCase(Locale.ROOT);
    if (name.matches(".*\\.(tar|tgz|tar\\.gz)")) {
      return true;
    }
    return head.length >= TAR_MAGIC_AT + TAR_MAGIC.length()
        && new String(head, TAR_MAGIC_AT, TAR_MAGIC.length(), StandardCharsets.US_ASCII)
            .equals(TAR_MAGIC);
  }

  /** Whether the first line that says something starts with a rank and a word. */
  private static boolean isTrace(byte[] head) {
    for (String line : new String(head, StandardCharsets.ISO_8859_1).split("\n", -1)) {
      String text = line.strip();
      if (!text.isEmpty() && !text.startsWith("#")) {
        return text.matches("\\d{1,8}[ \\t]+[A-Za-z].*");
      }
    }
    return false;
  }

  private static boolean isList(Path path, byte[] head) {
    for (String line : new String(head, StandardCharsets.UTF_8).split("\n", -1)) {
      String text = line.strip();
      if (!text.isEmpty() && !text.startsWith("#")) {
        try {
          return !isTrace(head) && Files.isRegularFile(path.resolveSibling(text));
        } catch (InvalidPathException e) {
          return false; // binary data; the scanner says what it found
        }
      }
    }
    return false;
  }

  private static TiInput ofList(Path path, long limit) throws IOException {
    Map<Path, Integer> indices = new LinkedHashMap<>();
    List<Integer> listed = new ArrayList<>();
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(expanded(path, limit), StandardCharsets.UTF_8))) {
      StringBuilder line = new StringBuilder();
      int lineNumber = 1;
      while (true) {
        int c = reader.read();
        if (c >= 0 && c != '\n') {
          line.append((char) c);
          if (line.length() > MAX_LIST_LINE) {
            throw new TraceException(
                path
                    + ":"
                    + lineNumber
                    + ": expected the name of a trace file, found a line of"
                    + " over "
                    + MAX_LIST_LINE
                    + " characters");
          }
          continue;
        }
        String name = line.toString().strip();
        if (!name.isEmpty() && !name.startsWith("#")) {
          listed.add(
              indices.computeIfAbsent(listedFile(path, lineNumber, name), f -> indices.size()));
        }
        line.setLength(0);
        lineNumber++;
        if (c < 0) {
          break;
        }
      }
    }
    return new TiInput(
        path,
        Layout.LIST,
        List.copyOf(indices.keySet()),
        listed.stream().mapToInt(i -> i).toArray(),
        limit);
  }

  private static Path listedFile(Path list, int lineNumber, String name) {
    try {
      Path file = list.resolveSibling(name);
      if (Files.isRegularFile(file)) {
        return file;
      }
    } catch (InvalidPathException e) {
      throw new TraceException(
          list + ":" + lineNumber + ": expected the name of a trace file, found no valid name", e);
    }
    throw new TraceException(
        list
            + ":"
            + lineNumber
            + ": expected the name of a trace file relative to this list, but there is no file '"
            + name
            + "'");
  }

  Layout layout() {
    return layout;
  }

  Path path() {
    return path;
  }

  /** For a list: the index of the file on each of its lines; otherwise empty. */
  int[] listed() {
    return listed;
  }

  /** Calls a visitor for each file; unread bytes are passed over. */
  void forEach(Visitor visitor) {
    try {
      if (layout == Layout.ARCHIVE) {
        forEachEntry(visitor);
        return;
      }
      long left = expandedBytesLimit;
      for (int i = 0; i < files.size(); i++) {
        left = Math.max(1, left - visit(i, left, visitor));
      }
    } catch (IOException e) {
      throw cannotRead(path, e);
    }
  }

  /** The files, if each can be read by itself; otherwise none. */
  List<Path> separateFiles() {
    return layout == Layout.DIRECTORY || layout == Layout.LIST ? files : List.of();
  }

  /** How much all files may hold once decompressed, in bytes. */
  long expandedBytesLimit() {
    return expandedBytesLimit;
  }

  /** Calls a visitor for one of the {@link #separateFiles()}; returns how many bytes were read. */
  long visit(int index, Visitor visitor) {
    try {
      return visit(index, expandedBytesLimit, visitor);
    } catch (IOException e) {
      throw cannotRead(path, e);
    }
  }

  private long visit(int index, long limit, Visitor visitor) throws IOException {
    Path file = files.get(index);
    try (BoundedInputStream in = expanded(file, limit)) {
      visitor.file(index, shortName(file), in);
      return in.getCount();
    } catch (NoSuchFileException gone) {
      throw new TraceException(
          file + ": existed when the trace's files were listed, but no longer exists", gone);
    }
  }

  private String shortName(Path file) {
    return layout == Layout.DIRECTORY
        ? path.resolve(path.relativize(file)).toString()
        : file.toString();
  }

  private void forEachEntry(Visitor visitor) throws IOException {
    try (BoundedInputStream bytes = expanded(path, expandedBytesLimit);
        ArchiveEntries entries = new ArchiveEntries(path, bytes)) {
      int index = 0;
      while (entries.next()) {
        visitor.file(index++, path + "/" + entries.name(), entries);
      }
    }
  }

  /**
   * Opens a file, decompressed if it is compressed, and refuses to deliver more than a number of
   * bytes, so that a small bomb cannot explode.
   */
  private static BoundedInputStream expanded(Path file, long limit) throws IOException {
    // One byte more than is allowed tells a file of just so many bytes from a larger one.
    return BoundedInputStream.builder()
        .setInputStream(expanded(file))
        .setMaxCount(limit + 1)
        .setOnMaxCount(
            (max, count) -> {
              throw new IOException("it expands to more than the limit of " + limit + " bytes");
            })
        .get();
  }

  /** Opens a file, decompressed if it is compressed. */
  private static InputStream expanded(Path file) throws IOException {
    InputStream raw = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES);
    try {
      raw.mark(2);
      boolean gzip = raw.read() == 0x1f && raw.read() == 0x8b;
      raw.reset();
      return gzip ? new GZIPInputStream(raw, BUFFER_BYTES) : raw;
    } catch (IOException e) {
      raw.close();
      throw e;
    }
  }

  private static TraceException cannotRead(Path path, Exception e) {
    return new TraceException(path + ": cannot read the trace: " + ReadFailure.reason(e), e);
  }
}
