package org.foretell.parsers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceSink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceFormatsTest {
  private static final Path EXAMPLES = Path.of("../examples");
  private static final Map<String, String> BY_ENDING =
      Map.of(
          ".csv", "csv",
          ".dim", "dimemas",
          ".goal", "goal",
          ".goalbin", "goal-binary",
          ".prv", "paraver",
          ".scalatrace", "scalatrace",
          "S.16.tar.gz", "simgrid-ti");

  @TempDir private Path folder;

  /** A format that takes everything, as a careless plug-in might. */
  private record Greedy(String id) implements TraceFormatReader {
    @Override
    public String description() {
      return "anything";
    }

    @Override
    public String mark() {
      return "anything";
    }

    @Override
    public Set<TraceContent> contents() {
      return Set.of();
    }

    @Override
    public boolean recognises(Path input) {
      return true;
    }

    @Override
    public List<Loss> read(Path input, ReadingOptions options, TraceSink sink) {
      throw new AssertionError("nobody reads");
    }
  }

  @Test
  void eachExampleIsOfOneFormatAtMost() throws IOException {
    TraceFormats formats = TraceFormats.installed();
    List<Path> all;
    try (Stream<Path> files = Files.list(EXAMPLES)) {
      all = files.filter(Files::isRegularFile).toList();
    }
    assertThat(all).hasSizeGreaterThan(5);
    for (Path file : all) {
      List<String> of =
          formats.all().stream()
              .filter(reader -> reader.recognises(file))
              .map(TraceFormatReader::id)
              .toList();
      String name = file.getFileName().toString();
      assertThat(of)
          .as(name)
          .isEqualTo(
              BY_ENDING.entrySet().stream()
                  .filter(one -> name.endsWith(one.getKey()))
                  .map(Map.Entry::getValue)
                  .toList());
    }
  }

  @Test
  void readersAreInTheOrderOfTheirNamesAndDescribeThemselves() {
    List<TraceFormatReader> all = TraceFormats.installed().all();
    assertThat(all)
        .extracting(TraceFormatReader::id)
        .isSorted()
        .contains("dimemas", "goal", "goal-binary", "raw", "scalatrace", "simgrid-ti");
    assertThat(all)
        .allSatisfy(
            reader -> {
              assertThat(reader.description()).isNotBlank();
              assertThat(reader.mark()).startsWith("a");
              assertThat(reader.contents()).isNotEmpty();
            });
  }

  @Test
  void traceOfSeveralFormatsIsRefusedWithAWayOut() {
    TraceFormats formats = TraceFormats.installed().with(new Greedy("greedy"));
    assertThatThrownBy(() -> formats.of(EXAMPLES.resolve("ring.4.dim")))
        .isInstanceOf(TraceException.class)
        .hasMessageEndingWith(
            "ring.4.dim: may be a trace in several formats: dimemas, greedy; choose one with"
                + " --format");
  }

  @Test
  void idOfAFormatIsUniqueAndAName() {
    TraceFormats formats = TraceFormats.installed();
    assertThatThrownBy(() -> formats.with(new Greedy("goal")))
        .hasMessage("a format \"goal\" already exists; choose another id");
    assertThatThrownBy(() -> formats.with(new Greedy("My Format")))
        .hasMessageContaining("but is \"My Format\"");
  }

  @Test
  void archiveOfSomethingElseIsNoTimeIndependentTrace() throws IOException {
    Path zeros = folder.resolve("other.tar");
    Files.write(zeros, new byte[1024]);
    assertThat(TraceFormats.installed().of(zeros)).isEmpty();
    assertThat(TraceFormats.installed().ofName(zeros).map(TraceFormatReader::id))
        .contains("simgrid-ti");
  }
}
