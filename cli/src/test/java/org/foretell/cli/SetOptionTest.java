package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.foretell.Foretell;
import org.foretell.PredictionSetup;
import org.foretell.cli.shell.ExitCode;
import org.foretell.machines.Catalogue;
import org.foretell.machines.file.SetValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --set}: values of machine files from the command line. */
class SetOptionTest {
  private static final String NICS = "nodeGroups.compute.nics=1";

  @TempDir private Path folder;

  @Test
  void aRunReportsSetValues() {
    SimCall call =
        SimCall.of(
            "run",
            "frontier",
            SimCall.EXAMPLE,
            "--no-interval",
            "--set",
            NICS,
            "--set",
            "network.latency=5us");
    assertThat(call.err()).isEmpty();
    assertThat(call.out())
        .contains(
            "  set        nodeGroups.compute.nics = 1 (before 4)",
            "  set        network.latency = 5us (before 2.2us)");
    String json =
        SimCall.of("run", "frontier", SimCall.EXAMPLE, "--set", NICS, "--json", "-").out();
    assertThat(json.replaceAll("\\s", ""))
        .contains(
            "\"set\":[{\"path\":\"nodeGroups.compute.nics\",\"value\":\"1\",\"before\":\"4\"},"
                + "{\"path\":\"topology.interfaces\",\"value\":\"1\",\"before\":\"4\"}]");
  }

  @Test
  void fasterCoresThatChangeNothingAreNotSilent() {
    for (String set : List.of("cpu=x2", "nodeGroups.compute.coreSpeed=x2")) {
      assertThat(
              SimCall.of("run", "frontier", SimCall.EXAMPLE, "--no-interval", "--set", set).out())
          .contains(
              set.substring(0, set.indexOf('=')) + "=",
              " has no effect: the speed of the traced cores is unknown");
      assertThat(
              SimCall.of(
                      "run",
                      "frontier",
                      SimCall.EXAMPLE,
                      "--set",
                      set,
                      "--traced-core-speed",
                      "10Gflop/s")
                  .out())
          .doesNotContain("has no effect: the speed of the traced cores is unknown");
    }
  }

  @Test
  void aComparisonReportsSetValues() {
    SimCall call =
        SimCall.of("compare", "arc", SimCall.EXAMPLE, "--models", "simple", "--set", "title=other");
    assertThat(call.out()).contains("Set: title = other (before ARC");
  }

  @Test
  void aShownFileWithAValueGivesTheSameRun() {
    SimCall shown = SimCall.of("machines", "show", "frontier", "--file", "--set", NICS);
    assertThat(shown.exitCode()).isZero();
    Path mine = Scratch.file(folder, "mine.json", shown.out().stripTrailing());
    Object[] rest = {SimCall.EXAMPLE, "--no-interval"};
    String set = SimCall.of("run", "frontier", rest[0], rest[1], "--set", NICS).out();
    String file = SimCall.of("run", mine, rest[0], rest[1]).out();
    assertThat(set.replaceAll("  set  .*\\R", "")).isEqualTo(file);
    assertThat(file).doesNotContain(Catalogue.load("frontier").sha256().substring(0, 12));

    SimCall people = SimCall.of("machines", "show", mine, "--set", "title=x");
    assertThat(people.out()).contains("set: title = x (before Frontier, ");
  }

  @Test
  void wrongPathsAndValuesAreRefusedInOneMessage() {
    SimCall name = SimCall.of("run", "frontier", SimCall.EXAMPLE, "--set", "network.links=2");
    assertThat(name.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(name.err())
        .contains(
            "machine file frontier, as set: $.network.links: found the unknown name \"links\";"
                + " allowed: latency, bandwidth, buses, nicBinding,",
            "; the file has nodeGroups.compute.links");
    SimCall model = SimCall.of("run", "frontier", SimCall.EXAMPLE, "--set", "defaultModel=flaw");
    assertThat(model.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(model.err()).contains("$.defaultModel: found \"flaw\"");
    SimCall quoted = SimCall.of("run", "frontier", SimCall.EXAMPLE, "--set", "network.latency=5");
    assertThat(quoted.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(quoted.err()).contains("allowed: a time with its unit, like \"5us\"");
    SimCall negative =
        SimCall.of("run", "frontier", SimCall.EXAMPLE, "--set", "network.latency=-1us");
    assertThat(negative.err())
        .contains("found \"-1us\", which must not be negative; allowed: a time");
    SimCall parameter = SimCall.of("run", "arc", SimCall.EXAMPLE, "--set", "loggops.o=1us");
    assertThat(parameter.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(parameter.err())
        .contains("loggops.o is a parameter of a model", "(in sim: -P loggops.o=1us)");
    SimCall file = SimCall.of("run", "nowhere.json", SimCall.EXAMPLE, "--set", "network.latency=5");
    assertThat(file.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    SimCall value = SimCall.of("run", "frontier", SimCall.EXAMPLE, "--set", "network");
    assertThat(value.exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void withoutAMachineFileThereIsNothingToSet() {
    SimCall none = SimCall.of("run", "-", SimCall.EXAMPLE, "--set", NICS);
    assertThat(none.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(none.err()).contains("but no machine is given");
    PredictionSetup made =
        Foretell.prediction()
            .machine(Catalogue.load("arc").machine())
            .trace(Path.of(SimCall.EXAMPLE))
            .set("network.latency", "2us");
    assertThat(made.run().machine().orElseThrow().set())
        .containsExactly(new SetValue("network.latency", "2us", "1.8us"));
    SimCall xml = SimCall.of("run", "../examples/fattree.16.xml", SimCall.EXAMPLE, "--set", NICS);
    assertThat(xml.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(xml.err()).contains("a platform of SimGrid, whose values cannot be set");
  }

  private static SimCall refused(String... options) {
    List<String> all = new ArrayList<>(List.of("run", "frontier", SimCall.EXAMPLE));
    all.addAll(List.of(options));
    SimCall call = SimCall.of(all.toArray());
    assertThat(call.out()).isEmpty();
    assertThat(call.exitCode()).isIn(ExitCode.BAD_INPUT, ExitCode.USAGE);
    return call;
  }

  @Test
  void relativeValuesAndGroupsAreTakenByEveryCommand() {
    String run =
        SimCall.of("run", "frontier", SimCall.EXAMPLE, "--set", "network.latency=x0.5").out();
    assertThat(run).contains("  set        network.latency = 1.1us (before 2.2us)");
    String shown =
        SimCall.of("machines", "show", "frontier", "--set", "network=x2", "--set", "cpu=+10%")
            .out();
    assertThat(shown)
        .contains("latency 1.100 us", "set: network = x2 (before x1)", "set: cpu = +10%");
    SimCall compared =
        SimCall.of("compare", "arc", SimCall.EXAMPLE, "--models", "loggops", "--set", "memory=x2");
    assertThat(compared.out()).contains("Set: memory = x2");
    SimCall parameter =
        SimCall.of(
            "run", "frontier", SimCall.EXAMPLE, "--model", "loggops", "-P", "loggops.o=x0.5", "-v");
    assertThat(parameter.err()).isEmpty();
    assertThat(parameter.exitCode()).isZero();
  }

  /** Nobody states L: it is what twice 0.5 us leave of 2.2 us. */
  @Test
  void factorsOfParametersStartFromWhatTheRunWouldTake() {
    assertThat(effectiveL()).isEqualTo("1.2us (derived: machine's latency - 2 o)");
    assertThat(effectiveL("-P", "L=x0.5")).isEqualTo("600ns");
    assertThat(effectiveL("-P", "L=-50%", "--set", "network.latency=4.4us")).isEqualTo("1.7us");
  }

  private static String effectiveL(String... options) {
    List<String> all =
        new ArrayList<>(
            List.of("run", "frontier", SimCall.EXAMPLE, "--model", "loggops", "--json=-"));
    all.addAll(List.of(options));
    Matcher found =
        Pattern.compile("\"L\" ?: ?\"([^\"]*)\"").matcher(SimCall.of(all.toArray()).out());
    assertThat(found.find()).isTrue();
    return found.group(1);
  }

  @Test
  void wrongChangesAreRefusedInOneMessage() {
    assertThat(refused("--set", "netwrok=x2").err())
        .contains(
            "\"x2\" of a figure that the machine does not state", "\"network\" (did you mean");
    assertThat(refused("--set", "name=x2").err()).contains("which is not a number");
    assertThat(refused("--set", "network=x2", "--set", "network.latency=1us").err())
        .contains("\"network=x2\" and \"network.latency=1us\", which contradict each other");
    assertThat(refused("--set", "network=x2", "-P", "L=1us").err())
        .contains("L=1us and network=x2 contradict each other");
    assertThat(refused("--set", "network.latency=1us", "--set", "network.latency=2us").err())
        .contains("network.latency=1us and network.latency=2us contradict each other");
    assertThat(refused("-P", "L=1us", "-P", "L=2us").err())
        .contains("L=1us and L=2us contradict each other");
    assertThat(refused("-P", "binding=x0.5").err()).contains("which is not a number");
    assertThat(refused("-P", "L=-101%").err()).contains("expected at least -100%");
    SimCall bare = SimCall.of("run", "-", SimCall.EXAMPLE, "--model", "loggops", "-P", "L=x0.5");
    assertThat(bare.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(bare.err()).contains("model loggops needs L, o", "when no machine is given");
    assertThat(refused("--set", "nodeGroups.compute.nics=x0.1").err())
        .contains("a whole number from 1 to 1024");
  }
}
