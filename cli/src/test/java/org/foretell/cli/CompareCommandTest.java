package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import org.foretell.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CompareCommandTest {
  private static final String[] PARTS = {
    "computationSeconds",
    "collectiveSeconds",
    "latencySeconds",
    "bandwidthSeconds",
    "protocolSeconds",
    "contentionSeconds"
  };

  @TempDir private Path folder;

  private static JsonNode compare(Object... args) {
    SimCall call = SimCall.of(args);
    assertThat(call.err()).isEmpty();
    assertThat(call.exitCode()).isZero();
    return JsonMapper.builder().build().readTree(call.out());
  }

  @Test
  void partsAddUpToWhatEachModelPredicts() {
    JsonNode models =
        compare(
                "compare",
                "jaguar-xt5",
                SimCall.EXAMPLE,
                "--models",
                "loggops,simple,flow",
                "--json",
                "-")
            .get("models");
    assertThat(models.size()).isEqualTo(3);
    for (JsonNode model : models) {
      double sum = 0;
      for (String part : PARTS) {
        sum += model.get(part).asDouble();
      }
      assertThat(sum).isCloseTo(model.get("predictedSeconds").asDouble(), within(1e-12));
      SimCall run =
          SimCall.of(
              "run",
              "jaguar-xt5",
              SimCall.EXAMPLE,
              "--model",
              model.get("model").asString(),
              "--json",
              "-");
      JsonNode whole = JsonMapper.builder().build().readTree(run.out());
      assertThat(model.get("predictedSeconds").asDouble())
          .isEqualTo(whole.get("predictedSeconds").asDouble());
    }
  }

  /** One message of 1,000 bytes: o + L + o + 999 G, of which o + L + o does not grow with it. */
  @Test
  void aLoneMessageIsLatencyAndBandwidth() {
    JsonNode model =
        compare(
                "compare",
                "-",
                Scratch.exchange(folder, "1000"),
                "--models",
                "loggops",
                "-P",
                "L=2us",
                "-P",
                "loggops.o=1us",
                "-P",
                "g=1us",
                "-P",
                "G=1ns/B",
                "-P",
                "O=0ns/B",
                "-P",
                "S=unlimited",
                "--collectives",
                "formula",
                "--json",
                "-")
            .get("models")
            .get(0);
    assertThat(model.get("latencySeconds").asDouble()).isCloseTo(4e-6, within(1e-15));
    assertThat(model.get("bandwidthSeconds").asDouble()).isCloseTo(0.999e-6, within(1e-15));
    assertThat(model.get("protocolSeconds").asDouble()).isZero();
  }

  @Test
  void differencesAreReportedInASentence() {
    SimCall call =
        SimCall.of("compare", "jaguar-xt5", SimCall.EXAMPLE, "--models", "simple,loggops");
    assertThat(call.exitCode()).isZero();
    assertThat(call.out())
        .containsPattern("model +predicted +computation +collectives +latency +bandwidth")
        .containsPattern("loggops predicts .* (more|less) than simple: ");
  }

  @Test
  void incomparableTracesAreReported() {
    SimCall unknown = SimCall.of("compare", "-", SimCall.EXAMPLE, "--models", "simple,none");
    assertThat(unknown.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(unknown.err()).contains("there is no model \"none\"");
    SimCall parameter =
        SimCall.of("compare", "-", SimCall.EXAMPLE, "--models", "simple", "-P", "L=1us");
    assertThat(parameter.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(parameter.err()).contains("none of the compared models has a parameter \"L\"");
  }

  @Test
  void aModelThatCannotReplayTheTraceLeavesTheOthers() {
    Object[] arguments = {
      "compare", "jaguar-xt5", Scratch.wideSchedule(folder), "--models", "loggops,simple,bus-link"
    };
    SimCall call = SimCall.of(arguments);
    assertThat(call.err()).isEmpty();
    assertThat(call.exitCode()).isZero();
    assertThat(call.out())
        .containsPattern("loggops +none")
        .contains("loggops cannot replay the trace: ")
        .contains("bus-link predicts ");
    Object[] asJson = Arrays.copyOf(arguments, arguments.length + 2);
    asJson[arguments.length] = "--json";
    asJson[arguments.length + 1] = "-";
    JsonNode models = compare(asJson).get("models");
    assertThat(models.get(0).get("failure").asString()).isNotBlank().doesNotContain("\n");
    assertThat(models.get(0).has("predictedSeconds")).isFalse();
    assertThat(models.get(1).get("predictedSeconds").asDouble()).isPositive();
  }

  @Test
  void ifNoModelCanReplayTheTraceAllReasonsAreReported() {
    SimCall one =
        SimCall.of("compare", "jaguar-xt5", Scratch.wideSchedule(folder), "--models", "loggops");
    assertThat(one.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(one.out()).isEmpty();
    assertThat(one.err()).contains("no model can replay the trace", "loggops: ");
    SimCall stuck =
        SimCall.of("compare", "jaguar-xt5", Scratch.deadlock(folder), "--models", "simple,loggops");
    assertThat(stuck.exitCode()).isEqualTo(ExitCode.PROGRAM_STUCK);
    assertThat(stuck.err()).contains("simple: ", "loggops: ", "deadlock");
  }

  @Test
  void aModelThatIsNamedTwiceHasOneRowAndAWarning() {
    SimCall call = SimCall.of("compare", "arc", SimCall.EXAMPLE, "--models", "simple,simple");
    assertThat(call.exitCode()).isZero();
    assertThat(call.out().lines().filter(line -> line.startsWith("  simple "))).hasSize(1);
    assertThat(call.out())
        .contains("warning: model simple is named more than once; name each model once");
  }

  @Test
  void aModelThatIsMisspeltIsGuessed() {
    SimCall call = SimCall.of("compare", "arc", SimCall.EXAMPLE, "--models", "simple,logops");
    assertThat(call.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(call.err())
        .contains("there is no model \"logops\"; did you mean loggops? known models: bus-link, ");
  }

  @Test
  void doubtsAboutTheMachineAreListedOnRequest() {
    String plain = SimCall.of("compare", "arc", SimCall.EXAMPLE, "--models", "simple").out();
    String verbose =
        SimCall.of("compare", "arc", SimCall.EXAMPLE, "--models", "simple", "-v").out();
    assertThat(plain)
        .contains("(sim run -v and the JSON list them")
        .doesNotContain("Figures that no source confirms");
    assertThat(verbose).contains("Figures that no source confirms:", "  network.buses");
  }
}
