package org.foretell.parsers;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.foretell.trace.PendingFile;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceSource;

/** A format of text, which can also be printed. */
public interface TextFormatWriter extends TraceFormatWriter {
  /**
   * Writes to a stream of characters, which is neither flushed nor closed.
   *
   * @param source any trace
   * @param out gets the text, US-ASCII only
   * @param options of which this writer takes {@link #writingOptions()}
   * @return what the trace has and the format cannot express
   * @throws TraceException if the format cannot express something that other ranks would notice
   * @throws IOException if the stream cannot be written
   */
  List<Loss> write(TraceSource source, Writer out, ReadingOptions options) throws IOException;

  @Override
  default List<Loss> write(TraceSource source, Path target, ReadingOptions options) {
    PendingFile file = new PendingFile(target);
    try {
      try {
        List<Loss> losses;
        try (Writer out =
            Files.newBufferedWriter(
                file.temporary(), StandardCharsets.US_ASCII, StandardOpenOption.CREATE_NEW)) {
          losses = write(source, out, options);
        }
        file.commit();
        return losses;
      } finally {
        file.discard();
      }
    } catch (IOException e) {
      throw TraceException.writing(target, e);
    }
  }
}
