package org.foretell.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.foretell.time.Ps;
import org.foretell.workflow.failure.NodeFailures;
import org.foretell.workflow.file.PipelineFile;
import org.foretell.workflow.pipeline.Pipeline;
import org.foretell.workflow.pipeline.Stage;
import org.foretell.workflow.report.StageReport;
import org.foretell.workflow.report.WorkflowResult;
import org.foretell.workflow.task.TaskKind;
import org.foretell.workflow.task.TaskTime;
import org.junit.jupiter.api.Test;

/** What the paper about ElasticMedFlow says of its pipelines (docs/evidence/elasticmedflow.md). */
class PaperTest {
  private static final Pipeline SOMATIC = PipelineFile.read(Path.of("../examples/somatic.json"));

  private static WorkflowResult run(int patients, int workers, int perNode) {
    return new WorkflowSetup()
        .machine("arc")
        .pipeline(SOMATIC, patients)
        .workers(workers, perNode)
        .run();
  }

  @Test
  void oneWorkerIsLikeTheSequentialVersion() {
    WorkflowResult one = run(1, 1, 1);
    assertThat(one.makespanSeconds()).isCloseTo(one.sequentialSeconds(), within(0.01));
  }

  @Test
  void moreWorkersGainLessAndLess() {
    double one = run(1, 1, 4).makespanSeconds();
    double two = run(1, 2, 4).makespanSeconds();
    double four = run(1, 4, 4).makespanSeconds();
    double eight = run(1, 8, 4).makespanSeconds();
    assertThat(two / one).isBetween(0.5, 0.6);
    assertThat(four / two).isBetween(0.75, 0.85);
    assertThat(eight / four).isBetween(0.85, 0.9);
    assertThat(run(1, 16, 4).makespanSeconds())
        .as("never wider than 8")
        .isCloseTo(eight, within(1.0));
  }

  @Test
  void tenPatientsOnTenTimesTheWorkersTakeAsLong() {
    WorkflowResult ten = run(10, 80, 4);
    assertThat(ten.nodes()).isEqualTo(20);
    assertThat(ten.makespanSeconds()).isCloseTo(run(1, 8, 4).makespanSeconds(), within(1.0));
  }

  /** Each image has a process of its own: the more images and processes, the more are done. */
  @Test
  void weakScalingOfPreprocessingIsLinear() {
    for (int images = 1; images <= 64; images *= 2) {
      Pipeline preprocessing =
          new Pipeline(
              "preprocessing",
              Optional.empty(),
              1024,
              1024,
              0,
              Map.of("image", IntStream.range(0, images).mapToObj(i -> "image " + i).toList()),
              List.of(
                  new Stage(
                      "prepare",
                      List.of("image"),
                      List.of(),
                      false,
                      TaskKind.computing(TaskTime.of(600)))));
      WorkflowResult parallel =
          new WorkflowSetup().machine("arc").pipeline(preprocessing, 1).workers(images, 1).run();
      assertThat(parallel.sequentialSeconds() / parallel.makespanSeconds())
          .isCloseTo(images, within(1e-4 * images));
    }
  }

  /** A failing node costs what ran on it, not the whole run. */
  @Test
  void mostOfTheWorkIsRecovered() {
    double meanSeconds =
        Objects.requireNonNull(
                new WorkflowSetup()
                    .machine("arc")
                    .pipeline(SOMATIC, 10)
                    .workers(80, 4)
                    .failures(NodeFailures.exponential(5 * 86_400, 600 * Ps.PER_SECOND))
                    .replications(100)
                    .run()
                    .replications())
            .meanSeconds();
    double withoutSeconds = run(10, 80, 4).makespanSeconds();
    double mtbfSeconds = 5 * 86_400 / 20.0;
    double fromTheBeginning =
        mtbfSeconds * Math.exp(600 / mtbfSeconds) * Math.expm1(withoutSeconds / mtbfSeconds);
    assertThat(meanSeconds / withoutSeconds).isBetween(1.02, 1.10);
    assertThat(fromTheBeginning / withoutSeconds).isGreaterThan(2.8);
  }

  @Test
  void stagesAreEightAndTwoWide() {
    WorkflowResult result = run(1, 80, 4);
    assertThat(result.widths().stream().mapToInt(WorkflowResult.Width::workers).max()).hasValue(8);
    double wide =
        result.stages().stream()
            .filter(stage -> stage.tasks() == 8)
            .mapToDouble(stage -> stage.tasks() * stage.meanSeconds())
            .sum();
    assertThat(wide / result.sequentialSeconds()).isCloseTo(0.46, within(0.01));
  }

  @Test
  void segmentationHasThreeTasksAndThenTwelve() {
    WorkflowResult result =
        new WorkflowSetup()
            .machine("arc")
            .pipeline(PipelineFile.read(Path.of("../examples/ksrt.json")), 1)
            .workers(12, 4)
            .run();
    assertThat(result.stages()).extracting(StageReport::tasks).containsExactly(3, 12);
    assertThat(result.stages().get(1).firstStartSeconds())
        .isGreaterThanOrEqualTo(result.stages().get(0).leastSeconds());
  }
}
