package org.foretell.workload.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.report.RunResult;
import org.foretell.workload.failure.Checkpoints;
import org.foretell.workload.failure.FailureJson;
import org.foretell.workload.failure.FailureRates;
import org.foretell.workload.failure.Failures;
import org.foretell.workload.job.BatchJob;
import org.foretell.workload.job.JobWork;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class MixReportTest {
  private static final long S = 1_000_000_000L;

  private static JobRecord record(int number, long submit, long start, long end, int nodes) {
    return new JobRecord(
        new BatchJob(
            number, "job", submit * S, nodes, OptionalLong.of(9 * S), 0, new JobWork.Delay(S)),
        start * S,
        end * S,
        (end - start) * S,
        java.util.stream.IntStream.range(0, nodes).boxed().toList(),
        false,
        0,
        0);
  }

  private static MixResult result() {
    List<JobRecord> records = List.of(record(1, 0, 0, 100, 3), record(2, 0, 100, 120, 4));
    Machine machine =
        Machine.builder("m")
            .network(LinkSpeed.INSTANT)
            .eagerThresholdBytes(0)
            .nodes(NodeGroup.builder("group").nodes(4).coresPerNode(2).build())
            .build();
    return new MixResult(
        "1",
        "jobs.json",
        "jobs",
        new RunResult.MachineChoice(machine, null, List.of()),
        4,
        Map.of("queue", "EASY backfill"),
        1,
        records,
        MixSummary.of(records, 4),
        0.5,
        0.25,
        Optional.empty(),
        OptionalDouble.of(7),
        Optional.of(new MixResult.NodesNeeded(10, OptionalInt.empty())),
        List.of());
  }

  @Test
  void figuresAreByHand() {
    MixSummary summary = result().summary();
    assertThat(summary.makespanSeconds()).isEqualTo(120);
    assertThat(summary.utilisation()).isCloseTo((300 + 80) / 480.0, within(1e-12));
    assertThat(summary.jobsPerDay()).isCloseTo(1440, within(1e-9));
    assertThat(summary.waitSeconds().mean()).isEqualTo(50);
    assertThat(summary.waitSeconds().median()).isZero();
    assertThat(summary.waitSeconds().p95()).isEqualTo(100);
    assertThat(summary.boundedSlowDown().most()).isEqualTo(6);
  }

  @Test
  void theJsonHasAllJobs() throws IOException {
    StringWriter text = new StringWriter();
    MixJson.write(result(), text);
    JsonNode json = JsonMapper.builder().build().readTree(text.toString());
    assertThat(json.at("/summary/utilisation").asDouble()).isCloseTo(380 / 480.0, within(1e-12));
    assertThat(json.at("/summary/recordedWaitSeconds").asDouble()).isEqualTo(7);
    assertThat(json.at("/nodesNeeded/nodes").isNull()).isTrue();
    assertThat(json.at("/jobs/1/nodes/0").asString()).isEqualTo("0-3");
    assertThat(json.at("/jobs/1/startSeconds").asDouble()).isEqualTo(100);
    assertThat(json.at("/machine/sha256").isNull()).isTrue();
  }

  @Test
  void theJsonOfFailuresHasFormulasWhereThereAreSome() throws IOException {
    StringWriter text = new StringWriter();
    FailureJson.write(
        Failures.of(
            new Checkpoints(100, 10, 1, 1),
            new FailureRates(2, 1000, 0.8, OptionalDouble.empty()),
            Failures.Interval.GIVEN,
            10,
            1),
        "m",
        "a run",
        text);
    JsonNode json = JsonMapper.builder().build().readTree(text.toString());
    assertThat(json.at("/expectedSeconds").isNull()).isTrue();
    assertThat(json.at("/networkMtbfSeconds").isNull()).isTrue();
    assertThat(json.at("/youngSeconds").asDouble()).isCloseTo(Math.sqrt(1000), within(1e-9));
    assertThat(json.at("/seconds/mean").asDouble()).isGreaterThanOrEqualTo(109);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 s",
    "0.0125, 12.50 ms",
    "59, 59 s",
    "75, 1 min 15 s",
    "7500, 2 h 05 min",
    "864000, 10.0 days"
  })
  void timesAreReadable(double seconds, String text) {
    assertThat(LongTime.text(seconds)).isEqualTo(text);
  }

  @Test
  void runsOfNodesAreJoined() {
    assertThat(NodeRuns.of(List.of(0, 1, 2, 5, 7, 8)).stream().map(NodeRuns.Run::text))
        .containsExactly("0-2", "5", "7-8");
    assertThat(NodeRuns.of(List.of())).isEmpty();
  }
}
