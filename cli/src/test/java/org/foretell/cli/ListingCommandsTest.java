package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
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
    assertThat(call.out()).contains("18,688", "10.40 Gflop/s", "source: ", "unverified: ");
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
  void anUnknownMachineNamesTheKnownOnes() {
    SimCall call = SimCall.of("run", "jaguar", SimCall.EXAMPLE);
    assertThat(call.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(call.err()).contains("jaguar-xt5", "hopper");
  }

  @Test
  void modelsAreListedWithTheirParameters() {
    SimCall call = SimCall.of("models");
    assertThat(call.exitCode()).isZero();
    assertThat(call.out())
        .contains("loggops (used unless --model is given)", "simple", "eagerThreshold", "meaning");
    assertThat(SimCall.of("models", "simple").out()).doesNotContain("loggops");
  }

  @Test
  void anUnknownModelNamesTheKnownOnes() {
    SimCall call = SimCall.of("run", "arc", SimCall.EXAMPLE, "--model", "logp");
    assertThat(call.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(call.err()).contains("flow, loggops, loggops-atlahs, simple");
  }
}
