package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class StudyCommandTest {
  private static final String RING = Path.of("../examples/ring.4.goal").toAbsolutePath().toString();

  @TempDir private Path folder;

  private Path study(String edit, String by) throws IOException {
    String text =
        """
        {
          "formatVersion": 1, "name": "small", "title": "A small study", "currency": "EUR",
          "models": ["loggops"],
          "site": {"lifeYears": 2, "pue": {"value": 1.2, "from": 1.1, "to": 1.3},
                   "electricity": 0.2, "utilisation": 0.9, "availability": 0.95},
          "programs": [{"name": "ring", "trace": "TRACE", "ranksPerNode": 1, "runsPerDay": 1000}],
          "offers": [
            {"name": "A", "machine": "jaguar-xt5", "nodes": 100,
             "price": {"value": 1e6, "from": 9e5, "to": 1.2e6},
             "power": {"idle": "200W", "busy": "400W"}},
            {"name": "B", "extends": "A", "price": 1.05e6}
          ],
          "whatIfs": [{"name": "network twice as fast", "changes": {"network": "x2"}}],
          "variables": [{"name": "latency", "figures": "network.latency",
                         "factor": {"value": 1, "from": 0.8, "to": 1.5}}]
        }
        """
            .replace("TRACE", RING);
    assertThat(edit.isEmpty() || text.contains(edit)).isTrue();
    return Files.writeString(folder.resolve("small.json"), text.replace(edit, by));
  }

  private Path study() throws IOException {
    return study("A small study", "A small study");
  }

  @Test
  void answerIsPrintedInTheOrderOfADecision() throws IOException {
    SimCall call = SimCall.of("study", study(), "--out", folder.resolve("out"));
    assertThat(call.exitCode()).as(call.err()).isZero();
    assertThat(call.out())
        .containsSubsequence(
            "A small study",
            "is first: it serves a day of the demand for",
            "It is first in",
            "Ranking by EUR per day of demand",
            "nodes for demand",
            " of 100 ",
            "A day of demand: all runs that are wanted a day",
            "A day of demand is charged for the nodes it needs: with all figures as stated, on ",
            " of 100. The whole machine then costs ",
            "Programs",
            "wanted a day",
            "What if: EUR per day of demand",
            "as stated ",
            "network twice as fast",
            "What would change the first place",
            "offers.A.price",
            "Money in EUR",
            "What to measure next",
            "Reasons for doubt",
            "are the same machine: only nodes, prices and power distinguish them",
            "made now");
    assertThat(folder.resolve("out")).isDirectoryContaining("glob:**/programs.csv");
  }

  @Test
  void otherRanksPerNodeStandBesideThoseTaken() throws IOException {
    SimCall call =
        SimCall.of(
            "study",
            study("\"ranksPerNode\": 1", "\"ranksPerNode\": [1, 2]"),
            "--out",
            folder.resolve("out"),
            "--json",
            folder.resolve("answer.json"));
    assertThat(call.exitCode()).as(call.err()).isZero();
    JsonNode program =
        JsonMapper.builder()
            .build()
            .readTree(Files.readString(folder.resolve("answer.json")))
            .path("ranking")
            .path(0)
            .path("programs")
            .path(0);
    JsonNode other = program.path("otherRanksPerNode").path(0);
    double more = other.path("nodeHours").asDouble() / program.path("nodeHours").asDouble() - 1;
    assertThat(more).isPositive().isEqualTo(other.path("moreNodeHours").asDouble(), within(1e-12));
    assertThat(call.out())
        .contains("next best")
        .contains(
            String.format(
                Locale.ROOT, " %d: +%.1f %% ", other.path("ranksPerNode").asInt(), 100 * more));
  }

  @Test
  void columnsOfTablesAreThoseOfThePage() throws IOException {
    SimCall.of("study", study(), "--out", folder.resolve("out"));
    String page = Files.readString(Path.of("../docs/study-format.md"));
    for (String table : List.of("offers", "programs", "flips", "worths")) {
      String row =
          page.lines()
              .filter(line -> line.startsWith("| `" + table + ".csv`: "))
              .findFirst()
              .orElseThrow();
      List<String> columns =
          List.of(
              Files.readString(folder.resolve("out/" + table + ".csv"))
                  .split("\n", 2)[0]
                  .split(","));
      assertThat(columns).doesNotHaveDuplicates();
      assertThat(columns).allSatisfy(column -> assertThat(row).contains("`" + column + "`"));
    }
  }

  @Test
  void jsonHasWhatTheTextHas() throws IOException {
    SimCall call = SimCall.of("study", study(), "--out", folder.resolve("out"), "--json", "-");
    assertThat(call.exitCode()).as(call.err()).isZero();
    JsonNode answer = JsonMapper.builder().build().readTree(call.out());
    assertThat(answer.path("ranking").size()).isEqualTo(2);
    double share = 0;
    for (JsonNode place : answer.path("ranking")) {
      share += place.path("first").path("share").asDouble();
    }
    assertThat(share).isBetween(0.999999, 1.000001);
    assertThat(answer.path("conclusion").size()).isEqualTo(2);
    assertThat(answer.path("lead").propertyNames()).containsExactly("mean", "low", "high");
    assertThat(Files.readString(folder.resolve("out").resolve("answer.json")))
        .isEqualTo(call.out().stripTrailing() + "\n");
  }

  @Test
  void secondRunUsesTheFirst() throws IOException {
    Path out = folder.resolve("out");
    SimCall.of("study", study(), "--out", out);
    String before = Files.readString(out.resolve("replays.jsonl"));
    SimCall again = SimCall.of("study", study(), "--out", out);
    assertThat(again.out()).contains(" 0 of them made now");
    assertThat(Files.readString(out.resolve("replays.jsonl"))).isEqualTo(before);
    SimCall verified = SimCall.of("study", "verify", study(), "--out", out, "--replays", "5");
    assertThat(verified.exitCode()).isZero();
    assertThat(verified.out()).contains("all are the same");
  }

  @Test
  void resultThatWasChangedIsFound() throws IOException {
    Path out = folder.resolve("out");
    SimCall.of("study", study(), "--out", out);
    Path file = out.resolve("replays.jsonl");
    String text = Files.readString(file);
    Files.writeString(file, text.replaceAll("\"predictedPs\":\\d", "\"predictedPs\":9"));
    SimCall call = SimCall.of("study", "verify", study(), "--out", out);
    assertThat(call.exitCode()).isEqualTo(3);
    assertThat(call.out()).contains("are different:");
  }

  @Test
  void shardsAreMerged() throws IOException {
    Path whole = folder.resolve("whole");
    SimCall.of("study", study(), "--out", whole);
    for (int shard = 1; shard <= 2; shard++) {
      SimCall call =
          SimCall.of(
              "study", study(), "--out", folder.resolve("s" + shard), "--shard", shard + "/2");
      assertThat(call.exitCode()).as(call.err()).isZero();
      assertThat(call.out()).contains("shard " + shard + "/2:");
    }
    Path merged = folder.resolve("merged");
    SimCall call =
        SimCall.of("study", "merge", folder.resolve("s1"), folder.resolve("s2"), "--out", merged);
    assertThat(call.exitCode()).as(call.err()).isZero();
    assertThat(SimCall.of("study", study(), "--out", merged).out()).contains(" 0 of them made now");
    assertThat(merged.resolve("replays.jsonl"))
        .hasSameTextualContentAs(whole.resolve("replays.jsonl"));
    assertThat(merged.resolve("answer.json")).hasSameTextualContentAs(whole.resolve("answer.json"));
  }

  @Test
  void dryRunKeepsNothing() throws IOException {
    SimCall call = SimCall.of("study", study(), "--dry-run");
    assertThat(call.exitCode()).as(call.err()).isZero();
    assertThat(call.out()).contains("4 cases").contains("replays of");
    try (var files = Files.list(folder)) {
      assertThat(files).hasSize(1);
    }
  }

  @Test
  void firstFileNamesWhatIsUnknown() {
    Path file = folder.resolve("tender.json");
    SimCall init =
        SimCall.of("study", "init", "--offers", "lumi-c,hopper", "--traces", RING, "--out", file);
    assertThat(init.exitCode()).as(init.err()).isZero();
    SimCall call = SimCall.of("study", file, "--out", folder.resolve("out"));
    assertThat(call.exitCode()).isEqualTo(3);
    assertThat(call.err())
        .contains("has 8 mistakes:")
        .contains("$.offers[1].power.busy: found \"?\"; allowed: a power in quotes");
    assertThat(
            SimCall.of("study", "init", "--offers", "lumi-c", "--traces", RING, "--out", file)
                .err())
        .contains("this file already exists");
  }

  @Test
  void scriptForSlurmHasOneShardForEachJob() throws IOException {
    SimCall call = SimCall.of("study", "slurm", study(), "--out", "my results", "--jobs", "3");
    assertThat(call.out())
        .startsWith("#!/bin/bash\n")
        .contains("#SBATCH --array=1-3\n")
        .contains("--out 'my results'/shard-\"$SLURM_ARRAY_TASK_ID\"")
        .contains("--shard \"$SLURM_ARRAY_TASK_ID\"/3");
  }

  @Test
  void otherStudyInTheFolderIsRefused() throws IOException {
    Path out = folder.resolve("out");
    SimCall.of("study", study(), "--out", out);
    SimCall call =
        SimCall.of("study", study("\"name\": \"small\"", "\"name\": \"other\""), "--out", out);
    assertThat(call.exitCode()).isEqualTo(2);
    assertThat(call.err()).contains("has results of the study \"small\", not of \"other\"");
  }

  @Test
  void unknownFigureIsNamedWithItsCase() throws IOException {
    SimCall call =
        SimCall.of(
            "study",
            study("\"figures\": \"network.latency\"", "\"figures\": \"network.latancy\""),
            "--out",
            folder.resolve("out"));
    assertThat(call.exitCode()).isBetween(2, 3);
    assertThat(call.err()).contains("network.latancy").contains("latency");
  }

  @Test
  void studyWithoutAFileOrAFolderIsRefused() throws IOException {
    assertThat(SimCall.of("study").err()).contains("give a study file");
    assertThat(SimCall.of("study", study()).err()).contains("give a folder for the results");
    assertThat(SimCall.of("study", study(), "--out", folder.resolve("o"), "--shard", "3/2").err())
        .contains("--shard 3/2: expected I/N");
  }
}
