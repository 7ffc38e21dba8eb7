package org.foretell.generators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramFolderTest {
  @TempDir private Path folder;

  @Test
  void makesTheFolderAndThoseAboveIt() throws IOException {
    Path target = folder.resolve("a/b");
    new ProgramFolder(target).write(Map.of("x.c", "int x;\n", "README.md", "text\n"));
    assertThat(Files.readString(target.resolve("x.c"))).isEqualTo("int x;\n");
    assertThat(target).isDirectoryContaining("glob:**README.md");
    assertThat(folder.resolve("a").toFile().list()).containsExactly("b");
  }

  @Test
  void fillsAnEmptyFolder() throws IOException {
    Path target = Files.createDirectory(folder.resolve("empty"));
    new ProgramFolder(target).write(Map.of("x", "1"));
    assertThat(target.resolve("x")).exists();
  }

  @Test
  void leavesWhatIsThereAlone() throws IOException {
    Path target = Files.createDirectory(folder.resolve("full"));
    Files.writeString(target.resolve("mine"), "1");
    assertThatThrownBy(() -> new ProgramFolder(target).write(Map.of("x", "1")))
        .isInstanceOf(GeneratorException.class)
        .hasMessageContaining("is not empty; name a new folder");
    assertThat(target.toFile().list()).containsExactly("mine");
  }

  @Test
  void leavesNothingBehindWhenAFileCannotBeWritten() {
    Path target = folder.resolve("new");
    Map<String, String> files = new LinkedHashMap<>();
    files.put("name", "1");
    files.put("name/below/a/file", "2");
    assertThatThrownBy(() -> new ProgramFolder(target).write(files))
        .isInstanceOf(GeneratorException.class)
        .hasMessageContaining("cannot be written");
    assertThat(folder.toFile().list()).isEmpty();
  }
}
