package org.foretell.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Sources of the tracer, each with its header, may not include each other in a circle. */
class TracerIncludesTest {
  private static final Path SOURCES = Path.of("../tracer/src");
  private static final Pattern INCLUDE =
      Pattern.compile("^#include \"([\\w/]+)\\.h\"", Pattern.MULTILINE);

  @Test
  void noneFormACircle() throws IOException {
    Map<String, Set<String>> includes = includes(SOURCES);
    assertThat(includes).containsKeys("thread", "session", "communicators");
    assertThat(includes.get("session")).contains("thread");
    assertThat(circle(includes)).isEmpty();
  }

  @Test
  void aCircleIsFound() {
    Map<String, Set<String>> includes =
        new TreeMap<>(
            Map.of("a", Set.of("b"), "b", Set.of("c"), "c", Set.of("d", "b"), "d", Set.of()));
    assertThat(circle(includes)).containsExactly("b", "c", "b");
  }

  /** By name of a source, or of a header without one, which others it includes. */
  private static Map<String, Set<String>> includes(Path folder) throws IOException {
    Map<String, Set<String>> found = new TreeMap<>();
    List<Path> files;
    try (Stream<Path> all = Files.walk(folder)) {
      files = all.filter(file -> file.toString().matches(".*\\.[ch]")).sorted().toList();
    }
    for (Path file : files) {
      String name = name(file.getFileName().toString());
      Set<String> included = found.computeIfAbsent(name, key -> new TreeSet<>());
      Matcher matcher = INCLUDE.matcher(Files.readString(file));
      while (matcher.find()) {
        included.add(matcher.group(1));
      }
      included.remove(name);
    }
    // Generated headers, and that of the library itself, stand elsewhere.
    found.values().forEach(included -> included.retainAll(found.keySet()));
    return found;
  }

  private static String name(String file) {
    return file.substring(0, file.lastIndexOf('.'));
  }

  /** {@return a circle, its first name again at its end; empty if there is none} */
  private static List<String> circle(Map<String, Set<String>> includes) {
    Set<String> done = new HashSet<>();
    for (String start : includes.keySet()) {
      List<String> circle = circle(includes, start, new ArrayDeque<>(), done);
      if (!circle.isEmpty()) {
        return circle;
      }
    }
    return List.of();
  }

  private static List<String> circle(
      Map<String, Set<String>> includes, String at, Deque<String> way, Set<String> done) {
    if (way.contains(at)) {
      List<String> circle = new ArrayList<>(way);
      circle = circle.subList(circle.indexOf(at), circle.size());
      circle.add(at);
      return circle;
    }
    if (done.contains(at)) {
      return List.of();
    }
    way.addLast(at);
    for (String next : includes.getOrDefault(at, Set.of())) {
      List<String> circle = circle(includes, next, way, done);
      if (!circle.isEmpty()) {
        return circle;
      }
    }
    way.removeLast();
    done.add(at);
    return List.of();
  }
}
