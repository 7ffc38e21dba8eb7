package org.foretell.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.foretell.report.ClassesEntry;
import org.foretell.report.ClassesEntry.ClassEntry;
import org.foretell.report.ClassesEntry.PairEntry;
import org.foretell.report.CriticalPathEntry;
import org.foretell.report.ExplainDocument;
import org.foretell.report.LinksEntry;
import org.foretell.report.SensitivitiesEntry;
import org.foretell.report.SensitivitiesEntry.ToleranceEntry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.interactions.WheelInput;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * The page in a browser: Debian's Chromium, where it is installed. Without one these tests are
 * skipped, and say so.
 */
class BrowserTest {
  private static @Nullable ChromeDriver browser;

  @TempDir private Path folder;

  private static @Nullable Path program(String... names) {
    return Stream.of(names)
        .flatMap(name -> Stream.of(Path.of("/usr/bin", name), Path.of("/usr/lib/chromium", name)))
        .filter(Files::isExecutable)
        .findFirst()
        .orElse(null);
  }

  @BeforeAll
  static void start() {
    Path chromium = program("chromium", "chromium-browser", "google-chrome");
    Path driver = program("chromedriver");
    assumeTrue(
        chromium != null && driver != null,
        "no Chromium with its driver; install chromium and chromium-driver");
    ChromeOptions options = new ChromeOptions();
    options.setBinary(String.valueOf(chromium));
    options.addArguments(
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage");
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
    browser =
        new ChromeDriver(
            new ChromeDriverService.Builder().usingDriverExecutable(driver.toFile()).build(),
            options);
    browser.manage().timeouts().scriptTimeout(Duration.ofSeconds(60));
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.quit();
    }
  }

  private static ChromeDriver browser() {
    if (browser == null) {
      throw new AssertionError("not started");
    }
    return browser;
  }

  private void open(String page) throws IOException {
    browser().get(Files.writeString(folder.resolve("page.html"), page).toUri().toString());
  }

  private static void assertNoComplaint() {
    List<String> complaints = new ArrayList<>();
    for (LogEntry entry : browser().manage().logs().get(LogType.BROWSER)) {
      complaints.add(entry.getMessage());
    }
    assertThat(complaints).isEmpty();
  }

  /** How many colours a chart is drawn in; an empty one has one. */
  private static long colours(WebElement chart) {
    Object count =
        browser()
            .executeScript(
                "const drawn = arguments[0].querySelector('canvas');"
                    + "const copy = document.createElement('canvas');"
                    + "copy.width = drawn.width; copy.height = drawn.height;"
                    + "const context = copy.getContext('2d', {willReadFrequently: true});"
                    + "context.drawImage(drawn, 0, 0);"
                    + "return new Set(new Uint32Array(context"
                    + ".getImageData(0, 0, copy.width, copy.height).data.buffer)).size;",
                chart);
    return count instanceof Long number ? number : -1;
  }

  @Test
  void everyChartDrawsInLightAndDark() throws IOException {
    open(Explained.program(folder, 64).page());
    List<WebElement> charts = browser().findElements(By.className("chart"));
    assertThat(charts.stream().map(chart -> chart.getAttribute("id")))
        .containsExactly(
            "chart-path",
            "chart-sensitivities",
            "chart-tolerance",
            "chart-ranks",
            "chart-places",
            "chart-phases",
            "chart-timeline",
            "chart-matrix",
            "chart-busy",
            "chart-links",
            "chart-link-times",
            "chart-network",
            "chart-resources");
    for (WebElement chart : charts) {
      assertThat(colours(chart)).as(chart.getAttribute("id")).isGreaterThan(5);
    }
    WebElement button = browser().findElement(By.id("theme"));
    String before = browser().findElement(By.tagName("body")).getCssValue("background-color");
    button.click();
    assertThat(browser().findElement(By.tagName("body")).getCssValue("background-color"))
        .isNotEqualTo(before);
    for (WebElement chart : charts) {
      assertThat(colours(chart)).as(chart.getAttribute("id")).isGreaterThan(5);
    }
    for (WebElement order : browser().findElements(By.cssSelector("button[data-order]"))) {
      order.click();
      assertThat(order.getAttribute("aria-pressed")).isEqualTo("true");
    }
    // Keys zoom, so that what is drawn changes.
    browser()
        .executeScript(
            "document.getElementById('chart-timeline').dispatchEvent("
                + "new KeyboardEvent('keydown', {key: '+'}));");
    assertThat(
            browser()
                .executeScript(
                    "return echarts.getInstanceByDom(document.getElementById('chart-timeline'))"
                        + ".getOption().dataZoom[0].end;"))
        .isEqualTo(75L);
    assertNoComplaint();
  }

  @Test
  void whatIsShownIsInTheJson() throws IOException {
    Explained explained = Explained.program(folder, 16);
    open(explained.page());
    ExplainDocument document = explained.result().document();
    assertThat(shown("predicted")).isEqualTo(String.valueOf(document.run().predictedPicoseconds()));
    CriticalPathEntry path = document.criticalPath();
    assertThat(path).isNotNull();
    long sum = 0;
    for (int kind = 0; kind < path.kinds().size(); kind++) {
      sum += Long.parseLong(shown("path.kind." + kind));
    }
    assertThat(sum).isEqualTo(path.picoseconds());
    Object drawn =
        browser()
            .executeScript(
                "return echarts.getInstanceByDom(document.getElementById('chart-ranks'))"
                    + ".getOption().series[0].data;");
    assertThat(drawn)
        .isEqualTo(document.run().ranks().stream().map(rank -> rank.computeSeconds()).toList());
    SensitivitiesEntry sensitivities = document.sensitivities();
    assertThat(sensitivities).isNotNull();
    assertThat(drawn("chart-sensitivities", 1))
        .isEqualTo(
            sensitivities.parameters().stream()
                .filter(one -> one.gainOfOnePercent() != 0)
                .map(SensitivitiesEntry.SensitivityEntry::elasticityWhenMore)
                .toList());
    ToleranceEntry tolerance = sensitivities.tolerance();
    assertThat(tolerance).isNotNull();
    assertThat(drawn("chart-tolerance", 0))
        .isEqualTo(tolerance.limits().stream().map(limit -> limit.growthFrom()).toList());
    assertNoComplaint();
  }

  private static @Nullable Object drawn(String chart, int series) {
    return browser()
        .executeScript(
            "return echarts.getInstanceByDom(document.getElementById(arguments[0]))"
                + ".getOption().series[arguments[1]].data;",
            chart,
            series);
  }

  /** How many arrows there are over the timeline. */
  private static Object arrows() {
    return browser()
        .executeScript(
            "return echarts.getInstanceByDom(document.getElementById('chart-timeline'))"
                + ".getOption().series.find(each => each.id === 'messages').data.length;");
  }

  @Test
  void classesAreThoseOfTheJson() throws IOException {
    Explained explained = Explained.classified(folder);
    open(explained.page());
    ClassesEntry classes = explained.result().document().classes();
    assertThat(classes).isNotNull();
    for (String kind : List.of("message", "collective", "update")) {
      List<ClassEntry> own =
          classes.classes().stream().filter(each -> each.kind().equals(kind)).toList();
      List<PairEntry> pairs =
          classes.pairs().stream().filter(pair -> pair.kind().equals(kind)).toList();
      assertThat(own).as(kind).isNotEmpty();
      for (int i = 0; i < own.size(); i++) {
        ClassEntry each = own.get(i);
        String figure = "classes." + kind + "." + i;
        assertThat(value(figure)).isEqualTo(String.valueOf(each.count()));
        assertThat(value(figure + ".confidence")).isEqualTo(String.valueOf(each.confidence()));
        assertThat(drawn("chart-classes-" + kind, i))
            .isEqualTo(pairs.stream().map(pair -> pair.counts().get(each.label())).toList());
        for (int row = 0; row < pairs.size(); row++) {
          assertThat(value("classes." + kind + ".pair." + row + "." + i))
              .isEqualTo(String.valueOf(pairs.get(row).counts().get(each.label())));
        }
      }
      assertThat(value("classes." + kind + ".pair.0.confidence"))
          .isEqualTo(String.valueOf(pairs.get(0).confidence()));
      assertThat(colours(browser().findElement(By.id("chart-classes-" + kind)))).isGreaterThan(5);
    }
    // What an axis counts is named, and confidence stands beside each row of bars.
    assertThat(
            browser()
                .executeScript(
                    "const option = echarts.getInstanceByDom("
                        + "document.getElementById('chart-classes-message')).getOption();"
                        + "return option.xAxis[0].name + ': ' + option.yAxis[0].data[0];"))
        .asString()
        .matches("messages: .* \\u2192 .*\\(confidence 0\\.\\d{3}\\)");
    browser().findElement(By.id("theme")).click();
    assertThat(colours(browser().findElement(By.id("chart-classes-message")))).isGreaterThan(5);
    assertNoComplaint();
  }

  private static String value(String figure) {
    WebElement element = browser().findElement(By.cssSelector("[data-figure=\"" + figure + "\"]"));
    assertThat(element.isDisplayed()).isTrue();
    return String.valueOf(element.getAttribute("data-value"));
  }

  @Test
  void messagesAreDrawnOnDemand() throws IOException {
    open(Explained.program(folder, 64).page());
    WebElement note = browser().findElement(By.id("message-note"));
    assertThat(arrows()).isEqualTo(0L);
    assertThat(note.getText()).contains("zoom in to at most 300");
    WebElement rank = browser().findElement(By.id("message-rank"));
    rank.sendKeys("5");
    // Three to a neighbour, three from one; in each of three allreduces one up the tree, one back.
    assertThat(arrows()).isEqualTo(6L + 3 * 2);
    assertThat(note.getText()).isEqualTo("12 messages are drawn.");
    browser().findElement(By.id("message-none")).click();
    assertThat(arrows()).isEqualTo(0L);
    // Zoomed in far enough, those in view are drawn by themselves.
    browser()
        .executeAsyncScript(
            "const done = arguments[0];"
                + "echarts.getInstanceByDom(document.getElementById('chart-timeline'))"
                + ".dispatchAction({type: 'dataZoom', dataZoomIndex: 2, start: 0, end: 5});"
                + "setTimeout(done, 500);");
    assertThat((Long) arrows()).isBetween(1L, 300L);
    assertNoComplaint();
  }

  private static @Nullable Object zoomed(int zoom) {
    return browser()
        .executeScript(
            "const zoom = echarts.getInstanceByDom(document.getElementById('chart-timeline'))"
                + ".getOption().dataZoom[arguments[0]]; return zoom.start + ' ' + zoom.end;",
            zoom);
  }

  /** Presses a key on the timeline; whether the page took it. */
  private static boolean pressed(String key, String held) {
    return Boolean.FALSE.equals(
        browser()
            .executeScript(
                "return document.getElementById('chart-timeline').dispatchEvent(new KeyboardEvent("
                    + "'keydown', {key: arguments[0], [arguments[1]]: true, cancelable: true}));",
                key,
                held));
  }

  @Test
  void keysZoomTimeAndRowsAndLeaveTheBrowserItsOwn() throws IOException {
    open(Explained.program(folder, 64).page());
    for (String held : List.of("ctrlKey", "metaKey", "altKey")) {
      assertThat(pressed("+", held)).as(held).isFalse();
      assertThat(pressed("ArrowLeft", held)).as(held).isFalse();
    }
    // Up and down scroll the page as long as all rows are seen.
    assertThat(pressed("ArrowDown", "none")).isFalse();
    assertThat(zoomed(0)).isEqualTo("0 100");
    assertThat(pressed("=", "none")).isTrue();
    assertThat(pressed("ArrowRight", "none")).isTrue();
    assertThat(zoomed(0)).isEqualTo("37.5 87.5");
    assertThat(pressed("ArrowRight", "none")).isTrue();
    assertThat(zoomed(0)).isEqualTo("50 100");
    assertThat(zoomed(2)).isEqualTo("0 100");
    assertThat(pressed("ArrowUp", "shiftKey")).isTrue();
    assertThat(pressed("ArrowDown", "none")).isTrue();
    assertThat(zoomed(2)).isEqualTo("37.5 87.5");
    assertThat(zoomed(0)).isEqualTo("50 100");
    assertThat(pressed("0", "none")).isTrue();
    assertThat(zoomed(0)).isEqualTo("0 100");
    assertThat(zoomed(2)).isEqualTo("0 100");
    assertNoComplaint();
  }

  @Test
  void aWheelScrollsThePageUnlessTheChartWasChosen() throws IOException {
    open(Explained.program(folder, 64).page());
    WebElement chart = browser().findElement(By.id("chart-timeline"));
    browser().executeScript("arguments[0].scrollIntoView({block: 'center'});", chart);
    Object before = browser().executeScript("return scrollY;");
    turnWheel(chart);
    assertThat(zoomed(0)).isEqualTo("0 100");
    assertThat(browser().executeScript("return scrollY;")).isNotEqualTo(before);
    browser().executeScript("arguments[0].scrollIntoView({block: 'center'});", chart);
    browser().executeScript("arguments[0].focus({preventScroll: true});", chart);
    before = browser().executeScript("return scrollY;");
    turnWheel(chart);
    assertThat(zoomed(0)).isNotEqualTo("0 100");
    assertThat(browser().executeScript("return scrollY;")).isEqualTo(before);
    assertNoComplaint();
  }

  private static void turnWheel(WebElement over) {
    new Actions(browser())
        .scrollFromOrigin(WheelInput.ScrollOrigin.fromElement(over), 0, -120)
        .perform();
    browser().executeAsyncScript("setTimeout(arguments[0], 400);");
  }

  @Test
  void aPhoneShowsItWithoutScrollingAside() throws IOException {
    Map<String, Object> phone =
        Map.of("width", 390, "height", 844, "deviceScaleFactor", 1, "mobile", true);
    browser().executeCdpCommand("Emulation.setDeviceMetricsOverride", phone);
    try {
      open(Explained.classified(folder).page());
      assertThat(browser().executeScript("return document.documentElement.scrollWidth;"))
          .isEqualTo(390L);
      // Names leave room for what they stand beside.
      assertThat(
              browser()
                  .executeScript(
                      "const chart = echarts.getInstanceByDom("
                          + "document.getElementById('chart-classes-message'));"
                          + "return chart.getModel().getComponent('grid').coordinateSystem"
                          + ".getRect().width > 100;"))
          .isEqualTo(true);
      assertNoComplaint();
    } finally {
      browser().executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
    }
  }

  @Test
  void chartsFitOnPaper() throws IOException {
    open(Explained.program(folder, 64).page());
    String widest =
        "return Math.max(...[...document.querySelectorAll('.chart canvas')].map(c =>"
            + " c.clientWidth));";
    Object before = browser().executeScript(widest);
    // The page is printed at once: what is drawn by then is all that there will be on paper.
    assertThat(
            browser()
                .executeAsyncScript(
                    "const done = arguments[0];"
                        + "const drawn = () => [...document.querySelectorAll('.chart canvas')]"
                        + ".map(canvas => canvas.toDataURL()).join();"
                        + "dispatchEvent(new Event('beforeprint'));"
                        + "const first = drawn();"
                        + "setTimeout(() => done(first === drawn()), 400);"))
        .isEqualTo(true);
    browser().executeScript("dispatchEvent(new Event('resize'));");
    assertThat(browser().executeScript(widest)).isEqualTo(650L);
    browser().executeScript("dispatchEvent(new Event('afterprint'));");
    assertThat(browser().executeScript(widest)).isEqualTo(before);
    assertNoComplaint();
  }

  /** The widths of cables, by what is looked at; the widest has the highest load of that time. */
  private static Object loads() {
    return browser()
        .executeScript(
            "return echarts.getInstanceByDom(document.getElementById('chart-network'))"
                + ".getOption().series[0].links.map(link => Math.max(...link.both));");
  }

  @Test
  void theNetworkShowsMeanPeakAndTimes() throws IOException {
    Explained explained = Explained.program(folder, 64);
    open(explained.page());
    LinksEntry links = explained.result().document().links();
    assertThat(links).isNotNull();
    Object mean = loads();
    assertThat(mean).asInstanceOf(LIST).last().isEqualTo(links.busiest().get(0).share());
    WebElement peak = browser().findElement(By.cssSelector("button[data-load=peak]"));
    peak.click();
    assertThat(peak.getAttribute("aria-pressed")).isEqualTo("true");
    assertThat(loads())
        .asInstanceOf(LIST)
        .last()
        .isEqualTo(
            links.busiest().stream()
                .mapToDouble(LinksEntry.LinkEntry::peakShare)
                .max()
                .orElseThrow());
    WebElement slider = browser().findElement(By.id("network-time"));
    slider.sendKeys(Keys.END);
    assertThat(peak.getAttribute("aria-pressed")).isEqualTo("false");
    assertThat(browser().findElement(By.id("network-when")).getText()).matches("from .* to .*");
    assertThat(loads()).isNotEqualTo(mean);
    assertThat(colours(browser().findElement(By.id("chart-network")))).isGreaterThan(5);
    // The heat map has the bytes of each interval of the busiest link.
    Object drawn = drawn("chart-link-times", 0);
    double sum = 0;
    for (Object piece : drawn instanceof List<?> pieces ? pieces : List.of()) {
      List<?> values = (List<?>) piece;
      sum += values.get(2).equals(0L) ? ((Number) values.get(4)).doubleValue() : 0;
    }
    assertThat(sum).isEqualTo(links.busiest().get(0).bytes());
    assertNoComplaint();
  }

  @Test
  void theStructureOpensAndCloses() throws IOException {
    open(Explained.program(folder, 8).page());
    WebElement program = browser().findElement(By.cssSelector("#structure details.program"));
    assertThat(program.getText())
        .contains("Ranks 0-7", "3 times", "computation", "allreduce " + Explained.HOSTILE);
    program.findElement(By.tagName("summary")).click();
    assertThat(program.getText()).doesNotContain("3 times");
    assertNoComplaint();
  }

  private static String shown(String figure) {
    WebElement element = browser().findElement(By.cssSelector("[data-figure=\"" + figure + "\"]"));
    assertThat(element.isDisplayed()).isTrue();
    return String.valueOf(element.getAttribute("data-picoseconds"));
  }

  @Test
  void hostileNamesStayNames() throws IOException {
    open(Explained.program(folder, 4).page());
    assertThat(browser().findElements(By.tagName("img"))).isEmpty();
    assertThat(browser().findElement(By.tagName("body")).getText()).contains(Explained.HOSTILE);
    assertNoComplaint();
  }

  @Test
  void aThousandRanksAreDrawn() throws IOException {
    open(Explained.program(folder, 1024).page());
    for (WebElement chart : browser().findElements(By.className("chart"))) {
      assertThat(colours(chart)).as(chart.getAttribute("id")).isGreaterThan(5);
    }
    assertNoComplaint();
  }
}
