package org.foretell.input;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.foretell.parsers.Loss;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.TraceStoreReader;

/**
 * A trace that a command works on, whatever its file's format.
 *
 * @param name the file's name
 * @param sha256 of the file's bytes (of a folder: of its files in name order), in hexadecimal;
 *     empty if it is not wanted
 * @param reading the settings by which the file was read, where they decide what the ops are
 * @param format what it was, in a word or two
 * @param source the ops
 * @param warnings about the options that it was opened with, and about the losses
 * @param losses what the file has and the ops have not
 * @param file the native file that {@code source} reads
 * @param scratch whether that was made for this run, and is deleted on close
 */
public record OpenTrace(
    String name,
    String sha256,
    String reading,
    String format,
    TraceSource source,
    List<String> warnings,
    List<Loss> losses,
    Path file,
    boolean scratch)
    implements AutoCloseable {
  @Override
  public void close() {
    source.close();
    if (scratch) {
      delete(file);
    }
  }

  /** The same ops once more, for another thread, sharing nothing; the caller closes it. */
  public TraceStoreReader reopen() {
    return TraceStoreReader.open(file);
  }

  /** The same ops once more, for another thread, sharing what is decoded; the caller closes it. */
  public TraceSource another() {
    return source instanceof TraceStoreReader reader ? reader.another() : reopen();
  }

  static void delete(Path scratch) {
    try {
      Files.deleteIfExists(scratch);
    } catch (IOException e) {
      scratch.toFile().deleteOnExit();
    }
  }
}
