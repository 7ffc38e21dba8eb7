package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.foretell.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class StochasticRunTest {
  private static final Object[] NOISY = {
    "run",
    "jaguar-xt5",
    SimCall.EXAMPLE,
    "--compute-noise",
    "lognormal:5%",
    "--network-noise",
    "exponential:2us"
  };

  @TempDir private Path folder;

  private static SimCall noisy(Object... more) {
    Object[] args = new Object[NOISY.length + more.length];
    System.arraycopy(NOISY, 0, args, 0, NOISY.length);
    System.arraycopy(more, 0, args, NOISY.length, more.length);
    return SimCall.of(args);
  }

  private static JsonNode json(SimCall call) {
    assertThat(call.err()).isEmpty();
    return JsonMapper.shared().readTree(call.out());
  }

  @Test
  void figuresAreTheSameOnOneThreadAndOnFour() {
    SimCall one = noisy("--replications", 12, "--threads", 1, "--json", "-");
    SimCall four = noisy("--replications", 12, "--threads", 4, "--json", "-");
    assertThat(one.exitCode()).isZero();
    assertThat(four.out()).isEqualTo(one.out());
    JsonNode replications = json(one).get("replications");
    assertThat(replications.get("count").asInt()).isEqualTo(12);
    assertThat(replications.get("completed").asInt()).isEqualTo(12);
    double mean = 0;
    for (JsonNode run : replications.get("runs")) {
      mean += run.get("predictedSeconds").asDouble() / 12;
    }
    assertThat(replications.get("meanSeconds").asDouble())
        .isCloseTo(mean, org.assertj.core.api.Assertions.within(1e-12));
    JsonNode interval = replications.get("meanConfidence95");
    assertThat(interval.get("lowSeconds").asDouble()).isLessThan(mean);
    assertThat(interval.get("highSeconds").asDouble()).isGreaterThan(mean);
  }

  @Test
  void theSeedOfAReplicationRepeatsIt() {
    JsonNode whole = json(noisy("--replications", 5, "--json", "-"));
    JsonNode runs = whole.get("replications").get("runs");
    for (JsonNode run : runs) {
      JsonNode alone = json(noisy("--seed", run.get("seed").asLong(), "--json", "-"));
      assertThat(alone.get("predictedSeconds")).isEqualTo(run.get("predictedSeconds"));
    }
    int shown = whole.get("replications").get("shown").asInt();
    assertThat(whole.get("seed")).isEqualTo(runs.get(shown).get("seed"));
    assertThat(whole.get("predictedSeconds")).isEqualTo(runs.get(shown).get("predictedSeconds"));
  }

  @Test
  void peopleReadMeanIntervalAndQuantilesFirst() {
    SimCall call = noisy("--replications", 10);
    assertThat(call.out())
        .startsWith("Predicted time: ")
        .contains("(95% confidence interval of the mean, 10 replications)")
        .contains("median")
        .contains("noise      computeNoise=lognormal:5%, networkNoise=exponential:2us")
        .doesNotContain("has random parts");
  }

  @Test
  void aSingleRandomRunIsReportedAsOneOfMany() {
    assertThat(noisy().out()).contains("warning: the prediction is one random sample");
  }

  @Test
  void replicationsOfDeterministicRunsAreReportedAsEqual() {
    SimCall call = SimCall.of("run", "arc", SimCall.EXAMPLE, "--replications", 2);
    assertThat(call.exitCode()).isZero();
    assertThat(call.out())
        .contains("warning: all replications are equal, because nothing is random");
  }

  @Test
  void noiseOfAnUnusedNetworkIsReportedAsWithoutEffect() {
    Path trace = Scratch.exchange(folder, "8");
    Object[] run = {"run", "arc", trace, "--network-noise", "exponential:2us", "--replications", 2};
    assertThat(SimCall.of(run).out())
        .contains("warning: network noise has no effect", "because nothing is random");
    Object[] spread = java.util.Arrays.copyOf(run, run.length + 2);
    spread[run.length] = "--ranks-per-node";
    spread[run.length + 1] = 1;
    assertThat(SimCall.of(spread).out()).doesNotContain("no effect", "nothing is random");
  }

  @Test
  void schedulesAreInterruptedToo() {
    Path noise = Scratch.file(folder, "noise.txt", "# start ns, duration ns", "5000 1000");
    SimCall call =
        SimCall.of(
            "run", "arc", Scratch.schedule(folder), "--noise-trace", noise, "--noise-cosched");
    assertThat(call.exitCode()).isZero();
    assertThat(call.out())
        .contains("interruptions=1 recorded, 16.7% of the time, at the same time on all cores");
  }

  @Test
  void aProgramThatIsStuckIsShownWithItsExitCode() {
    SimCall call =
        SimCall.of(
            "run",
            "jaguar-xt5",
            Scratch.deadlock(folder),
            "--network-noise",
            "exponential:1us",
            "--replications",
            3);
    assertThat(call.exitCode()).isEqualTo(ExitCode.PROGRAM_STUCK);
    assertThat(call.out()).contains("Deadlock").contains("3 of 3 replications do not complete");
  }

  @Test
  void aNoiseTraceThatIsNotThereIsBadInput() {
    SimCall call = SimCall.of("run", "arc", SimCall.EXAMPLE, "--noise-trace", "nowhere.txt");
    assertThat(call.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(call.err()).contains("nowhere.txt: there is no such file").hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--compute-noise|pareto:5%|there is no distribution \"pareto\"",
        "--compute-noise|normal:60%|up to 33.33%",
        "--network-noise|exponential:2|\"2\" is not a time",
        "--network-noise|lognormal:2us|write for example lognormal:2us,30%",
        "--replications|0|replications 0 is out of range",
        "--replications|1000001|replications 1000001 is out of range",
        "--threads|0|threads 0 is out of range",
      })
  void wrongOptionsAreRefusedWithWhatIsRight(String option, String value, String message) {
    SimCall call = SimCall.of("run", "arc", SimCall.EXAMPLE, option, value);
    assertThat(call.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(call.out()).isEmpty();
    assertThat(call.err()).contains(message).hasLineCount(1);
  }
}
