package org.foretell.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.assertj.core.data.Offset;
import org.foretell.failure.ForetellException;
import org.foretell.machine.Machine;
import org.foretell.machine.NodePower;
import org.foretell.machine.Watts;
import org.foretell.workflow.pipeline.Pipeline;
import org.foretell.workflow.pipeline.Stage;
import org.foretell.workflow.report.PathReport;
import org.foretell.workflow.report.WorkflowEnergy;
import org.foretell.workflow.report.WorkflowResult;
import org.foretell.workflow.report.WorkflowTimeline;
import org.foretell.workflow.task.TaskKind;
import org.foretell.workflow.task.TaskTime;
import org.foretell.workflow.task.Workflow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Small workflows whose times follow by hand. */
class WorkflowRunTest {
  private static final Offset<Double> MESSAGES = within(1e-3);

  private static Workflow chain(double... seconds) {
    Workflow.Builder builder = Workflow.builder("chain");
    int stage = builder.stage("step");
    for (int i = 0; i < seconds.length; i++) {
      builder.task(stage, TaskKind.computing(TaskTime.of(seconds[i])));
      if (i > 0) {
        builder.dependency(i - 1, i);
      }
    }
    return builder.build();
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
  void messagesOfAChainAddUp() {
    WorkflowResult result = setup(3, 1, 2, 1).workflow(chain(1, 2, 3)).run();
    // Each task has a message there and one back, and the last message stops a worker.
    assertThat(result.makespanSeconds()).isCloseTo(6 + 7e-6, within(2.5e-6));
    assertThat(result.path().waitsForTasks()).isEqualTo(2);
    assertThat(result.path().waitsForWorkers()).isZero();
    double parts =
        result.path().messageSeconds()
            + result.path().endSeconds()
            + result.path().stages().stream().mapToDouble(PathReport.Part::seconds).sum();
    assertThat(parts).isCloseTo(result.makespanSeconds(), within(1e-11));
  }

  /** An idle node takes 113 W, and each of its cores 8 W more computing and 4 W more waiting. */
  @Test
  void theEnergyIsThatOfIdleNodesAndOfCoresAboveIt() {
    Workflow six = bag(TaskKind.computing(TaskTime.of(10)), 6);
    assertThat(setup(2, 4, 4, 2).workflow(six).run().energy()).isNull();
    NodePower power =
        new NodePower(
            Watts.of(100),
            Watts.of(10),
            Watts.of(6),
            Watts.of(2),
            new Watts(5, 4, 6),
            Optional.empty());
    Machine machine = TestMachines.withPower(2, 4, power);
    WorkflowResult result = TestMachines.setup(machine, 4, 2).workflow(six).run();
    WorkflowEnergy energy = Objects.requireNonNull(result.energy());
    // Two nodes for 20 s; six tasks of 10 s; four workers and a master without a task for 40 s.
    double joules = 2 * 113 * 20 + 8 * 60 + 4 * 40;
    assertThat(energy.joules()).isCloseTo(joules, within(0.1));
    assertThat(energy.joulesLow()).isCloseTo(joules - 2 * 20, within(0.1));
    assertThat(energy.joulesHigh()).isCloseTo(joules + 2 * 20, within(0.1));
    assertThat(energy.meanWatts()).isCloseTo(joules / 20, within(0.01));
    assertThat(energy.joulesPerInstance()).isEqualTo(energy.joules());
    List<Double> watts = Objects.requireNonNull(result.timeline().watts());
    double spanSeconds = result.timeline().spanSeconds();
    assertThat(watts.stream().mapToDouble(each -> each * spanSeconds).sum())
        .as("the power over time adds up to the energy")
        .isCloseTo(energy.joules(), within(1e-6));
    assertThat(watts.get(10)).isCloseTo(2 * 113 + 4 * 8 + 4, within(1e-9));
    assertThat(watts.get(200)).isCloseTo(2 * 113 + 2 * 8 + 3 * 4, within(1e-9));
  }

  @Test
  void theTimelineHasBusyWorkersAndWaitingTasks() {
    WorkflowTimeline times =
        setup(2, 4, 4, 2).workflow(bag(TaskKind.computing(TaskTime.of(10)), 6)).run().timeline();
    assertThat(times.watts()).as("no power is stated").isNull();
    WorkflowTimeline.StageTimes stage = times.stages().get(0);
    assertThat(stage.busyWorkers()).hasSize(256);
    assertThat(stage.busyWorkers().get(50)).isEqualTo(4);
    assertThat(stage.busyWorkers().get(200)).isEqualTo(2);
    assertThat(stage.waitingTasks().get(50)).isEqualTo(2);
    assertThat(stage.waitingTasks().get(200)).isEqualTo(0);
    assertThat(stage.busyWorkers().stream().mapToDouble(each -> each * times.spanSeconds()).sum())
        .isCloseTo(60, MESSAGES);
    assertThat(times.attempts())
        .hasSize(6)
        .allSatisfy(
            one -> assertThat(one.endSeconds() - one.startSeconds()).isCloseTo(10, MESSAGES));
    assertThat(times.attempts().stream().map(WorkflowTimeline.Attempt::worker).distinct())
        .containsExactlyInAnyOrder(0, 1, 2, 3);
  }

  /** The run that is shown is the one of median makespan, with its own times. */
  @Test
  void ofSeveralRunsTheTimelineIsThatOfTheMedian() {
    WorkflowResult result =
        setup(1, 4, 4, 4)
            .workflow(bag(TaskKind.computing(TaskTime.exponential(10)), 12))
            .replications(9)
            .run();
    double last =
        result.timeline().attempts().stream()
            .mapToDouble(WorkflowTimeline.Attempt::endSeconds)
            .max()
            .orElseThrow();
    assertThat(last).isCloseTo(result.makespanSeconds(), MESSAGES);
  }

  @Test
  void manyAttemptsAreNotListed() {
    WorkflowTimeline times =
        setup(1, 4, 4, 4).workflow(bag(TaskKind.computing(TaskTime.of(1)), 5_001)).run().timeline();
    assertThat(times.attempts()).isEmpty();
    assertThat(times.stages()).hasSize(1);
  }

  @Test
  void sixTasksOnFourWorkersTakeTwoRounds() {
    WorkflowResult result =
        setup(2, 4, 4, 2).workflow(bag(TaskKind.computing(TaskTime.of(10)), 6)).run();
    assertThat(result.makespanSeconds()).isCloseTo(20, MESSAGES);
    assertThat(result.nodes()).isEqualTo(2);
    assertThat(result.busyShare()).isCloseTo(60 / 80.0, MESSAGES);
    assertThat(result.path().waitsForWorkers()).isEqualTo(1);
    assertThat(result.stages().get(0).mostQueueSeconds()).isCloseTo(10, MESSAGES);
    assertThat(result.nodeHours()).isCloseTo(40 / 3600.0, within(1e-6));
  }

  @Test
  void widthsCoverTheWholeTime() {
    WorkflowResult result =
        setup(1, 4, 4, 4).workflow(bag(TaskKind.computing(TaskTime.of(10)), 6)).run();
    assertThat(result.widths().stream().mapToDouble(WorkflowResult.Width::seconds).sum())
        .isCloseTo(result.makespanSeconds(), within(1e-9));
    assertThat(
            result.widths().stream()
                .filter(width -> width.workers() == 4 || width.workers() == 2)
                .mapToDouble(WorkflowResult.Width::seconds)
                .sum())
        .isCloseTo(20, MESSAGES);
  }

  @ParameterizedTest
  @ValueSource(strings = {"simple", "loggops", "max-rate", "flow", "bus-link"})
  void everyModelDealsOutAllTasks(String model) {
    WorkflowResult result =
        setup(2, 5, 4, 2).model(model).workflow(bag(TaskKind.computing(TaskTime.of(10)), 6)).run();
    assertThat(result.model()).isEqualTo(model);
    assertThat(result.makespanSeconds()).isCloseTo(20, MESSAGES);
  }

  @Test
  void aNodeHoldsNoMoreCoresThanItHas() {
    TaskKind wide = TaskKind.computing(TaskTime.of(10)).onCores(3);
    assertThat(setup(1, 4, 4, 4).workflow(bag(wide, 4)).run().makespanSeconds())
        .isCloseTo(40, MESSAGES);
    assertThat(setup(2, 4, 8, 4).workflow(bag(wide, 4)).run().makespanSeconds())
        .isCloseTo(20, MESSAGES);
  }

  @Test
  void aNodeHoldsNoMoreMemoryThanItHas() {
    TaskKind large = new TaskKind(TaskTime.of(10), 1, 600, 0, 0, 0, 0, 0, 0, 0);
    WorkflowSetup setup = setup(1, 4, 4, 4).workflow(bag(large, 4));
    assertThatThrownBy(setup::run)
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("the memory of a node is unknown");
    assertThat(setup.nodeMemory(1200).run().makespanSeconds()).isCloseTo(20, MESSAGES);
    assertThatThrownBy(() -> setup.nodeMemory(599).run())
        .hasMessageContaining("needs 600 bytes of memory, but a node has 599");
  }

  @Test
  void filesGoThroughTheServer() {
    TaskKind reads =
        new TaskKind(TaskTime.of(1), 1, 0, 2_000_000_000, 1_000_000_000, 0, 0, 0, 0, 0);
    WorkflowResult one =
        TestMachines.setup(TestMachines.withFiles(2, 2), 1, 1).workflow(bag(reads, 1)).run();
    assertThat(one.makespanSeconds()).isCloseTo(4, MESSAGES);
    WorkflowResult two =
        TestMachines.setup(TestMachines.withFiles(2, 2), 2, 1).workflow(bag(reads, 2)).run();
    assertThat(two.makespanSeconds()).as("six gigabytes at one server").isGreaterThan(6);
    assertThatThrownBy(() -> setup(1, 2, 1, 1).workflow(bag(reads, 1)).run())
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining(
            "tasks read or write files, but machine made describes no file system");
  }

  @Test
  void computationFollowsTheSpeedOfCoresOnlyIfThePipelineStatesOne() {
    Stage stage = new Stage("s", List.of(), List.of(), false, TaskKind.computing(TaskTime.of(10)));
    Pipeline stated = new Pipeline("p", Optional.of("2Gflop/s"), 0, 0, 0, Map.of(), List.of(stage));
    Pipeline silent = new Pipeline("p", Optional.empty(), 0, 0, 0, Map.of(), List.of(stage));
    assertThat(setup(1, 2, 1, 1).pipeline(stated, 1).run().makespanSeconds())
        .isCloseTo(5, MESSAGES);
    assertThat(setup(1, 2, 1, 1).pipeline(silent, 1).run().makespanSeconds())
        .isCloseTo(10, MESSAGES);
  }

  @Test
  void checksAndCheckpointsTakeTime() {
    long second = 1_000_000_000_000L;
    TaskKind kind = new TaskKind(TaskTime.of(10), 1, 0, 0, 0, second, 0, 0, 3 * second, second);
    // After 3, 6 and 9 s; none at 10.
    assertThat(setup(1, 1, 1, 1).workflow(bag(kind, 1)).run().makespanSeconds())
        .isCloseTo(14, MESSAGES);
    TaskKind exact = new TaskKind(TaskTime.of(9), 1, 0, 0, 0, 0, 0, 0, 3 * second, second);
    assertThat(setup(1, 1, 1, 1).workflow(bag(exact, 1)).run().makespanSeconds())
        .isCloseTo(11, MESSAGES);
  }

  @Test
  void aTaskThatIsAlwaysWrongIsGivenUpWithAllThatFollow() {
    Workflow.Builder builder = Workflow.builder("w");
    int stage = builder.stage("s");
    builder.task(stage, new TaskKind(TaskTime.of(1), 1, 0, 0, 0, 0, 1, 2, 0, 0));
    builder.task(stage, TaskKind.computing(TaskTime.of(5)));
    builder.task(stage, TaskKind.computing(TaskTime.of(5)));
    builder.dependency(0, 1).dependency(1, 2);
    WorkflowResult result = setup(1, 1, 1, 1).workflow(builder.build()).run();
    assertThat(result.makespanSeconds()).as("three attempts").isCloseTo(3, MESSAGES);
    assertThat(result.givenUp()).isEqualTo(1);
    assertThat(result.neverRun()).isEqualTo(2);
    assertThat(result.stages().get(0).retried()).isEqualTo(2);
    assertThat(result.warnings()).anyMatch(text -> text.contains("given up"));
  }

  @Test
  void halfOfTheChecksFailWithProbabilityOneHalf() {
    TaskKind kind = new TaskKind(TaskTime.of(1), 1, 0, 0, 0, 0, 0.5, 1000, 0, 0);
    WorkflowResult result = setup(1, 1, 1, 1).workflow(bag(kind, 4000)).seed(7).run();
    // The number of retries is negative binomial: mean 4000, standard deviation 89.
    assertThat(result.stages().get(0).retried()).isBetween(3500, 4500);
    assertThat(result.makespanSeconds()).isCloseTo(result.stages().get(0).attempts(), within(0.1));
  }

  @Test
  void theMastersTimeIsSerial() {
    WorkflowResult result =
        setup(2, 4, 8, 4)
            .workflow(bag(TaskKind.computing(TaskTime.of(1)), 8))
            .dealPs(2_000_000_000_000L)
            .run();
    assertThat(result.makespanSeconds()).isCloseTo(8 * 2 + 1, MESSAGES);
  }

  @Test
  void eachTaskTakesTheTimeThatThePipelineStates() {
    Stage stage =
        new Stage(
            "s", List.of("x"), List.of(), false, TaskKind.computing(TaskTime.each(3, 1, 1, 1)));
    Pipeline pipeline =
        new Pipeline(
            "p",
            Optional.empty(),
            0,
            0,
            500_000_000_000L,
            Map.of("x", List.of("a", "b", "c", "d")),
            List.of(stage));
    assertThat(setup(1, 3, 2, 2).pipeline(pipeline, 1).dealPs(0).run().makespanSeconds())
        .isCloseTo(3, MESSAGES);
    WorkflowResult twice = setup(1, 3, 1, 1).pipeline(pipeline, 2).run();
    assertThat(twice.makespanSeconds()).as("half a second to deal").isCloseTo(16, MESSAGES);
    assertThat(twice.warnings()).as("nothing is random").isEmpty();
    assertThat(twice.stages().get(0).mostSeconds()).isCloseTo(3, MESSAGES);
  }

  @Test
  void replicationsDifferAndGiveAnInterval() {
    WorkflowResult result =
        setup(1, 4, 4, 4)
            .workflow(bag(TaskKind.computing(TaskTime.exponential(10)), 40))
            .replications(30)
            .run();
    WorkflowResult.Replicated runs = result.replications();
    assertThat(runs).isNotNull();
    assertThat(runs.count()).isEqualTo(30);
    assertThat(runs.leastSeconds()).isLessThan(runs.lowSeconds());
    assertThat(runs.lowSeconds()).isLessThan(runs.meanSeconds());
    assertThat(runs.meanSeconds()).isLessThan(runs.highSeconds()).isGreaterThan(100 * 0.8);
    assertThat(runs.highSeconds()).isLessThan(runs.mostSeconds());
    assertThat(result.makespanSeconds()).isBetween(runs.leastSeconds(), runs.mostSeconds());
  }

  @Test
  void drawsDoNotDependOnTheNumberOfWorkers() {
    Workflow tasks = bag(TaskKind.computing(TaskTime.lognormal(10, 5)), 20);
    double one = setup(1, 8, 1, 1).workflow(tasks).run().makespanSeconds();
    WorkflowResult four = setup(1, 8, 4, 4).workflow(tasks).run();
    assertThat(four.busyShare() * 4 * four.makespanSeconds()).isCloseTo(one, MESSAGES);
  }

  /** Two workers on a node of two cores: one is busy for 20 s of 20 s, the other for 10 s. */
  @Test
  void busyCoresAreThoseOfTasks() {
    WorkflowResult result =
        setup(9, 2, 2, 2).workflow(bag(TaskKind.computing(TaskTime.of(10)), 3)).run();
    assertThat(result.coresBusyShare()).isCloseTo(30.0 / 40, within(1e-4));
    assertThat(setup(9, 2, 2, 1).workflow(bag(TaskKind.computing(TaskTime.of(10)), 3)).run())
        .as("on two nodes")
        .extracting(WorkflowResult::coresBusyShare)
        .satisfies(share -> assertThat(share).isCloseTo(30.0 / 80, within(1e-4)));
  }

  @Test
  void fewestNodesForADeadline() {
    Workflow tasks = bag(TaskKind.computing(TaskTime.of(10)), 6);
    assertThat(setup(9, 2, 1, 1).workflow(tasks).fewestNodes(21).nodes()).isEqualTo(3);
    assertThat(setup(9, 2, 1, 1).workflow(tasks).fewestNodes(20).nodes())
        .as("two rounds and their messages are too long")
        .isEqualTo(6);
    assertThatThrownBy(() -> setup(9, 2, 1, 1).workflow(tasks).fewestNodes(9))
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("does not end within 9 s");
    assertThat(setup(9, 2, 1, 1).workflow(tasks).findFewestNodes(21).orElseThrow().nodes())
        .isEqualTo(3);
    assertThat(setup(9, 2, 1, 1).workflow(tasks).findFewestNodes(9)).isEmpty();
    assertThatThrownBy(() -> setup(9, 2, 1, 1).workflow(tasks).fewestNodes(-1))
        .hasMessageContaining("out of range");
  }

  @Test
  void wrongNumbersAreRefused() {
    Workflow tasks = chain(1);
    assertThatThrownBy(() -> setup(2, 2, 0, 1).workflow(tasks).run())
        .hasMessageContaining("workers 0 is out of range");
    assertThatThrownBy(() -> setup(2, 2, 1, 0).workflow(tasks).run())
        .hasMessageContaining("workers per node 0 is out of range");
    assertThatThrownBy(() -> setup(2, 2, 3, 3).workflow(tasks).run())
        .hasMessageContaining("node 0 of made has 2 cores");
    assertThatThrownBy(() -> setup(2, 2, 5, 2).workflow(tasks).run())
        .hasMessageContaining("need 3 nodes, but made has 2");
    Workflow wide = bag(TaskKind.computing(TaskTime.of(1)).onCores(3), 1);
    assertThatThrownBy(() -> setup(2, 2, 1, 1).workflow(wide).run())
        .hasMessageContaining("task 0 needs 3 cores, but the nodes of made have 2");
    assertThatThrownBy(() -> setup(2, 2, 1, 1).run()).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void cyclesAreNamed() {
    Workflow.Builder builder = Workflow.builder("w");
    int stage = builder.stage("s");
    for (int i = 0; i < 4; i++) {
      builder.task(stage, TaskKind.computing(TaskTime.of(1)));
    }
    builder.dependency(0, 1).dependency(1, 2).dependency(2, 1).dependency(2, 3);
    assertThatThrownBy(builder::build)
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("task 2 -> task 1 -> task 2");
  }

  @Test
  void jsonHasTheFigures() throws IOException {
    StringWriter out = new StringWriter();
    setup(1, 2, 2, 2).workflow(chain(1, 2)).recordedSeconds(4).run().writeJson(out);
    assertThat(out.toString())
        .contains("\"makespanSeconds\" : 3.0")
        .contains("\"recordedSeconds\" : 4.0")
        .doesNotContain("replications");
  }
}
