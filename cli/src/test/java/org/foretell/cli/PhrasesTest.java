package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The worst phrases, those that read as if translated, are in no page, help text, message or
 * Javadoc of an exported package. The list is {@code phrases.txt} among the resources.
 */
class PhrasesTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path LIST = Path.of("src", "test", "resources", "phrases.txt");

  /** Its versions say what was true of them, in the words of their time. */
  private static final Path HISTORY = ROOT.resolve("CHANGELOG.md");

  private static final Pattern CODE_BLOCK = Pattern.compile("(?ms)^```.*?^```$");

  /** A comment, a text block, a string (group 2 its content) or a character of Java. */
  private static final Pattern TOKEN =
      Pattern.compile(
          "//[^\\n]*|/\\*(?:(?!\\*/)[\\s\\S])*+\\*/"
              + "|\"\"\"((?:(?!\"\"\")[\\s\\S])*+)\"\"\""
              + "|\"((?:\\\\.|[^\"\\\\\\n])*+)\""
              + "|'(?:\\\\.|[^'\\\\])+'");

  private static final Pattern EXPORT = Pattern.compile("exports ([a-z.]+);");

  /** Phrases with this mark are refused in Javadoc only: elsewhere they may be right. */
  private static final String JAVADOC = "javadoc";

  private record Phrase(Pattern pattern, String example, String better, boolean isOfJavadoc) {}

  private record Text(String place, String words) {}

  private static List<Phrase> phrases() throws IOException {
    List<Phrase> phrases = new ArrayList<>();
    for (String line : Files.readAllLines(LIST)) {
      if (!line.startsWith("#")) {
        String[] parts = line.split(" \\| ", -1);
        boolean isOfJavadoc = parts.length == 4 && parts[3].equals(JAVADOC);
        assertThat(parts).as(line).hasSize(isOfJavadoc ? 4 : 3);
        Pattern pattern = Pattern.compile(parts[0], Pattern.CASE_INSENSITIVE);
        phrases.add(new Phrase(pattern, parts[1], parts[2], isOfJavadoc));
      }
    }
    return phrases;
  }

  @Test
  void eachPatternFindsItsExample() throws IOException {
    assertThat(phrases())
        .hasSizeGreaterThan(30)
        .allMatch(phrase -> phrase.pattern().matcher(phrase.example()).find());
  }

  @Test
  void noPageUsesThem() throws IOException {
    List<Text> pages = new ArrayList<>();
    for (Path page : files(".md")) {
      if (!page.equals(HISTORY)) {
        String prose = CODE_BLOCK.matcher(Files.readString(page)).replaceAll("");
        pages.add(new Text(ROOT.relativize(page).toString(), oneLine(prose)));
      }
    }
    assertThat(pages).hasSizeGreaterThan(40);
    assertThat(found(everywhere(), pages)).as("phrases in pages").isEmpty();
  }

  /** Help texts and messages are strings of the code; parts that are joined are read as one. */
  @Test
  void noHelpTextOrMessageUsesThem() throws IOException {
    List<Text> strings = new ArrayList<>();
    for (Path source : files(".java")) {
      if (source.toString().replace('\\', '/').contains("/src/main/")) {
        for (String words : strings(Files.readString(source))) {
          strings.add(new Text(ROOT.relativize(source).toString(), words));
        }
      }
    }
    assertThat(strings).hasSizeGreaterThan(2000);
    assertThat(found(everywhere(), strings)).as("phrases in strings").isEmpty();
  }

  /** All Javadoc of exported packages, that of their package-private classes included. */
  @Test
  void noJavadocOfAnExportedPackageUsesThem() throws IOException {
    List<Text> comments = new ArrayList<>();
    for (Path module : files("module-info.java")) {
      if (module.endsWith(Path.of("src", "main", "java", "module-info.java"))) {
        Matcher export = EXPORT.matcher(Files.readString(module));
        while (export.find()) {
          comments.addAll(javadoc(module.resolveSibling(export.group(1).replace('.', '/'))));
        }
      }
    }
    assertThat(comments).hasSizeGreaterThan(4000);
    assertThat(found(phrases(), comments)).as("phrases in Javadoc").isEmpty();
  }

  @Test
  void wrappedJavadocIsReadAsOneLine() {
    String source = "/** It has\n   * to be said. */ f(\"/** told */\"); /* no */ // /** no */";
    assertThat(javadoc(source)).containsExactly("It has to be said.");
  }

  @Test
  void stringsThatAreJoinedAreReadAsOne() {
    String source = "f(\"it has \" /* \"no\" */\n + \"to be\" + \" said\", '\"', \"other\"); // x";
    assertThat(strings(source)).containsExactly("it has to be said", "other");
  }

  private static List<Phrase> everywhere() throws IOException {
    return phrases().stream().filter(phrase -> !phrase.isOfJavadoc()).toList();
  }

  private static List<Text> javadoc(Path folder) throws IOException {
    List<Text> comments = new ArrayList<>();
    try (Stream<Path> sources = Files.list(folder)) {
      for (Path source : sources.filter(file -> file.toString().endsWith(".java")).toList()) {
        for (String words : javadoc(Files.readString(source))) {
          comments.add(new Text(ROOT.relativize(source).toString(), words));
        }
      }
    }
    return comments;
  }

  private static List<String> javadoc(String source) {
    List<String> comments = new ArrayList<>();
    Matcher token = TOKEN.matcher(source);
    while (token.find()) {
      String text = token.group();
      if (text.startsWith("/**") && text.length() > "/**/".length()) {
        String inner = text.substring("/**".length(), text.length() - "*/".length());
        comments.add(oneLine(inner.replaceAll("\\n\\s*\\*", "\n")).strip());
      }
    }
    return comments;
  }

  private static List<String> found(List<Phrase> phrases, List<Text> texts) {
    List<String> found = new ArrayList<>();
    for (Phrase phrase : phrases) {
      for (Text text : texts) {
        Matcher match = phrase.pattern().matcher(text.words());
        while (match.find()) {
          found.add(text.place() + ": \"" + match.group() + "\"; better: " + phrase.better());
        }
      }
    }
    return found;
  }

  private static List<String> strings(String source) {
    List<String> strings = new ArrayList<>();
    StringBuilder joined = new StringBuilder();
    StringBuilder between = new StringBuilder();
    int end = 0;
    Matcher token = TOKEN.matcher(source);
    while (token.find()) {
      between.append(source, end, token.start());
      end = token.end();
      String content = token.group(1) != null ? token.group(1) : token.group(2);
      if (content == null) {
        between.append(token.group().startsWith("'") ? token.group() : "");
        continue;
      }
      if (!between.toString().strip().equals("+") && !joined.isEmpty()) {
        strings.add(oneLine(joined.toString()));
        joined.setLength(0);
      }
      joined.append(content);
      between.setLength(0);
    }
    strings.add(oneLine(joined.toString()));
    return strings;
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\s+", " ");
  }

  private static List<Path> files(String ending) throws IOException {
    List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            String name = folder.getFileName().toString();
            return !folder.equals(ROOT) && (name.startsWith(".") || name.equals("target"))
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(ending)) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return files;
  }
}
