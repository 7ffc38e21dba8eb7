package org.foretell.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.foretell.study.campaign.CaseTimes;
import org.foretell.study.campaign.Replay;
import org.foretell.study.decision.FlipPoint;
import org.foretell.study.decision.Place;
import org.foretell.study.decision.StudyAnswer;
import org.foretell.study.decision.Worth;
import org.foretell.study.description.RankBy;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.evaluation.OfferValues;
import org.foretell.study.report.MetricText;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** What a buyer who knows nothing else learns from the page of a study. */
class StudyAnswersTest extends InBrowser {
  private static List<String> texts(String selector) {
    return browser().findElements(By.cssSelector(selector)).stream()
        .map(WebElement::getText)
        .toList();
  }

  private static String answer(int question) {
    return browser().findElements(By.cssSelector("#questions dd")).get(question).getText();
  }

  @Test
  void eightQuestionsAreAnsweredAtTheTop() throws IOException {
    Studied studied = Studied.ofThree(RankBy.COST_PER_DEMAND, folder);
    open(studied.page());
    StudyAnswer answer = studied.result().answer();
    assertThat(texts("#questions dt"))
        .containsExactly(
            "Which offer gives the best mix of programs per EUR?",
            "How many nodes does the demand need?",
            "What if the machines were different, such as a network twice as fast?",
            "How many ranks per node?",
            "How sure is that?",
            "At which price does another offer come first?",
            "What should we find out before we choose?",
            "What would flip the decision?");
    List<String> chances = new ArrayList<>();
    for (Place place : answer.places()) {
      OfferValues values = place.values();
      assertThat(answer(0)).contains(MetricText.number(place.costPerDemand().mean()) + " EUR on ");
      assertThat(answer(1))
          .contains(
              place.offer() + " needs " + (long) Math.ceil(values.nodesForDemand()) + " of its ",
              "enough in " + StudyTables.percent(place.servesDemand().share()));
      assertThat(answer(2))
          .contains(
              place.offer()
                  + ": "
                  + MetricText.number(
                      answer.otherWorlds().get(0).metricMean(place.offer()).orElseThrow())
                  + " EUR per day of demand (");
      chances.add(place.offer() + " " + StudyTables.firsts(answer).get(chances.size()));
    }
    assertThat(answer(3))
        .contains("ring: ", values(answer).programs().get(0).ranksPerNode() + " on ");
    assertThat(answer(4)).contains(chances);
    FlipPoint price =
        answer.flips().stream()
            .filter(flip -> flip.figure().endsWith(".price"))
            .findFirst()
            .orElseThrow();
    assertThat(answer(5)).contains(price.then() + " comes first if the price of ");
    assertThat(answer(5)).contains(" to " + MetricText.number(price.at()) + " EUR (");
    Worth worth = answer.worths().get(0);
    assertThat(worth.money()).isPositive();
    assertThat(answer(6)).contains("worth up to " + MetricText.number(worth.money()) + " EUR");
    Optional<FlipPoint> likely =
        answer.flips().stream().filter(FlipPoint::isWithinBounds).findFirst();
    assertThat(answer(7)).contains(MetricText.number(likely.orElseThrow().at()));
    assertNoComplaint();
  }

  private static OfferValues values(StudyAnswer answer) {
    return answer.places().get(0).values();
  }

  @Test
  void everyLinkLeadsSomewhereAndFoldedRowsOpen() throws IOException {
    Studied studied = Studied.ofThree(RankBy.SSP, folder);
    open(studied.page());
    List<WebElement> links = browser().findElements(By.cssSelector("a[href^='#']"));
    assertThat(links).hasSizeGreaterThan(20);
    for (WebElement link : links) {
      String target = String.valueOf(link.getDomAttribute("href")).substring(1);
      assertThat(browser().findElements(By.id(target))).as(target).hasSize(1);
    }
    List<String> whole = studied.result().campaign().replays().stream().map(Replay::key).toList();
    List<WebElement> keys = browser().findElements(By.cssSelector(".keys a[href^='#replay']"));
    assertThat(keys).hasSize(3 * 2);
    for (WebElement key : keys) {
      browser().executeScript("arguments[0].scrollIntoView({block: 'center'});", key);
      key.click();
      WebElement row = browser().findElement(By.id("replay-" + key.getText()));
      assertThat(row.isDisplayed()).isTrue();
      assertThat(whole).contains(row.findElement(By.tagName("code")).getText());
    }
    assertThat(answer(0)).contains("The ranking goes by another criterion: SSP");
    assertThat(texts("#doubts li")).anyMatch(doubt -> doubt.contains("maintenance of first"));
    assertNoComplaint();
  }

  @Test
  void programAtSeveralNumbersOfRanksHasATableByNodes() throws IOException {
    StudyDescription study = Studied.sizes();
    Studied studied = Studied.of(study, folder);
    open(studied.page());
    List<WebElement> tables = browser().findElements(By.cssSelector("table.family"));
    assertThat(tables).hasSize(1);
    assertThat(texts("#programs h3")).startsWith("multigrid, by number of nodes");
    assertThat(texts("table.family thead th"))
        .containsExactly("Offer", "2 nodes", "4 nodes", "8 nodes");
    List<String> first = texts("table.family tbody tr:first-child td");
    List<CaseTimes> cases =
        studied.result().campaign().cases().stream()
            .filter(one -> one.offer().equals("first") && one.program().startsWith("multigrid"))
            .filter(one -> one.whatIf().isEmpty() && one.model().equals(study.models().get(0)))
            .toList();
    assertThat(cases).hasSize(2);
    for (CaseTimes one : cases) {
      int column = Long.numberOfTrailingZeros(one.nodes()) - 1;
      assertThat(first.get(column))
          .contains(
              one.program().substring("multigrid-".length())
                  + " ranks, "
                  + one.ranksPerNode()
                  + " per node",
              one.key().substring(0, 8));
    }
    // A node has 12 cores, so nothing was replayed with 16 ranks on each.
    assertThat(first.get(1)).isEqualTo("-");
    assertThat(texts("table.family tbody tr:last-child td").get(1))
        .contains("64 ranks, 16 per node");
    assertNoComplaint();
  }
}
