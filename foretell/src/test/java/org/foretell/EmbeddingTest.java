package org.foretell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.foretell.failure.ForetellException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Foretell as a library: the programs that the pages show, compiled and run, and threads. */
class EmbeddingTest {
  private static final Path PROGRAMS = Path.of("../examples/embedding");
  private static final Path EXAMPLE = Path.of("../examples/mg.S.64.bin");

  /** The programs, compiled. */
  @TempDir private static Path classes;

  static List<String> programs() throws IOException {
    try (Stream<Path> files = Files.list(PROGRAMS)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".java"))
          .map(name -> name.replace(".java", ""))
          .sorted()
          .toList();
    }
  }

  /** Compiles all programs, made so that they run as if in the folder of the project. */
  @BeforeAll
  static void compile() throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--release",
                "17",
                "-d",
                classes.toString(),
                "-classpath",
                System.getProperty("java.class.path")));
    for (String program : programs()) {
      String source = Files.readString(PROGRAMS.resolve(program + ".java"));
      arguments.add(
          Files.writeString(
                  classes.resolve(program + ".java"),
                  source.replace("\"examples/", "\"../examples/"))
              .toString());
    }
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    assertThat(failed).isZero();
  }

  @ParameterizedTest
  @MethodSource("programs")
  void programsPrintWhatThePageShows(String program) throws Exception {
    String page = Files.readString(PROGRAMS.resolve("README.md"));
    int link = page.indexOf("](" + program + ".java)");
    assertThat(link).isPositive();
    String shown = page.substring(page.indexOf("```\n", link) + 4);
    assertThat(output(program)).isEqualTo(shown.substring(0, shown.indexOf("```")));
  }

  @Test
  void theReadmeShowsTheFirstProgram() throws IOException {
    String program = Files.readString(PROGRAMS.resolve("FirstProgram.java"));
    assertThat(Files.readString(Path.of("../README.md"))).contains("```java\n" + program + "```");
  }

  @Test
  void theOverviewOfThePackageShowsTheFirstProgram() throws IOException {
    String overview =
        Files.readString(Path.of("src/main/java/org/foretell/package-info.java"))
            .replaceAll("(?m)^ \\* ?", "");
    // But for its own comment, which cannot stand within one.
    String program =
        Files.readString(PROGRAMS.resolve("FirstProgram.java"))
            .replaceAll("(?m)^/\\*\\* .* \\*/\n", "");
    assertThat(overview).contains(program);
  }

  private static String output(String program) throws Exception {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream usual = System.out;
    try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
      System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
      loader
          .loadClass(program)
          .getMethod("main", String[].class)
          .invoke(null, (Object) new String[0]);
    } finally {
      System.setOut(usual);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }

  private static PredictionSetup example() {
    return Foretell.prediction().machine("arc").trace(EXAMPLE).interval(false);
  }

  @Test
  void manyPredictionsAtOnceGiveEqualResults() throws Exception {
    String alone = example().computeNoise("gamma:5%").replications(3).run().json();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<String>> results = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        results.add(
            threads.submit(() -> example().computeNoise("gamma:5%").replications(3).run().json()));
      }
      for (Future<String> result : results) {
        assertThat(result.get()).isEqualTo(alone);
      }
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void aSetupMayRunAgain() {
    PredictionSetup setup = example().interval(true);
    assertThat(setup.run().json()).isEqualTo(setup.run().json());
  }

  @Test
  void aValueIsAsGoodAsItsText() {
    assertThat(example().parameter("L", ParameterValue.picoseconds(2_500_000)).run().json())
        .isEqualTo(example().parameter("L", "2.5us").run().json());
    assertThat(example().parameter("G", ParameterValue.picosecondsPerByte(125)).run().json())
        .isEqualTo(example().parameter("G", "0.125ns/B").run().json());
    assertThat(example().parameter("S", ParameterValue.bytes(4096)).run().json())
        .isEqualTo(example().parameter("S", "4KiB").run().json());
  }

  @Test
  void aRunEndsEarlyWhenItIsCancelled() {
    assertThatThrownBy(() -> example().cancelWhen(() -> true).run())
        .isInstanceOf(CancellationException.class);
    assertThatThrownBy(
            () -> example().computeNoise("gamma:5%").replications(2).cancelWhen(() -> true).run())
        .isInstanceOf(CancellationException.class);
  }

  @Test
  void listenersAndObserversAreCalled() {
    List<Long> told = Collections.synchronizedList(new ArrayList<>());
    example().progress((timePs, operations, total) -> told.add(operations), 1000).run();
    assertThat(told).isNotEmpty().isSorted();
    List<Long> runs = Collections.synchronizedList(new ArrayList<>());
    example()
        .computeNoise("gamma:5%")
        .replications(3)
        .replicationProgress((done, total) -> runs.add(done))
        .run();
    assertThat(runs).containsExactlyInAnyOrder(1L, 2L, 3L);
  }

  @Test
  void errorsAreReportedWithTheirKind() {
    assertThatThrownBy(() -> example().model("none").run())
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("there is no model \"none\"")
        .extracting(failure -> ((ForetellException) failure).kind())
        .isEqualTo(ForetellException.Kind.SETTING);
  }
}
