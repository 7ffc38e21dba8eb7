package org.foretell.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.foretell.study.decision.FlipPoint;
import org.foretell.study.description.RankBy;
import org.foretell.study.evaluation.FigureNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** The flip points of the answer are those of the sliders. */
class StudyFlipsTest extends InBrowser {
  private static final double STEP = 0.01;

  /** Figures whose slider has another name. */
  private static final Map<String, String> SLIDERS =
      Map.of(FigureNames.ELECTRICITY, "electricity", FigureNames.LIFE, "life");

  @TempDir private Path results;

  private static String firstWith(WebElement field, double value) {
    browser()
        .executeScript(
            "arguments[0].value = String(arguments[1]);"
                + " arguments[0].dispatchEvent(new Event('change'));",
            field,
            value);
    waitForTheNextFrame();
    return String.valueOf(
        browser().executeScript("return document.querySelector('#live tbody tr').dataset.offer;"));
  }

  @Test
  void firstPlaceChangesWhereTheTableSays() throws IOException {
    Studied studied = Studied.ofThree(RankBy.COST_PER_DEMAND, results);
    open(studied.page());
    String first = studied.result().answer().places().get(0).offer();
    int tried = 0;
    for (FlipPoint flip : studied.result().answer().flips()) {
      assertThat(flip.first()).isEqualTo(first);
      String id = SLIDERS.getOrDefault(flip.figure(), flip.figure());
      List<WebElement> fields =
          browser().findElements(By.cssSelector("[data-control='" + id + "'] input[type=number]"));
      if (fields.isEmpty()) {
        continue;
      }
      WebElement field = fields.get(0);
      double most = Double.parseDouble(String.valueOf(field.getAttribute("max")));
      boolean isLife = flip.figure().equals(FigureNames.LIFE);
      double sign = flip.change() > 0 ? 1 : -1;
      double before = isLife ? flip.at() - sign : flip.at() * (1 - sign * STEP);
      double after = isLife ? flip.at() : flip.at() * (1 + sign * STEP);
      if (after > most) {
        continue;
      }
      tried++;
      assertThat(firstWith(field, before)).as("%s = %s", id, before).isEqualTo(first);
      assertThat(firstWith(field, after)).as("%s = %s", id, after).isEqualTo(flip.then());
      browser()
          .executeScript(
              "arguments[0].closest('.control').querySelector('button').click();", field);
      waitForTheNextFrame();
    }
    assertThat(tried).as("flip points with a slider").isGreaterThan(5);
    assertNoComplaint();
  }
}
