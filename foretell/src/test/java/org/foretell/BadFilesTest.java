package org.foretell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.foretell.failure.ForetellException;
import org.foretell.failure.words.FailureKind;
import org.foretell.machines.file.MachineFileException;
import org.foretell.trace.TraceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are not there or cannot be read, given by a program. */
class BadFilesTest {
  private static final Path EXAMPLE = Path.of("../examples/mg.S.64.bin");

  @TempDir private Path folder;

  private static List<ThrowingCallable> jobsWith(Path trace) {
    return List.of(
        () -> Foretell.predict("arc", trace),
        () -> Foretell.comparison().machine("arc").trace(trace).models("simple", "flow").run(),
        () -> Foretell.check(trace),
        () -> Foretell.info(trace));
  }

  @Test
  void aTraceThatIsNotThereIsATraceException() {
    Path missing = folder.resolve("missing.bin");
    for (ThrowingCallable job : jobsWith(missing)) {
      assertThatThrownBy(job)
          .isInstanceOf(TraceException.class)
          .hasMessage(missing + ": cannot read: there is no such file or folder")
          .satisfies(
              failure ->
                  assertThat(FailureKind.of(failure)).contains(ForetellException.Kind.INPUT));
    }
  }

  @Test
  void aTraceThatMayNotBeReadIsATraceException() throws IOException {
    for (String name : List.of("locked.bin", "locked.txt")) {
      Path locked =
          name.endsWith(".bin")
              ? Files.copy(EXAMPLE, folder.resolve(name))
              : Files.writeString(folder.resolve(name), "0 init\n");
      assumeThat(locked.toFile().setReadable(false, false)).isTrue();
      assumeThat(Files.isReadable(locked)).isFalse();
      for (ThrowingCallable job : jobsWith(locked)) {
        assertThatThrownBy(job)
            .isInstanceOf(TraceException.class)
            .hasMessageStartingWith(locked + ": cannot read: ");
      }
    }
  }

  @Test
  void aFolderThatIsNoTraceIsATraceException() {
    for (ThrowingCallable job : jobsWith(folder)) {
      assertThatThrownBy(job)
          .isInstanceOf(TraceException.class)
          .hasMessageContaining("is an empty folder");
    }
  }

  @Test
  void aMachineFileThatIsNotThereIsAMachineFileException() {
    assertThatThrownBy(() -> Foretell.predict(folder.resolve("none.json").toString(), EXAMPLE))
        .isInstanceOf(MachineFileException.class)
        .hasMessageContaining("none.json");
  }

  @Test
  void otherFilesThatAreNotThereAreForetellExceptions() {
    Path missing = folder.resolve("nowhere.txt");
    List<ThrowingCallable> jobs =
        List.of(
            () ->
                Foretell.prediction()
                    .machine("arc")
                    .trace(EXAMPLE)
                    .noiseTrace(missing, false)
                    .run(),
            () ->
                Foretell.prediction()
                    .machine("arc")
                    .trace(EXAMPLE)
                    .placement("file:" + missing)
                    .run(),
            () ->
                Foretell.comparison()
                    .machine("arc")
                    .trace(EXAMPLE)
                    .models("simple", "flow")
                    .placement("file:" + missing)
                    .run());
    for (ThrowingCallable job : jobs) {
      assertThatThrownBy(job)
          .isInstanceOf(ForetellException.class)
          .hasMessageContaining("nowhere.txt: there is no such file")
          .hasMessageNotContaining("\n")
          .extracting(failure -> ((ForetellException) failure).kind())
          .isEqualTo(ForetellException.Kind.INPUT);
    }
  }

  @Test
  void aJobWithoutATraceNamesTheMissingSetting() {
    assertThatThrownBy(() -> Foretell.check().run())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("trace(..)");
  }
}
