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
    assertThat(call.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(call.err()).contains("loggops, simple");
  }
}
