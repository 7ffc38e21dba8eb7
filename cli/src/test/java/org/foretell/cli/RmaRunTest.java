package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.foretell.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A program with windows and files from the examples through the command. */
class RmaRunTest {
  private static final Path EXAMPLE = Path.of("..", "examples", "rma-halo.txt");
  private static final String COMMAND = "$ ./sim run summit examples/rma-halo.txt\n";

  @ParameterizedTest
  @ValueSource(strings = {"simple", "loggops", "flow", "bus-link"})
  void isPredictedByEveryModel(String model) {
    SimCall call = SimCall.of("run", "summit", EXAMPLE, "--model", model, "--json", "-");
    assertThat(call.exitCode()).as(call.err()).isZero();
    JsonNode result = JsonMapper.shared().readTree(call.out());
    assertThat(result.get("outcome").asString()).isEqualTo("completed");
    // Five times 44 ranks of the first node write 64 MiB each at 12.5 GB/s.
    assertThat(result.get("predictedSeconds").asDouble())
        .isBetween(5 * 44 * 67_108_864.0 / 12.5e9, 1.2);
  }

  @Test
  void thePageShowsWhatItGives() throws IOException {
    String page = Files.readString(Path.of("..", "examples", "README.md"));
    int begin = page.indexOf(COMMAND) + COMMAND.length();
    List<String> shown = page.substring(begin, page.indexOf("```", begin)).lines().toList();
    assertThat(shown).hasSizeGreaterThan(9);
    SimCall call = SimCall.asTyped("run", "summit", EXAMPLE);
    assertThat(call.exitCode()).as(call.err()).isZero();
    assertThat(call.out().lines()).containsSubsequence(shown);
  }

  @Test
  void isSound() {
    SimCall call = SimCall.of("check", EXAMPLE);
    assertThat(call.exitCode()).isZero();
    assertThat(call.out())
        .contains(
            "note: 320 x file_write_all: needs a machine with a file system",
            "one-sided: 12,800 messages with 104,857,600 bytes",
            "The trace is sound.");
  }

  @Test
  void aMachineWithoutAFileSystemIsRefusedUnlessFilesTakeNoTime() {
    SimCall refused = SimCall.of("run", "arc", EXAMPLE);
    assertThat(refused.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(refused.err())
        .contains("rank 0, op 2 (file_open object=1): ops on files need a file system");
    SimCall passed = SimCall.of("run", "arc", EXAMPLE, "--unsupported", "pass");
    assertThat(passed.exitCode()).isZero();
    assertThat(passed.out())
        .contains("64 ops of the kind file_open took no time since the machine has no file system")
        .contains("Together, 448 ops took no time.");
  }

  @Test
  void aBadTraceGivesOneClearMessage() throws IOException {
    Path bad = Files.createTempFile("unlock", ".txt");
    Files.writeString(
        bad,
        """
        foretell-trace 1
        ranks 2
        program 0-1 {
          win_create object=0
          win_unlock peer=0 object=0
        }
        """);
    SimCall call = SimCall.of("run", "summit", bad);
    assertThat(call.exitCode()).isEqualTo(ExitCode.PROGRAM_STUCK);
    assertThat(call.out() + call.err())
        .contains(
            "rank 0, op 1 (win_unlock peer=0 object=0) unlocks what the rank has not locked"
                + " (win_lock)");
    Files.delete(bad);
  }
}
