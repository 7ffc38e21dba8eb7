package org.foretell.parsers.dumpi;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** Real traces with what DUMPI's own tool prints of them, looked for in {@code foretell.dumpi}. */
final class DumpiData {
  static final Path FOLDER =
      Path.of(System.getProperty("foretell.dumpi", "../../shared/data/dumpi"));

  private DumpiData() {}

  /** The folders of runs; one that does not exist if there are none. */
  static Stream<Path> runs() throws IOException {
    if (!Files.isDirectory(FOLDER)) {
      return Stream.of(FOLDER);
    }
    try (Stream<Path> children = Files.list(FOLDER)) {
      return children.sorted().toList().stream();
    }
  }

  /** What the tool prints of the file of a rank. */
  static List<String> text(Path file) {
    Path text = file.resolveSibling(file.getFileName().toString().replace(".bin", ".txt.gz"));
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(text)), StandardCharsets.UTF_8))) {
      return in.lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
