package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.foretell.cli.shell.ExitCode;
import org.foretell.machines.Catalogue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ListingCommandsTest {
  @TempDir private Path folder;

  @Test
  void everyMachineOfTheCatalogueIsListed() {
    SimCall call = SimCall.of("machines", "list");
    assertThat(call.exitCode()).isZero();
    assertThat(call.out()).contains(Catalogue.names());
  }

  @Test
  void aMachineIsShownWithItsSourcesAndWhatNoneConfirms() {
    SimCall call = SimCall.of("machines", "show", "jaguar-xt5");
    assertThat(call.exitCode()).isZero();
    assertThat(call.out())
        .contains("18,688", "10.40 Gflop/s", "unverified: ")
        .contains("source: nodeGroups.compute.coreSpeed = 10.4Gflop/s (derived): Opteron 2435")
        .contains("source: nodeGroups.compute.coreStreamBandwidth = 6GB/s (unverified): estimate")
        .contains("source: nodeGroups.compute.intraNode = latency 0.7us, bandwidth 2.5GB/s (")
        .contains("\nnodes of kind compute: STREAM 20 GB/s, of one core alone 6 GB/s\n");
  }

  @Test
  void aMachineOfTheCatalogueIsCheckedByItsName() {
    SimCall valid = SimCall.of("machines", "validate", "summit");
    assertThat(valid.exitCode()).isZero();
    assertThat(valid.out()).startsWith("summit: valid; summit, 4,608 nodes");
    SimCall mistyped = SimCall.of("machines", "validate", "sumit", "summit");
    assertThat(mistyped.exitCode()).isEqualTo(3);
    assertThat(mistyped.out()).contains("(did you mean that?)", "summit: valid");
  }

  @Test
  void aShownFileIsAValidStartForOnesOwn() {
    SimCall shown = SimCall.of("machines", "show", "summit", "--file");
    Path mine = Scratch.file(folder, "mine.json", shown.out());
    SimCall valid = SimCall.of("machines", "validate", mine);
    assertThat(valid.exitCode()).isZero();
    assertThat(valid.out()).contains("valid; summit, 4,608 nodes");
    assertThat(SimCall.of("run", mine, SimCall.EXAMPLE).exitCode()).isZero();
  }

  @Test
  void aPlatformOfSimGridIsAMachineToo() {
    Path platform =
        Scratch.file(
            folder,
            "fattree.16.xml",
            "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">",
            "<platform version='4.1'><cluster id='c' prefix='n' suffix='' radical='0-15'"
                + " speed='1Gf'",
            "bw='10Gbps' lat='1us' topology='FAT_TREE'"
                + " topo_parameters='2;4,4;1,4;1,1'/></platform>");
    SimCall shown = SimCall.of("machines", "show", platform);
    assertThat(shown.exitCode()).isZero();
    assertThat(shown.out())
        .contains(
            "topology: 2-level fat tree, 4x4 nodes, 1x4 parents, deterministic routing; 64 links,"
                + " at most 4 on a route",
            "default model: flow",
            "setting: flow.envelope = 16B");
    assertThat(SimCall.of("machines", "validate", platform).out())
        .contains("valid; fattree-16, 16 nodes, 16 cores, 0 unverified figures");
    Path trace = Scratch.exchange(folder, "1000");
    assertThat(SimCall.of("run", "--model", "loggops", platform, trace).exitCode()).isZero();
  }

  @Test
  void allMistakesOfAMachineFileAreListedAtOnce() {
    Path broken =
        Scratch.file(
            folder, "broken.json", "{\"formatVersion\": 1, \"name\": 3, \"nodeGroups\": []}");
    SimCall call = SimCall.of("machines", "validate", broken);
    assertThat(call.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(call.out()).contains("$.name", "$.nodeGroups", "$.network", "$.eagerThreshold");
  }

  @Test
  void wrongSettingsForModelsAreListedWithTheirPlaces() {
    Path broken =
        Scratch.file(
            folder,
            "settings.json",
            SimCall.of("machines", "show", "arc", "--file")
                .out()
                .replaceFirst(
                    "\"modelParameters\": \\{",
                    """
                    "collectives": {"profile": "mpich9", "rules": [
                      {"collective": "barrier", "algorithm": "quick"},
                      {"collective": "bcast", "algorithm": "binomial"},
                      {"collective": "bcast", "algorithm": "k-nomial/k1"}
                    ]},
                    "modelParameters": {
                      "collectives.reduceTimePerByte": "2",
                      "collectives.exactUpTo": "-3",
                      "collectives.other": "1",
                      "calls.put": "3us",
                      "calls.putt": "0:3us",
                      "flow.window": "0B",
                      "flow.envelope": "16B",
                      "flow.weights": "heavy",
                      "flow.windows": "1B",
                      "simple.collective.bcast": "fast",
                      "mine.any": "thing",
                    """));
    SimCall call = SimCall.of("machines", "validate", broken);
    assertThat(call.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(call.out())
        .contains("settings.json has 12 mistakes:")
        .containsPattern(
            "line \\d+, column \\d+, \\$.collectives.profile: found \"mpich9\": no profile")
        .contains("$.collectives.rules[0].algorithm: found \"quick\": no algorithm quick")
        .contains("$.collectives.rules[2].algorithm: found \"k-nomial/k1\": algorithm k-nomial")
        .contains("['collectives.reduceTimePerByte']", "['collectives.exactUpTo']")
        .contains("['flow.window']: found \"0B\": must be above 0 bytes", "['flow.weights']")
        .contains(
            "['flow.windows']: found \"1B\": model flow has no such parameter; did you mean window?"
                + " it has ")
        .contains("['calls.put']: found \"3us\": calls.put: \"3us\" is not a time")
        .contains("did you mean put?")
        .contains("['simple.collective.bcast']: found \"fast\": ")
        .doesNotContain("envelope\"", "mine.any");
  }

  @Test
  void settingThatItsModelDoesNotHaveIsRefusedByRunToo() {
    Path wrong =
        Scratch.file(
            folder,
            "slip.json",
            SimCall.of("machines", "show", "arc", "--file")
                .out()
                .replaceFirst(
                    "\"modelParameters\": \\{", "$0\"max-rate.stripeTreshold\": \"1MiB\", "));
    SimCall call = SimCall.of("machines", "validate", wrong);
    assertThat(call.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(call.out()).contains("no such parameter; did you mean stripeThreshold? it has L, ");
    SimCall run = SimCall.of("run", wrong, SimCall.EXAMPLE, "--no-interval");
    assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).isEqualTo("sim: " + call.out());
  }

  @Test
  void figuresOfInterfacesAreShown() {
    Path machine =
        Scratch.file(
            folder,
            "interfaces.json",
            SimCall.of("machines", "show", "arc", "--file")
                .out()
                .replaceFirst(
                    "\"buses\": \"unlimited\"",
                    "$0, \"messageRate\": \"20Mmsg/s\", \"nicBinding\": \"block\","
                        + " \"stripeThreshold\": \"64KiB\"")
                .replaceFirst("\"nics\": 1", "$0, \"memoryBandwidth\": \"30GB/s\""));
    assertThat(SimCall.of("machines", "show", machine).out())
        .contains("interfaces: message rate 20 Mmsg/s, bound block, messages above 65536 B striped")
        .contains("memory 30 GB/s");
  }

  /** What a run rests on is refused in the words of validate. */
  @Test
  void aDefaultModelThatThereIsNotIsRefused() {
    Path wrong =
        Scratch.file(
            folder,
            "model.json",
            SimCall.of("machines", "show", "arc", "--file")
                .out()
                .replaceFirst("\"modelParameters\"", "\"defaultModel\": \"nope\", $0"));
    SimCall call = SimCall.of("machines", "validate", wrong);
    assertThat(call.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(call.out())
        .containsPattern("model.json: line \\d+, column \\d+, \\$.defaultModel: found \"nope\": ")
        .contains("there is no model \"nope\"; known models: bus-link, flow, ");
    SimCall run = SimCall.of("run", wrong, SimCall.EXAMPLE);
    assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).isEqualTo("sim: " + call.out());
    assertThat(SimCall.of("run", wrong, SimCall.EXAMPLE, "--model", "simple").exitCode()).isZero();
  }

  @Test
  void theMachinesOfTheCatalogueSayNothingWrongToModels() {
    for (String name : Catalogue.names()) {
      String text = SimCall.of("machines", "show", name, "--file").out();
      Path file = Scratch.file(folder, name + ".json", text);
      assertThat(SimCall.of("machines", "validate", file).out()).contains(": valid; " + name);
    }
  }

  @Test
  void anUnknownMachineNamesTheKnownOnes() {
    SimCall call = SimCall.of("run", "roadrunner", SimCall.EXAMPLE);
    assertThat(call.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(call.err()).contains("jaguar-xt5", "hopper");
  }

  @Test
  void modelsAreListedWithTheirParameters() {
    SimCall call = SimCall.of("models");
    assertThat(call.exitCode()).isZero();
    assertThat(call.out())
        .contains("loggops (default without a machine)")
        .contains("max-rate (default, unless the machine names another)")
        .contains("simple", "eagerThreshold", "meaning");
    assertThat(SimCall.of("models", "simple").out()).doesNotContain("loggops");
  }

  @Test
  void anUnknownModelNamesTheKnownOnes() {
    SimCall call = SimCall.of("run", "arc", SimCall.EXAMPLE, "--model", "logp");
    assertThat(call.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(call.err()).contains("; known models: ", "flow, ", "loggops-atlahs, ", "simple");
  }
}
