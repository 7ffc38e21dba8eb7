package org.foretell.cli.shell;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Supplier;
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

  /** The file, null for standard output or none. */
  public @Nullable Path file() {
    return isStandardOutput() ? null : file;
  }

  /**
   * Writes a result if that was asked for.
   *
   * @param json makes the text; called only if it is needed
   */
  public void write(Supplier<String> json, PrintWriter out) {
    if (isStandardOutput()) {
      out.println(json.get());
    } else if (file != null) {
      OutputFile.write(file, stream -> stream.write(json.get().getBytes(StandardCharsets.UTF_8)));
    }
  }
}
