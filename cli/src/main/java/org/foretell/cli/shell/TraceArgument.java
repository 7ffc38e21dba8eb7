package org.foretell.cli.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.foretell.failure.ForetellException;
import org.foretell.failure.words.FailureText;
import picocli.CommandLine.ITypeConverter;

/**
 * The argument that names a trace: a file or folder, or {@code -} for standard input. Traces are
 * read more than once, so what comes from there goes to a temporary file first.
 */
public final class TraceArgument implements ITypeConverter<Path> {
  private static final String STANDARD_INPUT = "-";
  private static final String FOLDER = "sim-";
  private static final String COPY = "standard-input";

  /** For the command line. */
  public TraceArgument() {}

  @Override
  public Path convert(String value) {
    return value.equals(STANDARD_INPUT) ? copied() : Path.of(value);
  }

  /** A message in which standard input has its own name, not that of the copy. */
  static String named(String message) {
    Path copy = Path.of(System.getProperty("java.io.tmpdir"), FOLDER);
    return Pattern.compile(Pattern.quote(copy.toString()) + "[0-9]+[/\\\\]" + COPY)
        .matcher(message)
        .replaceAll("standard input");
  }

  private static Path copied() {
    try {
      Path folder = Files.createTempDirectory(FOLDER);
      folder.toFile().deleteOnExit();
      Path file = folder.resolve(COPY);
      file.toFile().deleteOnExit();
      Files.copy(System.in, file);
      return file;
    } catch (IOException failed) {
      throw ForetellException.outputFailed(
          "standard input cannot be kept in a temporary file in "
              + System.getProperty("java.io.tmpdir")
              + ": "
              + FailureText.of(failed)
              + "; choose another folder with -Djava.io.tmpdir=DIR in SIM_JAVA_OPTS");
    }
  }
}
