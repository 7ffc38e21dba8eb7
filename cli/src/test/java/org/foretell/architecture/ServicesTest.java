package org.foretell.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.foretell.model.ModelProvider;
import org.junit.jupiter.api.Test;

/**
 * A model is named twice, for programs with modules and for those with a class path. Tests run
 * without modules, so nothing else would notice that the first is missing.
 */
class ServicesTest {
  private static final Path MAIN = Path.of("../models/src/main");
  private static final Pattern PROVIDED =
      Pattern.compile("provides org\\.foretell\\.model\\.ModelProvider with([^;]+);");

  @Test
  void modelsAreTheSameWithAndWithoutModules() throws IOException {
    Matcher provided = PROVIDED.matcher(Files.readString(MAIN.resolve("java/module-info.java")));
    assertThat(provided.find()).isTrue();
    List<String> ofModule = Stream.of(provided.group(1).split(",")).map(String::strip).toList();
    assertThat(ofModule).hasSizeGreaterThan(5);
    assertThat(ofClassPath()).hasSameElementsAs(ofModule);
  }

  /** A class that the compiler sees as a model and that nobody named would never be found. */
  @Test
  void everyProviderIsNamed() throws IOException {
    Pattern type = Pattern.compile("\\bclass (\\w+)\\s+extends ParameterizedProvider\\b");
    TreeSet<String> written = new TreeSet<>();
    try (Stream<Path> sources = Files.walk(MAIN.resolve("java"))) {
      for (Path source : sources.filter(Files::isRegularFile).sorted().toList()) {
        Matcher found = type.matcher(Files.readString(source));
        if (found.find()) {
          written.add(found.group(1));
        }
      }
    }
    assertThat(ofClassPath().stream().map(name -> name.substring(name.lastIndexOf('.') + 1)))
        .hasSameElementsAs(written);
  }

  private static List<String> ofClassPath() throws IOException {
    return Files.readAllLines(
        MAIN.resolve("resources/META-INF/services").resolve(ModelProvider.class.getName()));
  }
}
