package org.foretell.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgressLineTest {
  @ParameterizedTest
  @CsvSource({
    "120, 2 minutes",
    "10799, 180 minutes",
    "36000, 10 hours",
    "864000, 10 days",
    "1e12, '31,688 years'"
  })
  void longTimesAreInAUnitThatFits(double seconds, String expected) {
    assertThat(ProgressLine.duration(seconds)).isEqualTo(expected);
  }

  @Test
  void readingATraceIsNoPartOfTheSpeed() throws InterruptedException {
    StringWriter err = new StringWriter();
    try (ProgressLine line = new ProgressLine(new PrintWriter(err))) {
      Thread.sleep(1100);
      line.progress(0, 1000, 1_000_000);
      line.progress(0, 900_000, 1_000_000);
    }
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void aJobOfManyOpsIsAnnouncedOnceWhenItsSpeedIsKnown() throws InterruptedException {
    StringWriter err = new StringWriter();
    try (ProgressLine line = new ProgressLine(new PrintWriter(err))) {
      line.progress(0, 1000, 1_000_000_000_000_000L);
      assertThat(err.toString()).isEmpty();
      Thread.sleep(1100);
      line.progress(0, 2000, 1_000_000_000_000_000L);
      line.progress(0, 3000, 1_000_000_000_000_000L);
    }
    assertThat(err.toString())
        .startsWith("note: 1,000,000,000,000,000 ops; at the speed so far, ")
        .endsWith(
            " years, which is too long to wait for: check the counts of repeats"
                + System.lineSeparator())
        .hasLineCount(1);
  }
}
