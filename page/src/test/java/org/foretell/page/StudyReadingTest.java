package org.foretell.page;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.foretell.study.decision.Doubt;
import org.foretell.study.decision.Place;
import org.foretell.study.decision.StudyAnswer;
import org.foretell.study.description.RankBy;
import org.foretell.study.evaluation.FigureNames;
import org.foretell.study.file.StudyFile;
import org.foretell.study.report.ChargedNodes;
import org.foretell.study.report.MetricText;
import org.foretell.study.report.RankChoices;
import org.foretell.study.report.WhatIfEffects;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.print.PrintOptions;

/** Whether somebody who has only the page of a study finds the way, on a screen and on paper. */
class StudyReadingTest extends InBrowser {
  private static final Path TENDER = Path.of("../examples/tender/tender.json");
  private static final Pattern PAPER = Pattern.compile("/Type\\s*/Page\\b");
  private static final int MOST_PAGES = 8;

  private Studied three() throws IOException {
    Studied studied = Studied.ofThree(RankBy.COST_PER_DEMAND, folder);
    open(studied.page());
    return studied;
  }

  private static String text(String selector) {
    return browser().findElement(By.cssSelector(selector)).getText();
  }

  private static List<WebElement> all(String selector) {
    return browser().findElements(By.cssSelector(selector));
  }

  private static List<String> texts(String selector) {
    return all(selector).stream().map(WebElement::getText).toList();
  }

  private static String answer(int question) {
    return all("#questions dd").get(question).getText();
  }

  private static String printed(double share) {
    return StudyTables.change(share);
  }

  @Test
  void answersNameWhatTheNextBestWayAndAWhatIfCost() throws IOException {
    Studied studied = three();
    StudyAnswer answer = studied.result().answer();
    WhatIfEffects world = WhatIfEffects.of(answer).get(0);
    for (Place place : answer.places()) {
      ChargedNodes charged = ChargedNodes.of(answer.study(), place);
      assertThat(answer(0))
          .contains(charged.nodes() + " on " + place.offer())
          .contains(
              MetricText.number(charged.wholeCostPerDay()) + " EUR a day for " + place.offer());
      WhatIfEffects.Effect effect = world.on(place.offer()).orElseThrow();
      assertThat(answer(2))
          .contains(
              place.offer() + ": " + MetricText.number(effect.value()) + " EUR per day of demand",
              "(" + printed(effect.change()) + "), run times " + printed(effect.leastTimeChange()));
      RankChoices ring = RankChoices.of(answer, studied.result().campaign(), place, 0);
      RankChoices.Other next = ring.next().orElseThrow();
      assertThat(answer(3))
          .contains(
              ring.taken()
                  + " on "
                  + place.offer()
                  + " ("
                  + next.ranksPerNode()
                  + ": "
                  + printed(next.moreNodeHours())
                  + ")",
              "4 on " + place.offer() + " (no other was tried)");
      assertThat(text("#programs")).contains(StudyTables.change(next.moreNodeHours()));
    }
    assertThat(text("#charged"))
        .isEqualTo(ChargedNodes.of(answer.study(), answer.places().get(0)).sentence("EUR"));
    assertNoComplaint();
  }

  @Test
  void eachAnswerLinksToASectionByItsHeading() throws IOException {
    three();
    List<WebElement> answers = all("#questions dd");
    assertThat(answers).hasSize(8);
    for (WebElement answer : answers) {
      WebElement link = answer.findElement(By.cssSelector(".more a"));
      String section = String.valueOf(link.getDomAttribute("href"));
      assertThat(link.getText()).isEqualTo(text(section + " > h2"));
    }
    assertThat(texts(".groups summary h3"))
        .containsExactly(
            "Site",
            "Demand",
            "Weights of the programs in means",
            "Purchase prices",
            "Maintenance",
            "Power of nodes",
            "Machines");
  }

  @Test
  void headingsHaveOneOrder() throws IOException {
    three();
    List<WebElement> headings = all("h1, h2, h3, h4, h5, h6");
    assertThat(headings.get(0).getTagName()).isEqualTo("h1");
    int before = 0;
    for (WebElement heading : headings) {
      int level = heading.getTagName().charAt(1) - '0';
      assertThat(level).as(heading.getText()).isBetween(before == 0 ? 1 : 2, before + 1);
      before = level;
    }
    for (WebElement section : all("main > section")) {
      assertThat(section.findElement(By.cssSelector(":scope > :first-child")).getTagName())
          .isEqualTo("h2");
    }
  }

  @Test
  void termsLeadToTheirEntries() throws IOException {
    Studied studied = three();
    Set<String> entries = new HashSet<>();
    all("#glossary dt").forEach(entry -> assertThat(entries.add(entry.getText())).isTrue());
    assertThat(entries)
        .contains(
            "total cost (TCO)", "PUE", "interval", "commitment", "Pareto front", "SSI", "SSP");
    Set<String> linked = new HashSet<>();
    for (WebElement link : all("a.term")) {
      String target = String.valueOf(link.getDomAttribute("href"));
      linked.add(target);
      assertThat(all(target + " dd")).as(target).hasSize(1);
      assertThat(link.getDomAttribute("title"))
          .isEqualTo(all(target + " dd").get(0).getText())
          .isNotBlank();
    }
    assertThat(linked)
        .contains("#term-tco", "#term-pue", "#term-draw", "#term-pareto", "#term-model-loggops");
    for (WebElement answer : all("#questions dd")) {
      assertThat(
              answer.findElements(By.cssSelector("a.term")).stream()
                  .map(link -> link.getDomAttribute("href")))
          .doesNotHaveDuplicates();
    }
    assertThat(studied.result().answer().study().models()).contains("loggops");
  }

  private static void screen(int width, int height, boolean isMobile) {
    browser()
        .executeCdpCommand(
            "Emulation.setDeviceMetricsOverride",
            Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", isMobile));
  }

  @Test
  void theResultStaysInViewWhileSlidersMove() throws IOException {
    try {
      for (List<Integer> size :
          List.of(List.of(1180, 900), List.of(1180, 560), List.of(390, 844))) {
        screen(size.get(0), size.get(1), size.get(0) < 400);
        three();
        browser()
            .executeScript(
                "document.querySelectorAll('.groups details').forEach(one => { one.open = true;"
                    + " });");
        for (WebElement slider : all(".control input[type=range]")) {
          browser().executeScript("arguments[0].focus();", slider);
          slider.sendKeys(Keys.ARROW_RIGHT);
          Object seen =
              browser()
                  .executeScript(
                      "const at = one => { const box = one.getBoundingClientRect(); return"
                          + " document.elementFromPoint(box.left + 8, box.top + 8) === one;"
                          + " };return at(document.getElementById('sentence')) + ' ' +"
                          + " at(arguments[0]);",
                      slider);
          assertThat(seen).as(size + " " + slider.getDomAttribute("id")).isEqualTo("true true");
        }
      }
    } finally {
      browser().executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
    }
    assertNoComplaint();
  }

  @Test
  void tablesThatScrollShowIt() throws IOException {
    screen(390, 844, true);
    try {
      three();
      Object shown =
          browser()
              .executeScript(
                  "const wide = [...document.querySelectorAll('.wide')].filter("
                      + "one => one.scrollWidth > one.clientWidth);"
                      + "return wide.length + ' ' + wide.every(one => one.tabIndex === 0 &&"
                      + " getComputedStyle(one).backgroundImage.split('gradient').length === 5);");
      assertThat(String.valueOf(shown)).matches("([5-9]|\\d\\d) true");
    } finally {
      browser().executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
    }
  }

  @Test
  void figuresWithoutASourceAreCountedAlikeEverywhere() throws IOException {
    Studied studied = three();
    StudyAnswer answer = studied.result().answer();
    int count = FigureNames.withoutSource(answer.study()).size();
    assertThat(count).isGreaterThan(5);
    List<String> cells = texts("#figures ~ .wide td:last-child");
    assertThat(cells.stream().filter("no source"::equals)).hasSize(count);
    assertThat(text("#count-of-sources"))
        .startsWith(count + " of these " + all("#figures ~ .wide:first-of-type tbody tr").size());
    assertThat(answer.doubts())
        .filteredOn(doubt -> doubt.kind() == Doubt.Kind.NO_SOURCE)
        .singleElement()
        .satisfies(doubt -> assertThat(doubt.text()).startsWith(count + " figures have no source"));
    assertThat(texts("#doubts li"))
        .anyMatch(doubt -> doubt.startsWith(count + " figures have no source: "))
        .anyMatch(doubt -> doubt.split("; ", -1).length == count);
  }

  private static int pages() {
    String paper = browser().print(new PrintOptions()).getContent();
    String file = new String(Base64.getDecoder().decode(paper), ISO_8859_1);
    return (int) PAPER.matcher(file).results().count();
  }

  private static boolean isShown(String selector) {
    return all(selector).stream().anyMatch(WebElement::isDisplayed);
  }

  @Test
  void paperHasWhatMattersAndNoSliders() throws IOException {
    three();
    assertThat(pages()).isBetween(2, MOST_PAGES);
    browser().executeCdpCommand("Emulation.setEmulatedMedia", Map.of("media", "print"));
    try {
      for (String left :
          List.of("#try", ".groups", ".key", ".keys", ".replays", ".on-screen", "nav", "button")) {
        assertThat(isShown(left)).as(left).isFalse();
      }
      for (String kept : List.of("#questions", "#ranking", "#flips", "#programs", "#glossary")) {
        assertThat(isShown(kept)).as(kept).isTrue();
      }
      // A result that was found with a slider is printed, without the slider.
      browser()
          .executeAsyncScript(
              "const done = arguments[0];"
                  + "const slider = document.querySelector('.control input');"
                  + "slider.value = '10'; slider.dispatchEvent(new Event('input'));"
                  + "requestAnimationFrame(() => requestAnimationFrame(() => done()));");
      assertThat(isShown("#changes")).isTrue();
      assertThat(isShown("#live tbody tr")).isTrue();
      assertThat(isShown(".groups")).isFalse();
    } finally {
      browser().executeCdpCommand("Emulation.setEmulatedMedia", Map.of("media", ""));
    }
    assertNoComplaint();
  }

  /** The model changes numbers, not the length of the page; this one replays fastest. */
  @Test
  void theExampleTakesEightSheets() throws IOException {
    String text =
        Files.readString(TENDER)
            .replace("[\"max-rate\", \"loggops\"]", "[\"simple\"]")
            .replace(
                "\"site\": {", "\"sample\": {\"draws\": 200, \"mostNearFlips\": 0}, \"site\": {")
            .replace("\"../", "\"");
    Path file = Files.writeString(folder.resolve("tender.json"), text);
    open(Studied.of(StudyFile.read(file), folder.resolve("results")).page());
    assertThat(pages()).isBetween(4, MOST_PAGES);
  }
}
