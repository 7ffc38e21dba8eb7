package org.foretell.benchmarks;

import java.util.concurrent.TimeUnit;
import org.foretell.workflow.WorkflowSetup;
import org.foretell.workflow.task.TaskKind;
import org.foretell.workflow.task.TaskTime;
import org.foretell.workflow.task.Workflow;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Tasks a second of a workflow under the model simple: chains of two, and a gather for each ten.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class WorkflowBenchmark {
  private static final int TASKS = 210_000;
  private static final int IN_GROUP = 21;
  private static final int WORKERS = 1000;

  private WorkflowSetup setup = new WorkflowSetup();

  /** Creates the tasks. */
  @Setup(Level.Trial)
  public void create() {
    Workflow.Builder tasks = Workflow.builder("groups");
    int stage = tasks.stage("all");
    TaskKind kind = TaskKind.computing(TaskTime.of(10));
    for (int task = 0; task < TASKS; task++) {
      tasks.task(stage, kind);
      int place = task % IN_GROUP;
      if (place == IN_GROUP - 1) {
        for (int before = task - IN_GROUP / 2; before < task; before++) {
          tasks.dependency(before, task);
        }
      } else if (place >= IN_GROUP / 2) {
        tasks.dependency(task - IN_GROUP / 2, task);
      }
    }
    setup =
        new WorkflowSetup()
            .machine("perlmutter-cpu")
            .model("simple")
            .workflow(tasks.build())
            .workers(WORKERS, 100);
  }

  /** {@return the makespan of a run with its report} */
  @Benchmark
  @OperationsPerInvocation(TASKS)
  public double tasks() {
    return setup.run().makespanSeconds();
  }
}
