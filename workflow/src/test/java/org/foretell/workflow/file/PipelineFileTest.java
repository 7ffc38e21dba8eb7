package org.foretell.workflow.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.foretell.failure.ForetellException;
import org.foretell.workflow.pipeline.Pipeline;
import org.foretell.workflow.task.TaskTime;
import org.foretell.workflow.task.Workflow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pipeline files: what they mean, and what is refused. */
class PipelineFileTest {
  private static final Path EXAMPLES = Path.of("../examples");

  @TempDir private Path folder;

  private Pipeline read(String json) throws IOException {
    return PipelineFile.read(Files.writeString(folder.resolve("p.json"), json));
  }

  private Pipeline stages(String lists, String stages) throws IOException {
    return read(
        "{\"formatVersion\": 1, \"name\": \"p\", \"lists\": {%s}, \"stages\": [%s]}"
            .formatted(lists, stages));
  }

  @Test
  void tasksWaitForThoseThatAgreeWithThem() throws IOException {
    Workflow workflow =
        stages(
                "\"x\": 2, \"y\": [\"a\", \"b\", \"c\"]",
                """
                {"name": "one", "foreach": ["x"], "time": "1s"},
                {"name": "both", "foreach": ["y", "x"], "after": ["one"], "time": "1s"},
                {"name": "gather", "foreach": ["y"], "after": ["both"], "time": "1s"},
                {"name": "all", "after": ["gather"], "acrossInstances": true, "time": "1s"}
                """)
            .workflow(2);
    assertThat(workflow.tasks()).isEqualTo(2 * (2 + 6 + 3) + 1);
    assertThat(workflow.label(4)).isEqualTo("both (instance 0, y a, x 0)");
    assertThat(workflow.label(5)).isEqualTo("both (instance 0, y a, x 1)");
    assertThat(workflow.label(22)).isEqualTo("all");
    // x 1 of the second instance, then y a to c with x 1.
    assertThat(workflow.followers(3)).isEqualTo(3);
    assertThat(workflow.label(workflow.follower(3, 2))).isEqualTo("both (instance 1, y c, x 1)");
    assertThat(workflow.label(workflow.follower(5, 0))).isEqualTo("gather (instance 0, y a)");
    assertThat(workflow.waitsFor(16)).isEqualTo(2);
    assertThat(workflow.waitsFor(22)).isEqualTo(6);
  }

  @Test
  void knotsOfStagesKeepTheirTasksApartByInstance() throws IOException {
    Workflow workflow =
        stages(
                "",
                """
                {"name": "set up", "acrossInstances": true, "time": "1s"},
                {"name": "run", "after": ["set up"], "time": "2s"}
                """)
            .workflow(3);
    assertThat(workflow.followers(0)).isEqualTo(3);
    assertThat(workflow.waitsFor(3)).isEqualTo(1);
    assertThat(workflow.secondsToEnd()[0]).isEqualTo(3);
    assertThat(workflow.totalSeconds()).isEqualTo(7);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"normal\": {\"mean\": \"10s\", \"deviation\": \"1s\"}} | 10",
        "{\"lognormal\": {\"mean\": \"10s\", \"deviation\": \"5s\"}} | 10",
        "{\"exponential\": {\"mean\": \"10s\"}} | 10",
        "{\"uniform\": {\"from\": \"5s\", \"to\": \"15s\"}} | 10",
        "{\"triangular\": {\"from\": \"5s\", \"mode\": \"6s\", \"to\": \"19s\"}} | 10",
        "\"10s\" | 10"
      })
  void drawsHaveTheStatedMean(String time, double mean) throws IOException {
    TaskTime read =
        stages("", "{\"name\": \"s\", \"time\": " + time + "}").stages().get(0).kind().time();
    assertThat(read.meanSeconds()).isCloseTo(mean, within(1e-6));
    double sum = 0;
    for (int i = 0; i < 10_000; i++) {
      sum += read.atPs((i + 0.5) / 10_000) / 1e12;
    }
    assertThat(sum / 10_000).isCloseTo(mean, within(0.01));
  }

  @Test
  void measuredDurationsAreDrawnFromTheTable() throws IOException {
    Files.writeString(folder.resolve("t.csv"), "run,seconds\na,3\nb,1.5\nc,7.5\n");
    TaskTime time =
        stages("", "{\"name\": \"s\", \"time\": {\"table\": \"t.csv\"}}")
            .stages()
            .get(0)
            .kind()
            .time();
    assertThat(time.meanSeconds()).isEqualTo(4);
    assertThat(time.atPs(0.5)).isEqualTo(3_000_000_000_000L);
  }

  @Test
  void tablesAndTracesDecideWhatAPipelineIs() throws IOException {
    Path table = Files.writeString(folder.resolve("t.csv"), "seconds\n3\n");
    Path trace = Files.writeString(folder.resolve("t.txt"), "foretell-trace 1\n");
    Path file =
        Files.writeString(
            folder.resolve("files.json"),
            """
            {"formatVersion": 1, "name": "files", "stages": [
              {"name": "a", "time": {"table": "t.csv"}},
              {"name": "b", "trace": "t.txt"},
              {"name": "c", "trace": "t.txt"}]}
            """);
    assertThat(PipelineFile.files(file)).containsExactly(file, table, trace);
    assertThat(PipelineFile.files(EXAMPLES.resolve("ksrt.json"))).hasSize(1);
  }

  @Test
  void theExamplesHaveTheShapesOfThePaper() {
    Workflow ksrt = PipelineFile.read(EXAMPLES.resolve("ksrt.json")).workflow(1);
    assertThat(ksrt.tasks()).isEqualTo(3 + 12);
    assertThat(ksrt.followers(0)).isEqualTo(4);
    Workflow somatic = PipelineFile.read(EXAMPLES.resolve("somatic.json")).workflow(1);
    assertThat(somatic.tasks()).isEqualTo(8 + 8 + 2 + 2 + 2 + 1);
    assertThat(somatic.totalSeconds())
        .isEqualTo(8 * (4160 + 1500 + 1769 + 758 + 2218) + 30063 / 2.0);
  }

  private static final String STAGE = "{\"name\": \"s\", \"time\": \"1s\"%s}";

  private void refused(String lists, String stages, String... expected) {
    assertThatThrownBy(() -> stages(lists, stages))
        .isInstanceOf(ForetellException.class)
        .satisfies(wrong -> assertThat(wrong.getMessage()).contains(expected));
  }

  @Test
  void whatDoesNotFitIsRefused() {
    refused("", "", "no stage");
    refused(
        "",
        """
        {"name": "a", "time": "1s", "after": ["c"]}, {"name": "b", "time": "1s", "after": ["a"]},
        {"name": "c", "time": "1s", "after": ["b"]}
        """,
        "a after c after b after a");
    refused("", STAGE.formatted("") + "," + STAGE.formatted(""), "two stages are called s");
    refused("\"x\": 0", STAGE.formatted(""), "$.lists.x", "from 1 to");
    refused("\"x\": []", STAGE.formatted(""), "$.lists.x", "an empty array");
    refused("\"x\": [\"a\", \"a\"]", STAGE.formatted(""), "a name twice");
    refused(
        "\"x\": 2", STAGE.formatted(", \"foreach\": [\"y\"]"), "foreach names y", "known are x");
    refused("", STAGE.formatted(", \"after\": [\"t\"]"), "after names t", "known are s");
    refused(
        "",
        STAGE.formatted(", \"check\": {\"failureProbability\": 1.5}"),
        "$.stages[0].check.failureProbability",
        "1.5",
        "from 0.0 to 1.0");
    refused("", STAGE.formatted(", \"retries\": 2"), "retries without a check");
    refused("", STAGE.formatted(", \"cores\": 0"), "$.stages[0].cores");
    refused(
        "",
        STAGE.formatted(", \"checkpoint\": {\"interval\": \"0s\", \"cost\": \"1s\"}"),
        "no interval above 0");
    refused("", STAGE.formatted(", \"coers\": 2"), "coers", "cores");
    refused("", STAGE.formatted(", \"reads\": \"unlimited\""), "$.stages[0].reads", "2GiB");
    refused("", "{\"name\": \"s\", \"time\": \"1\"}", "$.stages[0].time", "its unit");
    refused("", "{\"name\": \"s\", \"time\": {\"gauss\": 1}}", "\"normal\"");
    refused(
        "",
        "{\"name\": \"s\", \"time\": {\"uniform\": {\"from\": \"2s\", \"to\": \"1s\"}}}",
        "out of order");
    refused("", "{\"name\": \"s\", \"time\": {\"table\": \"none.csv\"}}", "none.csv");
  }

  @Test
  void timesForEachTaskMustBeAsManyAsTasks() throws IOException {
    String stage = "{\"name\": \"s\", \"foreach\": [\"x\", \"y\"], \"time\": {\"each\": [%s]}}";
    Workflow workflow =
        stages("\"x\": 2, \"y\": 2", stage.formatted("\"1s\", \"2s\", \"3s\", \"4s\"")).workflow(2);
    assertThat(workflow.kind(6).time().meanSeconds()).isEqualTo(3);
    assertThat(workflow.label(6)).isEqualTo("s (instance 1, x 1, y 0)");
    refused(
        "\"x\": 2, \"y\": 2",
        stage.formatted("\"1s\""),
        "stage s: \"each\" has 1 durations for the 4 tasks of an instance");
    refused("\"x\": 1, \"y\": 1", stage.formatted(""), "no duration", "like [\"90s\"");
    refused("\"x\": 1, \"y\": 1", stage.formatted("1"), "each[0]", "its unit");
  }

  @Test
  void wrongProgramsAreRefused() throws IOException {
    Files.writeString(folder.resolve("x.txt"), "foretell-trace 1");
    refused("", "{\"name\": \"s\", \"trace\": \"none.bin\"}", "none.bin", "does not exist");
    refused(
        "", "{\"name\": \"s\", \"trace\": \"a\\u0000b\"}", "$.stages[0].trace", "does not exist");
    refused("", "{\"name\": \"s\", \"trace\": \" \"}", "$.stages[0].trace", "the name of a trace");
    refused("", "{\"name\": \"s\", \"trace\": null}", "$.stages[0].trace", "null");
    refused("", "{\"name\": \"s\", \"trace\": \"x.txt\", \"nodes\": 0}", "$.stages[0].nodes");
    refused("", STAGE.formatted(", \"trace\": \"x.txt\""), "\"time\" beside \"trace\"");
    refused("", "{\"name\": \"s\", \"trace\": \"x.txt\", \"cores\": 2}", "\"cores\" beside");
    refused("", STAGE.formatted(", \"nodes\": 2"), "\"nodes\" without a \"trace\"");
    refused("", "{\"name\": \"s\"}", "\"trace\"", "$.stages[0]");
  }

  @Test
  void allMistakesAreReportedAtOnce() {
    assertThatThrownBy(() -> read("{\"formatVersion\": 2, \"name\": \"\", \"stages\": 3}"))
        .hasMessageContaining("has 3 mistakes")
        .hasMessageContaining("$.formatVersion")
        .hasMessageContaining("$.stages");
    assertThatThrownBy(() -> PipelineFile.read(folder.resolve("none.json")))
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("no such file");
  }

  @Test
  void aChainOfManyStagesIsRead() throws IOException {
    StringBuilder chain = new StringBuilder("{\"name\": \"0\", \"time\": \"1s\"}");
    for (int i = 1; i < 40_000; i++) {
      chain
          .append(",{\"name\":\"")
          .append(i)
          .append("\",\"time\":\"1s\",\"after\":[\"")
          .append(i - 1)
          .append("\"]}");
    }
    assertThat(stages("", chain.toString()).workflow(1).dependencies()).isEqualTo(39_999);
  }

  @Test
  void tooManyTasksAreRefused() throws IOException {
    Pipeline pipeline =
        stages(
            "\"x\": 1000, \"y\": 1000, \"z\": 1000",
            STAGE.formatted(", \"foreach\": [\"x\", \"y\", \"z\"]"));
    assertThatThrownBy(() -> pipeline.workflow(1))
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("more than 16,777,216 tasks");
    assertThatThrownBy(() -> pipeline.workflow(0)).hasMessageContaining("instances 0");
    Pipeline wide =
        stages(
            "\"x\": 100000, \"y\": 100000",
            "{\"name\": \"a\", \"time\": \"1s\", \"foreach\": [\"x\"]},"
                + "{\"name\": \"b\", \"time\": \"1s\", \"foreach\": [\"y\"], \"after\": [\"a\"]}");
    assertThatThrownBy(() -> wide.workflow(1))
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("stage b has more than 268,435,456 dependencies on stage a");
  }
}
