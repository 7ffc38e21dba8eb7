package org.foretell.parsers.goal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.foretell.trace.GraphSourceContract;
import org.foretell.trace.store.MemoryTrace;
import org.foretell.trace.store.TraceStoreReader;
import org.foretell.trace.store.TraceStoreWriter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** LogGOPSim's cases keep their graphs from any form to any other. */
class GoalCasesTest {
  @TempDir Path folder;

  @ParameterizedTest
  @MethodSource("cases")
  void eachCaseIsTheSameInEveryForm(Path goal) throws IOException {
    MemoryTrace.Builder builder = MemoryTrace.builder();
    assertThat(GoalTextReader.recognises(goal)).isTrue();
    GoalTextReader.read(goal, GoalOptions.DEFAULT, builder);
    MemoryTrace read = builder.build();
    assertThat(read.operations()).hasValue(operations(goal));

    Path stored = folder.resolve("case.bin");
    try (TraceStoreWriter writer = TraceStoreWriter.create(stored)) {
      read.describe(writer);
    }
    try (TraceStoreReader reader = TraceStoreReader.open(stored)) {
      StringWriter text = new StringWriter();
      GoalTextWriter.write(reader, text, GoalOptions.DEFAULT);
      assertThat(text.toString().lines().filter(line -> !line.isBlank()).sorted().toList())
          .isEqualTo(statements(goal));
      MemoryTrace.Builder again = MemoryTrace.builder();
      GoalTextReader.read(text.toString(), GoalOptions.DEFAULT, again);
      GraphSourceContract.assertSameGraphs(again.build(), read);
    }

    Path binary = folder.resolve("case.goalbin");
    GoalBinaryWriter.write(read, binary, GoalOptions.DEFAULT);
    assertThat(GoalBinaryReader.recognises(binary)).isTrue();
    MemoryTrace.Builder fromBinary = MemoryTrace.builder();
    GoalBinaryReader.read(binary, GoalOptions.DEFAULT, fromBinary);
    GraphSourceContract.assertSameGraphs(fromBinary.build(), read);
  }

  static List<Path> cases() throws IOException, URISyntaxException {
    Path folder = Path.of(Objects.requireNonNull(GoalCasesTest.class.getResource("cases")).toURI());
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> cases = files.filter(file -> file.toString().endsWith(".goal")).sorted().toList();
      assertThat(cases).hasSize(38);
      return cases;
    }
  }

  private static long operations(Path goal) throws IOException {
    return Files.readString(goal).lines().filter(line -> line.contains(": ")).count();
  }

  /** The sorted lines of a case, with what is 0 left out as the writer does. */
  private static List<String> statements(Path goal) throws IOException {
    return Files.readString(goal)
        .lines()
        .map(line -> line.replaceAll(" (tag|cpu|nic) 0\\b", ""))
        .filter(line -> !line.isBlank())
        .sorted()
        .toList();
  }
}
