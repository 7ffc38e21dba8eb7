package org.foretell.study.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.foretell.runner.Runner;
import org.foretell.study.Study;
import org.foretell.study.campaign.CampaignProgress;
import org.foretell.study.campaign.CampaignSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** In one process; {@code .ci/spark} has a cluster of several. */
class StudyOnSparkTest {
  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void settingsOfSparkSubmit() {
    System.setProperty("spark.master", "local[2]");
    System.setProperty("spark.ui.enabled", "false");
    System.setProperty("spark.driver.host", "127.0.0.1");
    System.setProperty("spark.driver.bindAddress", "127.0.0.1");
  }

  @AfterEach
  void noOtherTestHasThem() {
    for (String name :
        List.of(
            "spark.master", "spark.ui.enabled", "spark.driver.host", "spark.driver.bindAddress")) {
      System.clearProperty(name);
    }
  }

  private Path study() throws IOException {
    Files.copy(
        Path.of("../examples/ring.4.goal"),
        folder.resolve("ring.4.goal"),
        StandardCopyOption.REPLACE_EXISTING);
    return Files.writeString(
        folder.resolve("small.json"),
        """
        {
          "formatVersion": 1, "name": "small", "currency": "EUR", "models": ["loggops", "max-rate"],
          "site": {"pue": 1.2, "electricity": 0.2, "utilisation": 0.9, "availability": 0.95},
          "programs": [{"name": "ring", "trace": "ring.4.goal", "ranksPerNode": [1, 2]}],
          "offers": [
            {"name": "A", "machine": "jaguar-xt5", "nodes": 100,
             "price": {"value": 1e6, "from": 9e5, "to": 1.2e6}},
            {"name": "B", "extends": "A", "price": 1.05e6, "changes": {"network.latency": "x2"}}
          ],
          "variables": [{"name": "latency", "figures": "network.latency",
                         "factor": {"value": 1, "from": 0.8, "to": 1.5}}]
        }
        """);
  }

  private int submitted(String... arguments) {
    CommandLine commandLine = StudyOnSpark.commandLine();
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    return commandLine.execute(arguments);
  }

  @Test
  void filesAreThoseOfTheLocalRun() throws IOException {
    Path study = study();
    Path local = folder.resolve("local");
    Path spark = folder.resolve("spark");
    CampaignSettings settings =
        CampaignSettings.whole(Runner.builder().threads(1), CampaignProgress.NONE);
    Study.read(study).run(local, settings);
    int exitCode = submitted(study.toString(), "--out", spark.toString());
    assertThat(exitCode).as(err.toString()).isZero();
    assertThat(out.toString()).contains("A is first").contains("replays were made on ");
    for (String name : List.of("replays.jsonl", "answer.json", "study.json", "programs.csv")) {
      assertThat(spark.resolve(name)).hasSameBinaryContentAs(local.resolve(name));
    }
    out.getBuffer().setLength(0);
    // No Spark is needed when nothing is to be replayed.
    System.setProperty("spark.master", "spark://127.0.0.1:1");
    assertThat(submitted(study.toString(), "--out", spark.toString())).isZero();
    assertThat(out.toString()).doesNotContain("made on").contains("replays are in");
  }

  @Test
  void executorWithoutTheFilesIsNamedWithThem() throws IOException {
    Path spark = folder.resolve("spark");
    int exitCode =
        submitted(study().toString(), "--out", spark.toString(), "--archive", "nothing/here");
    assertThat(exitCode).isEqualTo(3);
    assertThat(err.toString())
        .startsWith("foretell-study-spark: on ")
        .contains("nothing/here/ring.4.goal")
        .doesNotContain("\tat ");
    assertThat(spark.resolve("answer.json")).doesNotExist();
  }

  @Test
  void mistakeInTheStudyIsFoundBeforeSparkIsAsked() throws IOException {
    System.setProperty("spark.master", "spark://127.0.0.1:1");
    Path study = study();
    Files.writeString(study, Files.readString(study).replace("jaguar-xt5", "jaguar-xt6"));
    assertThat(submitted(study.toString(), "--out", folder.resolve("spark").toString()))
        .isBetween(2, 3);
    assertThat(err.toString()).contains("jaguar-xt6");
    assertThat(submitted(study.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("--out");
  }
}
