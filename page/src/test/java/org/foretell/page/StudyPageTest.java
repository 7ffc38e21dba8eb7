package org.foretell.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.foretell.study.decision.OtherWorld;
import org.foretell.study.decision.Place;
import org.foretell.study.description.RankBy;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.evaluation.FigureNames;
import org.foretell.study.evaluation.StudyFigure;
import org.foretell.study.report.AnswerJson;
import org.foretell.study.report.Conclusion;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the page of a study shows in a browser, and what its sliders do. */
class StudyPageTest extends InBrowser {
  /** Draws are kept with seven digits. */
  private static final double DIGITS = 1e-4;

  private static final int MOST_BYTES = 1_000_000;

  private static List<WebElement> rows() {
    return browser().findElements(By.cssSelector("#live tbody tr"));
  }

  private static WebElement cell(WebElement row, String live) {
    return row.findElement(By.cssSelector("[data-live='" + live + "']"));
  }

  private static double number(WebElement element, String attribute) {
    return Double.parseDouble(String.valueOf(element.getAttribute(attribute)));
  }

  private static double value(WebElement row, String live) {
    return number(cell(row, live), "data-value");
  }

  /** All rows at once, since many questions to a browser take long. */
  private static List<?> shown() {
    Object shown =
        browser()
            .executeScript(
                "return [...document.querySelectorAll('#live tbody tr')].map(row =>"
                    + " [row.dataset.offer].concat("
                    + "['metric', 'first', 'cost', 'nodes', 'kilowatts'].map(live => Number("
                    + "row.querySelector('[data-live=' + live + ']').dataset.value) + '')));");
    return shown instanceof List<?> rows ? rows : List.of();
  }

  static void assertShows(StudyAnew expected, String what) {
    List<?> rows = shown();
    assertThat(rows).as(what).hasSameSizeAs(expected.rows());
    for (int i = 0; i < rows.size(); i++) {
      StudyAnew.Row row = expected.rows().get(i);
      List<?> cells = (List<?>) rows.get(i);
      assertThat(cells.get(0)).as(what).isEqualTo(row.values().offer());
      assertThat(shown(cells, 1)).as(what).isCloseTo(row.metric(), withPercentage(DIGITS));
      assertThat(shown(cells, 2)).as(what).isCloseTo(row.first(), within(1e-9));
      assertThat(shown(cells, 3))
          .as(what)
          .isCloseTo(row.values().totalCost(), withPercentage(DIGITS));
      assertThat(shown(cells, 4))
          .as(what)
          .isCloseTo(row.values().nodesForDemand(), withPercentage(DIGITS));
      assertThat(shown(cells, 5))
          .as(what)
          .isCloseTo(row.values().averageKilowatts(), withPercentage(DIGITS));
    }
  }

  private static double shown(List<?> cells, int column) {
    return Double.parseDouble(String.valueOf(cells.get(column)));
  }

  @Test
  void numbersAreThoseOfTheAnswer() throws IOException {
    Studied studied = Studied.ofThree(RankBy.COST_PER_DEMAND, folder);
    open(studied.page());
    assertThat(browser().findElement(By.id("conclusion")).getText())
        .isEqualTo(String.join(" ", Conclusion.of(studied.result().answer())));
    JsonNode ranking =
        JsonMapper.builder()
            .build()
            .readTree(AnswerJson.text(studied.result().answer(), studied.result().campaign()))
            .get("ranking");
    List<WebElement> rows = rows();
    assertThat(rows).hasSize(3).hasSize(ranking.size());
    Set<Double> shares = new HashSet<>();
    for (int i = 0; i < rows.size(); i++) {
      JsonNode place = ranking.get(i);
      WebElement row = rows.get(i);
      assertThat(row.getAttribute("data-offer")).isEqualTo(place.get("offer").asString());
      WebElement metric = cell(row, "metric");
      JsonNode range = place.get("metric");
      assertClose(number(metric, "data-value"), range.get("mean"));
      assertClose(number(metric, "data-stated"), range.get("value"));
      assertClose(number(metric, "data-low"), range.get("low"));
      assertClose(number(metric, "data-high"), range.get("high"));
      WebElement first = cell(row, "first");
      JsonNode share = place.get("first");
      shares.add(share.get("share").asDouble());
      assertThat(number(first, "data-value"))
          .isCloseTo(share.get("share").asDouble(), within(1e-9));
      assertThat(number(first, "data-low")).isCloseTo(share.get("low").asDouble(), within(1e-9));
      assertThat(number(first, "data-high")).isCloseTo(share.get("high").asDouble(), within(1e-9));
      assertClose(value(row, "cost"), place.get("totalCost"));
      assertClose(value(row, "nodes"), place.get("nodesForDemand"));
      assertClose(value(row, "kilowatts"), place.get("averageKilowatts"));
      assertThat(value(row, "within"))
          .isCloseTo(place.get("withinLimits").get("share").asDouble(), within(1e-9));
    }
    assertThat(shares).as("a ranking that is not certain").hasSize(3).doesNotContain(0.0, 1.0);
    assertNoComplaint();
  }

  private static void assertClose(double shown, JsonNode expected) {
    assertThat(shown).isCloseTo(expected.asDouble(), withPercentage(DIGITS));
  }

  @Test
  void everySliderRanksAnewAsJavaDoes() throws IOException {
    Studied studied = Studied.ofThree(RankBy.COST_PER_DEMAND, folder);
    StudyDescription study = studied.result().answer().study();
    assertThat(studied.page()).as("a surface with slopes").contains("\"tangent\":");
    open(studied.page());
    StudyAnew stated =
        StudyAnew.of(
            studied.result(), Map.of(), study.site().lifeYears(), Optional.empty(), study.rankBy());
    assertShows(stated, "all as stated");
    Map<String, StudyFigure> figures = FigureNames.all(study);
    List<WebElement> controls = browser().findElements(By.className("control"));
    assertThat(controls).hasSizeGreaterThan(15);
    Set<String> orders = new HashSet<>();
    for (WebElement control : controls) {
      String id = String.valueOf(control.getAttribute("data-control"));
      WebElement slider = control.findElement(By.cssSelector("input[type=range]"));
      for (Keys end : List.of(Keys.HOME, Keys.END)) {
        browser().executeScript("arguments[0].closest('details').open = true;", control);
        slider.sendKeys(end, Keys.ARROW_RIGHT);
        waitForTheNextFrame();
        double value = number(control.findElement(By.cssSelector("input[type=number]")), "value");
        boolean isLife = id.equals("life");
        Map<String, Double> fixed = isLife ? Map.of() : fixed(study, figures, id, value);
        assertShows(
            StudyAnew.of(
                studied.result(),
                fixed,
                isLife ? (int) value : study.site().lifeYears(),
                Optional.empty(),
                study.rankBy()),
            id + " = " + value);
        assertThat(browser().findElement(By.id("changes")).getText()).startsWith("Other than");
        orders.add(String.valueOf(rows().get(0).getAttribute("data-offer")));
      }
      WebElement back = control.findElement(By.tagName("button"));
      browser().executeScript("arguments[0].scrollIntoView({block: 'end'});", back);
      back.click();
      waitForTheNextFrame();
    }
    assertThat(orders).as("offers that a slider makes the first").hasSizeGreaterThan(1);
    assertShows(stated, "all as before");
    assertThat(browser().findElement(By.id("changes")).getText())
        .isEqualTo("All as the study has it.");
    assertNoComplaint();
  }

  private static Map<String, Double> fixed(
      StudyDescription study, Map<String, StudyFigure> figures, String id, double value) {
    if (!id.equals("electricity")) {
      assertThat(figures).containsKey(id);
      return Map.of(id, value);
    }
    Map<String, Double> years = new HashMap<>();
    double first = study.site().pricesPerKilowattHour().get(0).value();
    for (int year = 1; year <= study.site().lifeYears(); year++) {
      String name = FigureNames.electricity(year);
      double price = Objects.requireNonNull(figures.get(name), name).estimate().value();
      years.put(name, value * price / first);
    }
    return years;
  }

  @Test
  void severalFiguresMetricsAndWorldsGoTogether() throws IOException {
    StudyDescription study = Studied.three(RankBy.CAPACITY);
    Studied studied = Studied.of(study, folder);
    open(studied.page());
    Map<String, Double> fixed =
        Map.of(
            "programs.ring.weight", 7.0,
            "programs.halo.runsPerDay", 123456.0,
            "variables.latency of networks", 0.75,
            "site.utilisation", 0.6);
    fixed.forEach(
        (id, value) -> {
          WebElement control = browser().findElement(By.cssSelector("[data-control='" + id + "']"));
          browser().executeScript("arguments[0].closest('details').open = true;", control);
          WebElement field = control.findElement(By.cssSelector("input[type=number]"));
          field.sendKeys(Keys.chord(Keys.CONTROL, "a"), String.valueOf(value), Keys.TAB);
        });
    // No program of the reference fills one node, and none is a mix.
    Set<RankBy> possible =
        EnumSet.complementOf(EnumSet.of(RankBy.SSNI, RankBy.SLOW_DOWN_BY_NEIGHBOURS));
    assertThat(browser().findElements(By.cssSelector("#by option"))).hasSize(possible.size());
    for (RankBy metric : possible) {
      choose("by", metric.label());
      waitForTheNextFrame();
      assertShows(
          StudyAnew.of(studied.result(), fixed, 2, Optional.empty(), metric), metric.label());
    }
    choose("by", RankBy.ENERGY_PER_DEMAND.label());
    choose("world", "1");
    waitForTheNextFrame();
    assertShows(
        StudyAnew.of(
            studied.result(), fixed, 2, Optional.of("fast network"), RankBy.ENERGY_PER_DEMAND),
        "another world");
    browser().findElement(By.id("reset")).click();
    waitForTheNextFrame();
    assertShows(
        StudyAnew.of(studied.result(), Map.of(), 2, Optional.empty(), RankBy.CAPACITY),
        "as before");
    // What lies beyond the replays is put right.
    WebElement field =
        browser()
            .findElement(
                By.cssSelector(
                    "[data-control='variables.latency of networks'] input[type=number]"));
    field.sendKeys(Keys.chord(Keys.CONTROL, "a"), "17", Keys.TAB);
    assertThat(field.getAttribute("value")).isEqualTo("2");
    assertNoComplaint();
  }

  static void choose(String list, String value) {
    browser().findElement(By.cssSelector("#" + list + " option[value='" + value + "']")).click();
  }

  @Test
  void whatIsPrintedOfTheStudyIsThere() throws IOException {
    Studied studied = Studied.ofThree(RankBy.TOTAL_COST, folder);
    open(studied.page());
    List<WebElement> ranking = browser().findElements(By.cssSelector("[data-figure^='ranking.']"));
    List<Place> places = studied.result().answer().places();
    assertThat(ranking).hasSameSizeAs(places);
    for (int i = 0; i < places.size(); i++) {
      assertThat(number(ranking.get(i), "data-value")).isEqualTo(places.get(i).metric().mean());
    }
    OtherWorld world = studied.result().answer().otherWorlds().get(0);
    assertThat(browser().findElement(By.id("worlds")).getText())
        .contains(world.name(), world.offers().get(0).offer());
    // Under each run time is the key of its replay, which leads to the whole key.
    List<WebElement> keys = browser().findElements(By.cssSelector(".key a"));
    assertThat(keys).hasSize(3 * 3);
    List<String> whole = new ArrayList<>();
    studied.result().campaign().replays().forEach(replay -> whole.add(replay.key()));
    for (WebElement key : keys) {
      browser().executeScript("arguments[0].scrollIntoView({block: 'center'});", key);
      key.click();
      WebElement row = browser().findElement(By.id("replay-" + key.getText()));
      assertThat(row.isDisplayed()).isTrue();
      assertThat(whole).contains(row.findElement(By.tagName("code")).getText());
      assertThat(row.findElement(By.tagName("code")).getText()).startsWith(key.getText());
    }
    assertThat(browser().findElements(By.tagName("img"))).isEmpty();
    assertThat(browser().findElement(By.tagName("body")).getText()).contains(Studied.HOSTILE);
    for (String section : List.of("flips", "worths", "programs", "sources")) {
      assertThat(browser().findElement(By.id(section)).getText()).isNotBlank();
    }
    assertNoComplaint();
  }

  @Test
  void chartsAreDrawnInLightAndDarkAndOnPaper() throws IOException {
    open(Studied.ofThree(RankBy.COST_PER_DEMAND, folder).page());
    List<WebElement> charts = browser().findElements(By.className("chart"));
    assertThat(charts.stream().map(chart -> chart.getAttribute("id")))
        .containsExactly("chart-intervals", "chart-front");
    Object light = drawn();
    browser().findElement(By.id("theme")).click();
    assertThat(drawn()).isNotEqualTo(light);
    browser().findElement(By.id("theme")).click();
    assertThat(drawn()).isEqualTo(light);
    browser().executeScript("dispatchEvent(new Event('beforeprint'));");
    assertThat(
            browser()
                .executeScript(
                    "return Math.max(...[...document.querySelectorAll('.chart canvas')].map("
                        + "c => c.clientWidth));"))
        .isEqualTo(650L);
    assertThat(browser().findElements(By.cssSelector("details.all:not([open])"))).isEmpty();
    browser().executeScript("dispatchEvent(new Event('afterprint'));");
    assertThat(drawn()).isEqualTo(light);
    assertThat(browser().findElements(By.cssSelector("details.all:not([open])"))).isNotEmpty();
    assertNoComplaint();
  }

  private static Object drawn() {
    return String.valueOf(
        browser()
            .executeScript(
                "return [...document.querySelectorAll('.chart canvas')].map(c => c.toDataURL())"
                    + ".join();"));
  }

  @Test
  void aPhoneShowsItWithoutScrollingAside() throws IOException {
    Map<String, Object> phone =
        Map.of("width", 390, "height", 844, "deviceScaleFactor", 1, "mobile", true);
    browser().executeCdpCommand("Emulation.setDeviceMetricsOverride", phone);
    try {
      open(Studied.ofThree(RankBy.COST_PER_DEMAND, folder).page());
      assertThat(browser().executeScript("return document.documentElement.scrollWidth;"))
          .isEqualTo(390L);
      assertNoComplaint();
    } finally {
      browser().executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
    }
  }

  @Test
  void fiveOffersAndEightProgramsTakeOneMegabyte() throws IOException {
    Studied studied = Studied.of(Studied.large(), folder);
    try (InputStream charts =
        StudyPage.class.getClassLoader().getResourceAsStream(PageTemplate.CHARTS)) {
      assertThat(charts).isNotNull();
      String library = new String(charts.readAllBytes(), StandardCharsets.UTF_8);
      int own = studied.page().length() - PackedScript.of(library).length();
      assertThat(own).isBetween(100_000, MOST_BYTES);
    }
    open(studied.page());
    assertThat(rows()).hasSize(5);
    assertShows(
        StudyAnew.of(studied.result(), Map.of(), 2, Optional.empty(), RankBy.COST_PER_DEMAND),
        "five offers");
    Object milliseconds =
        browser()
            .executeAsyncScript(
                "const done = arguments[0];"
                    + "const slider = document.querySelector("
                    + "'[data-control=\"variables.latency of networks\"] input');"
                    + "const start = performance.now();"
                    + "slider.value = '10';"
                    + "slider.dispatchEvent(new Event('input'));"
                    + "requestAnimationFrame(() => setTimeout("
                    + "() => done(performance.now() - start)));");
    assertThat(((Number) Objects.requireNonNull(milliseconds)).doubleValue()).isLessThan(3000);
    assertNoComplaint();
  }

  @Test
  void aStudyThatNoOfferCanRunHasAPageToo() throws IOException {
    Studied studied = Studied.of(Studied.impossible(), folder);
    assertThat(studied.result().answer().places()).isEmpty();
    open(studied.page());
    assertThat(browser().findElement(By.id("conclusion")).getText())
        .isEqualTo(
            "No offer can run all programs. first: halo takes 64 nodes with 1 rank per node, and it"
                + " has 10.");
    browser().findElement(By.id("theme")).click();
    assertThat(browser().findElements(By.id("try"))).isEmpty();
    assertNoComplaint();
  }

  @Test
  void theSameStudyHasTheSamePage() throws IOException {
    Studied studied = Studied.ofThree(RankBy.SSI, folder);
    StringWriter again = new StringWriter();
    StudyPage.write(studied.result(), again);
    assertThat(again.toString()).isEqualTo(studied.page());
  }
}
