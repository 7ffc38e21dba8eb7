package org.foretell.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
}
