package org.foretell.machines.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.foretell.machine.FigureRange;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.MachineBuilder;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.Topology;
import org.foretell.machines.Catalogue;
import org.foretell.machines.MachineFiles;
import org.foretell.machines.MachineJson;
import org.foretell.machines.file.LoadedMachine;
import org.foretell.machines.file.MachineCheck;
import org.foretell.machines.file.MachineFileException;
import org.foretell.machines.file.Movement;
import org.foretell.machines.file.SetValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Figures that are changed relative to what they are, alone and in groups. */
class FileChangesTest {
  private static final MachineCheck OVERHEADS =
      new MachineCheck() {
        @Override
        public void check(Machine machine, Mistakes mistakes) {}

        @Override
        public Movement movement(String setting) {
          return setting.endsWith(".o") ? Movement.DIVIDED : Movement.NONE;
        }
      };

  private static LoadedMachine with(String machine, String... pathsAndValues) {
    Map<String, String> set = new LinkedHashMap<>();
    for (int i = 0; i < pathsAndValues.length; i += 2) {
      set.put(pathsAndValues[i], pathsAndValues[i + 1]);
    }
    return Catalogue.load(machine).otherFigures().with(set, OVERHEADS);
  }

  private static void assertRefused(String[] pathsAndValues, String... parts) {
    assertThatThrownBy(() -> with("frontier", pathsAndValues))
        .isInstanceOf(MachineFileException.class)
        .hasMessageContainingAll(parts);
  }

  private static String[] set(String... pathsAndValues) {
    return pathsAndValues;
  }

  @Test
  void numbersAreMultipliedExactlyAndKeepTheirUnits() {
    LoadedMachine half = with("frontier", "network.latency", "x0.5");
    assertThat(half.machine().buses().speed().latencyPs()).isEqualTo(1_100_000);
    assertThat(half.set()).containsExactly(new SetValue("network.latency", "1.1us", "2.2us"));
    assertThat(with("frontier", "network.latency", "+10%").machine().buses().speed().latencyPs())
        .isEqualTo(2_420_000);
    assertThat(with("frontier", "network.latency", "-10%").machine().buses().speed().latencyPs())
        .isEqualTo(1_980_000);
    assertThat(with("frontier", "nodeGroups.compute.nics", "x2").machine().groups().get(0).nics())
        .isEqualTo(8);
  }

  /** The start of a sweep: frontier states this figure with bounds. */
  @Test
  void aFigureWithBoundsTimesOneStays() {
    for (String one : List.of("x1", "x1.0", "+0%")) {
      assertThat(with("frontier", "network.latency", one).machine().buses().speed().latencyPs())
          .isEqualTo(2_200_000);
    }
  }

  private static List<Integer> interfaces(LoadedMachine loaded) {
    Machine machine = loaded.machine();
    return List.of(machine.groups().get(0).nics(), machine.topology().orElseThrow().interfaces());
  }

  @Test
  void interfacesOfNodesAndOfTheTopologyAreSetAlike() {
    LoadedMachine one = with("frontier", "nodeGroups.compute.nics", "1");
    assertThat(interfaces(one)).containsExactly(1, 1);
    assertThat(one.set())
        .containsExactly(
            new SetValue("nodeGroups.compute.nics", "1", "4"),
            new SetValue("topology.interfaces", "1", "4"));
    assertThat(interfaces(with("frontier", "topology.interfaces", "2"))).containsExactly(2, 2);
    assertThat(
            interfaces(
                with("frontier", "topology.interfaces", "2", "nodeGroups.compute.nics", "1")))
        .containsExactly(1, 2);
  }

  @Test
  void interfacesStayIfTheTopologyHasNoPlaceForMoreOrDoesNotDistinguishThem() {
    assertThat(interfaces(with("frontier", "nodeGroups.compute.nics", "8"))).containsExactly(8, 4);
    assertThat(interfaces(with("fugaku", "nodeGroups.compute.nics", "4"))).containsExactly(4, 1);
  }

  @Test
  void boundsMoveWithTheirFigure() {
    FigureRange before = range(Catalogue.load("frontier").machine());
    FigureRange after = range(with("frontier", "network.latency", "x2").machine());
    assertThat(before.value()).isEqualTo("2.2us");
    assertThat(after.value()).isEqualTo("4.4us");
    assertThat(after.from()).isNotEqualTo(before.from());
  }

  private static FigureRange range(Machine machine) {
    return machine.ranges().stream()
        .filter(range -> range.figure().equals("network.latency"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void fasterNetworkDividesTimesAndMultipliesRates() {
    for (String name : Catalogue.names()) {
      Machine before = Catalogue.load(name).machine();
      Machine after = with(name, "network", "x2").machine();
      assertHalved(before.buses().speed(), after.buses().speed());
      assertThat(after.groups()).as(name).isEqualTo(before.groups());
      assertThat(after.fileSystem()).isEqualTo(before.fileSystem());
      before.topology().ifPresent(links -> assertHalved(links, after.topology().orElseThrow()));
      before
          .modelParameters()
          .forEach(
              (setting, value) ->
                  assertThat(after.modelParameters().get(setting).equals(value))
                      .as(name + ": " + setting)
                      .isEqualTo(!setting.endsWith(".o")));
    }
  }

  private static void assertHalved(LinkSpeed before, LinkSpeed after) {
    assertThat(2 * after.latencyPs()).isEqualTo(before.latencyPs());
    assertThat(after.bytesPerSecond()).isEqualTo(2 * before.bytesPerSecond());
  }

  private static void assertHalved(Topology before, Topology after) {
    for (int link = 0; link < before.links(); link += Math.max(1, before.links() / 500)) {
      assertThat(Math.abs(2 * after.latencyPs(link) - before.latencyPs(link))).isLessThan(2);
      assertThat(after.bytesPerSecond(link)).isEqualTo(2 * before.bytesPerSecond(link));
    }
  }

  @Test
  void fasterMemoryAndFasterCoresLeaveTheNetwork() {
    Machine before = Catalogue.load("frontier").machine();
    Machine memory = with("frontier", "memory", "x2").machine();
    Machine cores = with("frontier", "cpu", "x2").machine();
    NodeGroup group = before.groups().get(0);
    assertHalved(group.intraNode(), memory.groups().get(0).intraNode());
    assertThat(memory.groups().get(0).streamBytesPerSecond().orElseThrow())
        .isEqualTo(2 * group.streamBytesPerSecond().orElseThrow());
    assertThat(cores.groups().get(0).coreFlopsPerSecond().orElseThrow())
        .isEqualTo(2 * group.coreFlopsPerSecond().orElseThrow());
    assertThat(cores.groups().get(0).intraNode()).isEqualTo(group.intraNode());
    assertThat(memory.buses()).isEqualTo(before.buses());
    assertThat(cores.buses()).isEqualTo(before.buses());
  }

  @Test
  void errorsAreReported() {
    assertRefused(
        set("network.latancy", "x2"), "does not state", "\"latency\" (did you mean that?)");
    assertRefused(set("netwrok", "x2"), "does not state", "\"network\" (did you mean that?)");
    assertRefused(set("name", "x2"), "\"frontier\", which is not a number");
    assertRefused(set("nodeGroups", "x2"), "which is not a number", "network, memory, cpu");
    assertRefused(set("nodeGroups.compute.nics", "x0.3"), "found 1.2", "a whole number from 1");
    assertRefused(set("network.latency", "-150%"), "\"-150%\"", "at least -100%");
    assertRefused(set("network", "x0"), "network=x0", "a factor above 0");
    assertRefused(set("network.messageRate", "x2"), "does not state");
    assertThatThrownBy(
            () ->
                with("frontier", "eagerThreshold", "unlimited")
                    .otherFigures()
                    .with(Map.of("eagerThreshold", "x2")))
        .hasMessageContainingAll("unlimited, which is not a number");
  }

  @Test
  void changesThatContradictEachOtherAreRefused() {
    assertRefused(
        set("network", "x2", "network.latency", "2us"),
        "\"network=x2\" and \"network.latency=2us\", which contradict each other");
    assertRefused(
        set("network.latency", "2us", "network", "x2"),
        "\"network.latency=2us\" and \"network=x2\"");
    assertRefused(
        set("nodeGroups[0].nics", "2", "nodeGroups.compute.nics", "4"), "contradict each other");
    assertThat(
            with("frontier", "nodeGroups[0].nics", "2", "nodeGroups.compute.nics", "2")
                .machine()
                .groups()
                .get(0)
                .nics())
        .isEqualTo(2);
  }

  @Test
  void groupWithoutMembersIsRefused() {
    Machine bare = made().build();
    assertThatThrownBy(() -> MachineFiles.of(bare).otherFigures().with(Map.of("cpu", "x2")))
        .isInstanceOf(MachineFileException.class)
        .hasMessageContainingAll("no figure of the group cpu", "network, memory, cpu");
  }

  private static MachineBuilder made() {
    return Machine.builder("made")
        .nodes(
            NodeGroup.builder("n")
                .nodes(4)
                .coresPerNode(2)
                .intraNode(new LinkSpeed(300_001, 9e9 / 7))
                .build())
        .network(new LinkSpeed(1_800_000, 1e10 / 3))
        .eagerThresholdBytes(4096);
  }

  /** Each figure of the catalogue, changed on the typed machine and in its file. */
  @Test
  void machinesMadeByProgramsChangeAsFilesDo() {
    for (String name : Catalogue.names()) {
      Machine machine = Catalogue.load(name).machine();
      LoadedMachine made = MachineFiles.of(machine);
      for (String figure : figures(name)) {
        Map<String, String> change = Map.of(figure, "+10%");
        String how = name + " with " + figure;
        Machine ofFile = outcome(Catalogue.load(name), change);
        Machine ofProgram = outcome(made, change);
        assertThat(ofProgram == null).as(how).isEqualTo(ofFile == null);
        if (ofFile != null && ofProgram != null) {
          assertThat(MachineJson.figuresWithoutTopology(ofProgram))
              .as(how)
              .isEqualTo(MachineJson.figuresWithoutTopology(ofFile));
          assertThat(ofProgram.topology().isPresent()).isEqualTo(ofFile.topology().isPresent());
        }
      }
    }
  }

  private static @Nullable Machine outcome(LoadedMachine machine, Map<String, String> change) {
    try {
      return machine.otherFigures().with(change);
    } catch (MachineFileException refused) {
      return null;
    }
  }

  /** Of every kind that the file states. */
  private static Set<String> figures(String name) {
    Set<String> figures =
        new TreeSet<>(
            List.of("network.latency", "network.bandwidth", "eagerThreshold", "network", "memory"));
    for (FigureRange range : Catalogue.load(name).machine().ranges()) {
      if (!range.figure().startsWith("topology.")) {
        figures.add(range.figure());
      }
    }
    for (NodeGroup group : Catalogue.load(name).machine().groups()) {
      for (String figure :
          List.of("nics", "nodes", "coresPerNode", "coreSpeed", "streamBandwidth", "cpuRatio")) {
        figures.add("nodeGroups." + group.name() + "." + figure);
      }
    }
    return figures;
  }

  @Test
  void topologyOfAProgramGetsFasterWithTheNetwork() {
    Topology links = Catalogue.load("frontier").machine().topology().orElseThrow();
    Machine machine = made().topology(links).build();
    LoadedMachine faster =
        MachineFiles.of(machine).otherFigures().with(Map.of("network", "x2"), OVERHEADS);
    assertHalved(links, faster.machine().topology().orElseThrow());
    LoadedMachine again = faster.otherFigures().with(Map.of("network.latency", "1us"), OVERHEADS);
    assertHalved(links, again.machine().topology().orElseThrow());
    assertThat(again.otherFigures().topology()).isEqualTo(faster.otherFigures().topology());
  }

  @Test
  void boundsOfAProgramAreKept() {
    Machine machine =
        made().range(new FigureRange("network.latency", "1.8us", "1.6us", "2us")).build();
    Machine other = MachineFiles.of(machine).otherFigures().with(Map.of("eagerThreshold", "1B"));
    assertThat(other.ranges()).isEqualTo(machine.ranges());
    assertThat(other.buses()).isEqualTo(machine.buses());
    assertThat(other.busLinks()).isEqualTo(machine.busLinks());
  }
}
