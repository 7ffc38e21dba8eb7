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
import org.foretell.parsers.TraceFormatReader;
import org.junit.jupiter.api.Test;

/**
 * A model or a format is named twice, for programs with modules and for those with a class path.
 * Tests run without modules, so nothing else would notice that the first is missing.
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

  @Test
  void formatsAreTheSameWithAndWithoutModulesAndNoneIsForgotten() throws IOException {
    Path main = Path.of("../parsers/src/main");
    Matcher provided =
        Pattern.compile("provides org\\.foretell\\.parsers\\.TraceFormatReader with([^;]+);")
            .matcher(Files.readString(main.resolve("java/module-info.java")));
    assertThat(provided.find()).isTrue();
    List<String> named =
        Files.readAllLines(
            main.resolve("resources/META-INF/services").resolve(TraceFormatReader.class.getName()));
    assertThat(Stream.of(provided.group(1).split(",")).map(String::strip)).hasSameElementsAs(named);
    TreeSet<String> written = new TreeSet<>();
    try (Stream<Path> sources = Files.walk(main.resolve("java"))) {
      for (Path source : sources.filter(Files::isRegularFile).toList()) {
        if (Files.readString(source).contains(" implements TraceFormatReader")) {
          written.add(source.getFileName().toString().replace(".java", ""));
        }
      }
    }
    assertThat(named.stream().map(name -> name.substring(name.lastIndexOf('.') + 1)))
        .hasSameElementsAs(written);
  }

  private static List<String> ofClassPath() throws IOException {
    return Files.readAllLines(
        MAIN.resolve("resources/META-INF/services").resolve(ModelProvider.class.getName()));
  }
}
