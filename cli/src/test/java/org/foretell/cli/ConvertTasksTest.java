package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import org.foretell.cli.shell.ExitCode;
import org.foretell.workflow.WorkflowSetup;
import org.foretell.workflow.file.PipelineFile;
import org.foretell.workflow.report.WorkflowResult;
import org.foretell.workflow.schedule.SchedulingPolicies;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConvertTasksTest {
  /** The real run of validation/workers.c with four workers; it took 0.323 s. */
  private static final String TRACE = "../examples/workers.5.bin";

  @TempDir private Path folder;

  private static WorkflowResult simulated(Path pipeline, int workers) {
    return new WorkflowSetup()
        .machine("arc")
        .pipeline(PipelineFile.read(pipeline), 1)
        .workers(workers, workers)
        .policy(SchedulingPolicies.FIFO)
        .run();
  }

  @Test
  void theTasksOfARealRunTakeAsLongAsItDid() {
    Path pipeline = folder.resolve("tasks.json");
    SimCall call = SimCall.of("convert", TRACE, pipeline, "--tasks");
    assertThat(call.exitCode()).as(call.err()).isEqualTo(ExitCode.OK);
    assertThat(call.out())
        .contains("21 tasks in 2 rounds, 53.89 ms on average; rank 0 dealt them out to 4 workers")
        .contains("--workers 4 --policy fifo simulates them", "unsuccessful polls were folded")
        .contains("the trace states no core speed");
    WorkflowResult result = simulated(pipeline, 4);
    assertThat(result.makespanSeconds()).isCloseTo(0.323, within(0.003));
    assertThat(result.tasks()).isEqualTo(21);
    assertThat(simulated(pipeline, 1).makespanSeconds())
        .as("another run, with one worker, took 1.143 s")
        .isCloseTo(1.143, within(0.012));
  }

  @Test
  void thePipelineGoesToStandardOutput() {
    SimCall call = SimCall.of("convert", TRACE, "-", "--tasks");
    assertThat(call.exitCode()).as(call.err()).isEqualTo(ExitCode.OK);
    assertThat(call.out()).startsWith("{").contains("\"dealTime\"").endsWith("}\n");
  }

  private static void assertRefused(SimCall call, int exitCode, String... message) {
    assertThat(call.exitCode()).as(call.err()).isEqualTo(exitCode);
    assertThat(call.err()).contains(message);
    assertThat(call.out()).isEmpty();
  }

  @Test
  void wrongCallsAreRefused() {
    Path pipeline = folder.resolve("tasks.json");
    assertRefused(
        SimCall.of("convert", "../examples/halo.64.txt", pipeline, "--tasks"),
        3,
        "halo.64.txt: this is no trace of a master",
        "no rank receives from any source");
    assertThat(Files.exists(pipeline)).isFalse();
    assertRefused(
        SimCall.of("convert", "../examples/farm.3.scalatrace", pipeline, "--tasks"),
        3,
        "farm.3.scalatrace: this is no trace of a master");
    assertRefused(
        SimCall.of("convert", TRACE, folder.resolve("tasks.bin"), "--tasks"),
        2,
        "write OUTPUT.json, not");
    assertRefused(
        SimCall.of("convert", TRACE, pipeline, "--tasks", "--to", "text"),
        2,
        "leave out --to and --work");
  }
}
