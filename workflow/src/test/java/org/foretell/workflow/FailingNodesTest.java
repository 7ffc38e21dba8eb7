package org.foretell.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.assertj.core.data.Offset;
import org.foretell.failure.ForetellException;
import org.foretell.machine.Machine;
import org.foretell.time.Ps;
import org.foretell.workflow.failure.NodeFailures;
import org.foretell.workflow.pipeline.Pipeline;
import org.foretell.workflow.pipeline.Stage;
import org.foretell.workflow.report.StageReport;
import org.foretell.workflow.report.WorkflowFailures;
import org.foretell.workflow.report.WorkflowResult;
import org.foretell.workflow.report.WorkflowTimeline;
import org.foretell.workflow.task.TaskKind;
import org.foretell.workflow.task.TaskTime;
import org.foretell.workflow.task.Workflow;
import org.junit.jupiter.api.Test;

/** Workflows on nodes that fail, by hand and by the closed form. */
class FailingNodesTest {
  private static final Offset<Double> MESSAGES = within(1e-4);

  /** Of a Weibull distribution whose values all are the mean. */
  private static final double ALWAYS_THE_MEAN = 1e9;

  private static long ps(double seconds) {
    return Ps.fromSeconds(seconds);
  }

  private static NodeFailures every(double seconds, double restartSeconds) {
    return new NodeFailures(seconds, ALWAYS_THE_MEAN, OptionalDouble.empty(), ps(restartSeconds));
  }

  /** A task on a core, with checkpoints of half a second if it has an interval. */
  private static TaskKind task(double seconds, double intervalSeconds) {
    return new TaskKind(
        TaskTime.of(seconds),
        1,
        0,
        0,
        0,
        0,
        0,
        0,
        ps(intervalSeconds),
        intervalSeconds > 0 ? ps(0.5) : 0);
  }

  private static Workflow bag(TaskKind kind, int count) {
    Workflow.Builder bag = Workflow.builder("bag");
    int stage = bag.stage("task");
    for (int i = 0; i < count; i++) {
      bag.task(stage, kind);
    }
    return bag.build();
  }

  private static WorkflowSetup setup(int nodes, Workflow workflow) {
    return TestMachines.setup(TestMachines.of(nodes, 2), nodes, 1).workflow(workflow);
  }

  /**
   * Fails at 6 s and at 12 s: of ten seconds, four are kept by two checkpoints, then four more; the
   * last two take from 12.9 s to 14.9 s.
   */
  @Test
  void aLostTaskGoesOnFromItsLastCheckpoint() {
    WorkflowResult result = setup(1, bag(task(10, 2), 1)).failures(every(6, 0.9)).run();
    assertThat(result.makespanSeconds()).isCloseTo(14.9, MESSAGES);
    WorkflowFailures failures = Objects.requireNonNull(result.failures());
    assertThat(failures.failures()).isEqualTo(2);
    assertThat(failures.lostAttempts()).isEqualTo(2);
    assertThat(failures.lostSeconds()).isCloseTo((6 - 4) + (5.1 - 4), MESSAGES);
    assertThat(failures.restartSeconds()).isCloseTo(1.8, MESSAGES);
    StageReport stage = result.stages().get(0);
    assertThat(stage.attempts()).isEqualTo(3);
    assertThat(stage.lost()).isEqualTo(2);
    assertThat(stage.retried()).as("no result was wrong").isZero();
    assertThat(result.path().restartSeconds()).isCloseTo(1.8, MESSAGES);
    assertThat(result.path().stages().get(0).seconds()).isCloseTo(6 + 5.1 + 2, MESSAGES);
    assertThat(result.path().messageSeconds()).isLessThan(1e-4);
    assertThat(result.timeline().attempts())
        .extracting(WorkflowTimeline.Attempt::endSeconds)
        .satisfies(
            ends -> {
              assertThat(ends.get(0)).isCloseTo(6, MESSAGES);
              assertThat(ends.get(1)).isCloseTo(12, MESSAGES);
              assertThat(ends.get(2)).isCloseTo(14.9, MESSAGES);
            });
    assertThat(result.busyShare()).isCloseTo(13.1 / 14.9, MESSAGES);
  }

  /** The interval of checkpoints and the work follow the speed of the cores. */
  @Test
  void checkpointsOfSlowCoresAreAsFarApartInTheWork() {
    // Cores of half the speed: an interval of 1 s takes 2 s, and work of 5 s takes 10 s.
    Pipeline scaled =
        new Pipeline(
            "scaled",
            Optional.of("8Gflop/s"),
            1024,
            1024,
            0,
            Map.of(),
            List.of(new Stage("task", List.of(), List.of(), false, task(5, 1))));
    WorkflowResult result =
        TestMachines.setup(TestMachines.of(1, 2), 1, 1)
            .pipeline(scaled, 1)
            .failures(every(6, 0.9))
            .run();
    assertThat(result.makespanSeconds()).isCloseTo(14.9, MESSAGES);
    assertThat(Objects.requireNonNull(result.failures()).lostSeconds()).isCloseTo(3.1, MESSAGES);
  }

  @Test
  void aTaskThatDoesNotFitBetweenFailuresIsRefused() {
    assertThatThrownBy(() -> setup(1, bag(task(10, 0), 1)).failures(every(6, 1)).run())
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("1,000 times in a row")
        .hasMessageContaining("checkpoints");
  }

  @Test
  void failuresWithinRestartsAreTooFrequent() {
    assertThatThrownBy(() -> setup(1, bag(task(1, 0), 1)).failures(every(1e-6, 1)).run())
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("does not end in practice");
  }

  /** {@code M exp(R/M) (exp(d/M) - 1)} for each interval of work and checkpoint of {@code d}. */
  @Test
  void theMeanIsTheClosedFormForExponentialFailures() {
    double mtbf = 80;
    double restart = 5;
    WorkflowResult result =
        setup(1, bag(task(100, 25), 1))
            .failures(NodeFailures.exponential(mtbf, ps(restart)))
            .replications(4_000)
            .run();
    double expected =
        mtbf * Math.exp(restart / mtbf) * (3 * Math.expm1(25.5 / mtbf) + Math.expm1(25 / mtbf));
    WorkflowResult.Replicated runs = Objects.requireNonNull(result.replications());
    double halfWidth = runs.highSeconds() - runs.meanSeconds();
    assertThat(runs.meanSeconds()).isCloseTo(expected, within(2 * halfWidth));
    assertThat(halfWidth).isLessThan(0.02 * expected);
  }

  /** A file that was not complete counts as lost; restarts last longer than the rest of it. */
  @Test
  void filesAreReadAndWrittenAgain() {
    long bytes = 2_000_000_000L;
    TaskKind kind = new TaskKind(TaskTime.of(0.5), 1, 0, bytes, bytes, 0, 0, 0, 0, 0);
    Machine machine = TestMachines.withFiles(1, 2);
    double mtbf = 8;
    double restart = 3;
    WorkflowResult without = TestMachines.setup(machine, 1, 1).workflow(bag(kind, 1)).run();
    WorkflowResult result =
        TestMachines.setup(machine, 1, 1)
            .workflow(bag(kind, 1))
            .failures(NodeFailures.exponential(mtbf, ps(restart)))
            .replications(4_000)
            .run();
    double expected =
        mtbf * Math.exp(restart / mtbf) * Math.expm1(without.makespanSeconds() / mtbf);
    WorkflowResult.Replicated runs = Objects.requireNonNull(result.replications());
    assertThat(runs.meanSeconds())
        .isCloseTo(expected, within(2 * (runs.highSeconds() - runs.meanSeconds())));
  }

  /** What checkpoints have kept stays, though the result could not be written. */
  @Test
  void aFailureWhileWritingKeepsCheckpoints() {
    TaskKind kind = new TaskKind(TaskTime.of(4), 1, 0, 0, 2_000_000_000L, 0, 0, 0, ps(1), 0);
    WorkflowResult result =
        TestMachines.setup(TestMachines.withFiles(1, 2), 1, 1)
            .workflow(bag(kind, 1))
            .failures(every(5.5, 0.1))
            .run();
    // Computes until 4 s, and writes until 6 s in vain; one second is left, and two of writing.
    assertThat(result.makespanSeconds()).isCloseTo(9, within(1e-3));
    WorkflowFailures failures = Objects.requireNonNull(result.failures());
    assertThat(failures.lostSeconds()).isCloseTo(6 - 3, within(1e-3));
    assertThat(failures.restartSeconds()).isCloseTo(0.1, within(1e-3));
    assertThat(result.stages().get(0).meanSeconds())
        .as("without the lost attempt")
        .isCloseTo(3, within(1e-3));
  }

  /** The master deals a lost task to a worker that is there, and does not wait for the node. */
  @Test
  void idleWorkersTakeOverLostTasks() {
    int takenOver = 0;
    for (long seed = 1; seed <= 300; seed++) {
      WorkflowResult result =
          setup(10, bag(task(3600, 0), 5))
              .failures(NodeFailures.exponential(20 * 3600, ps(36_000)))
              .seed(seed)
              .run();
      WorkflowFailures failures = Objects.requireNonNull(result.failures());
      if (failures.lostAttempts() == 1) {
        takenOver++;
        assertThat(result.path().restartSeconds()).as("seed %d", seed).isZero();
        assertThat(result.makespanSeconds()).as("seed %d", seed).isLessThan(7201);
      }
    }
    assertThat(takenOver).isGreaterThan(20);
  }

  /** A failure of the network ends all that runs, wherever it runs. */
  @Test
  void theNetworkEndsAllTasks() {
    NodeFailures rates = new NodeFailures(1e9, 1, OptionalDouble.of(12), ps(1e-3));
    WorkflowResult result = setup(4, bag(task(20, 0), 4)).failures(rates).seed(3).run();
    WorkflowFailures failures = Objects.requireNonNull(result.failures());
    assertThat(failures.failures()).isPositive();
    assertThat(failures.lostAttempts()).isEqualTo(4 * failures.failures());
    assertThat(failures.lostSeconds() + 4 * 20 + failures.restartSeconds())
        .as("all workers work, are lost, or wait, all the time")
        .isCloseTo(4 * result.makespanSeconds(), within(1e-3));
  }

  /** Whatever fails, every task ends once, and the time of workers adds up. */
  @Test
  void everyTaskIsDoneOnce() {
    for (long seed = 1; seed <= 40; seed++) {
      WorkflowResult result =
          setup(3, bag(task(4, 1), 20))
              .failures(new NodeFailures(15, 0.8, OptionalDouble.of(100), ps(2)))
              .seed(seed)
              .run();
      WorkflowFailures failures = Objects.requireNonNull(result.failures());
      StageReport stage = result.stages().get(0);
      assertThat(stage.attempts()).isEqualTo(20 + failures.lostAttempts());
      assertThat(result.givenUp() + result.neverRun()).isZero();
      double busySeconds = result.busyShare() * 3 * result.makespanSeconds();
      assertThat(busySeconds)
          .as("seed %d: work, its checkpoints, and what was lost", seed)
          .isBetween(
              20 * 4 + failures.lostSeconds(),
              20 * 5.5 + failures.lostSeconds() + 0.5 * 3 * failures.lostAttempts() + 1e-3);
      assertThat(result.widths().stream().mapToDouble(WorkflowResult.Width::seconds).sum())
          .isCloseTo(result.makespanSeconds(), within(1e-9));
    }
  }

  /** Without failures in time, nothing changes. */
  @Test
  void failuresThatComeLaterChangeNothing() {
    Workflow six = bag(task(10, 2), 6);
    WorkflowResult rare = setup(3, six).failures(NodeFailures.exponential(1e12, ps(1))).run();
    assertThat(rare.makespanSeconds()).isEqualTo(setup(3, six).run().makespanSeconds());
    assertThat(rare.failures()).isEqualTo(new WorkflowFailures(0, 0, 0, 0));
    assertThat(setup(3, six).run().failures()).isNull();
  }

  @Test
  void ratesOutOfRangeAreRefused() {
    assertThatThrownBy(() -> NodeFailures.exponential(0, 1))
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("time between failures of a node is 0.0");
    assertThatThrownBy(() -> NodeFailures.exponential(1, -1))
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("restart");
    assertThatThrownBy(() -> new NodeFailures(1, Double.NaN, OptionalDouble.empty(), 0))
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("Weibull");
    assertThatThrownBy(() -> new NodeFailures(1, 0.01, OptionalDouble.empty(), 0))
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("the least is 0.1");
    assertThatThrownBy(() -> new NodeFailures(1, 1, OptionalDouble.of(-1), 0))
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("network");
  }
}
