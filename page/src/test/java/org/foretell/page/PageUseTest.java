package org.foretell.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.interactions.WheelInput;

/** How the page is used: by keys, by wheels, on phones and on paper. */
class PageUseTest extends InBrowser {
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
}
