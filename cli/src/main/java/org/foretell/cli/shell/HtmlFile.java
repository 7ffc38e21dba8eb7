package org.foretell.cli.shell;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.file.Path;
import org.foretell.failure.ForetellException;
import org.jspecify.annotations.Nullable;

/** The page that {@code --html} writes, if it is given. */
public final class HtmlFile {
  /** Writes the page. */
  @FunctionalInterface
  public interface Page {
    void writeTo(Writer out) throws IOException;
  }

  private HtmlFile() {}

  /** Refuses {@code -}, which names standard output elsewhere. */
  public static void refuseStandardOutput(@Nullable Path file, String example) {
    if (OutputFile.isStandardOutput(file)) {
      throw ForetellException.usage(
          "--html cannot write to standard output; give a file name, like " + example);
    }
  }

  /** Writes a page as a whole, or nothing without a file. */
  public static void write(@Nullable Path file, Page page) {
    if (file != null) {
      OutputFile.write(
          file,
          stream -> {
            Writer out = new BufferedWriter(new OutputStreamWriter(stream, UTF_8));
            page.writeTo(out);
            out.flush();
          });
    }
  }
}
