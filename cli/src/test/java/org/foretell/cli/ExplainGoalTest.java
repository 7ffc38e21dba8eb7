package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code sim explain} of task graphs. */
class ExplainGoalTest {
  @TempDir Path folder;

  @Test
  void thePartsOfThePathOfAScheduleAddUpToThePrediction() throws Exception {
    Path page = folder.resolve("ring.html");
    SimCall call =
        SimCall.of("explain", "arc", "../examples/ring.4.goal", "--html", page, "--json", "-");
    assertThat(call.exitCode()).as(call.err()).isZero();
    JsonNode explained = JsonMapper.shared().readTree(call.out());
    long predictedPs = explained.get("run").get("predictedPicoseconds").asLong();
    for (String part : new String[] {"kinds", "callSites", "phases", "ranks"}) {
      long sumPs = 0;
      for (JsonNode entry : explained.get("criticalPath").get(part)) {
        sumPs += entry.get("picoseconds").asLong();
      }
      assertThat(sumPs).as(part).isEqualTo(predictedPs).isPositive();
    }
    assertThat(Files.readString(page)).contains("Critical path");
  }
}
