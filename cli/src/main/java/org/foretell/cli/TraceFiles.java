package org.foretell.cli;

import java.nio.file.Path;
import org.foretell.trace.TraceSink;
import org.foretell.trace.store.TraceStoreWriter;
import org.foretell.trace.text.TraceTextWriter;

/** Chooses how a trace is written by the name of its file. */
final class TraceFiles {
  private TraceFiles() {}

  /** A sink for a file: native if its name ends in {@code .bin}, else text. */
  static TraceSink create(Path file) {
    return file.toString().endsWith(".bin")
        ? TraceStoreWriter.create(file)
        : TraceTextWriter.create(file);
  }
}
