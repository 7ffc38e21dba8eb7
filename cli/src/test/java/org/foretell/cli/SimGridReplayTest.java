package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Traces of the NAS Parallel Benchmarks on SimGrid's platforms, against what SimGrid 3.32 says of
 * the same two files.
 *
 * <p>SimGrid ran with {@code smpi/bw-factor:0:1.0 smpi/lat-factor:0:1.0 network/crosstraffic:0
 * network/weight-S:0 smpi/async-small-thresh:65536 smpi/send-is-detached-thresh:65536}. It prints
 * whole microseconds, and takes flows for ended a little before they are.
 */
class SimGridReplayTest {
  private static final Path INPUTS = Path.of("src", "test", "resources", "simgrid");
  private static final double LARGEST_RELATIVE_ERROR = 4e-4;

  private static final Path EXAMPLES = Path.of("..", "examples");

  @TempDir private Path folder;

  private static Path input(String name) {
    Path example = EXAMPLES.resolve(name);
    return Files.exists(example) ? example : INPUTS.resolve(name);
  }

  @ParameterizedTest
  @CsvSource({
    "cg.S.16, xbar-split.16, 0.018091",
    "cg.S.16, fattree.16, 0.018911",
    "ep.W.16, xbar-split.16, 0.025475",
    "ep.W.16, fattree.16, 0.025498",
    "ft.S.16, xbar-split.16, 0.006964",
    "ft.S.16, fattree.16, 0.006986",
    "ft.S.64, xbar-split.64, 0.010016",
    "ft.S.64, fattree.64, 0.010011",
    "mg.S.16, xbar-split.16, 0.003055",
    "mg.S.16, fattree.16, 0.003677",
    "mg.S.64, xbar-split.64, 0.011213",
    "mg.S.64, fattree.64, 0.012085",
  })
  void predictionsAreThoseOfSimGrid(String trace, String platform, double simGridSeconds) {
    Path result = folder.resolve("result.json");
    SimCall call =
        SimCall.of("run", input(platform + ".xml"), input(trace + ".tar.gz"), "--json", result);
    assertThat(call.exitCode()).as(call.err()).isZero();
    JsonNode document = JsonMapper.shared().readTree(result.toFile());
    assertThat(document.get("model").asString()).isEqualTo("flow");
    assertThat(document.get("collectives").get("profile").asString()).startsWith("simgrid-default");
    assertThat(document.get("predictedSeconds").asDouble())
        .isCloseTo(simGridSeconds, within(simGridSeconds * LARGEST_RELATIVE_ERROR));
  }
}
