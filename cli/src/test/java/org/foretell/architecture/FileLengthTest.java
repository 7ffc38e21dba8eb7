package org.foretell.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Long files have a reason, which stands in {@code CONTRIBUTING.md}. */
class FileLengthTest {
  private static final int MOST_LINES = 400;
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern QUOTED = Pattern.compile("`(\\w+)`");

  @Test
  void aLongFileHasAReason() throws IOException {
    Set<String> reasons = withReason();
    List<Path> sources = sources();
    assertThat(sources).hasSizeGreaterThan(500).anyMatch(file -> file.endsWith("OpCode.java"));
    assertThat(
            sources.stream()
                .filter(source -> isLong(source) && !reasons.contains(className(source)))
                .map(ROOT::relativize))
        .as("files of more than " + MOST_LINES + " lines for which CONTRIBUTING.md has no reason")
        .isEmpty();
  }

  /** The classes that the list of reasons names: an item of its own, up to the next heading. */
  private static Set<String> withReason() throws IOException {
    String page = Files.readString(ROOT.resolve("CONTRIBUTING.md"));
    int start = page.indexOf("* " + MOST_LINES + " lines is the line");
    assertThat(start).as("place of the list of reasons in CONTRIBUTING.md").isNotNegative();
    Set<String> names = new HashSet<>();
    Matcher name = QUOTED.matcher(page.substring(start, page.indexOf("\n**", start)));
    while (name.find()) {
      names.add(name.group(1));
    }
    return names;
  }

  /** What lies in the source folders of the modules, and of the modules of the core. */
  private static List<Path> sources() throws IOException {
    try (Stream<Path> modules = Files.list(ROOT);
        Stream<Path> rooms = Files.list(ROOT.resolve("simulator-core"))) {
      return Stream.concat(modules, rooms)
          .map(module -> module.resolve("src"))
          .filter(Files::isDirectory)
          .flatMap(FileLengthTest::javaFiles)
          .toList();
    }
  }

  private static Stream<Path> javaFiles(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isLong(Path source) {
    try (Stream<String> lines = Files.lines(source)) {
      return lines.count() > MOST_LINES;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String className(Path source) {
    return source.getFileName().toString().replace(".java", "");
  }
}
