package org.foretell.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Long files have a reason, which stands in {@code docs/design/long-files.md}. */
class FileLengthTest {
  private static final int MOST_LINES = 400;
  private static final String REASONS = "docs/design/long-files.md";
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern QUOTED = Pattern.compile("`([A-Z]\\w+)`");

  @Test
  void aLongFileHasAReason() throws IOException {
    assertThat(longFiles())
        .as("files of more than " + MOST_LINES + " lines without a reason in " + REASONS)
        .isSubsetOf(withReason());
  }

  @Test
  void aReasonIsForALongFile() throws IOException {
    assertThat(withReason())
        .as("reasons in " + REASONS + " for files that do not have more than " + MOST_LINES)
        .isSubsetOf(longFiles());
  }

  /** The classes that the page names. */
  private static Set<String> withReason() throws IOException {
    Set<String> names = new TreeSet<>();
    Matcher name = QUOTED.matcher(Files.readString(ROOT.resolve(REASONS)));
    while (name.find()) {
      names.add(name.group(1));
    }
    names.remove(FileLengthTest.class.getSimpleName());
    return names;
  }

  private static Set<String> longFiles() throws IOException {
    List<Path> sources = sources();
    assertThat(sources).hasSizeGreaterThan(500);
    return sources.stream()
        .filter(FileLengthTest::isLong)
        .map(FileLengthTest::className)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** What lies in the source folders of the modules, and of the modules within these. */
  private static List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    for (Path module : folders(ROOT)) {
      sources.addAll(javaFiles(module.resolve("src")));
      for (Path within : folders(module)) {
        if (Files.exists(within.resolve("pom.xml"))) {
          sources.addAll(javaFiles(within.resolve("src")));
        }
      }
    }
    return sources;
  }

  private static List<Path> folders(Path of) throws IOException {
    try (Stream<Path> files = Files.list(of)) {
      return files.filter(Files::isDirectory).toList();
    }
  }

  private static List<Path> javaFiles(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
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
