package org.foretell.models;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.foretell.model.ModelProvider;
import org.foretell.models.buslink.BusLinkModelProvider;
import org.foretell.models.flow.FlowModelProvider;
import org.foretell.models.loggops.LogGopsModelProvider;
import org.foretell.models.simple.SimpleModelProvider;
import org.foretell.result.Deadlock;
import org.foretell.result.Prediction;
import org.foretell.result.Problem;
import org.foretell.time.TimeOverflowException;
import org.foretell.trace.TraceException;
import org.foretell.trace.store.MemoryTrace;
import org.foretell.trace.text.TraceTextReader;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Small OpenSHMEM programs, each with what OpenSHMEM says of it. A program's first lines say what
 * is expected: {@code # simple: 3000 2000} when the ranks finish, in nanoseconds, {@code # problem:
 * KIND} and {@code # text: ..} what is reported, {@code # deadlock: ..} what the first blocked rank
 * waits for, {@code # refused: ..} why it is no trace or takes too long. All models have a latency
 * of 1 us and a bandwidth of 1 GB/s, loggops o=200ns, g=300ns and G=1ns/B, every rank has a node of
 * its own.
 */
final class ShmemProgramsTest {
  private static final Path PROGRAMS = Path.of("src/test/resources/shmem-programs");

  private static final Map<String, ModelProvider> PROVIDERS =
      Map.of(
          "simple", new SimpleModelProvider(),
          "loggops", new LogGopsModelProvider(),
          "flow", new FlowModelProvider(),
          "bus-link", new BusLinkModelProvider());

  private static final Map<String, Map<String, String>> PARAMETERS =
      Map.of(
          "simple", Map.of("latency", "1us", "bandwidth", "1GB/s", "eagerThreshold", "64KiB"),
          "loggops",
              Map.of(
                  "L", "1us", "o", "200ns", "g", "300ns", "G", "1ns/B", "S", "64KiB", "O", "0ns/B"),
          "flow", Map.of("latency", "1us", "bandwidth", "1GB/s", "eagerThreshold", "64KiB"),
          "bus-link", Map.of("interNodeLatency", "1us", "interNodeBandwidth", "1GB/s"));

  static Stream<String> programs() throws IOException {
    try (Stream<Path> files = Files.walk(PROGRAMS)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> PROGRAMS.relativize(file).toString())
          .sorted()
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("programs")
  void comesOutAsSpecified(String name) throws IOException {
    String text = Files.readString(PROGRAMS.resolve(name), StandardCharsets.UTF_8);
    Map<String, String> expected = expectations(text);
    Map<String, String> actual = new LinkedHashMap<>();
    try (MemoryTrace.Builder builder = MemoryTrace.builder()) {
      TraceTextReader.read(new StringReader(text), "program", builder);
      for (String model : List.of("simple", "loggops", "flow", "bus-link")) {
        describe(
            Replayed.anyhow(PROVIDERS.get(model), PARAMETERS.get(model), builder.build()),
            model,
            actual);
      }
    } catch (TraceException | TimeOverflowException refused) {
      actual.put("refused", String.valueOf(refused.getMessage()));
    }
    assertThat(actual).as(name).isEqualTo(expected);
  }

  private static Map<String, String> expectations(String text) {
    Map<String, String> expected = new LinkedHashMap<>();
    text.lines()
        .filter(
            line ->
                line.matches("# (simple|loggops|flow|bus-link|problem|text|deadlock|refused): .*"))
        .map(line -> line.substring(2).split(": ", 2))
        .forEach(each -> expected.put(each[0], each[1]));
    return expected;
  }

  /** What came out: the same words as in the programs. Problems are the same under every model. */
  private static void describe(Prediction prediction, String model, Map<String, String> actual) {
    for (Problem problem : prediction.problems()) {
      actual.merge("problem", problem.kind().name(), ShmemProgramsTest::same);
      actual.merge("text", problem.message(), ShmemProgramsTest::same);
    }
    if (prediction.outcome() == Prediction.Outcome.COMPLETED) {
      actual.put(
          model,
          Arrays.stream(prediction.finishPs())
              .mapToObj(ShmemProgramsTest::nanoseconds)
              .collect(Collectors.joining(" ")));
    }
    if (prediction.outcome() == Prediction.Outcome.DEADLOCKED) {
      Deadlock.Blocked first = prediction.deadlock().orElseThrow().blocked().get(0);
      actual.merge("deadlock", first.reason(), ShmemProgramsTest::same);
    }
  }

  private static String same(String first, String second) {
    return first.equals(second) ? first : first + " / " + second;
  }

  private static String nanoseconds(long ps) {
    return BigDecimal.valueOf(ps, 3).stripTrailingZeros().toPlainString();
  }
}
