package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.foretell.Foretell;
import org.foretell.PredictionSetup;
import org.foretell.cli.shell.ExitCode;
import org.foretell.failure.ForetellException;
import org.foretell.machines.Catalogue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --set}: values of machine files from the command line. */
class SetOptionTest {
  private static final String NICS = "nodeGroups.compute.nics=1";

  @TempDir private Path folder;

  @Test
  void aRunSaysWhatWasSet() {
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
            "\"set\":[{\"path\":\"nodeGroups.compute.nics\",\"value\":\"1\",\"before\":\"4\"}]");
  }

  @Test
  void aComparisonSaysWhatWasSet() {
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
    assertThat(name.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(name.err())
        .contains(
            "machine file frontier, as set: $.network.links: found the unknown name \"links\";"
                + " allowed: latency, bandwidth, buses, nicBinding,",
            "; the file has nodeGroups.compute.links");
    SimCall model = SimCall.of("run", "frontier", SimCall.EXAMPLE, "--set", "defaultModel=flaw");
    assertThat(model.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(model.err()).contains("$.defaultModel: found \"flaw\"");
    SimCall value = SimCall.of("run", "frontier", SimCall.EXAMPLE, "--set", "network");
    assertThat(value.exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void withoutAMachineFileThereIsNothingToSet() {
    SimCall none = SimCall.of("run", "-", SimCall.EXAMPLE, "--set", NICS);
    assertThat(none.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(none.err()).contains("there is no machine file to set it in");
    PredictionSetup made =
        Foretell.prediction()
            .machine(Catalogue.load("arc").machine())
            .trace(Path.of(SimCall.EXAMPLE))
            .set("network.latency", "2us");
    assertThatThrownBy(made::run).isInstanceOf(ForetellException.class);
    SimCall xml = SimCall.of("run", "../examples/fattree.16.xml", SimCall.EXAMPLE, "--set", NICS);
    assertThat(xml.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(xml.err()).contains("a platform of SimGrid, whose values cannot be set");
  }
}
