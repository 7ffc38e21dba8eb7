package org.foretell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.foretell.report.PredictionInterval;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The error of a hold-out widens the interval of a prediction. */
class ExtrapolatedIntervalTest {
  @TempDir private Path folder;

  private PredictionInterval interval(String header) throws IOException {
    Path file = folder.resolve("x.txt");
    Files.writeString(
        file,
        "foretell-trace 1\nranks 2\n"
            + header
            + """
            program 0 {
              compute duration=1ms
              send peer=1 tag=0 bytes=1MB
            }
            program 1 {
              recv peer=0 tag=0 receive_bytes=1MB
            }
            """);
    return Foretell.prediction()
        .trace(file)
        .machine("hopper")
        .ranksPerNode(1)
        .interval(true)
        .run()
        .interval()
        .orElseThrow();
  }

  @Test
  void bothEndsMoveByTheErrorOfTheHoldOut() throws IOException {
    PredictionInterval traced = interval("");
    for (String error : new String[] {"0.1", "-0.1"}) {
      PredictionInterval extrapolated =
          interval("extrapolated_from 4,16\nheld_out_ranks 16\nhold_out_error " + error + "\n");
      assertThat(extrapolated.predictedPs()).isEqualTo(traced.predictedPs());
      assertThat((double) extrapolated.lowPs()).isEqualTo(0.9 * traced.lowPs(), within(2.0));
      assertThat((double) extrapolated.highPs()).isEqualTo(1.1 * traced.highPs(), within(2.0));
      assertThat(extrapolated.figuresHighPs()).isEqualTo(traced.figuresHighPs());
      assertThat(extrapolated.text()).contains("; extrapolation +-10.0%");
    }
    assertThat(traced.text()).doesNotContain("extrapolation");
    PredictionInterval unknown = interval("extrapolated_from 4,16\n");
    assertThat(unknown.highPs()).isEqualTo(traced.highPs());
  }
}
