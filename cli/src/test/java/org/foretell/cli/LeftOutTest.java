package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.foretell.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever uses a trace as it is learns what of it cannot be used, not only who converts it. */
class LeftOutTest {
  private static final Path TRACE = Path.of("../examples/steps.4.prv");
  private static final String LOSS = "left out: handles of requests (20); ";

  @TempDir private Path folder;

  private static String all(Object... args) {
    SimCall call = SimCall.of(args);
    assertThat(call.exitCode()).as(call.err()).isEqualTo(ExitCode.OK);
    return call.out() + call.err();
  }

  @ParameterizedTest
  @ValueSource(strings = {"info", "check"})
  void commandsSayWhatWasLeftOut(String command) {
    assertThat(all(command, TRACE)).containsOnlyOnce("warning: " + LOSS);
  }

  @Test
  void predictionsSayWhatWasLeftOut() {
    assertThat(all("run", "arc", TRACE, "--no-interval")).containsOnlyOnce("warning: " + LOSS);
    Path report = folder.resolve("run.json");
    all("run", "arc", TRACE, "--no-interval", "--json", report);
    assertThat(report).content().contains(LOSS);
  }

  @Test
  void conversionsSayItOnce() {
    Path converted = folder.resolve("steps.bin");
    assertThat(all("convert", TRACE, converted)).containsOnlyOnce("warning: " + LOSS);
    assertThat(all("convert", TRACE, folder.resolve("steps.dim"))).containsOnlyOnce(LOSS);
    assertThat(all("info", converted)).doesNotContain("left out");
  }
}
