package org.foretell.workload.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.foretell.failure.ForetellException;
import org.foretell.workload.job.BatchJob;
import org.foretell.workload.job.JobWork;
import org.foretell.workload.job.Workload;
import org.foretell.workload.schedule.SchedulePolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkloadFileTest {
  private static final long S = 1_000_000_000L;

  @TempDir private Path folder;

  private Workload read(String text) {
    try {
      return WorkloadFile.read(Files.writeString(folder.resolve("jobs"), text), 8, 1);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void jobsAreListed() {
    Workload workload =
        read(
            """
            {"formatVersion": 1, "policy": "conservative", "jobs": [
              {"trace": "cg.bin", "nodes": 4, "ranksPerNode": 2, "walltime": "2h", "submit": "1min",
               "count": 2, "every": "10s", "priority": 3},
              {"name": "io", "bytes": 5e9, "nodes": 1}]}
            """);
    assertThat(workload.policy()).contains(SchedulePolicy.CONSERVATIVE);
    assertThat(workload.jobs()).hasSize(3);
    BatchJob second = workload.jobs().get(1);
    assertThat(second)
        .isEqualTo(
            new BatchJob(
                2,
                "cg.bin",
                70 * S,
                4,
                OptionalLong.of(7200 * S),
                3,
                new JobWork.Replay(folder.resolve("cg.bin"), OptionalInt.of(2))));
    assertThat(workload.jobs().get(2).work()).isEqualTo(new JobWork.Parallel(0, 5e9));
    assertThat(workload.traces()).containsExactly(folder.resolve("cg.bin"));
  }

  /** With 3600 arrivals in an hour and 3 of 4 of the first kind, within what chance allows. */
  @Test
  void arrivalsAreAPoissonProcess() {
    String text =
        """
        {"formatVersion": 1, "arrivals": {"perHour": 3600, "jobs": 10000, "of": [
          {"name": "a", "duration": "1s", "nodes": 1, "weight": 3},
          {"name": "b", "duration": "1s", "nodes": 1}]}}
        """;
    Workload workload = read(text);
    long lastNs = workload.jobs().get(9999).submitNs();
    assertThat(lastNs / 1e9 / 10_000).isBetween(0.96, 1.04);
    assertThat(workload.jobs().stream().filter(job -> job.name().equals("a")).count())
        .isBetween(7300L, 7700L);
    double squares = 0;
    long beforeNs = 0;
    for (BatchJob job : workload.jobs()) {
      double gap = (job.submitNs() - beforeNs) / 1e9;
      squares += gap * gap;
      beforeNs = job.submitNs();
    }
    assertThat(squares / 10_000).as("twice the square of the mean").isBetween(1.8, 2.2);
    assertThat(read(text).jobs()).as("the same seed").isEqualTo(workload.jobs());
  }

  @Test
  void logsInTheStandardWorkloadFormatCountProcessors() {
    Workload workload =
        read(
            """
            ; Version: 2.2
            ; MaxNodes: 128
              1   0  10  100  16  -1 -1  16  200 -1 1 1 1 1 1 -1 -1 -1
              2   5  30   50  -1  -1 -1   9   -1 -1 1 1 1 1 1 -1 -1 -1
              3   6  -1   -1  16  -1 -1  16  200 -1 5 1 1 1 1 -1 -1 -1
            """);
    assertThat(workload.format()).isEqualTo("SWF");
    assertThat(workload.jobs())
        .containsExactly(
            new BatchJob(1, "job 1", 0, 2, OptionalLong.of(200 * S), 0, new JobWork.Delay(100 * S)),
            new BatchJob(2, "job 2", 5 * S, 2, OptionalLong.empty(), 0, new JobWork.Delay(50 * S)));
    assertThat(workload.recordedWaitSeconds()).hasValue(20);
    assertThat(workload.notes()).hasSize(1).first().asString().startsWith("1 job has no run time");
  }

  @Test
  void workloadsOfBatsimAreRead() {
    Workload workload =
        read(
            """
            {"nb_res": 4, "jobs": [
               {"id": "w!1", "subtime": 1.5, "walltime": 100, "res": 4, "profile": "all"},
               {"id": 2, "subtime": 2, "res": 2, "profile": "matrix"},
               {"id": "3", "subtime": 2, "walltime": -1, "res": 2, "profile": "steps"},
               {"id": "4", "subtime": 3, "res": 2, "profile": "mpi"}],
             "profiles": {
               "all": {"type": "parallel_homogeneous", "cpu": 1e9, "com": 1e6},
               "matrix": {"type": "ParallelTaskProfile", "cpu": [1e6, 5e6], "com": [9, 2e6, 3e6, 9]},
               "nap": {"type": "delay", "delay": 20.25},
               "steps": {"type": "SequentialCompositionProfile", "repeat": 2, "seq": ["nap", "all"]},
               "mpi": {"type": "TraceReplayProfile", "trace_type": "SMPI", "filename": "smpi/t.txt"},
               "unused": {"type": "ParallelTaskOnStorageHomogeneousProfile"}}}
            """);
    assertThat(workload.jobs()).extracting(BatchJob::name).containsExactly("w!1", "2", "3", "4");
    assertThat(workload.jobs().get(0).submitNs()).isEqualTo(3 * S / 2);
    assertThat(workload.jobs().get(0).work()).isEqualTo(new JobWork.Parallel(1e9, 3e6));
    assertThat(workload.jobs().get(1).work()).isEqualTo(new JobWork.Parallel(5e6, 3e6));
    JobWork nap = new JobWork.Delay(20_250_000_000L);
    JobWork pair = new JobWork.Parallel(1e9, 1e6);
    assertThat(workload.jobs().get(2).work())
        .isEqualTo(new JobWork.Sequence(java.util.List.of(nap, pair, nap, pair)));
    assertThat(workload.traces()).containsExactly(folder.resolve("smpi/t.txt"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "``|no job found",
        "{|is cut",
        "[]|line 1: found",
        "1 2 3|line 1: found 3 numbers; expected 18 numbers",
        "1 x 3|line 1: found \"x\"",
        "1 1e300 3|found \"1e300\"",
        "{\"formatVersion\": 2, \"jobs\": []}|formatVersion",
        "{\"formatVersion\": 1}|at least one job",
        "{\"formatVersion\": 1, \"jobs\": [{\"nodes\": 1}]}|a job without work",
        "{\"formatVersion\": 1, \"jobs\": [{\"duration\": \"1s\"}]}|nodes",
        "{\"formatVersion\": 1, \"jobs\": [{\"nodes\": 0, \"duration\": \"1s\"}]}|$.jobs[0].nodes",
        "{\"formatVersion\": 1, \"jobs\": [{\"nodes\": 1, \"duration\": \"-1s\"}]}|a time in"
            + " quotes",
        "{\"formatVersion\": 1, \"jobs\": [{\"nodes\": 1, \"duration\": \"1s\", \"wall\":"
            + " 1}]}|wall",
        "{\"formatVersion\": 1, \"jobs\": [{\"nodes\": 1, \"duration\": \"1s\", \"count\":"
            + " 9999999}]}|count",
        "{\"jobs\": [{\"id\": 1, \"subtime\": 0, \"res\": 1, \"profile\": \"x\"}], \"profiles\":"
            + " {}}|name of a profile",
        "{\"jobs\": [{\"id\": 1, \"subtime\": 0, \"res\": 1, \"profile\": \"x\"}], \"profiles\":"
            + " {\"x\": {\"type\": \"composed\", \"seq\": [\"x\"]}}}|inside itself",
        "{\"jobs\": [{\"id\": 1, \"subtime\": 0, \"res\": 2, \"profile\": \"x\"}], \"profiles\":"
            + " {\"x\": {\"type\": \"parallel\", \"cpu\": [1]}}}|an array of 2 numbers"
      })
  void whatIsWrongIsSaid(String text, String message) {
    assertThatThrownBy(() -> read(text == null ? "" : text))
        .isInstanceOf(ForetellException.class)
        .satisfies(
            thrown ->
                assertThat(thrown.getMessage()).contains("jobs").containsPattern(quoted(message)));
  }

  private static String quoted(String message) {
    return message.contains("is cut") ? "." : java.util.regex.Pattern.quote(message);
  }

  @Test
  void aFileThatIsNotThereIsNamed() {
    assertThatThrownBy(() -> WorkloadFile.read(folder.resolve("none"), 8, 1))
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("there is no such file");
  }
}
