package org.foretell.parsers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceSource;

/**
 * A format in which traces are written, found as a service. It has no state and may be used by
 * several threads at once.
 */
public interface TraceFormatWriter {
  /** {@return the name of the format, that of its {@link TraceFormatReader} if there is one} */
  String id();

  /** {@return the ending of the names of such files, in lower case, such as {@code ".goal"}} */
  String ending();

  /** {@return the options that this writer takes} */
  default Set<ReadingOption> writingOptions() {
    return Set.of();
  }

  /**
   * Writes a file, which gets its name once it is complete.
   *
   * @param source any trace
   * @param target replaced whole, or not at all
   * @param options of which this writer takes {@link #writingOptions()}
   * @return what the trace has and the format cannot express
   * @throws TraceException if the format cannot express something that other ranks would notice, or
   *     the file cannot be written
   */
  List<Loss> write(TraceSource source, Path target, ReadingOptions options);

  /**
   * {@return the size of what was written, in bytes}
   *
   * @param target as {@link #write} got it
   * @throws IOException if it cannot be found
   */
  default long bytes(Path target) throws IOException {
    return Files.size(target);
  }
}
