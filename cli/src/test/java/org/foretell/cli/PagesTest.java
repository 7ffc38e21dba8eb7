package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The pages for people: their links lead somewhere, and their lines fit a screen. */
class PagesTest {
  /** What the scripts of validation leave in a checkout. */
  private static final List<Path> MEASURED =
      List.of(Path.of("validation", "generated"), Path.of("validation", "work"));

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final int MOST_COLUMNS = 119;
  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
  private static final Pattern OTHER_SITE = Pattern.compile("[a-z]+:.*");

  @Test
  void everyLinkLeadsToAFileAndEveryAnchorToAHeading() throws IOException {
    List<String> broken = new ArrayList<>();
    int links = 0;
    for (Path page : pages()) {
      Matcher link = LINK.matcher(String.join("\n", prose(page)));
      while (link.find()) {
        String target = link.group(1);
        if (!OTHER_SITE.matcher(target).matches()) {
          links++;
          if (!leadsSomewhere(page, target)) {
            broken.add(ROOT.relativize(page) + ": " + target);
          }
        }
      }
    }
    assertThat(links).isPositive();
    assertThat(broken).as("links that lead nowhere").isEmpty();
  }

  @Test
  void noLineOfProseIsTooLong() throws IOException {
    List<String> tooLong = new ArrayList<>();
    for (Path page : pages()) {
      List<String> lines = prose(page);
      for (int i = 0; i < lines.size(); i++) {
        String line = lines.get(i);
        if (!line.startsWith("|") && line.codePointCount(0, line.length()) > MOST_COLUMNS) {
          tooLong.add(ROOT.relativize(page) + ":" + (i + 1));
        }
      }
    }
    assertThat(tooLong).as("lines of more than " + MOST_COLUMNS + " columns").isEmpty();
  }

  @Test
  void theIndexLeadsToEveryPageOfTheDocumentation() throws IOException {
    Path index = ROOT.resolve("docs/index.md");
    Set<Path> reached = new HashSet<>(Set.of(index));
    Matcher link = LINK.matcher(Files.readString(index));
    while (link.find()) {
      reached.add(index.resolveSibling(link.group(1).replaceFirst("#.*", "")).normalize());
    }
    assertThat(pages().stream().filter(page -> page.startsWith(ROOT.resolve("docs"))))
        .isSubsetOf(reached);
  }

  private static boolean leadsSomewhere(Path page, String target) throws IOException {
    int hash = target.indexOf('#');
    String file = hash < 0 ? target : target.substring(0, hash);
    Path path = file.isEmpty() ? page : page.resolveSibling(file).normalize();
    return Files.exists(path) && (hash < 0 || anchors(path).contains(target.substring(hash + 1)));
  }

  /** The anchors that code hosts make of headings. */
  private static Set<String> anchors(Path page) throws IOException {
    Set<String> anchors = new HashSet<>();
    for (String line : prose(page)) {
      if (line.startsWith("#")) {
        String heading = line.replaceFirst("^#+ ", "").toLowerCase(Locale.ROOT);
        anchors.add(heading.replaceAll("[^\\p{L}\\p{N}_ -]", "").replace(' ', '-'));
      }
    }
    return anchors;
  }

  /** The lines of a page; those of code blocks, which stand as they are, are empty. */
  private static List<String> prose(Path page) throws IOException {
    List<String> lines = new ArrayList<>();
    boolean code = false;
    for (String line : Files.readAllLines(page)) {
      boolean fence = line.startsWith("```");
      lines.add(code || fence ? "" : line);
      code ^= fence;
    }
    return lines;
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            String name = folder.getFileName().toString();
            boolean made = name.equals("target") || MEASURED.contains(ROOT.relativize(folder));
            return !folder.equals(ROOT) && (name.startsWith(".") || made)
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(".md")) {
              pages.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return pages;
  }
}
