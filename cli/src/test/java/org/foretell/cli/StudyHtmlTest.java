package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.foretell.cli.shell.ExitCode;
import org.foretell.setting.ModelRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sim study --html}. */
class StudyHtmlTest {
  @TempDir private Path folder;

  private Path study() {
    Path ring = Path.of("../examples/ring.4.goal").toAbsolutePath();
    String offer =
        "{\"name\": \"%s\", \"machine\": \"hopper\", \"nodes\": 10, \"price\": %s,"
            + " \"power\": {\"idle\": \"100W\", \"busy\": \"200W\"}}";
    return Scratch.file(
        folder,
        "tender.json",
        "{\"formatVersion\": 1, \"name\": \"tender\", \"currency\": \"EUR\",",
        "\"site\": {\"lifeYears\": 1, \"pue\": 1.2, \"electricity\": 0.2,",
        " \"utilisation\": 0.8, \"availability\": 0.9},",
        "\"programs\": [{\"name\": \"ring\", \"trace\": \"" + ring + "\", \"runsPerDay\": 10}],",
        "\"offers\": [",
        offer.formatted("A", "1e6") + ",",
        offer.formatted("B", "2e6"),
        "]}");
  }

  @Test
  void aPageIsWrittenBesideTheAnswer() throws IOException {
    Path html = folder.resolve("tender.html");
    SimCall call = SimCall.of("study", study(), "--out", folder.resolve("r"), "--html", html);
    assertThat(call.exitCode()).as(call.err()).isEqualTo(ExitCode.OK);
    assertThat(Files.readString(html)).startsWith("<!DOCTYPE html>").endsWith("</html>\n");
    String first = Files.readString(html);
    SimCall.of("study", study(), "--out", folder.resolve("r"), "--html", html);
    assertThat(Files.readString(html)).as("from kept results").isEqualTo(first);
  }

  @Test
  void aPageExplainsEachModelThatAStudyMayName() throws IOException {
    Path html = folder.resolve("tender.html");
    SimCall.of("study", study(), "--out", folder.resolve("r"), "--html", html);
    String page = Files.readString(html);
    assertThat(ModelRegistry.load(List.of()).all())
        .hasSizeGreaterThan(5)
        .allSatisfy(model -> assertThat(page).contains("id=\"term-model-" + model.name() + "\""));
  }

  @Test
  void aPageMayGoIntoTheFolderOfTheResults() throws IOException {
    Path results = folder.resolve("new/r");
    Path html = results.resolve("tender.html");
    Path json = results.resolve("mine.json");
    SimCall call = SimCall.of("study", study(), "--out", results, "--html", html, "--json", json);
    assertThat(call.exitCode()).as(call.err()).isEqualTo(ExitCode.OK);
    assertThat(Files.readString(html)).endsWith("</html>\n");
    assertThat(json).hasSameTextualContentAs(results.resolve("answer.json"));
  }

  @Test
  void aPageInAFolderThatNobodyMakesIsRefusedBeforeTheFirstReplay() throws IOException {
    Path results = folder.resolve("r");
    for (Path html : List.of(results.resolve("pages/a.html"), folder.resolve("b/a.html"))) {
      SimCall call = SimCall.of("study", study(), "--out", results, "--html", html);
      assertThat(call.exitCode()).isEqualTo(ExitCode.OUTPUT_FAILED);
      assertThat(call.err()).contains(html.toString());
      assertThat(results).doesNotExist();
    }
  }

  @Test
  void aPageNeedsAFileAndAnAnswer() throws IOException {
    Path study = study();
    assertThat(SimCall.of("study", study, "--out", folder, "--html", "-").err())
        .contains("give a file name, like tender.html");
    assertThat(
            SimCall.of("study", study, "--out", folder, "--html", folder.resolve("a"), "--dry-run")
                .err())
        .contains("leave out one of them");
    SimCall shard =
        SimCall.of(
            "study", study, "--out", folder, "--shard", "1/2", "--html", folder.resolve("a"));
    assertThat(shard.err()).contains("put the parts together");
    assertThat(shard.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(SimCall.of("study", study, "--out", folder, "--html", study).exitCode())
        .isEqualTo(ExitCode.USAGE);
    assertThat(Files.readString(study)).startsWith("{");
  }
}
