package org.foretell.parsers.otf2;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** Real archives with what {@code otf2-print} says of them, looked for in {@code foretell.otf2}. */
final class Otf2Data {
  static final Path FOLDER = Path.of(System.getProperty("foretell.otf2", "../../shared/data/otf2"));

  private Otf2Data() {}

  /** The folders of archives; one that does not exist if there are none. */
  static Stream<Path> runs() throws IOException {
    if (!Files.isDirectory(FOLDER)) {
      return Stream.of(FOLDER);
    }
    try (Stream<Path> children = Files.list(FOLDER)) {
      return children.filter(Files::isDirectory).sorted().toList().stream();
    }
  }

  /** What the tool prints, packed or not. */
  static BufferedReader text(Path run) throws IOException {
    Path packed = run.resolve("print.txt.gz");
    return Files.exists(packed)
        ? new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(packed)), StandardCharsets.UTF_8))
        : Files.newBufferedReader(run.resolve("print.txt"));
  }
}
