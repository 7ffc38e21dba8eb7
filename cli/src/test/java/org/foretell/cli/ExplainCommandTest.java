package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.foretell.Foretell;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ExplainCommandTest {
  @TempDir private Path folder;

  private static long sum(JsonNode entries) {
    long sumPs = 0;
    for (JsonNode entry : entries) {
      sumPs += entry.get("picoseconds").asLong();
    }
    return sumPs;
  }

  @Test
  void thePartsOfThePathAddUpToThePrediction() {
    SimCall call = SimCall.of("explain", "jaguar-xt5", SimCall.EXAMPLE, "--json", "-");
    assertThat(call.exitCode()).as(call.err()).isZero();
    JsonNode explained = JsonMapper.shared().readTree(call.out());
    JsonNode path = explained.get("criticalPath");
    long predictedPs = explained.get("run").get("predictedPicoseconds").asLong();
    assertThat(path.get("picoseconds").asLong()).isEqualTo(predictedPs).isPositive();
    for (String part : new String[] {"kinds", "callSites", "phases", "ranks"}) {
      assertThat(sum(path.get(part))).as(part).isEqualTo(predictedPs);
    }
    JsonNode lanes = path.get("lanes");
    assertThat(lanes.get(lanes.size() - 1).get("endPicoseconds").asLong()).isEqualTo(predictedPs);
    assertThat(lanes.size()).isBetween(100, 4096);
  }

  /** Watching does not change what is predicted, and the library says the same. */
  @Test
  void thePredictionIsThatOfRun() {
    SimCall run = SimCall.of("run", "arc", SimCall.EXAMPLE, "--json", "-");
    SimCall explain = SimCall.of("explain", "arc", SimCall.EXAMPLE, "--json", "-");
    assertThat(JsonMapper.shared().readTree(explain.out()).get("run"))
        .isEqualTo(JsonMapper.shared().readTree(run.out()));
    assertThat(
            Foretell.explanation().machine("arc").trace(Path.of(SimCall.EXAMPLE)).run().json()
                + System.lineSeparator())
        .isEqualTo(explain.out());
  }

  @Test
  void callSitesAndPhasesAreNamed() {
    SimCall call = SimCall.of("explain", "arc", Scratch.phases(folder));
    assertThat(call.exitCode()).as(call.err()).isZero();
    assertThat(call.out())
        .startsWith("Predicted time: ")
        .contains("Critical path: ")
        .contains("solver.c:12")
        .contains("solve");
  }

  @Test
  void aProgramThatCannotEndIsReportedLikeARun() {
    SimCall call = SimCall.of("explain", "arc", Scratch.deadlock(folder));
    assertThat(call.exitCode()).isEqualTo(4);
    assertThat(call.out()).startsWith("Deadlock").doesNotContain("Critical path");
    SimCall json = SimCall.of("explain", "arc", Scratch.deadlock(folder), "--json", "-");
    assertThat(JsonMapper.shared().readTree(json.out()).get("criticalPath").isNull()).isTrue();
  }
}
