package org.foretell.machines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.foretell.machine.Buses;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.machines.file.LoadedMachine;
import org.foretell.machines.file.MachineFileException;
import org.foretell.time.Ps;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineFilesTest {
  private static final String SMALLEST =
      """
      {
        "formatVersion": 1,
        "name": "smallest",
        "nodeGroups": [
          {"name": "all", "nodes": 1, "coresPerNode": 1,
           "intraNode": {"latency": "1us", "bandwidth": "1GB/s"}}
        ],
        "network": {"latency": "2us", "bandwidth": "1GB/s"},
        "eagerThreshold": "unlimited"
      }
      """;

  @TempDir Path folder;

  @Test
  void everythingInAFileArrivesInTheMachine() {
    LoadedMachine loaded = MachineFiles.parse("cluster.json", Cluster.TEXT);
    Machine machine = loaded.machine();

    assertThat(machine.name()).isEqualTo("cluster");
    assertThat(machine.title()).isEqualTo("Two kinds of nodes");
    assertThat(loaded.notes()).containsExactly("Made up.");
    assertThat(machine.groups())
        .containsExactly(
            NodeGroup.builder("thin")
                .nodes(4)
                .coresPerNode(2)
                .cpuRatios(1, 1.5)
                .coreFlopsPerSecond(10.4e9)
                .intraNode(new LinkSpeed(500_000, 8e9))
                .inputLinks(2)
                .nics(2)
                .build(),
            NodeGroup.builder("fat")
                .coresPerNode(8)
                .cpuRatios(0.75)
                .intraNode(new LinkSpeed(400_000, Double.POSITIVE_INFINITY))
                .build());
    assertThat(machine.buses()).isEqualTo(new Buses(3, new LinkSpeed(2_000_000, 5e9)));
    assertThat(machine.eagerThresholdBytes()).isEqualTo(16_384);
    assertThat(machine.modelParameters()).containsOnlyKeys("loggops.o").containsValue("0.5us");
  }

  @Test
  void theLongestNameThatFitsIsTheSourceOfAFigure() {
    LoadedMachine loaded = MachineFiles.parse("cluster.json", Cluster.TEXT);

    assertThat(loaded.machine().unverified())
        .containsExactly(
            "nodeGroups.fat.intraNode.latency",
            "nodeGroups.fat.intraNode.bandwidth",
            "network.buses",
            "modelParameters.loggops.o");
    assertThat(loaded.withoutSource()).containsExactly("modelParameters.loggops.o");
    assertThat(loaded.machine().sources())
        .contains("nodeGroups.thin.coreSpeed (derived): 2.6 GHz, 4 flop per cycle")
        .hasSize(6);
  }

  @Test
  void whatIsNotRequiredHasTheDocumentedDefault() {
    LoadedMachine loaded = MachineFiles.parse("smallest.json", SMALLEST);
    NodeGroup group = loaded.machine().groups().get(0);

    assertThat(loaded.machine().title()).isEqualTo("smallest");
    assertThat(loaded.machine().buses().count()).isZero();
    assertThat(loaded.machine().buses().speed().latencyPs()).isEqualTo(2 * Ps.PER_MICROSECOND);
    assertThat(loaded.machine().eagerThresholdBytes()).isEqualTo(Long.MAX_VALUE);
    assertThat(group.inputLinks()).isZero();
    assertThat(group.outputLinks()).isZero();
    assertThat(group.nics()).isEqualTo(1);
    assertThat(group.cpuRatios()).isEmpty();
    assertThat(group.coreFlopsPerSecond()).isEmpty();
    assertThat(loaded.withoutSource()).hasSize(7).isEqualTo(loaded.machine().unverified());
  }

  @Test
  void aByteOrderMarkIsPassedOver() {
    assertThat(MachineFiles.parse("smallest.json", '\uFEFF' + SMALLEST).machine().name())
        .isEqualTo("smallest");
  }

  @Test
  void theHashIsThatOfTheBytes() {
    assertThat(MachineFiles.parse("smallest.json", SMALLEST).sha256())
        .isEqualTo(MachineFiles.parse("other name", SMALLEST).sha256())
        .isNotEqualTo(MachineFiles.parse("smallest.json", SMALLEST + " ").sha256())
        .matches("[0-9a-f]{64}");
  }

  @Test
  void filesAreReadFromDisk() throws IOException {
    Path file = folder.resolve("smallest.json");
    Files.writeString(file, SMALLEST);

    assertThat(MachineFiles.read(file)).isEqualTo(MachineFiles.parse("smallest.json", SMALLEST));
  }

  @Test
  void aFileThatCannotBeReadIsAFinding() {
    Path missing = folder.resolve("missing.json");

    assertThatThrownBy(() -> MachineFiles.read(missing))
        .isInstanceOf(MachineFileException.class)
        .hasMessage("machine file " + missing + ": found no such file; allowed: a readable file");
    assertThatThrownBy(() -> MachineFiles.read(folder))
        .isInstanceOf(MachineFileException.class)
        .hasMessage("machine file " + folder + ": found a directory; allowed: a readable file");
  }

  @Test
  void aHugeFileIsRefusedBeforeItIsParsed() {
    assertThatThrownBy(() -> MachineFiles.parse("huge.json", new byte[(16 << 20) + 1]))
        .isInstanceOf(MachineFileException.class)
        .hasMessage(
            "machine file huge.json: found more than 16 MiB; allowed: a file of at most 16 MiB");
  }

  @Test
  void otherEncodingsAreNamed() {
    assertThatThrownBy(
            () -> MachineFiles.parse("a.json", SMALLEST.getBytes(StandardCharsets.UTF_16)))
        .hasMessage(
            "machine file a.json: line 1, column 1, $: found UTF-16; allowed: UTF-8; save the file"
                + " in that encoding");
    String latin1 = SMALLEST.replace("smallest", "kl\u00e4in");
    assertThatThrownBy(
            () -> MachineFiles.parse("a.json", latin1.getBytes(StandardCharsets.ISO_8859_1)))
        .hasMessage(
            "machine file a.json: line 3, column 14, $: found byte 0xE4, which is not UTF-8;"
                + " allowed: UTF-8; save the file in that encoding");
  }
}
