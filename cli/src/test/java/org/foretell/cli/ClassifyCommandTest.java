package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.foretell.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ClassifyCommandTest {
  private static final JsonMapper JSON = new JsonMapper();

  @TempDir private Path folder;

  /** Rank 1 always waits for the send at a.c:1, and takes what is sent at a.c:2 much later. */
  private Path late() {
    return Scratch.file(
        folder,
        "late.txt",
        "foretell-trace 1",
        "ranks 2",
        "call_site 0 \"a.c:1\"",
        "call_site 1 \"a.c:2\"",
        "call_site 2 \"b.c:1\"",
        "call_site 3 \"b.c:2\"",
        "program 0 {",
        "  repeat 10 {",
        "    barrier",
        "    compute duration=1ms",
        "    send peer=1 bytes=1024 call_site=0",
        "    isend peer=1 bytes=1024 request=0 call_site=1",
        "    wait request=0",
        "  }",
        "}",
        "program 1 {",
        "  repeat 10 {",
        "    barrier",
        "    recv peer=0 receive_bytes=1024 call_site=2",
        "    compute duration=1ms",
        "    recv peer=0 receive_bytes=1024 call_site=3",
        "  }",
        "}");
  }

  private JsonNode json(Object... arguments) {
    SimCall call = SimCall.of(arguments);
    assertThat(call.exitCode()).as(call.err()).isZero();
    return JSON.readTree(call.out());
  }

  @Test
  void messagesBetweenCallSitesHaveTheirClass() {
    JsonNode found = json("classify", "arc", late(), "--model", "simple", "--json", "-");
    assertThat(found.get("pairs"))
        .anySatisfy(
            pair -> {
              assertThat(pair.get("sender").asString()).isEqualTo("a.c:1");
              assertThat(pair.get("receiver").asString()).isEqualTo("b.c:1");
              assertThat(pair.get("counts").get("late send").asInt()).isEqualTo(10);
            });
    assertThat(found.get("pairs"))
        .anySatisfy(
            pair -> {
              assertThat(pair.get("sender").asString()).isEqualTo("a.c:2");
              assertThat(pair.get("receiver").asString()).isEqualTo("b.c:2");
              assertThat(pair.get("counts").get("late receive").asInt()).isEqualTo(10);
            });
    assertThat(found.get("unclassified").asInt()).isZero();
    for (JsonNode tree : found.get("training").get("trees")) {
      assertThat(tree.get("accuracy").asDouble()).isGreaterThan(0.95);
    }
  }

  @Test
  void treesInFilesSayTheSameAndAreForOneMachineAndModel() throws Exception {
    Path tree = folder.resolve("tree.json");
    JsonNode trained =
        json("classify", "arc", late(), "--model", "simple", "--train", tree, "--json", "-");
    JsonNode again =
        json("classify", "arc", late(), "--model", "simple", "--tree", tree, "--json", "-");
    assertThat(again).isEqualTo(trained);
    SimCall other = SimCall.of("classify", "hopper", late(), "--model", "simple", "--tree", tree);
    assertThat(other.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(other.err())
        .contains("tree.json", "model simple on machine", "train again")
        .hasLineCount(1);
    assertThat(
            SimCall.of("classify", "arc", late(), "--model", "loggops", "--tree", tree).exitCode())
        .isEqualTo(ExitCode.BAD_INPUT);
    Files.writeString(tree, Files.readString(tree).substring(0, 1000));
    SimCall damaged = SimCall.of("classify", "arc", late(), "--model", "simple", "--tree", tree);
    assertThat(damaged.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(damaged.err()).contains("tree.json", "train").hasLineCount(1);
  }

  /** What --set changes is another machine, and the message says so. */
  @Test
  void treesAreNotForMachinesWhoseFileDiffers() {
    Path tree = folder.resolve("tree.json");
    SimCall.of("classify", "arc", late(), "--model", "simple", "--train", tree);
    SimCall changed =
        SimCall.of(
            "classify",
            "arc",
            late(),
            "--model",
            "simple",
            "--tree",
            tree,
            "--set",
            "network.latency=9us");
    assertThat(changed.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(changed.err()).contains("whose file differs (--set").hasLineCount(1);
    SimCall parameters =
        SimCall.of(
            "classify", "arc", late(), "--model", "simple", "--tree", tree, "-P", "latency=9us");
    assertThat(parameters.exitCode()).isZero();
    assertThat(parameters.out()).contains("was trained with the parameters {}");
  }

  /** Twenty messages that take 2 us, and twenty that the receiver waits 100 us longer for. */
  @Test
  void recordedTimesAreTrainedOn() {
    Path tree = folder.resolve("tree.json");
    Path trace = Scratch.recordedClasses(folder);
    JsonNode found = json("classify", "-", trace, "--recorded", "--train", tree, "--json", "-");
    assertThat(found.get("training").get("trees").get(0).get("accuracy").asDouble()).isEqualTo(1);
    JsonNode again = json("classify", "-", trace, "--recorded", "--tree", tree, "--json", "-");
    assertThat(again).isEqualTo(found);
    for (JsonNode each : found.get("classes")) {
      if (each.get("kind").asString().equals("message")) {
        assertThat(each.get("count").asInt()).isEqualTo(20);
      }
    }
    SimCall simulated = SimCall.of("classify", "arc", trace, "--tree", tree);
    assertThat(simulated.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(simulated.err()).contains("was trained on recorded times").hasLineCount(1);
  }

  @Test
  void rulesAreReadable() {
    SimCall call = SimCall.of("classify", "arc", late(), "--model", "simple", "--rules");
    assertThat(call.exitCode()).as(call.err()).isZero();
    assertThat(call.out())
        .containsPattern("if not non-blocking send .* then late send \\(confidence 0\\.9")
        .containsPattern("confidence 0\\.\\d{3}, [\\d,]+ examples\\)")
        .doesNotContain(" 1 examples)")
        .contains("held out, by true class");
  }

  @Test
  void whatCannotBeClassifiedIsRefused() {
    SimCall graph = SimCall.of("classify", "arc", "../examples/ring.4.goal");
    assertThat(graph.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(graph.err()).contains("ring.4.goal", "task graphs").hasLineCount(1);
    SimCall untimed =
        SimCall.of("classify", "-", late(), "--recorded", "--train", folder.resolve("t.json"));
    assertThat(untimed.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(untimed.err()).contains("has no recorded times of calls");
    SimCall treeless = SimCall.of("classify", "-", "../examples/halo.2.bin", "--recorded");
    assertThat(treeless.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(treeless.err()).contains("--train FILE --recorded");
    SimCall unlabelled =
        SimCall.of(
            "classify",
            "-",
            "../examples/halo.2.bin",
            "--recorded",
            "--train",
            folder.resolve("t.json"));
    assertThat(unlabelled.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(unlabelled.err())
        .contains("in phases whose names are not classes: \"solve\"; expected normal, late send, ")
        .hasLineCount(1);
    assertThat(folder.resolve("t.json")).doesNotExist();
  }
}
