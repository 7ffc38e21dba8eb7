package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.foretell.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Programs of a study with several traces, of which none has the wanted number of ranks. */
class StudySizesTest {
  @TempDir private Path folder;

  private void halo(int ranks, String points) {
    SimCall call =
        SimCall.of(
            "generate",
            "trace",
            "halo",
            "--dimensions",
            2,
            "--steps",
            3,
            "--boundary",
            "open",
            "--time-per-point",
            "2ns",
            "--points",
            points,
            "--ranks",
            ranks,
            "--out",
            folder.resolve("halo." + ranks + ".bin"));
    assertThat(call.exitCode()).as(call.err()).isEqualTo(ExitCode.OK);
  }

  private void halos() {
    for (int ranks : new int[] {4, 16, 64}) {
      halo(ranks, "1024x1024");
    }
  }

  private Path study(String traces) throws IOException {
    return Files.writeString(
        folder.resolve("study.json"),
        """
        {
          "formatVersion": 1, "name": "sizes", "currency": "EUR", "models": ["loggops"],
          "site": {"lifeYears": 2, "pue": 1.2, "electricity": 0.2, "utilisation": 0.9,
                   "availability": 0.95},
          "programs": [{"name": "halo", %s, "ranksPerNode": 8}],
          "offers": [
            {"name": "A", "machine": "jaguar-xt5", "nodes": 100, "price": 1e6},
            {"name": "B", "machine": "hopper", "nodes": 100, "price": 1.05e6}
          ]
        }
        """
            .formatted(traces));
  }

  private static final String THREE =
      "\"traces\": [\"halo.4.bin\", \"halo.16.bin\", \"halo.64.bin\"], \"ranks\": ";

  private JsonNode answered(Path study, String out) throws IOException {
    SimCall call = SimCall.of("study", study, "--out", folder.resolve(out));
    assertThat(call.exitCode()).as(call.err()).isEqualTo(ExitCode.OK);
    return JsonMapper.builder()
        .build()
        .readTree(Files.readString(folder.resolve(out).resolve("answer.json")));
  }

  private static double seconds(JsonNode answer, int place) {
    return answer.path("ranking").path(place).path("programs").path(0).path("seconds").asDouble();
  }

  private List<Path> made(String out) throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve(out).resolve("extrapolated"))) {
      return files.sorted().toList();
    }
  }

  @Test
  void timesAreThoseOfAStudyWithTheTraceOfThatSize() throws IOException {
    halos();
    halo(256, "1024x1024");
    JsonNode extrapolated = answered(study(THREE + 256), "extrapolated");
    JsonNode traced = answered(study("\"trace\": \"halo.256.bin\""), "traced");
    for (int place = 0; place < 2; place++) {
      assertThat(seconds(extrapolated, place) / seconds(traced, place)).isEqualTo(1, within(1e-3));
    }
    JsonNode provenance = extrapolated.path("extrapolations").path(0);
    assertThat(provenance.path("from").size()).isEqualTo(3);
    assertThat(provenance.path("ranks").asInt()).isEqualTo(256);
    assertThat(provenance.path("timeError").asDouble()).isEqualTo(0, within(0.01));
    assertThat(traced.has("extrapolations")).isFalse();
    assertThat(extrapolated.path("doubts").toString())
        .contains("halo is extrapolated from 4, 16, 64 to 256 ranks; hold-out error ");
    assertThat(folder.resolve("extrapolated/replays.jsonl"))
        .content()
        .contains("\"extrapolatedFrom\":[4,16,64]");
    assertThat(
            SimCall.of(
                    "study", "verify", study(THREE + 256), "--out", folder.resolve("extrapolated"))
                .out())
        .contains("all are the same.");
    // A size that was traced is replayed from its trace.
    JsonNode chosen =
        answered(study("\"traces\": [\"halo.4.bin\", \"halo.256.bin\"], \"ranks\": 256"), "chosen");
    assertThat(seconds(chosen, 0)).isEqualTo(seconds(traced, 0));
    assertThat(folder.resolve("chosen/extrapolated")).doesNotExist();
  }

  @Test
  void theTraceIsMadeOnceForEachContentOfTheSources() throws IOException {
    halos();
    Path study = study(THREE + 256);
    SimCall forecast = SimCall.of("study", study, "--dry-run");
    assertThat(forecast.exitCode()).as(forecast.err()).isEqualTo(ExitCode.OK);
    JsonNode first = answered(study, "out");
    List<Path> once = made("out");
    assertThat(once).hasSize(1);
    assertThat(once.get(0).getFileName().toString()).matches("halo\\.256\\.[0-9a-f]{16}\\.bin");
    var time = Files.getLastModifiedTime(once.get(0));
    byte[] bytes = Files.readAllBytes(once.get(0));
    assertThat(answered(study, "out")).isEqualTo(first);
    assertThat(made("out")).isEqualTo(once);
    assertThat(Files.getLastModifiedTime(once.get(0))).isEqualTo(time);
    // A damaged one is made again.
    byte[] damaged = bytes.clone();
    damaged[damaged.length / 2] ^= 0x55;
    Files.write(once.get(0), damaged);
    assertThat(answered(study, "out")).isEqualTo(first);
    assertThat(Files.readAllBytes(once.get(0))).isEqualTo(bytes);
    for (int ranks : new int[] {4, 16, 64}) {
      halo(ranks, "2048x2048");
    }
    JsonNode larger = answered(study, "out");
    assertThat(made("out")).hasSize(2).contains(once.get(0));
    assertThat(seconds(larger, 0)).isGreaterThan(2 * seconds(first, 0));
  }

  @Test
  void whatCannotBeExtrapolatedIsAMistakeOfTheStudy() throws IOException {
    halos();
    SimCall open =
        SimCall.of(
            "study",
            study("\"traces\": [\"halo.4.bin\", \"halo.16.bin\"], \"ranks\": 256"),
            "--out",
            folder.resolve("out"));
    assertThat(open.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(open.err())
        .startsWith(
            "sim: the program \"halo\" of the study cannot be extrapolated from 4, 16 to 256 ranks:"
                + " a law is not determined by these traces:")
        .contains(
            "a trace of 64 ranks would decide",
            "Add a trace to \"traces\", or set \"approximate\": true")
        .doesNotContain("--approximate");
    SimCall noSquare = SimCall.of("study", study(THREE + 200), "--out", folder.resolve("out"));
    assertThat(noSquare.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(noSquare.err())
        .contains(
            "cannot be extrapolated from 4, 16, 64 to 200 ranks: ", "the grid of all ranks: ");
    assertThat(folder.resolve("out/answer.json")).doesNotExist();
    JsonNode answer =
        answered(
            study(
                "\"traces\": [\"halo.4.bin\", \"halo.16.bin\"], \"ranks\": 256, \"approximate\":"
                    + " true"),
            "approximate");
    assertThat(answer.path("doubts").toString())
        .contains(
            "no hold-out, so its run times have no bounds for that",
            "the traces leave a law open, of which the simplest was taken");
  }

  @Test
  void aTraceAndTracesAreRefused() throws IOException {
    SimCall both =
        SimCall.of(
            "study", study("\"trace\": \"a.bin\", " + THREE + 256), "--out", folder.resolve("o"));
    assertThat(both.err()).contains("either \"trace\", or \"traces\" with \"ranks\"");
    SimCall none =
        SimCall.of(
            "study", study("\"trace\": \"a.bin\", \"ranks\": 8"), "--out", folder.resolve("o"));
    assertThat(none.err()).contains("ranks without traces");
    SimCall one =
        SimCall.of(
            "study", study("\"traces\": [\"a.bin\"], \"ranks\": 8"), "--out", folder.resolve("o"));
    assertThat(one.err()).contains("fewer than two traces");
  }

  @Test
  void theTemplateTakesTracesOfOneNameForOneProgram() throws IOException {
    Path out = folder.resolve("first.json");
    SimCall call =
        SimCall.of(
            "study",
            "init",
            "--offers",
            "hopper",
            "--traces",
            "mg.16.bin,mg.64.bin,cg.S.64.bin",
            "--out",
            out);
    assertThat(call.exitCode()).as(call.err()).isEqualTo(ExitCode.OK);
    JsonNode programs =
        JsonMapper.builder().build().readTree(Files.readString(out)).path("programs");
    assertThat(programs.path(0).path("name").asString()).isEqualTo("mg");
    assertThat(programs.path(0).path("traces").size()).isEqualTo(2);
    assertThat(programs.path(0).path("ranks").asString()).isEqualTo("?");
    assertThat(programs.path(1).path("name").asString()).isEqualTo("cg.S.64");
    assertThat(programs.path(1).has("trace")).isTrue();
    assertThat(SimCall.of("study", out, "--out", folder.resolve("o")).err())
        .contains("$.programs[0].ranks");
  }
}
