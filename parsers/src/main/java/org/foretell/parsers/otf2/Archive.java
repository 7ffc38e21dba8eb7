package org.foretell.parsers.otf2;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.foretell.trace.TraceException;

/**
 * The files of an archive, and how they are stored: its anchor file.
 *
 * @param anchor the file {@code .otf2}
 * @param eventChunkBytes size of the chunks of events
 * @param definitionChunkBytes size of the chunks of definitions
 * @param creator the tracer; empty if it does not name itself
 */
record Archive(Path anchor, long eventChunkBytes, long definitionChunkBytes, String creator) {
  static final String ENDING = ".otf2";

  private static final byte[] MAGIC = {'O', 'T', 'F', '2', 0};
  private static final int TRACE_FORMAT = 2;
  private static final int LAST_TRACE_FORMAT = 3;
  static final int POSIX = 1;
  private static final int SION = 2;
  static final int NOT_COMPRESSED = 1;
  private static final int SHOWN = 8;

  /** Whether a path is an anchor file, or a folder with one. */
  static boolean isRecognised(Path input) {
    try {
      if (Files.isDirectory(input)) {
        return anchors(input).stream().anyMatch(Archive::isAnchor);
      }
      return isAnchor(input);
    } catch (IOException | UncheckedIOException unreadable) {
      return false;
    }
  }

  private static boolean isAnchor(Path file) {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] start = in.readNBytes(2 + MAGIC.length);
      return start.length == 2 + MAGIC.length
          && start[0] == RecordFile.CHUNK_HEADER
          && (start[1] == RecordFile.LITTLE_ENDIAN || start[1] == RecordFile.BIG_ENDIAN)
          && Arrays.equals(start, 2, start.length, MAGIC, 0, MAGIC.length);
    } catch (IOException unreadable) {
      return false;
    }
  }

  private static List<Path> anchors(Path folder) throws IOException {
    try (Stream<Path> children = Files.list(folder)) {
      return children
          .filter(child -> name(child).toLowerCase(Locale.ROOT).endsWith(ENDING))
          .sorted()
          .toList();
    }
  }

  private static String name(Path path) {
    return String.valueOf(path.getFileName());
  }

  /**
   * Finds an archive and reads its anchor file.
   *
   * @throws TraceException if there is none, several, or it is damaged
   */
  static Archive of(Path input) {
    Path anchor = Files.isDirectory(input) ? only(input) : input;
    try (RecordFile file = new RecordFile(anchor)) {
      return read(file);
    }
  }

  private static Path only(Path folder) {
    List<Path> anchors;
    try {
      anchors = anchors(folder);
    } catch (IOException e) {
      throw TraceException.reading(folder, e);
    } catch (UncheckedIOException e) {
      throw TraceException.reading(folder, new IOException(e.getMessage(), e));
    }
    if (anchors.size() != 1) {
      throw new TraceException(
          folder
              + ": expected one anchor file (.otf2), found "
              + (anchors.isEmpty() ? "none" : anchors.size())
              + "; name that of the archive to read"
              + anchors.stream()
                  .limit(SHOWN)
                  .map(Archive::name)
                  .collect(Collectors.joining(", ", anchors.isEmpty() ? "" : ": ", "")));
    }
    return anchors.get(0);
  }

  private static Archive read(RecordFile file) {
    file.begin();
    String magic = file.text(file.size());
    if (!magic.equals(new String(MAGIC, 0, MAGIC.length - 1, StandardCharsets.US_ASCII))) {
      throw file.damaged(2, "\"OTF2\"", "\"" + shortened(magic) + "\"");
    }
    file.u8();
    long at = file.position();
    int format = file.u8();
    if (format < TRACE_FORMAT || format > LAST_TRACE_FORMAT) {
      throw file.damaged(
          at,
          "version 2 or 3 of the format",
          "version " + format,
          "such archives cannot be read; convert it with a current OTF2");
    }
    file.u8();
    file.u8();
    file.u8();
    long eventChunk = chunkBytes(file);
    long definitionChunk = chunkBytes(file);
    at = file.position();
    int substrate = file.u8();
    if (substrate != POSIX) {
      throw file.damaged(
          at,
          "files of their own for each location (POSIX)",
          substrate == SION ? "one that SIONlib packed" : "kind " + substrate,
          "unpack it with OTF2's tools");
    }
    at = file.position();
    int compression = file.u8();
    if (compression != NOT_COMPRESSED) {
      throw file.damaged(
          at,
          "an archive that is not compressed",
          "compression " + compression,
          "OTF2 3 has none; copy the archive with the OTF2 that wrote it, uncompressed");
    }
    file.u64();
    file.u64();
    file.text(file.size());
    String creator = file.text(file.size());
    file.text(file.size());
    return new Archive(file.path(), eventChunk, definitionChunk, creator);
  }

  private static long chunkBytes(RecordFile file) {
    long at = file.position();
    long bytes = file.u64();
    if (bytes < 2 * RecordFile.HEADER_BYTES || bytes > 1L << 40) {
      throw file.damaged(
          at,
          "the size of a chunk, " + 2 * RecordFile.HEADER_BYTES + " bytes to 1 TiB",
          Long.toUnsignedString(bytes));
    }
    return bytes;
  }

  private static String shortened(String text) {
    return text.length() > 16 ? text.substring(0, 16) + ".." : text;
  }

  /** The name of the archive. */
  String name() {
    String name = name(anchor);
    return name.toLowerCase(Locale.ROOT).endsWith(ENDING)
        ? name.substring(0, name.length() - ENDING.length())
        : name;
  }

  Path definitions() {
    return anchor.resolveSibling(name() + ".def");
  }

  Path definitions(long location) {
    return folder().resolve(Long.toUnsignedString(location) + ".def");
  }

  Path events(long location) {
    return folder().resolve(Long.toUnsignedString(location) + ".evt");
  }

  /** Where the files of locations are. */
  Path folder() {
    return anchor.resolveSibling(name());
  }

  /**
   * Whether sizes of collectives are the arguments of the call, as EZTrace has them, which does not
   * name itself. Others have the totals that the format asks for.
   */
  boolean hasArgumentsAsSizes() {
    return creator.isBlank();
  }

  /** Whether {@link Otf2Output} has written it. */
  boolean isOurs() {
    return creator.equals(Otf2Output.CREATOR);
  }
}
