package org.foretell.study.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.foretell.runner.Runner;
import org.foretell.study.Study;
import org.foretell.study.StudyResult;
import org.foretell.study.decision.OtherWorld;
import org.foretell.study.evaluation.Evaluation;
import org.foretell.study.evaluation.Figures;
import org.foretell.study.evaluation.OfferValues;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Variables, lists of values and what-ifs of powers in a machine file change the energy. */
class MovedPowersTest {
  private static final String MACHINE =
      """
      {"formatVersion": 1, "name": "mine", "title": "Mine", "eagerThreshold": "8KiB",
       "nodeGroups": [{"name": "n", "nodes": 10, "coresPerNode": 4, "nics": 2,
         "intraNode": {"latency": "1us", "bandwidth": "1GB/s"},
         "power": {"node": "100W", "coreBusy": "10W", "coreWaiting": "2W", "coreIdle": "2W",
                   "interface": "5W"}}],
       "network": {"latency": "1us", "bandwidth": "1GB/s",
                   "power": {"switch": "50W", "switches": 4}}}
      """;

  private static final String VARIABLES =
      """
      , "whatIfs": [{"name": "frugal nodes", "changes": {"nodeGroups.n.power.node": "60W"}}],
      "variables": [
        {"name": "cores", "figures": "nodeGroups.n.power.coreBusy",
         "factor": {"value": 1, "from": 0.5, "to": 2}},
        {"name": "node", "figures": "nodeGroups.n.power.node",
         "value": {"value": "110W", "from": "90W", "to": "120W"}},
        {"name": "switches", "figures": "network.power.switch", "values": ["50W", "100W"]}]
      """;

  @TempDir private Path folder;

  /** Both ranks compute all the time, one on each node of 4 cores: a quarter is busy. */
  private StudyResult result(String more, String power) throws IOException {
    Files.writeString(folder.resolve("mine.json"), MACHINE);
    Files.writeString(
        folder.resolve("busy.txt"),
        """
        foretell-trace 1
        ranks 2
        program 0-1 {
          compute duration=1s
        }
        """);
    Path file =
        Files.writeString(
            folder.resolve("study.json"),
            """
            {"formatVersion": 1, "name": "one", "currency": "EUR",
             "site": {"lifeYears": 5, "electricity": 0.2, "pue": 1, "utilisation": 1,
                      "availability": 1},
             "programs": [{"name": "busy", "trace": "busy.txt", "ranksPerNode": 1}],
             "offers": [{"name": "a", "machine": "mine.json", "nodes": 20, "price": 1000%s}]%s}
            """
                .formatted(power, more));
    return Study.read(file)
        .run(
            folder.resolve("results"),
            CampaignSettings.whole(Runner.builder().threads(1), CampaignProgress.NONE));
  }

  private static double watts(StudyResult result, Map<String, Double> moved) {
    OfferValues values =
        new Evaluation(result.answer().study(), result.campaign().times())
            .of(result.answer().study().offers().get(0), new Figures("max-rate", moved))
            .orElseThrow();
    return 1000 * values.averageKilowatts();
  }

  /** Of 20 nodes with cores of which a quarter computes, and 8 switches. */
  private static double expected(double node, double core, double each) {
    return 20 * (node + 10 + 4 * (2 + 0.25 * (core - 2))) + 8 * each;
  }

  @Test
  void powersMoveTheEnergy() throws IOException {
    StudyResult result = result(VARIABLES, "");
    assertThat(result.campaign().failures()).isEmpty();
    assertThat(watts(result, Map.of())).isCloseTo(expected(110, 10, 50), within(1e-6));
    assertThat(watts(result, Map.of("variables.cores", 2.0)))
        .isCloseTo(expected(110, 20, 50), within(1e-6));
    assertThat(watts(result, Map.of("variables.node", 95.0)))
        .isCloseTo(expected(95, 10, 50), within(1e-6));
    assertThat(watts(result, Map.of("variables.switches", 1.0, "variables.cores", 0.5)))
        .isCloseTo(expected(110, 5, 100), within(1e-6));
    OtherWorld world =
        result.answer().otherWorlds().stream()
            .filter(one -> one.name().equals("frugal nodes"))
            .findFirst()
            .orElseThrow();
    assertThat(1000 * world.offers().get(0).averageKilowatts())
        .isCloseTo(expected(60, 10, 50), within(1e-6));
    assertThat(result.answer().worths()).hasSize(3);
  }

  @Test
  void whatTheStudyStatesDoesNotMove() throws IOException {
    StudyResult result = result(VARIABLES, ", \"power\": {\"idle\": \"7W\"}");
    assertThat(watts(result, Map.of())).isCloseTo(140, within(1e-6));
    assertThat(watts(result, Map.of("variables.node", 95.0))).isCloseTo(140, within(1e-6));
  }
}
