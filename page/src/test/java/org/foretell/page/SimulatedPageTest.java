package org.foretell.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.foretell.study.Study;
import org.foretell.study.description.RankBy;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;

/** The page of a study with a mix and a workflow, in a browser. */
class SimulatedPageTest extends InBrowser {
  /** The page evaluates mixes and workflows as the study does, and says how they fill nodes. */
  @Test
  void mixesAndWorkflowsAreEvaluatedAnew() throws IOException {
    Studied studied = Studied.centre(folder);
    open(studied.page());
    assertThat(browser().findElement(By.id("programs")).getText())
        .contains(
            "This is a queue of jobs on all nodes of an offer",
            "all nodes of the offer",
            "Jobs a day, if it does nothing else",
            "Slow-down by other jobs",
            "8 workers per node",
            "Nodes needed");
    for (RankBy metric :
        List.of(
            RankBy.COST_PER_DEMAND,
            RankBy.RUNS_PER_DAY,
            RankBy.NODES_NEEDED,
            RankBy.SLOW_DOWN_BY_NEIGHBOURS)) {
      StudyPageTest.choose("by", metric.label());
      waitForTheNextFrame();
      StudyPageTest.assertShows(
          StudyAnew.of(studied.result(), Map.of(), 5, Optional.empty(), metric), metric.label());
    }
    assertNoComplaint();
  }

  /** Powers of a machine that a variable and another world change move the page as the study. */
  @Test
  void powersOfMachinesAreEvaluatedAnew() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("powers.json"),
            """
            {"formatVersion": 1, "name": "powers", "currency": "EUR",
             "site": {"electricity": 0.2, "pue": 1.2, "utilisation": 0.8, "availability": 0.9},
             "programs": [{"name": "halo", "trace": "%s", "ranksPerNode": 4}],
             "offers": [{"name": "a", "machine": "hopper", "nodes": 40, "price": 1000},
                        {"name": "b", "machine": "jaguar-xt5", "nodes": 40, "price": 2000}],
             "whatIfs": [{"name": "frugal", "changes": {"nodeGroups.compute.power.node": "x0.5"}}],
             "variables": [{"name": "cores", "figures": "nodeGroups.compute.power.coreBusy",
                            "factor": {"value": 1, "from": 0.95, "to": 3}}]}
            """
                .formatted(Path.of("../examples/halo.64.txt").toAbsolutePath()));
    Studied studied = Studied.of(Study.read(file), folder.resolve("powers"));
    open(studied.page());
    StudyPageTest.choose("by", RankBy.ENERGY_PER_DEMAND.label());
    for (String world : List.of("0", "1")) {
      StudyPageTest.choose("world", world);
      waitForTheNextFrame();
      StudyPageTest.assertShows(
          StudyAnew.of(
              studied.result(),
              Map.of(),
              5,
              world.equals("0") ? Optional.empty() : Optional.of("frugal"),
              RankBy.ENERGY_PER_DEMAND),
          "world " + world);
    }
    assertNoComplaint();
  }
}
