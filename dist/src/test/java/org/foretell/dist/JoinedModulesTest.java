package org.foretell.dist;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JoinedModulesTest {
  @TempDir Path folder;

  @BeforeEach
  void write() throws IOException {
    jar("sim.jar", Map.of("a/Main.class", "main", "META-INF/LICENSE", "free"));
    jar(
        "foretell-models-1.jar",
        Map.of(
            "module-info.class",
            "models",
            "META-INF/LICENSE",
            "free",
            "META-INF/services/a.Model",
            "a.One\na.Two"));
    jar(
        "foretell-more-1.jar",
        Map.of("module-info.class", "more", "META-INF/services/a.Model", "a.Three\n"));
    jar("picocli-4.jar", Map.of("picocli/Command.class", "of others"));
  }

  private void jar(String name, Map<String, String> content) throws IOException {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.put(Attributes.Name.MAIN_CLASS, "a.Main");
    attributes.put(
        Attributes.Name.CLASS_PATH, "foretell-models-1.jar picocli-4.jar foretell-more-1.jar");
    Path jar = Files.createDirectories(folder.resolve("lib")).resolve(name);
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      for (Map.Entry<String, String> entry : content.entrySet()) {
        JarEntry file = new JarEntry(entry.getKey());
        file.setTime(1_700_000_000_000L);
        out.putNextEntry(file);
        out.write(entry.getValue().getBytes(UTF_8));
        out.closeEntry();
      }
    }
  }

  private Path joined(String name) throws IOException {
    Path joined = folder.resolve("app").resolve(name);
    JoinedModules.write(folder.resolve("lib"), joined);
    return joined;
  }

  @Test
  void hasAllOfOursAndNamesTheOthers() throws IOException {
    try (JarFile jar = new JarFile(joined("sim.jar").toFile())) {
      assertThat(jar.stream().map(JarEntry::getName))
          .containsExactlyInAnyOrder(
              "META-INF/MANIFEST.MF",
              "META-INF/LICENSE",
              "META-INF/services/a.Model",
              "a/Main.class");
      Attributes attributes = jar.getManifest().getMainAttributes();
      assertThat(attributes.getValue(Attributes.Name.MAIN_CLASS)).isEqualTo("a.Main");
      assertThat(attributes.getValue(Attributes.Name.CLASS_PATH)).isEqualTo("../lib/picocli-4.jar");
    }
  }

  @Test
  void providersOfSeveralModulesStandInOneList() throws IOException {
    try (JarFile jar = new JarFile(joined("sim.jar").toFile())) {
      byte[] list = jar.getInputStream(jar.getEntry("META-INF/services/a.Model")).readAllBytes();
      assertThat(new String(list, UTF_8).lines().filter(line -> !line.isEmpty()))
          .containsExactly("a.One", "a.Two", "a.Three");
    }
  }

  @Test
  void twoBuildsWriteTheSame() throws IOException {
    assertThat(Files.readAllBytes(joined("one.jar")))
        .isEqualTo(Files.readAllBytes(joined("two.jar")));
  }

  @Test
  void differentFilesOfOneNameAreRefused() throws IOException {
    jar("foretell-z-1.jar", Map.of("META-INF/LICENSE", "not free"));
    assertThatThrownBy(() -> joined("sim.jar")).hasMessageContaining("META-INF/LICENSE");
    assertThat(List.of(folder.resolve("app/sim.jar"))).noneMatch(Files::exists);
  }
}
