package org.foretell.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.foretell.Foretell;
import org.foretell.models.noise.Noise;
import org.foretell.models.noise.Variability;
import org.foretell.scenario.Change;
import org.foretell.scenario.Scenario;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlopedRunTest {
  private static final Path RING = Path.of("../examples/ring.4.goal");
  private static final Path MG = Path.of("../examples/mg.S.16.tar.gz");
  private static final Path SHMEM = Path.of("../examples/shmem-halo.txt");

  private static Scenario scenario(Path trace, String model) {
    return Foretell.prediction()
        .machine("jaguar-xt5")
        .trace(trace)
        .model(model)
        .scenario()
        .with(new Change("nodeGroups.0.cpuRatio", "1.2"));
  }

  private static Map<String, Scenario> moved(Scenario base, String factor) {
    Map<String, Scenario> moved = new LinkedHashMap<>();
    for (String figure : List.of("network.latency", "network.bandwidth", "cpu")) {
      moved.put(figure, base.with(new Change(figure, factor)));
    }
    return moved;
  }

  private static SlopedRun.Result run(Runner runner, SlopedRun run) {
    List<SlopedRun.Result> results = new ArrayList<>();
    runner.runWithSlopes(List.of(run), (one, result) -> results.add(result));
    assertThat(results).hasSize(1);
    return results.get(0);
  }

  /**
   * Figures move by so little that no other path takes over; each message and burst on the path is
   * rounded to a picosecond.
   */
  @ParameterizedTest
  @CsvSource({
    "halo.2.bin, simple", "halo.2.bin, loggops", "halo.2.bin, max-rate",
    "mg.S.16.tar.gz, simple", "mg.S.16.tar.gz, loggops", "mg.S.16.tar.gz, max-rate"
  })
  void changesAreThoseOfReplays(String trace, String model) {
    Path file = Path.of("../examples").resolve(trace);
    Scenario base = scenario(file, model);
    Map<String, Scenario> moved = moved(base, "x1.0001");
    try (Runner runner = Runner.builder().threads(1).build()) {
      runner.open(file);
      SlopedRun.Result result = run(runner, new SlopedRun(base, moved));
      long still = runner.run(base).ps();
      assertThat(result.outcome()).isEqualTo(runner.run(base));
      assertThat(result.changesPs()).containsOnlyKeys(moved.keySet());
      moved.forEach(
          (name, other) ->
              assertThat((double) result.changesPs().get(name))
                  .as(name)
                  .isEqualTo((double) (runner.run(other).ps() - still), within(100.0)));
    }
  }

  @Test
  void signsAreThoseOfLatenciesAndSpeeds() {
    Scenario base = scenario(MG, "max-rate");
    try (Runner runner = Runner.builder().threads(1).build()) {
      runner.open(MG);
      Map<String, Long> changes =
          run(runner, new SlopedRun(base, moved(base, "x1.01"))).changesPs();
      assertThat(changes.get("network.latency")).isPositive();
      assertThat(changes.get("network.bandwidth")).isNegative();
      assertThat(changes.get("cpu")).isNegative();
    }
  }

  @Test
  void whatHasNoPathHasATimeAndNoChanges() {
    Scenario memory =
        Foretell.prediction()
            .machine("jaguar-xt5")
            .trace(MG)
            .model("loggops")
            .memoryBound(0.4)
            .scenario();
    try (Runner runner = Runner.builder().threads(1).build()) {
      runner.open(SHMEM);
      runner.open(MG);
      runner.open(RING);
      for (Scenario one :
          List.of(
              scenario(SHMEM, "max-rate"),
              scenario(RING, "loggops"),
              scenario(MG, "max-rate")
                  .withNoise(
                      new Noise(null, Variability.parseDelay("exponential:2us"), null, false)),
              memory)) {
        SlopedRun.Result result = run(runner, new SlopedRun(one, moved(one, "x1.01")));
        assertThat(result.outcome()).isEqualTo(runner.run(one));
        assertThat(result.changesPs()).isEmpty();
      }
    }
  }
}
