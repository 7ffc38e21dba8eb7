package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class FailuresCommandTest {
  private static SimCall call(Object... options) {
    List<Object> arguments = new ArrayList<>(List.of("failures", "summit"));
    arguments.addAll(Arrays.asList(options));
    return SimCall.of(arguments.toArray());
  }

  @Test
  void aTraceGivesWorkAndNodes() {
    SimCall call =
        call(
            Path.of("..", "examples", "mg.S.64.bin"),
            "--repeat",
            "1000000000",
            "--mtbf",
            "400d",
            "--weibull",
            "0.7",
            "--checkpoint",
            "30s",
            "--restart",
            "5min",
            "--every",
            "daly",
            "--json",
            "-");
    assertThat(call.exitCode()).as(call.err()).isZero();
    JsonNode json = JsonMapper.builder().build().readTree(call.out());
    assertThat(json.at("/nodes").asInt()).isEqualTo(2);
    assertThat(json.at("/run").asString()).isEqualTo("1000000000 times mg.S.64.bin");
    assertThat(json.at("/intervalSeconds").asDouble())
        .isEqualTo(json.at("/dalySeconds").asDouble());
    assertThat(json.at("/seconds/mean").asDouble())
        .isGreaterThan(json.at("/workSeconds").asDouble());
  }

  @Test
  void whatIsMissingOrTooMuchIsSaid() {
    String[] rest = {"--mtbf", "1h", "--restart", "1s"};
    assertThat(call(with(rest, "--checkpoint", "1s")).err())
        .contains("give a trace, or --time and --nodes");
    assertThat(call(with(rest, "--time", "1h", "--nodes", "2")).err())
        .contains("give either --checkpoint or --checkpoint-bytes");
    assertThat(call(with(rest, "--time", "1h", "--nodes", "99999", "--checkpoint", "1s")).err())
        .contains("machine summit has 4608 nodes, but --nodes is 99999; write 1 or more");
    assertThat(
            call(with(rest, "--time", "1h", "--nodes", "2", "--checkpoint", "1s", "--every", "now"))
                .err())
        .contains("--every now is unknown; write young, daly, best, or a time");
    assertThat(call(with(rest, "--time", "x", "--nodes", "2", "--checkpoint", "1s")).exitCode())
        .isEqualTo(2);
    SimCall endless = call(with(rest, "--time", "1h", "--nodes", "4608", "--checkpoint", "1min"));
    assertThat(endless.exitCode()).isEqualTo(3);
    assertThat(endless.err()).contains("the run does not end");
  }

  private static Object[] with(String[] rest, String... options) {
    List<Object> all = new ArrayList<>(Arrays.asList(options));
    all.addAll(Arrays.asList(rest));
    return all.toArray();
  }
}
