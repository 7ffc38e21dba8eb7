package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.foretell.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code sim run --collectives}. */
class CollectiveOptionsTest {
  @TempDir private Path folder;

  private SimCall run(String machine, String... more) {
    List<Object> args = new ArrayList<>(List.of("run", machine, Scratch.exchange(folder, "8")));
    args.addAll(List.of("--model", "simple", "-P", "latency=1us", "-P", "bandwidth=1GB/s", "-P"));
    args.add("eagerThreshold=1KiB");
    args.addAll(Arrays.asList(more));
    return SimCall.of(args.toArray());
  }

  private JsonNode json(String machine, String... more) {
    List<String> args = new ArrayList<>(Arrays.asList(more));
    args.addAll(List.of("--json", "-"));
    SimCall call = run(machine, args.toArray(new String[0]));
    assertThat(call.err()).isEmpty();
    return JsonMapper.shared().readTree(call.out()).get("collectives");
  }

  @Test
  void theAlgorithmsOfMpichAreTheDefaultAndNamed() {
    assertThat(run("-").out()).contains("algorithms collectives by mpich4 (default)");
    JsonNode usual = json("-");
    assertThat(usual.get("profile").asString()).isEqualTo("mpich4 (default)");
    assertThat(usual.get("exactUpTo").asString()).isEqualTo("32768 (default)");
  }

  @Test
  void theFormulaOfTheModelMayBeChosen() {
    assertThat(json("-", "--collectives", "formula").toString())
        .isEqualTo("{\"profile\":\"formula\"}");
  }

  @Test
  void aProfileIsChosenByName() {
    JsonNode chosen = json("-", "--collectives", "mpich4", "-P", "collectives.exactUpTo=100");
    assertThat(chosen.get("profile").asString()).isEqualTo("mpich4");
    assertThat(chosen.get("exactUpTo").asString()).isEqualTo("100");
    assertThat(chosen.get("reduceTimePerByte").asString()).isEqualTo("0ns/B (default)");
  }

  @Test
  void modelSetsTheCostOfReductionsUnlessTheUserDoes() {
    assertThat(reduction()).isEqualTo("0.5ns/B (model)");
    assertThat(reduction("-P", "collectives.reduceTimePerByte=2ns/B")).isEqualTo("2ns/B");
  }

  private static String reduction(String... more) {
    List<String> args = new ArrayList<>(List.of("run", "arc", SimCall.EXAMPLE, "--json", "-"));
    args.addAll(List.of("--model", "max-rate", "-P", "gamma=0.5ns/B"));
    args.addAll(Arrays.asList(more));
    SimCall call = SimCall.of(args.toArray());
    assertThat(call.err()).isEmpty();
    JsonNode collectives = JsonMapper.shared().readTree(call.out()).get("collectives");
    return collectives.get("reduceTimePerByte").asString();
  }

  @Test
  void callsTakeTheTimeThatTheUserOrTheMachineStates() {
    String plain = seconds();
    assertThat(seconds("-P", "calls.allreduce=0:0ns")).isEqualTo(plain);
    assertThat(Double.parseDouble(seconds("-P", "calls.allreduce=0:1ms")))
        .isGreaterThan(Double.parseDouble(plain) + 0.001);
    assertThat(json("-", "-P", "calls.put=0:1us").get("calls").asString()).isEqualTo("put");
    SimCall wrong = run("-", "-P", "calls.put=1us");
    assertThat(wrong.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(wrong.err()).contains("calls.put: \"1us\" is not a time for a range of sizes");
    assertThat(run("-", "-P", "calls.putt=0:1us").err()).contains("calls.putt");
  }

  private static String seconds(String... more) {
    List<String> args = new ArrayList<>(List.of("run", "arc", SimCall.EXAMPLE, "--json", "-"));
    args.addAll(Arrays.asList(more));
    SimCall call = SimCall.of(args.toArray());
    assertThat(call.exitCode()).isEqualTo(ExitCode.OK);
    return JsonMapper.shared().readTree(call.out()).get("predictedSeconds").asString();
  }

  private Path machineWith(String collectives) {
    String text = SimCall.of("machines", "show", "arc", "--file").out();
    String changed =
        text.replaceFirst("\\{", "{\"collectives\": " + collectives.replace('\'', '"') + ",");
    return Scratch.file(folder, "machine.json", changed);
  }

  @Test
  void theMachineMayHaveATableOfItsOwn() {
    Path machine =
        machineWith(
            "{'profile': 'mpich4', 'rules': [{'collective': 'barrier', 'algorithm': 'linear'}]}");
    assertThat(json(machine.toString()).get("profile").asString())
        .isEqualTo("mpich4 after 1 rule (machine)");
    assertThat(json(machine.toString(), "--collectives", "formula").get("profile").asString())
        .isEqualTo("formula");
    assertThat(run(machine.toString()).out().lines().findFirst())
        .isEqualTo(run("arc", "--collectives", "mpich4,barrier=linear").out().lines().findFirst())
        .isNotEqualTo(run("arc", "--collectives", "mpich4").out().lines().findFirst());
    assertThat(SimCall.of("machines", "validate", machine).out()).contains("valid");
  }

  @Test
  void aTableWithAnAlgorithmThatThereIsNotIsRefused() {
    Path machine =
        machineWith(
            "{'profile': 'mpich4', 'rules': [{'collective': 'barrier', 'algorithm': 'quick'}]}");
    SimCall run = run(machine.toString());
    assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    SimCall validated = SimCall.of("machines", "validate", machine);
    assertThat(validated.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(validated.out())
        .contains("machine.json: line ", "$.collectives.rules[0].algorithm: ")
        .contains("found \"quick\": no algorithm quick for barrier; there are linear");
    assertThat(run.err()).isEqualTo("sim: " + validated.out());
    assertThat(run(machine.toString(), "--collectives", "formula").exitCode()).isZero();
  }

  @Test
  void theMachineMayNameOne() throws IOException {
    Path machine = folder.resolve("machine.json");
    SimCall shown = SimCall.of("machines", "show", "arc", "--file");
    String text =
        shown.out().replaceFirst("\"modelParameters\" ?: ?\\{", "$0\"collectives\": \"mpich4\",");
    assertThat(text).contains("mpich4");
    Files.writeString(machine, text);
    assertThat(json(machine.toString()).get("profile").asString()).isEqualTo("mpich4 (machine)");
    assertThat(json(machine.toString(), "--collectives", "formula").get("profile").asString())
        .isEqualTo("formula");
    assertThat(run(machine.toString()).out()).doesNotContain("no model has the parameter");
  }

  @Test
  void unknownOnesAreRefused() {
    SimCall unknown = run("-", "--collectives", "mpich99");
    assertThat(unknown.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(unknown.err())
        .contains("collectives mpich99: ", "mpich4, mpich3, ompi4", "or write formula");
    assertThat(run("-", "-P", "collectives.nothing=1").err())
        .contains("collectives have no setting collectives.nothing");
    assertThat(run("-", "--collectives", "mpich4", "-P", "collectives.exactUpTo=x").err())
        .contains("collectives.exactUpTo: \"x\" is not a number of steps");
    assertThat(run("-", "--collectives", "mpich4", "-P", "collectives.reduceTimePerByte=2").err())
        .contains("collectives.reduceTimePerByte: ");
  }

  /** What the machine says is wrong in the file, what the user says on the command line. */
  @Test
  void theKindOfErrorDecidesTheExitCode() {
    Path machine = folder.resolve("wrong.json");
    String text = SimCall.of("machines", "show", "arc", "--file").out();
    String settings = "\"modelParameters\" ?: ?\\{";
    for (String setting :
        List.of(
            "\"collectives\": \"mpich99\"",
            "\"simple.latency\": \"soon\"",
            "\"collectives\": \"mpich4\", \"collectives.exactUpTo\": \"x\"")) {
      Scratch.file(folder, "wrong.json", text.replaceFirst(settings, "$0" + setting + ","));
      SimCall run = SimCall.of("run", machine, Scratch.exchange(folder, "8"), "--model", "simple");
      assertThat(run.exitCode()).as(setting).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(run.err()).hasLineCount(1);
    }
    for (String given : List.of("latency=soon", "eagerThreshold=-1B", "collective.bcast=fast")) {
      SimCall run =
          SimCall.of("run", "arc", Scratch.exchange(folder, "8"), "--model", "simple", "-P", given);
      assertThat(run.exitCode()).as(given).isEqualTo(ExitCode.USAGE);
      assertThat(run.err()).hasLineCount(1);
    }
  }
}
