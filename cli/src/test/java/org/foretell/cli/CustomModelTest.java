package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of a model of one's own, compiled and put into a jar as its user would. */
class CustomModelTest {
  private static final Path PROJECT = Path.of("../examples/custom-model/src/main");

  @TempDir private Path folder;
  private Path jar = Path.of("none");

  @BeforeEach
  void build() throws IOException {
    Path classes = Files.createDirectory(folder.resolve("classes"));
    List<String> args =
        new ArrayList<>(
            List.of(
                "--release",
                "17",
                "-d",
                classes.toString(),
                "-classpath",
                System.getProperty("java.class.path")));
    try (Stream<Path> sources = Files.walk(PROJECT.resolve("java"))) {
      sources.map(Path::toString).filter(source -> source.endsWith(".java")).forEach(args::add);
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    assertThat(compiler.run(null, null, null, args.toArray(String[]::new))).isZero();
    jar = folder.resolve("rails.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file)) {
      put(out, classes);
      put(out, PROJECT.resolve("resources"));
    }
  }

  private static void put(JarOutputStream out, Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(root.relativize(file).toString().replace('\\', '/')));
        Files.copy(file, out);
        out.closeEntry();
      }
    }
  }

  @Test
  void itIsListedAndRunsAndIsCompared() {
    SimCall listed = SimCall.of("models", "rails", "--models", jar);
    assertThat(listed.exitCode()).isZero();
    assertThat(listed.out()).contains("rails", "Messages that a node sends at once.");
    SimCall run =
        SimCall.of(
            "run",
            "jaguar-xt5",
            SimCall.EXAMPLE,
            "--models",
            jar,
            "--model",
            "rails",
            "-P",
            "rails=1");
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("rails: rails=1, latency=2us (default)");
    SimCall compared =
        SimCall.of("compare", "jaguar-xt5", SimCall.EXAMPLE, "--models", "simple,rails," + jar);
    assertThat(compared.out()).contains("rails predicts");
  }

  @Test
  void aJarWithoutModelsIsRefused() {
    Path text = Scratch.file(folder, "text.jar", "not a jar");
    SimCall call = SimCall.of("models", "--models", text);
    assertThat(call.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(call.err()).contains("text.jar: cannot be read as a jar");
    SimCall none = SimCall.of("models", "--models", folder.resolve("none.jar"));
    assertThat(none.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(none.err()).contains("none.jar: is not a file");
  }

  @Test
  void theSameNameTwiceIsRefused() {
    SimCall call = SimCall.of("models", "--models", jar, "--models", jar);
    assertThat(call.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(call.err()).contains("there is one of that name already");
  }
}
