package org.foretell.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.foretell.study.description.Estimate;
import org.foretell.study.description.Offer;
import org.foretell.study.description.Polling;
import org.foretell.study.file.ResolvedStudy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Powers of offers from their machines, by hand. */
class MachinePowersTest {
  private static final String MACHINE =
      """
      {"formatVersion": 1, "name": "mine", "eagerThreshold": "1KiB",
       "nodeGroups": [{"name": "n", "nodes": 10, "coresPerNode": 4, "nics": 2,
         "intraNode": {"latency": "1us", "bandwidth": "1GB/s"},
         "power": {"node": {"value": "100W", "from": "90W", "to": "120W"}, "coreBusy": "10W",
                   "coreWaiting": "8W", "coreIdle": "2W", "interface": "5W"}}],
       "network": {"latency": "1us", "bandwidth": "1GB/s",
                   "power": {"switch": "50W", "switches": 4}}}
      """;

  @TempDir private Path folder;

  private Offer offer(String more) throws IOException {
    Files.writeString(folder.resolve("mine.json"), MACHINE);
    Path file =
        Files.writeString(
            folder.resolve("study.json"),
            """
            {"formatVersion": 1, "name": "one", "currency": "EUR",
             "site": {"lifeYears": 5, "electricity": 0.2, "pue": 1.2, "utilisation": 0.9,
                      "availability": 0.95},
             "programs": [{"name": "ring", "trace": "ring.goal"}],
             "offers": [{"name": "a", "machine": "mine.json", "nodes": 20,
                         "price": "1000 EUR"%s}]}
            """
                .formatted(more));
    return new MachinePowers(new OfferMachines(folder))
        .of(Study.read(file).description())
        .offers()
        .get(0);
  }

  @Test
  void anOfferWithoutPowerHasThatOfItsMachine() throws IOException {
    Offer offer = offer("");
    assertThat(offer.idleWatts().value()).isEqualTo(118);
    assertThat(offer.idleWatts().from()).isEqualTo(108);
    assertThat(offer.idleWatts().to()).isEqualTo(138);
    assertThat(offer.idleWatts().source()).contains("power of mine.json");
    assertThat(offer.busyWatts().value()).isEqualTo(150);
    // Twice as many nodes as the machine has, so twice as many switches.
    assertThat(offer.networkWatts()).isEqualTo(Estimate.exactly(400));
    assertThat(offer.polling()).isEqualTo(new Polling(4, 0.75));
  }

  @Test
  void changesOfPowersCount() throws IOException {
    assertThat(
            offer(", \"changes\": {\"nodeGroups.n.power.coreIdle\": \"1W\"}").idleWatts().value())
        .isEqualTo(114);
  }

  @Test
  void changesOfNodesCount() throws IOException {
    assertThat(offer(", \"changes\": {\"network.nics\": \"3\"}").idleWatts().value())
        .isEqualTo(123);
    assertThat(offer(", \"changes\": {\"nodeGroups.n.nics\": \"4\"}").idleWatts().value())
        .isEqualTo(128);
  }

  @Test
  void whatTheStudyStatesCountsMore() throws IOException {
    Offer offer = offer(", \"power\": {\"idle\": \"1W\", \"busy\": \"2W\"}");
    assertThat(offer.busyWatts()).isEqualTo(Estimate.exactly(2));
    assertThat(offer.networkWatts()).isEqualTo(Estimate.exactly(0));
    assertThat(offer.polling()).isEqualTo(Polling.NONE);
  }

  @Test
  void noPowerAtAllCanBeStated() throws IOException {
    Offer offer = offer(", \"power\": {\"idle\": \"0W\"}");
    assertThat(offer.idleWatts()).isEqualTo(Estimate.exactly(0));
    assertThat(offer.busyWatts()).isEqualTo(Estimate.exactly(0));
    String resolved = ResolvedStudy.text(Study.read(folder.resolve("study.json")).description());
    assertThat(resolved).contains("\"power\"");
    offer("");
    assertThat(ResolvedStudy.text(Study.read(folder.resolve("study.json")).description()))
        .doesNotContain("\"power\"");
  }

  @Test
  void coresThatWaitCountInPart() {
    Polling polling = new Polling(4, 0.75);
    assertThat(polling.busyShare(0.2, 2)).isCloseTo(0.2 + 0.75 * 0.3, within(1e-12));
    assertThat(polling.busyShare(0.2, 8)).isCloseTo(0.2 + 0.75 * 0.8, within(1e-12));
    assertThat(polling.busyShare(0.6, 2)).isEqualTo(0.6);
    assertThat(Polling.NONE.busyShare(0.2, 2)).isEqualTo(0.2);
  }
}
