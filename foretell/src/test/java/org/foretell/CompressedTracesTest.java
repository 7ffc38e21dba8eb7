package org.foretell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.foretell.failure.ForetellException;
import org.foretell.input.OpenTrace;
import org.foretell.input.TraceReading;
import org.foretell.model.ModelProvider;
import org.foretell.report.CompressionResult;
import org.foretell.setting.ModelRegistry;
import org.foretell.trace.Capability;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceSink;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.TraceStoreReader;
import org.foretell.trace.text.TraceTextWriter;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Compressing a trace changes its size and nothing else. */
class CompressedTracesTest {
  private static final Path EXAMPLES = Path.of("..", "examples");
  private static final Path SHARED = Path.of("..", "..", "shared", "data");
  private static final List<String> MODELS =
      ModelRegistry.load(List.of()).all().stream().map(ModelProvider::name).toList();

  /** Larger inputs take up to a minute each to be compared op by op: only when asked for. */
  private static final long MOST_BYTES = Boolean.getBoolean("foretell.long") ? 3_000_000 : 300_000;

  @TempDir private Path folder;
  private int next;

  private static List<Path> traces() throws IOException {
    List<Path> found = new ArrayList<>();
    for (Path root : List.of(EXAMPLES, SHARED)) {
      if (Files.isDirectory(root)) {
        try (Stream<Path> files = Files.walk(root)) {
          files
              .filter(file -> file.toString().matches(".*\\.(dim|goal|bin|txt|tar\\.gz)"))
              .filter(file -> !file.toString().contains("fuzz-findings"))
              .filter(file -> file.toFile().length() <= MOST_BYTES)
              .sorted()
              .forEach(found::add);
        }
      }
    }
    return found;
  }

  @TestFactory
  List<DynamicTest> everyTraceHasTheSameOps() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (Path trace : traces()) {
      tests.add(DynamicTest.dynamicTest(trace.toString(), () -> assertSameOps(trace)));
    }
    assertThat(tests).hasSizeGreaterThan(5);
    return tests;
  }

  private void assertSameOps(Path trace) {
    Path compressed = folder.resolve("c" + next++ + ".bin");
    OpenTrace before;
    try {
      before = new TraceReading().open(trace);
    } catch (TraceException unreadable) {
      // Text that is no trace, and cases that are there to be refused.
      assertThatThrownBy(() -> Foretell.compress(trace, compressed))
          .isInstanceOf(TraceException.class);
      assertThat(compressed).doesNotExist();
      return;
    }
    try (before) {
      CompressionResult result = Foretell.compress(trace, compressed);
      try (TraceSource after = TraceStoreReader.open(compressed)) {
        assertThat(after.operations()).isEqualTo(before.source().operations());
        assertThat(after.tables()).isEqualTo(before.source().tables());
        assertThat(after.capabilities()).isEqualTo(before.source().capabilities());
        assertThat(result.bytesAfter()).isEqualTo(compressed.toFile().length());
        if (after.capabilities().contains(Capability.TASK_GRAPHS)) {
          assertThat(text(after)).isEqualTo(text(before.source()));
          return;
        }
        for (int rank = 0; rank < after.info().ranks(); rank++) {
          assertSameOps(before.source(), after, rank);
        }
      }
    }
  }

  private static String text(TraceSource source) {
    StringWriter text = new StringWriter();
    try (TraceSink sink = TraceTextWriter.to(text)) {
      source.describe(sink);
    }
    return text.toString();
  }

  private static void assertSameOps(TraceSource before, TraceSource after, int rank) {
    OpView expected = new OpView();
    OpView found = new OpView();
    try (RankCursor a = before.open(rank);
        RankCursor b = after.open(rank)) {
      while (a.next(expected)) {
        assertThat(b.next(found)).isTrue();
        if (!isEqual(expected, found)) {
          assertThat(found.toString())
              .as("rank " + rank + ", op " + a.delivered())
              .isEqualTo(expected.toString());
        }
      }
      assertThat(b.next(found)).isFalse();
    }
    assertThat(after.callTimes(rank).isPresent()).isEqualTo(before.callTimes(rank).isPresent());
  }

  private static boolean isEqual(OpView a, OpView b) {
    return a.code() == b.code()
        && a.code().fields().stream()
            .allMatch(
                field ->
                    field.isList()
                        ? java.util.Arrays.equals(a.list(field), b.list(field))
                        : a.get(field) == b.get(field));
  }

  @TestFactory
  List<DynamicTest> everyModelPredictsTheSame() {
    List<DynamicTest> tests = new ArrayList<>();
    for (String name :
        List.of("mg.S.16.tar.gz", "halo.2.bin", "ring.4.dim", "shmem-halo.txt", "rma-halo.txt")) {
      for (String model : MODELS) {
        tests.add(
            DynamicTest.dynamicTest(
                name + " " + model, () -> assertSamePrediction(EXAMPLES.resolve(name), model)));
      }
    }
    return tests;
  }

  private void assertSamePrediction(Path trace, String model) {
    Path compressed = folder.resolve("c.bin");
    Foretell.compress(trace, compressed);
    assertThat(prediction(compressed, model)).isEqualTo(prediction(trace, model));
  }

  /** To the picosecond, or why there is none. */
  private static Object prediction(Path trace, String model) {
    try {
      return Foretell.prediction()
          .machine("summit")
          .trace(trace)
          .model(model)
          .interval(false)
          .run()
          .prediction()
          .finishPs();
    } catch (RuntimeException refused) {
      return String.valueOf(refused.getMessage())
          .replaceAll("[\\w./-]+\\.(bin|txt|dim|gz)", "TRACE");
    }
  }

  @Test
  void compressingTwiceChangesNoByteOfThePrograms() {
    Path once = folder.resolve("once.bin");
    Path twice = folder.resolve("twice.bin");
    CompressionResult first = Foretell.compress(EXAMPLES.resolve("mg.S.64.bin"), once);
    CompressionResult second = Foretell.compress(once, twice);
    assertThat(second.programsAfter()).isEqualTo(first.programsAfter());
    assertThat(second.bytesAfter()).isEqualTo(first.bytesAfter());
    assertThat(first.programsBefore()).isEqualTo(64);
    assertThat(first.programsAfter()).isEqualTo(1);
    assertThat(first.programBytes()).isLessThan(6_000);
  }

  @Test
  void inputAndOutputMustDiffer() throws IOException {
    Path file = Files.copy(EXAMPLES.resolve("halo.2.bin"), folder.resolve("halo.bin"));
    byte[] before = Files.readAllBytes(file);
    assertThatThrownBy(() -> Foretell.compress(file, file))
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("input and output are the same file");
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
  }

  @Test
  void anOutputThatCannotBeWrittenIsNamedBeforeTheTraceIsRead() {
    Path nowhere = folder.resolve("none").resolve("c.bin");
    assertThatThrownBy(() -> Foretell.compress(folder.resolve("no-trace.bin"), nowhere))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("c.bin")
        .hasMessageContaining("cannot write");
  }

  @Test
  void rulesForDurationsAreChecked() {
    for (String rule : List.of("quantise", "quantise=0%", "quantise=100%", "quantise=x%", "none")) {
      assertThatThrownBy(
              () ->
                  Foretell.compression()
                      .trace(EXAMPLES.resolve("halo.2.bin"))
                      .to(folder.resolve("c.bin"))
                      .durations(rule)
                      .run())
          .isInstanceOf(ForetellException.class)
          .hasMessageContaining("durations " + rule + ": write exact, histogram, or quantise=");
    }
  }
}
