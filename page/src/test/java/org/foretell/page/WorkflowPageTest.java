package org.foretell.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.foretell.workflow.WorkflowSetup;
import org.foretell.workflow.file.PipelineFile;
import org.foretell.workflow.report.WorkflowResult;
import org.foretell.workflow.report.WorkflowTimeline;
import org.foretell.workflow.task.TaskKind;
import org.foretell.workflow.task.TaskTime;
import org.foretell.workflow.task.Workflow;
import org.junit.jupiter.api.Test;

class WorkflowPageTest {
  private static final Path EXAMPLES = Path.of("..", "examples");

  private static WorkflowResult ksrt() {
    return new WorkflowSetup()
        .machine("fugaku")
        .pipeline(PipelineFile.read(EXAMPLES.resolve("ksrt.json")), 2)
        .workers(8, 4)
        .run();
  }

  private static String page(WorkflowResult result) throws IOException {
    StringWriter text = new StringWriter();
    WorkflowPage.write(result, text);
    return text.toString();
  }

  @Test
  void eachAttemptIsABar() throws IOException {
    WorkflowResult result = ksrt();
    String page = page(result);
    assertThat(Pattern.compile("<rect class=\"job c[0-7]\"").matcher(page).results())
        .hasSize(result.timeline().attempts().size())
        .hasSizeGreaterThanOrEqualTo(result.tasks());
    assertThat(page)
        .contains("8 workers", "Critical path", "energy of each instance", "<h2>Power</h2>")
        .contains(
            result.stages().stream().map(each -> "<th scope=\"row\">" + each.stage()).toList());
    assertThat(page).as("the same bytes").isEqualTo(page(ksrt()));
  }

  /** A stage over time is an area for busy workers and one for waiting tasks. */
  @Test
  void stagesLieOnEachOther() throws IOException {
    WorkflowResult result = ksrt();
    assertThat(Pattern.compile("<polygon class=\"c[0-7]\"").matcher(page(result)).results())
        .hasSize(2 * result.stages().size());
  }

  @Test
  void namesAreTextAndNothingIsLoaded() throws IOException {
    Workflow.Builder hostile = Workflow.builder("<b>bag");
    int stage = hostile.stage("<i>stage");
    hostile.task(stage, TaskKind.computing(TaskTime.of(1)));
    Workflow one = hostile.labels(task -> "<u>task").build();
    String page = page(new WorkflowSetup().machine("arc").workflow(one).workers(1, 1).run());
    assertThat(page)
        .contains("&lt;b&gt;bag", "&lt;i&gt;stage", "&lt;u&gt;task", "default-src 'none'")
        .doesNotContain("<b>bag", "<i>stage", "<u>task", "<script", "http:");
    assertThat(page).as("arc states no power").doesNotContain("<h2>Power");
  }

  @Test
  void manyAttemptsAreNotDrawnOneByOne() throws IOException {
    Workflow.Builder bag = Workflow.builder("bag");
    int stage = bag.stage("task");
    for (int i = 0; i <= WorkflowTimeline.MOST_ATTEMPTS; i++) {
      bag.task(stage, TaskKind.computing(TaskTime.of(1)));
    }
    String page =
        page(new WorkflowSetup().machine("arc").workflow(bag.build()).workers(2, 1).run());
    assertThat(page).contains("more than 5,000 attempts").doesNotContain("<rect class=\"job");
  }
}
