package org.foretell.input;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.foretell.parsers.TraceFormatReader;
import org.foretell.parsers.TraceFormats;
import org.foretell.parsers.packed.UnpackedTrace;
import org.foretell.parsers.raw.RawTraceFormat;
import org.foretell.trace.TraceException;
import org.foretell.trace.store.TraceStoreReader;
import org.foretell.trace.text.TraceTextReader;

/**
 * A file or folder given as a trace, and what it is: found out once, so that a folder in which
 * files come and go is not two things in one run. Content that is compressed or an archive is
 * unpacked until this is closed.
 *
 * @param given the path that was given
 * @param path what is read: the same, or what was unpacked
 * @param format its name, as results show it
 * @param foreign its reader, if it is not a native one
 * @param unpacked holds what was unpacked; empty if nothing was
 */
public record TraceInput(
    Path given,
    Path path,
    String format,
    Optional<TraceFormatReader> foreign,
    Optional<UnpackedTrace> unpacked)
    implements AutoCloseable {
  static final String NATIVE = "native";
  static final String TEXT = "text";

  /**
   * Finds out what a path leads to.
   *
   * @throws TraceException if there is nothing, if it is no trace, or if it cannot be read
   */
  public static TraceInput of(Path path) {
    return of(path, TraceFormats.installed());
  }

  /**
   * Finds out what a path leads to.
   *
   * @param formats that are known
   * @throws TraceException as {@link #of(Path)}
   */
  static TraceInput of(Path path, TraceFormats formats) {
    try {
      return find(path, formats).orElseThrow(() -> new UnknownTrace(path, formats).refused());
    } catch (IOException failed) {
      throw TraceException.reading(path, failed);
    }
  }

  /**
   * A path in the format of a reader, whatever its content looks like.
   *
   * @throws TraceException if there is nothing
   */
  static TraceInput of(Path path, TraceFormatReader reader) {
    if (!Files.exists(path)) {
      throw TraceException.reading(path, new NoSuchFileException(path.toString()));
    }
    return new TraceInput(path, path, reader.id(), Optional.of(reader), Optional.empty());
  }

  private static TraceInput ofNative(Path path, String format) {
    return new TraceInput(path, path, format, Optional.empty(), Optional.empty());
  }

  /**
   * What a path leads to, empty if it is no trace. A file of unknown content is what its name says,
   * so that the reader of that format can tell what is wrong with it.
   *
   * @throws TraceException if it cannot be read
   * @throws NoSuchFileException if there is nothing
   */
  private static Optional<TraceInput> find(Path path, TraceFormats formats) throws IOException {
    if (!Files.exists(path)) {
      throw new NoSuchFileException(path.toString());
    }
    boolean hasContent = Files.isRegularFile(path) && Files.size(path) > 0;
    if (!hasContent && !Files.isDirectory(path)) {
      return Optional.empty();
    }
    if (hasContent && TraceStoreReader.recognizes(path)) {
      return Optional.of(ofNative(path, NATIVE));
    }
    if (hasContent && TraceTextReader.recognizes(path)) {
      return Optional.of(ofNative(path, TEXT));
    }
    Optional<TraceInput> recognised = formats.of(path).map(reader -> of(path, reader));
    if (recognised.isPresent() || !hasContent) {
      return recognised;
    }
    Optional<TraceInput> unpacked =
        UnpackedTrace.isPacked(path) ? unpacked(path, formats) : Optional.empty();
    return unpacked.isPresent() ? unpacked : formats.ofName(path).map(reader -> of(path, reader));
  }

  /** What a compressed file or an archive holds; empty if that is no trace. */
  private static Optional<TraceInput> unpacked(Path path, TraceFormats formats) throws IOException {
    UnpackedTrace unpacked = UnpackedTrace.of(path);
    Optional<TraceInput> found = Optional.empty();
    try {
      // What is packed twice is nothing that tools write.
      if (!UnpackedTrace.isPacked(unpacked.path())) {
        found = find(unpacked.path(), formats).map(within -> within.unpackedFrom(path, unpacked));
      }
      return found;
    } finally {
      if (found.isEmpty()) {
        unpacked.close();
      }
    }
  }

  private TraceInput unpackedFrom(Path packed, UnpackedTrace holder) {
    foreign.ifPresent(reader -> holder.addBeside(reader.companions()));
    return new TraceInput(packed, path, format, foreign, Optional.of(holder));
  }

  /** Deletes what was unpacked. */
  @Override
  public void close() {
    unpacked.ifPresent(UnpackedTrace::close);
  }

  /** Whether a path is a trace by its content, rather than a machine. */
  public static boolean isTrace(Path path) {
    try {
      return Files.isRegularFile(path)
          && (TraceStoreReader.recognizes(path)
              || TraceTextReader.recognizes(path)
              || TraceFormats.installed().of(path).isPresent());
    } catch (TraceException unreadable) {
      return false;
    }
  }

  /** The last part of its path. */
  String name() {
    return given.toAbsolutePath().normalize().getFileName().toString();
  }

  /** Whether it is a folder of Foretell's tracer. */
  public boolean isRaw() {
    return format.equals(RawTraceFormat.ID);
  }
}
