package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class MixCommandTest {
  private static final Path JOBS = Path.of("..", "examples", "queue", "jobs.json");

  @TempDir private Path folder;

  @Test
  void rulesAndFailuresChangeTheQueue() {
    SimCall easy = SimCall.of("mix", "stampede", JOBS, "--nodes", "128");
    assertThat(easy.exitCode()).isZero();
    assertThat(easy.out()).contains("204 jobs in", "EASY backfill", "Throughput:");
    SimCall fcfs = SimCall.of("mix", "stampede", JOBS, "--nodes", "128", "--policy", "fcfs");
    assertThat(fcfs.out()).contains("first come, first served").isNotEqualTo(easy.out());
    SimCall failing =
        SimCall.of("mix", "stampede", JOBS, "--nodes", "128", "--mtbf", "30d", "--any-nodes");
    assertThat(failing.out()).contains("Failures:", "node hours lost", "any free nodes");
    assertThat(SimCall.of("mix", "stampede", JOBS, "--policy", "sjf").err())
        .contains("write fcfs, easy or conservative");
  }

  @Test
  void tracesAreReplayedAloneOrTogether() throws IOException {
    Path trace = Path.of("..", "examples", "mg.S.64.bin").toAbsolutePath();
    Path jobs =
        Files.writeString(
            folder.resolve("jobs.json"),
            "{\"formatVersion\": 1, \"jobs\": [{\"trace\": \""
                + trace
                + "\", \"nodes\": 4, \"count\": 3, \"walltime\": \"1s\"}]}");
    Path html = folder.resolve("queue.html");
    SimCall alone =
        SimCall.of("mix", "stampede", jobs, "--nodes", "8", "--json", "-", "--html", html);
    assertThat(alone.exitCode()).as(alone.err()).isZero();
    JsonNode json = JsonMapper.builder().build().readTree(alone.out());
    assertThat(json.at("/jobs").size()).isEqualTo(3);
    assertThat(json.at("/summary/runSlowDown").asDouble()).isEqualTo(1);
    assertThat(Files.readString(html)).contains("3 jobs in");
    SimCall together =
        SimCall.of("mix", "stampede", jobs, "--nodes", "8", "--together", "--model", "flow");
    assertThat(together.out()).contains("replayed together with the jobs that run");
  }
}
