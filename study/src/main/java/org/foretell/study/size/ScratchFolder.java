package org.foretell.study.size;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.foretell.failure.ForetellException;
import org.foretell.failure.words.FailureText;

/** A folder for temporary files, deleted when it is closed. */
public final class ScratchFolder implements AutoCloseable {
  private final Path path;

  /**
   * Makes the folder.
   *
   * @throws ForetellException if that is impossible
   */
  public ScratchFolder() {
    try {
      path = Files.createTempDirectory("foretell-study");
    } catch (IOException failed) {
      throw ForetellException.outputFailed(
          "no temporary folder can be made: " + FailureText.of(failed));
    }
  }

  /** {@return the folder} */
  public Path path() {
    return path;
  }

  @Override
  public void close() {
    try (Stream<Path> all = Files.walk(path)) {
      List<Path> innermostFirst = all.sorted(Comparator.reverseOrder()).toList();
      for (Path one : innermostFirst) {
        Files.delete(one);
      }
    } catch (IOException | UncheckedIOException failed) {
      // What is left is temporary, and the result does not depend on it.
      path.toFile().deleteOnExit();
    }
  }
}
