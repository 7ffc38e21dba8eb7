package org.foretell.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.foretell.trace.TraceSource;
import org.jspecify.annotations.Nullable;

/**
 * A trace that a command works on, whatever its file's format.
 *
 * @param name the file's name
 * @param sha256 of the file's bytes (of a folder: of its files in name order), in hexadecimal
 * @param format what it was, in a word or two
 * @param source the ops
 * @param warnings about the options that it was opened with
 * @param scratch native copy made for this run, deleted on close; null when the file is native
 */
record OpenTrace(
    String name,
    String sha256,
    String format,
    TraceSource source,
    List<String> warnings,
    @Nullable Path scratch)
    implements AutoCloseable {
  @Override
  public void close() {
    source.close();
    delete(scratch);
  }

  static void delete(@Nullable Path scratch) {
    if (scratch != null) {
      try {
        Files.deleteIfExists(scratch);
      } catch (IOException e) {
        scratch.toFile().deleteOnExit();
      }
    }
  }
}
