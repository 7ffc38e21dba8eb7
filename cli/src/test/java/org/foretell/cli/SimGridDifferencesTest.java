package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The smallest cases in which predictions once differed from those of SimGrid 3.32, with its
 * answers. SimGrid takes flows for ended a little before they are.
 */
class SimGridDifferencesTest {
  private static final Path CASES = Path.of("src", "test", "resources", "simgrid", "differences");
  private static final double SECONDS = 2e-9;

  @TempDir private Path folder;

  static List<Path> cases() throws IOException {
    try (Stream<Path> folders = Files.list(CASES)) {
      return folders.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void ranksEndAtTheTimesOfSimGrid(Path one) throws IOException {
    Path traces = Files.createDirectory(folder.resolve("traces"));
    try (Stream<Path> ranks = Files.list(one)) {
      for (Path rank : ranks.filter(file -> file.toString().contains("rank-")).toList()) {
        Files.copy(rank, traces.resolve(rank.getFileName()));
      }
    }
    Path result = folder.resolve("result.json");
    SimCall call =
        SimCall.of(
            Stream.concat(
                    Stream.of("run", one.resolve("platform.xml"), traces, "--json", result),
                    words(one, "arguments").stream())
                .toArray());
    assertThat(call.exitCode()).as(call.err()).isZero();
    JsonNode ranks = JsonMapper.shared().readTree(result.toFile()).get("ranks");
    List<String> ends = words(one, "ends");
    assertThat(ranks).hasSameSizeAs(ends);
    for (int rank = 0; rank < ends.size(); rank++) {
      assertThat(ranks.get(rank).get("finishPicoseconds").asLong() / 1e12)
          .as("end of rank %d", rank)
          .isCloseTo(Double.parseDouble(ends.get(rank)), within(SECONDS));
    }
  }

  private static List<String> words(Path one, String first) throws IOException {
    for (String line : Files.readAllLines(one.resolve("expected.txt"))) {
      List<String> words = Arrays.asList(line.split(" "));
      if (words.get(0).equals(first)) {
        return words.subList(1, words.size());
      }
    }
    throw new AssertionError(one + " has no line " + first);
  }
}
