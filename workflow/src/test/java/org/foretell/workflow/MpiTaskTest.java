package org.foretell.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.data.Offset;
import org.foretell.failure.ForetellException;
import org.foretell.workflow.file.PipelineFile;
import org.foretell.workflow.report.WorkflowResult;
import org.foretell.workflow.run.ReplayedPrograms;
import org.foretell.workflow.task.MpiProgram;
import org.foretell.workflow.task.TaskKind;
import org.foretell.workflow.task.TaskTime;
import org.foretell.workflow.task.Workflow;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tasks that are MPI programs: their times, nodes and cores by hand. */
class MpiTaskTest {
  private static final Offset<Double> MESSAGES = within(1e-3);

  /** Takes 12 s and the time of a message. */
  private static final String FOUR_RANKS =
      """
      foretell-trace 1
      ranks 4
      program 0 {
        elapse duration=10s
        send peer=3 bytes=8
      }
      program 1-2 {
        elapse duration=10s
      }
      program 3 {
        recv peer=0 receive_bytes=8
        elapse duration=2s
      }
      """;

  @TempDir private Path folder;
  private Path fourRanks;

  @BeforeEach
  void writeTrace() throws IOException {
    fourRanks = trace("four.txt", FOUR_RANKS);
  }

  private Path trace(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static TaskKind running(Path trace, int nodes) {
    return TaskKind.computing(TaskTime.of(new MpiProgram(trace, nodes)));
  }

  private static Workflow bag(TaskKind kind, int count) {
    Workflow.Builder builder = Workflow.builder("bag");
    int stage = builder.stage("task");
    for (int i = 0; i < count; i++) {
      builder.task(stage, kind);
    }
    return builder.build();
  }

  private static WorkflowSetup setup(int nodes, int cores, int workers, int perNode) {
    return TestMachines.setup(TestMachines.of(nodes, cores), workers, perNode);
  }

  @Test
  void aProgramTakesTheTimeOfItsReplayAlone() {
    WorkflowResult result = setup(1, 4, 1, 1).workflow(bag(running(fourRanks, 1), 1)).run();
    assertThat(result.makespanSeconds()).isCloseTo(12, MESSAGES);
    assertThat(result.longestChainSeconds()).isCloseTo(12.000001, within(1e-9));
  }

  @Test
  void itsRanksOccupyCores() {
    Workflow three = bag(running(fourRanks, 1), 3);
    assertThat(setup(1, 4, 4, 4).workflow(three).run().makespanSeconds()).isCloseTo(36, MESSAGES);
    assertThat(setup(2, 4, 8, 4).workflow(three).run().makespanSeconds()).isCloseTo(24, MESSAGES);
    assertThat(setup(1, 8, 2, 2).workflow(three).run().makespanSeconds()).isCloseTo(24, MESSAGES);
  }

  @Test
  void onSeveralNodesItHoldsAWorkerOnEach() {
    TaskKind kind = running(fourRanks, 2);
    assertThat(setup(2, 4, 2, 1).workflow(bag(kind, 2)).run().makespanSeconds())
        .as("one worker on each node")
        .isCloseTo(24, MESSAGES);
    WorkflowResult both = setup(2, 4, 4, 2).workflow(bag(kind, 2)).run();
    assertThat(both.makespanSeconds()).as("two cores of each node").isCloseTo(12, MESSAGES);
    assertThat(both.busyShare()).isCloseTo(1, MESSAGES);
    assertThat(both.stages().get(0).busyShare()).isCloseTo(1, MESSAGES);
    assertThat(both.widths().stream().filter(width -> width.workers() == 4).toList())
        .singleElement()
        .satisfies(width -> assertThat(width.seconds()).isCloseTo(12, MESSAGES));
  }

  @Test
  void aWideTaskWaitsUntilAllItsNodesAreFree() {
    Workflow.Builder builder = Workflow.builder("w");
    int stage = builder.stage("s");
    builder.task(stage, TaskKind.computing(TaskTime.of(100)));
    builder.task(stage, running(fourRanks, 2));
    builder.task(stage, TaskKind.computing(TaskTime.of(5)));
    WorkflowResult result = setup(2, 4, 2, 1).workflow(builder.build()).run();
    assertThat(result.makespanSeconds()).isCloseTo(112, MESSAGES);
    assertThat(result.stages().get(0).mostQueueSeconds())
        .as("a small task passed")
        .isCloseTo(100, MESSAGES);
  }

  @Test
  void checksAndRetriesAreThoseOfAnyTask() {
    TaskKind kind =
        new TaskKind(
            TaskTime.of(new MpiProgram(fourRanks, 2)), 1, 0, 0, 0, 1_000_000_000_000L, 1, 2, 0, 0);
    WorkflowResult result = setup(2, 2, 2, 1).workflow(bag(kind, 1)).run();
    assertThat(result.makespanSeconds()).as("three attempts").isCloseTo(3 * 13, MESSAGES);
    assertThat(result.givenUp()).isEqualTo(1);
  }

  @Test
  void aReplayIsRemembered() throws IOException {
    ReplayedPrograms programs =
        new ReplayedPrograms(
            List.of(setup -> setup.machine(TestMachines.of(2, 4)), setup -> setup.model("simple")));
    Workflow tasks = bag(running(fourRanks, 2), 2);
    Workflow known = programs.known(tasks);
    assertThat(known.kind(0)).isSameAs(known.kind(1));
    assertThat(known.kind(0).cores()).isEqualTo(2);
    Files.delete(fourRanks);
    assertThat(programs.known(tasks).totalSeconds()).isEqualTo(known.totalSeconds());
  }

  @Test
  void fewestNodesHoldTheWidestTask() {
    Workflow two = bag(running(fourRanks, 2), 2);
    assertThat(setup(9, 4, 1, 1).workflow(two).fewestNodes(25).nodes()).isEqualTo(2);
    assertThat(setup(9, 4, 1, 1).workflow(two).fewestNodes(13).nodes()).isEqualTo(4);
    assertThat(setup(9, 4, 4, 4).workflow(bag(running(fourRanks, 1), 3)).fewestNodes(13).nodes())
        .as("each fills a node, whatever its workers")
        .isEqualTo(3);
  }

  @Test
  void aPipelineNamesTracesBesideIt() throws IOException {
    trace("computes.txt", "foretell-trace 1\nranks 2\nprogram 0-1 {\n  compute duration=8s\n}\n");
    WorkflowResult result =
        setup(2, 4, 4, 2)
            .pipeline(
                PipelineFile.read(
                    trace(
                        "p.json",
                        """
                        {"formatVersion": 1, "name": "p", "coreSpeed": "2Gflop/s", "stages": [
                          {"name": "mesh", "time": "6s"},
                          {"name": "solve", "after": ["mesh"], "trace": "computes.txt", "nodes": 2},
                          {"name": "wide", "after": ["solve"], "trace": "four.txt"}
                        ]}
                        """)),
                1)
            .run();
    assertThat(result.makespanSeconds())
        .as("stated times follow the cores, a replay has done so already")
        .isCloseTo(3 + 8 + 12, MESSAGES);
  }

  private static AbstractThrowableAssert<?, ? extends Throwable> refused(
      WorkflowSetup setup, TaskKind kind) {
    return assertThatThrownBy(() -> setup.workflow(bag(kind, 1)).run())
        .isInstanceOf(ForetellException.class);
  }

  @Test
  void programsThatDoNotFitAreRefused() {
    refused(setup(9, 3, 9, 1), running(fourRanks, 1))
        .hasMessageContaining("has 4 ranks, 4 on each of 1 nodes, but node 0 of made has 3 cores");
    refused(setup(9, 4, 9, 1), running(fourRanks, 3))
        .hasMessageContaining("has 4 ranks, which fill 2 of its 3 nodes; write \"nodes\": 2");
    refused(setup(3, 4, 3, 1), running(fourRanks, 4))
        .hasMessageContaining("runs on 4 nodes, but made has 3");
    refused(setup(9, 4, 1, 1), running(fourRanks, 2))
        .hasMessageContaining("task 0 needs 2 nodes, but the workers have 1");
  }

  @Test
  void programsThatCannotBeReplayedAloneAreRefused() throws IOException {
    Path files =
        trace(
            "files.txt",
            "foretell-trace 1\nranks 1\nprogram 0 {\n  file_read object=0 bytes=8\n}\n");
    refused(setup(1, 4, 1, 1), running(files, 1))
        .hasMessageContaining("files.txt of a task reads or writes files");
    Path stuck = trace("stuck.txt", "foretell-trace 1\nranks 1\nprogram 0 {\n  recv peer=0\n}\n");
    refused(setup(1, 4, 1, 1), running(stuck, 1)).hasMessageContaining("never ends");
    Path long1 =
        trace(
            "long.txt", "foretell-trace 1\nranks 1\nprogram 0 {\n  elapse duration=9000001s\n}\n");
    refused(setup(1, 4, 1, 1), running(long1, 1)).hasMessageContaining("takes 9000001 s");
    Path none = folder.resolve("none.bin");
    assertThatThrownBy(() -> setup(1, 4, 1, 1).workflow(bag(running(none, 1), 1)).run())
        .hasMessageContaining("none.bin");
  }

  @Test
  void aProgramHasNoTimeBeforeItIsReplayed() {
    TaskTime time = TaskTime.of(new MpiProgram(fourRanks, 1));
    assertThatThrownBy(time::meanSeconds)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("four.txt");
    assertThat(time.replayed(3).meanSeconds()).isEqualTo(3);
    assertThat(time.replayed(3).program()).isEqualTo(time.program());
    assertThatThrownBy(() -> new MpiProgram(fourRanks, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
