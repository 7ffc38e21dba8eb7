package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Several jobs on the command line. */
class RunJobsTest {
  private static final Path MG = Path.of("..", "examples", "mg.S.64.bin");
  private static final Path HALO = Path.of("..", "examples", "halo.64.txt");
  private static final String RUN = "run";
  private static final String MACHINE = "stampede";
  private static final String PLACEMENT = "--job-placement";
  private static final String NODES = "--job-nodes";

  @Test
  void jobsAreShownAloneAndTogether() {
    SimCall call =
        SimCall.of(RUN, MACHINE, HALO, MG + "@1ms", PLACEMENT, "shared", "--ranks-per-node", "8");
    assertThat(call.exitCode()).as(call.err()).isZero();
    assertThat(call.out())
        .contains("All jobs end after", "where jobs meet")
        .containsPattern("node [0-7], (in|out)");
    SimCall json =
        SimCall.of(
            RUN, MACHINE, HALO, MG, HALO, NODES, "2=10-13", PLACEMENT, "random:2", "--json", "-");
    JsonNode document = JsonMapper.builder().build().readTree(json.out());
    assertThat(document.at("/jobs").size()).isEqualTo(3);
    assertThat(document.at("/jobs/0/slowDown").asDouble()).isGreaterThanOrEqualTo(1);
    assertThat(document.at("/jobPlacement").asString()).startsWith("random groups of 2");
    assertThat(document.at("/background").isNull()).isTrue();
  }

  @Test
  void placementsAreCompared() {
    SimCall both =
        SimCall.of(
            RUN, "hopper", HALO, MG, "--ranks-per-node", "8", PLACEMENT, "shared,packed,shared");
    assertThat(both.exitCode()).as(both.err()).isZero();
    assertThat(both.out())
        .contains("All jobs end earliest with placement", "mean slow-down", "energy")
        .containsPattern("(?m)^  shared .*\\R  packed ");
    assertThat(both.err()).isEmpty();
    SimCall json =
        SimCall.of(
            RUN,
            "hopper",
            HALO,
            MG,
            "--ranks-per-node",
            "8",
            PLACEMENT,
            "shared,packed",
            "--json",
            "-");
    JsonNode placements = JsonMapper.builder().build().readTree(json.out()).get("placements");
    assertThat(placements.size()).isEqualTo(2);
    for (String policy : List.of("shared", "packed")) {
      SimCall one =
          SimCall.of(
              RUN, "hopper", HALO, MG, "--ranks-per-node", "8", PLACEMENT, policy, "--json", "-");
      assertThat(placements.get(policy.equals("shared") ? 0 : 1))
          .isEqualTo(JsonMapper.builder().build().readTree(one.out()));
    }
    assertThat(SimCall.of(RUN, MACHINE, HALO, MG, PLACEMENT, "packed,near").err())
        .contains("--job-placement near is unknown");
  }

  @Test
  void backgroundRunsBesideOneJob() {
    SimCall call = SimCall.of(RUN, MACHINE, HALO, "--background", "uniform:30%:8");
    assertThat(call.exitCode()).as(call.err()).isZero();
    assertThat(call.out()).contains("Background:  uniform:30%:8, 8 nodes, each up to 1.830 GB/s");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"--interval", "--leads", "--csv=x", "--timeline=x.json", "--placement=block"})
  void optionsOfOneRunAreRefused(String option) {
    SimCall call = SimCall.asTyped(RUN, MACHINE, HALO, MG, option);
    assertThat(call.exitCode()).isEqualTo(2);
    assertThat(call.err()).contains("cannot be combined with several jobs");
  }

  @Test
  void mistakesAreNamed() {
    assertThat(SimCall.of(RUN, MACHINE, HALO, MG + "@x").err())
        .contains("the start behind @ is no time");
    assertThat(SimCall.of(RUN, MACHINE, HALO, MG, NODES, "3=0").err())
        .contains("there are jobs 1 to 2");
    assertThat(SimCall.of(RUN, MACHINE, HALO, MG, PLACEMENT, "near").err())
        .contains("write packed, scattered, random, random:N or shared");
    assertThat(SimCall.of(RUN, MACHINE, HALO, "none.bin").err())
        .startsWith("sim: none.bin: cannot read");
  }
}
