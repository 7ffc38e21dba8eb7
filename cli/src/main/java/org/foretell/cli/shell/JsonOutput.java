package org.foretell.cli.shell;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that asks for a result as JSON. */
public final class JsonOutput {
  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the result as JSON to a file, or to standard output with -.")
  private @Nullable Path file;

  /** Whether standard output is for JSON alone. */
  public boolean isStandardOutput() {
    return OutputFile.isStandardOutput(file);
  }

  /** Whether there is any. */
  public boolean isAskedFor() {
    return file != null;
  }

  /** The file, null for standard output or none. */
  public @Nullable Path file() {
    return isStandardOutput() ? null : file;
  }

  /** Writes a result. */
  @FunctionalInterface
  public interface Json {
    void writeTo(Writer out) throws IOException;
  }

  /**
   * Writes a result if that was asked for.
   *
   * @param json called only if it is needed
   */
  public void write(Json json, PrintWriter out) {
    if (isStandardOutput()) {
      try {
        json.writeTo(out);
      } catch (IOException impossible) {
        throw new AssertionError("a PrintWriter keeps its failures", impossible);
      }
      out.println();
    } else if (file != null) {
      OutputFile.write(
          file,
          stream -> {
            Writer text =
                new BufferedWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8));
            json.writeTo(text);
            text.flush();
          });
    }
  }
}
