package org.foretell.machines.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.foretell.machines.Catalogue;
import org.foretell.machines.MachineFiles;
import org.foretell.machines.dimemas.DimemasConfigurationTest;
import org.foretell.machines.file.LoadedMachine;
import org.foretell.machines.file.MachineFileException;
import org.foretell.machines.file.SetValue;
import org.junit.jupiter.api.Test;

/** Values of machine files that are replaced before the file is read. */
class FileSettingsTest {
  private static LoadedMachine frontier(String... pathsAndValues) {
    return MachineFiles.parse(
        "frontier", Catalogue.bytes("frontier"), map(pathsAndValues), (machine, mistakes) -> {});
  }

  private static Map<String, String> map(String... pathsAndValues) {
    Map<String, String> set = new LinkedHashMap<>();
    for (int i = 0; i < pathsAndValues.length; i += 2) {
      set.put(pathsAndValues[i], pathsAndValues[i + 1]);
    }
    return set;
  }

  private static void assertRefused(String path, String value, String... parts) {
    MachineFileException refused =
        catchThrowableOfType(MachineFileException.class, () -> frontier(path, value));
    assertThat(refused)
        .hasMessageStartingWith("machine file frontier, as set: ")
        .hasMessageContainingAll(parts);
    assertThat(refused.findings()).hasSize(1);
  }

  @Test
  void anElementGoesByItsNameOrItsPlace() {
    for (String path :
        new String[] {
          "nodeGroups.compute.nics",
          "nodeGroups[0].nics",
          "nodeGroups.0.nics",
          "$.nodeGroups[0].nics",
          "network.nics"
        }) {
      assertThat(frontier(path, "2").machine().groups().get(0).nics()).as(path).isEqualTo(2);
    }
  }

  @Test
  void theReportNamesTheGroupAndTheTopologyWhoseInterfacesWereSet() {
    assertThat(frontier("network.nics", "2").set())
        .containsExactly(
            new SetValue("nodeGroups.compute.nics", "2", "4"),
            new SetValue("topology.interfaces", "2", "4"));
  }

  @Test
  void aFigureWithBoundsLosesThemOrHasOneMoved() {
    LoadedMachine plain = frontier("network.latency", "3us");
    assertThat(plain.machine().buses().speed().latencyPs()).isEqualTo(3_000_000);
    assertThat(plain.machine().ranges()).noneMatch(r -> r.figure().equals("network.latency"));
    assertThat(plain.set()).containsExactly(new SetValue("network.latency", "3us", "2.2us"));

    LoadedMachine bound = frontier("network.latency.to", "4us");
    assertThat(bound.machine().ranges())
        .anyMatch(r -> r.figure().equals("network.latency") && r.to().equals("4us"));
    assertRefused("network.latency.to", "1us", "a value outside of its range");
  }

  @Test
  void whatTheFileDoesNotHaveIsAdded() {
    LoadedMachine loaded =
        frontier(
            "defaultModel", "flow",
            "nodeGroups.compute.cpuRatio", "1.5",
            "modelParameters.flow.o", "1us",
            "modelParameters.loggops.o", "0.6us",
            "shmem.progress", "software",
            "network.buses", "12");
    assertThat(loaded.machine().defaultModel()).contains("flow");
    assertThat(loaded.machine().groups().get(0).cpuRatios()).containsExactly(1.5);
    assertThat(loaded.machine().modelParameters())
        .containsEntry("flow.o", "1us")
        .containsEntry("loggops.o", "0.6us");
    assertThat(loaded.machine().shmem()).isPresent();
    assertThat(loaded.machine().buses().count()).isEqualTo(12);
    assertThat(loaded.set().get(0).before()).isNull();
  }

  @Test
  void settingsOfModelsAreTextEvenIfTheyLookLikeNumbers() {
    assertThat(frontier("modelParameters.loggops.o", "1").machine().modelParameters())
        .containsEntry("loggops.o", "1");
  }

  @Test
  void arraysAndObjectsAreJson() {
    LoadedMachine loaded =
        frontier(
            "nodeGroups.compute.coresPerNode", "2",
            "nodeGroups.compute.cpuRatio", "[1, 2.5]",
            "nodeGroups.compute.cpuRatio[0]", "3",
            "nodeGroups.compute.links", "{\"in\": 1, \"out\": \"unlimited\"}",
            "title", "\"12\"");
    assertThat(loaded.machine().groups().get(0).cpuRatios()).containsExactly(3, 2.5);
    assertThat(loaded.machine().groups().get(0).inputLinks()).isEqualTo(1);
    assertThat(loaded.machine().title()).isEqualTo("12");
    assertRefused(
        "nodeGroups.compute.cpuRatio",
        "[1, 2",
        "found a value that begins like JSON",
        "more, until the [");
  }

  @Test
  void theHashIsThatOfTheFileThatHasTheValues() {
    Map<String, String> set = map("nodeGroups.compute.nics", "2", "network.latency", "3us");
    String text =
        MachineFiles.textWith(
            "frontier", Catalogue.bytes("frontier"), set, (machine, mistakes) -> {});
    LoadedMachine written = MachineFiles.parse("mine.json", text);
    LoadedMachine set2 = frontier("nodeGroups.compute.nics", "2", "network.latency", "3us");
    assertThat(set2.sha256())
        .isEqualTo(written.sha256())
        .isNotEqualTo(Catalogue.load("frontier").sha256());
    assertThat(written.machine().unverified()).isEqualTo(set2.machine().unverified());
    assertThat(written.set()).isEmpty();
  }

  @Test
  void noSourceVouchesForWhatWasSet() {
    assertThat(frontier("nodeGroups.compute.nics", "2").machine().sources())
        .anyMatch(s -> s.startsWith("nodeGroups.compute.nics (unverified): set to 2, before 4; "));
    // The entry is of the bandwidth too, whose source stays what it was.
    assertThat(frontier("nodeGroups.compute.intraNode.latency", "1us").machine().sources())
        .anyMatch(
            s ->
                s.startsWith(
                    "nodeGroups.compute.intraNode (unverified): latency set to 1us, before"
                        + " 0.5us;"));
    assertThat(frontier("topology.nodeLink.latency.value", "0.19us").machine().sources())
        .anyMatch(s -> s.startsWith("topology.nodeLink (unverified): latency set to 0.19us"));
  }

  @Test
  void anObjectIsReplacedTogetherWithTheSourcesOfItsFigures() {
    LoadedMachine loaded =
        frontier(
            "topology",
            "{\"kind\": \"torus\", \"sizes\": [22, 22, 22],"
                + " \"links\": {\"latency\": \"1us\", \"bandwidth\": \"20GB/s\"}}");
    assertThat(loaded.machine().topology()).isPresent();
    assertThat(loaded.machine().sources())
        .noneMatch(s -> s.startsWith("topology."))
        .anyMatch(s -> s.startsWith("topology (unverified): set to {"));
  }

  @Test
  void aWrongValueIsRefusedAsInAFile() {
    assertRefused(
        "nodeGroups.compute.nics", "2x", "$.nodeGroups[0].nics: found \"2x\"", "from 1 to 1024");
    assertRefused("network.latency", "3", "$.network.latency: found 3 without a unit", "3us");
    assertRefused("fileSystem", "2", "$.fileSystem: found 2; allowed: an object");
  }

  @Test
  void anUnknownNameIsRefusedWithWhatIsThere() {
    assertRefused(
        "nodeGroups.compute.nic", "2", "$.nodeGroups[0].nic: found the unknown name", "\"nics\"");
    assertRefused("netwrk.latency", "2us", "$.netwrk: found the unknown name", "\"network\"");
    assertRefused(
        "network.coresPerNode",
        "2",
        "the unknown name \"coresPerNode\"",
        "latency, bandwidth, buses",
        "; the file has nodeGroups.compute.coresPerNode");
  }

  @Test
  void aPathThatLeadsNowhereIsRefused() {
    assertRefused(
        "nodeGroups.computer.nics",
        "2",
        "nodeGroups.computer.nics: found the element \"computer\" of $.nodeGroups, which has 1",
        "\"compute\" (did you mean that?)");
    assertRefused("nodeGroups[1].nics", "2", "which has 1", "allowed: compute");
    assertRefused("nodeGroup[0].nics", "2", "\"nodeGroup\"", "\"nodeGroups\"");
    assertRefused("nodeGroups[0.nics", "2", "a [ without its ]");
    assertRefused("name.first", "x", "\"first\" below $.name, which is \"frontier\"");
    assertRefused("network.", "x", "a path that ends with a dot");
    assertRefused("", "x", "a path without a name");
  }

  @Test
  void onlyJsonFilesHavePaths() {
    Map<String, String> set = map("network.latency", "3us");
    assertThatThrownBy(
            () ->
                MachineFiles.textWith(
                    "p.xml",
                    "<platform/>".getBytes(StandardCharsets.UTF_8),
                    set,
                    (machine, mistakes) -> {}))
        .hasMessageContaining("a platform of SimGrid, whose values cannot be set");
    byte[] configuration = DimemasConfigurationTest.TWO_MACHINES.getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(
            () -> MachineFiles.textWith("m.cfg", configuration, set, (machine, mistakes) -> {}))
        .hasMessageContaining("a configuration of Dimemas, whose values cannot be set");
  }
}
