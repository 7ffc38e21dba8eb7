package org.foretell.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import java.io.IOException;
import java.util.List;
import org.foretell.report.ClassesEntry;
import org.foretell.report.ClassesEntry.ClassEntry;
import org.foretell.report.ClassesEntry.PairEntry;
import org.foretell.report.CriticalPathEntry;
import org.foretell.report.ExplainDocument;
import org.foretell.report.LinksEntry;
import org.foretell.report.SensitivitiesEntry;
import org.foretell.report.SensitivitiesEntry.ToleranceEntry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** What the page shows in a browser. */
class BrowserTest extends InBrowser {
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
            "chart-resources",
            "chart-power");
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
                .map(one -> 100 * one.lossOfOnePercent())
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
        .contains(
            "Ranks 0-7", "3 times", "computation", "allreduce (8 bytes) " + Explained.HOSTILE);
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
