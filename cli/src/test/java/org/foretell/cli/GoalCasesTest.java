package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** {@code sim run - case.goal} gives LogGOPSim's answer for each rank of each of its cases. */
class GoalCasesTest {
  private static final Path CASES =
      Path.of("../parsers/src/test/resources/org/foretell/parsers/goal/cases");

  static List<Path> cases() throws IOException {
    try (Stream<Path> files = Files.list(CASES)) {
      return files.filter(file -> file.toString().endsWith(".goal")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void ranksFinishAtTheTimesOfLogGopSim(Path goal) throws IOException {
    List<Object> call = new ArrayList<>(List.of("run", "-", goal, "--model", "loggops"));
    List<Long> expectedPs = new ArrayList<>();
    boolean deadlock = false;
    for (String line : Files.readAllLines(Path.of(goal.toString().replace(".goal", ".expect")))) {
      if (line.matches("[LogGOS]=\\d+")) {
        call.addAll(List.of("-P", line + unit(line.charAt(0))));
      } else if (line.startsWith("rank ")) {
        expectedPs.add(Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)) * 1000);
      }
      deadlock |= line.equals("deadlock=1");
    }
    call.addAll(List.of("--json", "-"));
    SimCall result = SimCall.of(call.toArray());
    JsonNode document = new ObjectMapper().readTree(result.out());
    if (deadlock) {
      assertThat(result.exitCode()).isNotZero();
      assertThat(document.toString()).contains("waits for a message");
      return;
    }
    assertThat(result.exitCode()).as(result.err()).isZero();
    List<Long> finishPs = new ArrayList<>();
    for (JsonNode rank : document.get("ranks")) {
      finishPs.add(rank.get("finishPicoseconds").asLong());
    }
    assertThat(finishPs).isEqualTo(expectedPs);
  }

  private static String unit(char parameter) {
    return switch (parameter) {
      case 'S' -> "B";
      case 'G', 'O' -> "ns/B";
      default -> "ns";
    };
  }
}
