package org.foretell.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * Tests of pages in a browser: Debian's Chromium, where it is installed. Without one they are
 * skipped, and say so.
 */
abstract class InBrowser {
  private static @Nullable ChromeDriver browser;

  @TempDir Path folder;

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

  static ChromeDriver browser() {
    if (browser == null) {
      throw new AssertionError("not started");
    }
    return browser;
  }

  /** Opens a page, which is written to a file. */
  void open(String page) throws IOException {
    browser().get(Files.writeString(folder.resolve("page.html"), page).toUri().toString());
    browser()
        .executeAsyncScript(
            "const done = arguments[0]; (function look() {"
                + "if (document.documentElement.dataset.charts) { done(); }"
                + " else { setTimeout(look, 10); } })();");
  }

  /** What was asked for is drawn. */
  static void waitForTheNextFrame() {
    browser()
        .executeAsyncScript(
            "const done = arguments[0];"
                + "requestAnimationFrame(() => requestAnimationFrame(() => done()));");
  }

  /** The browser had nothing to complain about. */
  static void assertNoComplaint() {
    List<String> complaints = new ArrayList<>();
    for (LogEntry entry : browser().manage().logs().get(LogType.BROWSER)) {
      complaints.add(entry.getMessage());
    }
    assertThat(complaints).isEmpty();
  }
}
