package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An OpenSHMEM program from the examples through the command. */
class ShmemRunTest {
  private static final Path EXAMPLE = Path.of("..", "examples", "shmem-halo.txt");

  @TempDir Path folder;

  private static SimCall run(String model, Object... more) {
    Object[] args = new Object[5 + more.length];
    System.arraycopy(new Object[] {"run", "jaguar-xt5", EXAMPLE, "--model", model}, 0, args, 0, 5);
    System.arraycopy(more, 0, args, 5, more.length);
    return SimCall.of(args);
  }

  @ParameterizedTest
  @ValueSource(strings = {"simple", "loggops", "flow", "bus-link"})
  void isPredictedByEveryModel(String model) {
    SimCall call = run(model, "--json", "-");
    assertThat(call.exitCode()).as(call.err()).isZero();
    JsonNode result = JsonMapper.shared().readTree(call.out());
    assertThat(result.get("outcome").asString()).isEqualTo("completed");
    // 100 iterations of at least 48 us.
    assertThat(result.get("predictedSeconds").asDouble()).isBetween(0.0048, 0.1);
    long received = 0;
    for (JsonNode rank : result.get("ranks")) {
      received += rank.get("receivedOnNode").get("bytes").asLong();
      received += rank.get("receivedOffNode").get("bytes").asLong();
    }
    assertThat(received).isEqualTo(64L * 100 * 2 * (8192 + 8));
  }

  @Test
  void collectivesMayBeExecutedInSteps() {
    SimCall formula = run("bus-link", "--collectives", "formula");
    SimCall steps = run("bus-link", "--collectives", "mpich4");
    assertThat(steps.exitCode()).as(steps.err()).isZero();
    assertThat(steps.out().lines().findFirst()).isNotEqualTo(formula.out().lines().findFirst());
  }

  @Test
  void saysHowWaitsWereMatchedAndWhatSteered() throws IOException {
    Path trace = folder.resolve("waits.txt");
    Files.writeString(
        trace,
        """
        foretell-trace 1
        ranks 2
        program 0 {
          shmem_atomic_fetch peer=1 bytes=8 tag=1
          shmem_atomic_fetch peer=1 bytes=8 tag=2
          shmem_finalize
        }
        program 1 {
          shmem_wait_until tag=1
          shmem_wait_until tag=1 count=0
          shmem_wait_until tag=2 matched_peer=0
          shmem_finalize
        }
        """);
    SimCall text = SimCall.of("run", "jaguar-xt5", trace);
    assertThat(text.out())
        .contains("1 matched by counting updates, 1 by the rank recorded, 1 needed no update");
    JsonNode result =
        JsonMapper.shared().readTree(SimCall.of("run", "jaguar-xt5", trace, "--json", "-").out());
    JsonNode waits = result.get("updateWaits");
    assertThat(waits.get("byAnyRank").asLong()).isEqualTo(1);
    assertThat(waits.get("byRecordedRank").asLong()).isEqualTo(1);
    assertThat(waits.get("withoutUpdate").asLong()).isEqualTo(1);
    assertThat(result.get("warnings").toString()).contains("2 fetching atomics");
  }

  @Test
  void isSound() {
    SimCall call = SimCall.of("check", EXAMPLE);
    assertThat(call.exitCode()).isZero();
    assertThat(call.out())
        .contains("one-sided: 25,600 messages with 104,960,000 bytes", "The trace is sound.");
  }
}
