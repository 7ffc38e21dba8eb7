package org.foretell.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.foretell.machine.FigureRange;
import org.foretell.report.PredictionInterval.FigureEffect;
import org.foretell.report.PredictionInterval.OtherModel;
import org.junit.jupiter.api.Test;

class PredictionIntervalTest {
  private static final long SECOND = 1_000_000_000_000L;

  private static String text(double from, double to, double otherModel) {
    long low = Math.round(from * SECOND);
    long high = Math.round(to * SECOND);
    FigureRange range = new FigureRange("network.latency", "2us", "1us", "3us");
    return new PredictionInterval(
            SECOND,
            Math.min(low, Math.round(otherModel * SECOND)),
            Math.max(high, Math.round(otherModel * SECOND)),
            low,
            high,
            0,
            List.of(new FigureEffect(range, low, high)),
            List.of(new OtherModel("flow", Math.round(otherModel * SECOND), null)),
            3,
            0.1)
        .text();
  }

  @Test
  void changesThatRoundToNothingAreLeftOut() {
    assertThat(text(1, 1.1, 0.9999))
        .contains("figures of the machine +10% (most by network.latency)")
        .contains("models agree (flow 999.9 ms)");
    assertThat(text(0.5, 1, 1.004))
        .contains("figures of the machine -50% (most by")
        .contains("models +0.4% (flow");
    assertThat(text(0.9999, 1, 1)).contains("no figure of the machine changes it");
  }

  @Test
  void muchMoreIsPrintedAsAMultiple() {
    assertThat(text(0.9, 4.6, 120))
        .contains("figures of the machine -10% up to 5 times (most by")
        .contains("models up to 120 times (flow 120 s)");
  }
}
