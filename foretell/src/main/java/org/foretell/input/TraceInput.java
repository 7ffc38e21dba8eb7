package org.foretell.input;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.foretell.parsers.TraceFormat;
import org.foretell.trace.TraceException;
import org.foretell.trace.store.TraceStoreReader;
import org.foretell.trace.text.TraceTextReader;

/**
 * A file or folder given as a trace, and what it is: found out once, so that a folder in which
 * files come and go is not two things in one run.
 *
 * @param format its name, as results show it
 * @param foreign the same if it is of others
 */
public record TraceInput(Path path, String format, Optional<TraceFormat> foreign) {
  static final String NATIVE = "native";
  static final String TEXT = "text";

  /**
   * Finds out what a path leads to.
   *
   * @throws TraceException if there is nothing, if it is no trace, or if it cannot be read
   */
  public static TraceInput of(Path path) {
    try {
      return find(path).orElseThrow(() -> new UnknownTrace(path).refused());
    } catch (IOException failed) {
      throw TraceException.reading(path, failed);
    }
  }

  /**
   * What a path leads to, empty if it is no trace. A file of unknown content is what its name says,
   * so that the reader of that format can tell what is wrong with it.
   *
   * @throws TraceException if it cannot be read
   * @throws NoSuchFileException if there is nothing
   */
  private static Optional<TraceInput> find(Path path) throws IOException {
    if (!Files.exists(path)) {
      throw new NoSuchFileException(path.toString());
    }
    boolean hasContent = Files.isRegularFile(path) && Files.size(path) > 0;
    if (!hasContent && !Files.isDirectory(path)) {
      return Optional.empty();
    }
    if (hasContent && TraceStoreReader.recognizes(path)) {
      return Optional.of(new TraceInput(path, NATIVE, Optional.empty()));
    }
    if (hasContent && TraceTextReader.recognizes(path)) {
      return Optional.of(new TraceInput(path, TEXT, Optional.empty()));
    }
    Optional<TraceFormat> foreign =
        TraceFormat.of(path).or(() -> hasContent ? TraceFormat.ofName(path) : Optional.empty());
    return foreign.map(format -> new TraceInput(path, format.id(), foreign));
  }

  /** Whether a path is a trace by its content, rather than a machine. */
  public static boolean isTrace(Path path) {
    try {
      return Files.isRegularFile(path)
          && (TraceStoreReader.recognizes(path)
              || TraceTextReader.recognizes(path)
              || TraceFormat.of(path).isPresent());
    } catch (TraceException unreadable) {
      return false;
    }
  }

  /** The last part of its path. */
  String name() {
    return path.toAbsolutePath().normalize().getFileName().toString();
  }

  boolean isGoal() {
    return foreign.isPresent()
        && (foreign.get() == TraceFormat.GOAL || foreign.get() == TraceFormat.GOAL_BINARY);
  }

  /** Whether it is a folder of Foretell's tracer. */
  public boolean isRaw() {
    return foreign.isPresent() && foreign.get() == TraceFormat.RAW;
  }

  boolean isScalaTrace() {
    return foreign.isPresent() && foreign.get() == TraceFormat.SCALATRACE;
  }

  boolean isSimGrid() {
    return foreign.isPresent() && foreign.get() == TraceFormat.SIMGRID_TI;
  }
}
