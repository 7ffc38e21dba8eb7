package org.foretell.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.foretell.workflow.report.WorkflowResult;
import org.foretell.workflow.schedule.SchedulingPolicies;
import org.foretell.workflow.task.TaskKind;
import org.foretell.workflow.task.TaskTime;
import org.foretell.workflow.task.Workflow;

/**
 * Bounds of list scheduling for random graphs (R. L. Graham, 1969): no schedule is shorter than the
 * longest chain or the work of a worker, and no list schedule exceeds their sum weighted as below.
 */
class ListSchedulingProperties {
  /** Two messages for each task, and one to stop each worker, all in a row. */
  private static final double SECONDS_OF_A_TASK = 1e-5;

  private static Workflow random(long seed, int tasks) {
    Random random = new Random(seed);
    Workflow.Builder builder = Workflow.builder("random");
    int stage = builder.stage("s");
    for (int task = 0; task < tasks; task++) {
      builder.task(stage, TaskKind.computing(TaskTime.of(random.nextInt(100))));
      for (int before = 0; before < task; before++) {
        if (random.nextInt(tasks) < 2) {
          builder.dependency(before, task);
        }
      }
    }
    return builder.build();
  }

  @Property(tries = 150)
  void makespanIsWithinTheBoundsOfListScheduling(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 40) int tasks,
      @ForAll @IntRange(min = 1, max = 9) int workers,
      @ForAll @IntRange(min = 0, max = 2) int policy) {
    Workflow workflow = random(seed, tasks);
    double chain = Arrays.stream(workflow.secondsToEnd()).max().orElse(0);
    double work = workflow.totalSeconds();
    double slack = SECONDS_OF_A_TASK * (tasks + workers);
    double makespan =
        TestMachines.setup(TestMachines.of(5, 3), workers, 2)
            .workflow(workflow)
            .policy(SchedulingPolicies.all().get(policy))
            .run()
            .makespanSeconds();
    assertThat(makespan).isGreaterThanOrEqualTo(Math.max(chain, work / workers));
    assertThat(makespan)
        .isLessThanOrEqualTo(work / workers + chain * (1 - 1.0 / workers) + slack * workers);
  }

  @Property(tries = 60)
  void oneWorkerIsSequential(@ForAll long seed, @ForAll @IntRange(min = 1, max = 40) int tasks) {
    Workflow workflow = random(seed, tasks);
    WorkflowResult result =
        TestMachines.setup(TestMachines.of(1, 2), 1, 1).workflow(workflow).run();
    assertThat(result.makespanSeconds())
        .isBetween(
            workflow.totalSeconds(), workflow.totalSeconds() + SECONDS_OF_A_TASK * (tasks + 1));
  }

  @Property(tries = 40)
  void asManyWorkersAsTasksTakeTheLongestChain(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 30) int tasks) {
    Workflow workflow = random(seed, tasks);
    double chain = Arrays.stream(workflow.secondsToEnd()).max().orElse(0);
    WorkflowResult result =
        TestMachines.setup(TestMachines.of(8, 5), tasks, 4).workflow(workflow).run();
    assertThat(result.makespanSeconds())
        .isBetween(chain, chain + SECONDS_OF_A_TASK * (2 * tasks + 1));
  }
}
