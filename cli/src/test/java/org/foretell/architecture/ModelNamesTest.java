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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.foretell.model.ModelProvider;
import org.foretell.setting.ModelRegistry;
import org.junit.jupiter.api.Test;

/**
 * Outside {@code models} nobody asks for a model by its name, so that a model of a plug-in is
 * treated like those that ship: a provider says what it can, and its parameters have roles. Files
 * with such a name, or with a setting like {@code "loggops.o"}, are listed with the reason.
 */
class ModelNamesTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  /** Modules that are below all models, or show them. */
  private static final Set<String> APART = Set.of("models", "benchmarks", "examples");

  /** Comments first, so that what is quoted in them is no literal. */
  private static final Pattern LITERAL =
      Pattern.compile(
          "/\\*.*?\\*/|//[^\\n]*|\"\"\".*?\"\"\"|\"((?:[^\"\\\\\\n]|\\\\.)*)\"", Pattern.DOTALL);

  private static final Map<String, String> ALLOWED =
      Map.of(
          "ModelRegistry", "which models are usual is decided there, and nowhere else",
          "DimemasConfiguration", "a configuration of Dimemas is meant for one model",
          "SimGridPlatforms", "a platform of SimGrid is meant for one model",
          "MachineFigures", "calibration writes settings for models into a machine file",
          "StudyGlossary", "each model has an entry that explains it to readers",
          "StudyFile", "a study that names no model has a default, which its file states");

  private static final Set<String> NAMES =
      ModelRegistry.load(List.of()).all().stream()
          .map(ModelProvider::name)
          .collect(Collectors.toCollection(TreeSet::new));

  @Test
  void nobodyAsksForModelsByName() throws IOException {
    Map<String, Set<String>> found = new TreeMap<>();
    try (Stream<Path> files = Files.walk(ROOT)) {
      for (Path source : files.filter(ModelNamesTest::isSource).sorted().toList()) {
        Set<String> names = named(Files.readString(source));
        if (!names.isEmpty()) {
          found.put(source.getFileName().toString().replace(".java", ""), names);
        }
      }
    }
    assertThat(found.keySet())
        .as("files that name a model: ask for a capability or a role, or give a reason; %s", found)
        .isEqualTo(new TreeSet<>(ALLOWED.keySet()));
  }

  @Test
  void namesAndSettingsAreFoundAndTextAndCommentsAreNot() {
    assertThat(named("a(\"flow\", \"loggops.o\", 'x', \"\\\"\", \"max-rate\")"))
        .containsExactly("flow", "loggops.o", "max-rate");
    assertThat(named("/** {@code \"flow\"} */ // \"flow\"\n\"flows\" + \"a flow\" + \"flow. \""))
        .isEmpty();
    assertThat(NAMES).contains("simple", "bus-link", "loggops-atlahs");
  }

  private static boolean isSource(Path path) {
    Path inProject = ROOT.relativize(path);
    return path.toString().endsWith(".java")
        && inProject.toString().contains("src/main/java/")
        && !APART.contains(inProject.getName(0).toString());
  }

  private static Set<String> named(String source) {
    Set<String> found = new TreeSet<>();
    Matcher matcher = LITERAL.matcher(source);
    while (matcher.find()) {
      String literal = matcher.group(1);
      if (literal != null
          && NAMES.stream()
              .anyMatch(name -> literal.matches(Pattern.quote(name) + "(\\.[A-Za-z]\\w*)?"))) {
        found.add(literal);
      }
    }
    return found;
  }
}
