package org.foretell.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The drawing of the modules in {@code docs/architecture.md} has the dependencies of the poms. */
class ModuleGraphTest {
  private static final Path ROOT = Path.of("..");
  private static final String PREFIX = "foretell-";

  private static final Pattern NAME =
      Pattern.compile("</parent>\\s*<artifactId>([a-z-]+)</artifactId>");
  private static final Pattern DEPENDENCY =
      Pattern.compile("<dependency>(.*?)</dependency>", Pattern.DOTALL);
  private static final Pattern OF_OURS =
      Pattern.compile("<groupId>org\\.foretell</groupId>\\s*<artifactId>([a-z-]+)</artifactId>");
  private static final Pattern ARROW = Pattern.compile("^ +([a-z-]+) --> ([a-z-]+)$");

  @Test
  void theDrawingIsWhatMavenEnforces() throws IOException {
    Map<String, Set<String>> enforced = fromPoms();
    assertThat(enforced).hasSizeGreaterThan(15).containsKeys("trace", "engine", "foretell");
    assertThat(closure(fromPage())).isEqualTo(closure(enforced));
  }

  @Test
  void noArrowOfTheDrawingFollowsFromOthers() throws IOException {
    Map<String, Set<String>> drawn = fromPage();
    Map<String, Set<String>> closure = closure(drawn);
    drawn.forEach(
        (module, uses) ->
            uses.forEach(
                used ->
                    assertThat(uses)
                        .as(module + " --> " + used)
                        .noneMatch(other -> closure.get(other).contains(used))));
  }

  /** What main code of each module depends on. */
  private static Map<String, Set<String>> fromPoms() throws IOException {
    Map<String, Set<String>> uses = new TreeMap<>();
    try (Stream<Path> modules = Files.list(ROOT);
        Stream<Path> rooms = Files.list(ROOT.resolve("simulator-core"))) {
      for (Path folder : Stream.concat(modules, rooms).toList()) {
        if (Files.exists(folder.resolve("pom.xml"))
            && Files.isDirectory(folder.resolve("src/main/java"))) {
          String pom = Files.readString(folder.resolve("pom.xml"));
          Matcher name = NAME.matcher(pom);
          assertThat(name.find()).as(folder + " has a name").isTrue();
          uses.put(shortName(name.group(1)), dependencies(pom));
        }
      }
    }
    return uses;
  }

  private static Set<String> dependencies(String pom) {
    Set<String> found = new TreeSet<>();
    Matcher dependency = DEPENDENCY.matcher(pom);
    while (dependency.find()) {
      Matcher ours = OF_OURS.matcher(dependency.group(1));
      if (ours.find() && !dependency.group(1).contains("<scope>test</scope>")) {
        found.add(shortName(ours.group(1)));
      }
    }
    return found;
  }

  private static String shortName(String artifact) {
    return artifact.startsWith(PREFIX) ? artifact.substring(PREFIX.length()) : artifact;
  }

  private static Map<String, Set<String>> fromPage() throws IOException {
    Map<String, Set<String>> uses = new TreeMap<>();
    List<String> lines = Files.readAllLines(ROOT.resolve("docs/architecture.md"));
    int start = lines.indexOf("## Modules");
    int end = lines.subList(start, lines.size()).indexOf("| folder | contents | may use |");
    for (String line : lines.subList(start, start + end)) {
      Matcher arrow = ARROW.matcher(line);
      if (arrow.matches()) {
        uses.computeIfAbsent(arrow.group(1), module -> new TreeSet<>()).add(arrow.group(2));
        uses.computeIfAbsent(arrow.group(2), module -> new TreeSet<>());
      }
    }
    return uses;
  }

  private static Map<String, Set<String>> closure(Map<String, Set<String>> uses) {
    Map<String, Set<String>> all = new TreeMap<>();
    uses.keySet()
        .forEach(module -> reach(module, uses, all.computeIfAbsent(module, m -> new TreeSet<>())));
    return all;
  }

  private static void reach(String module, Map<String, Set<String>> uses, Set<String> reached) {
    for (String used : uses.get(module)) {
      if (reached.add(used)) {
        reach(used, uses, reached);
      }
    }
  }
}
