package org.foretell.machines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.foretell.machine.FigureRange;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.Oversubscription;
import org.foretell.machine.Placement;
import org.foretell.machine.Placements;
import org.foretell.machines.file.LoadedMachine;
import org.foretell.machines.file.MachineFileException;
import org.foretell.time.Ps;
import org.foretell.time.Quantity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CatalogueTest {
  static List<String> names() {
    return Catalogue.names();
  }

  @Test
  void itHasExactlyTheFilesOfItsFolder() throws IOException, URISyntaxException {
    Path folder = Path.of(Catalogue.class.getResource("catalogue").toURI());
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString().replace(".json", "")).sorted())
          .isEqualTo(Catalogue.names());
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyFigureHasASource(String name) {
    LoadedMachine loaded = Catalogue.load(name);

    assertThat(loaded.machine().name()).isEqualTo(name);
    assertThat(loaded.machine().title()).isNotEqualTo(name);
    assertThat(loaded.withoutSource()).isEmpty();
    assertThat(loaded.machine().sources()).isNotEmpty();
    assertThat(loaded.sha256()).matches("[0-9a-f]{64}");
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyFigureIsPlausible(String name) {
    Machine machine = Catalogue.load(name).machine();

    assertThat(machine.nodes()).isBetween(64, 200_000);
    assertThat(machine.buses().speed().latencyPs())
        .isBetween(Ps.PER_MICROSECOND, 50 * Ps.PER_MICROSECOND);
    assertThat(machine.buses().speed().bytesPerSecond()).isBetween(30e6, 50e9);
    // NCCL sends into buffers between GPUs.
    long mostEager = name.equals("dgx-h100") ? 4 << 20 : 128_000;
    assertThat(machine.eagerThresholdBytes()).isBetween(4096L, mostEager);
    for (NodeGroup group : machine.groups()) {
      assertThat(group.coresPerNode()).isBetween(1, 128);
      double mostFlops = name.equals("dgx-h100") ? 1000e12 : 100e9; // the cores of some are GPUs
      assertThat(group.coreFlopsPerSecond().orElseThrow()).isBetween(0.2e9, mostFlops);
      assertThat(group.intraNode().latencyPs())
          .isBetween(Ps.PER_NANOSECOND, machine.buses().speed().latencyPs());
      assertThat(group.nics()).isBetween(1, 8);
      assertThat(group.inputLinks()).isEqualTo(group.nics());
      assertThat(group.outputLinks()).isEqualTo(group.nics());
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void routeBetweenNeighboursLeavesRoomForTheEndsAndCarriesTheBandwidth(String name) {
    Machine machine = Catalogue.load(name).machine();
    LinkSpeed network = machine.buses().speed();
    machine
        .topology()
        .ifPresent(
            topology -> {
              int[] links = new int[topology.longestRoute()];
              int length = topology.route(0, 0, 1, 0, 0, links);
              long latencyPs = 0;
              double bytesPerSecond = Double.POSITIVE_INFINITY;
              for (int index = 0; index < length; index++) {
                latencyPs += topology.latencyPs(links[index]);
                bytesPerSecond = Math.min(bytesPerSecond, topology.bytesPerSecond(links[index]));
              }
              assertThat((double) latencyPs / network.latencyPs()).isBetween(0.01, 0.5);
              assertThat(bytesPerSecond / network.bytesPerSecond()).isBetween(1.0, 1.1);
            });
  }

  @ParameterizedTest
  @MethodSource("names")
  void nodesMoveAMessageAtLeastAsFastAsOneInterface(String name) {
    Machine machine = Catalogue.load(name).machine();
    for (NodeGroup group : machine.groups()) {
      assertThat(group.intraNode().bytesPerSecond())
          .isGreaterThanOrEqualTo(machine.buses().speed().bytesPerSecond());
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void speedsThatNobodyConfirmsHaveARange(String name) {
    Machine machine = Catalogue.load(name).machine();
    List<String> ranged = machine.ranges().stream().map(FigureRange::figure).toList();
    assertThat(machine.unverified())
        .filteredOn(figure -> figure.endsWith("latency") || figure.endsWith("bandwidth"))
        .allSatisfy(figure -> assertThat(ranged).contains(figure));
    assertThat(machine.unverified())
        .filteredOn(
            figure -> figure.equals("modelParameters.loggops.o") || figure.equals("eagerThreshold"))
        .allSatisfy(figure -> assertThat(ranged).contains(figure));
  }

  @Test
  void someMachinesHaveATopology() {
    assertThat(
            Catalogue.names().stream()
                .filter(name -> Catalogue.load(name).machine().topology().isPresent()))
        .containsExactly(
            "aurora",
            "dgx-h100",
            "frontier",
            "fugaku",
            "hopper",
            "jaguar-xk6",
            "jaguar-xt5",
            "kraken",
            "lumi-c",
            "lumi-g",
            "perlmutter-cpu",
            "summit");
  }

  /**
   * What follows from latency and bandwidth is not stated again, so that a change has its effect.
   */
  @ParameterizedTest
  @MethodSource("names")
  void itStatesNoModelParameterButTheOverheadAndTheLibrary(String name) {
    Machine machine = Catalogue.load(name).machine();
    var settings = machine.modelParameters();

    Set<String> stated = new TreeSet<>(Set.of("loggops.o", "collectives"));
    if (name.equals("dgx-h100")) {
      stated.add("flow.stripeThreshold"); // A GPU uses the interface beside it.
    }
    assertThat(stated).containsAll(settings.keySet());
    assertThat(
            (double) Quantity.parseTimePs(settings.get("loggops.o"))
                / machine.buses().speed().latencyPs())
        .isBetween(0.2, 0.27);
  }

  @ParameterizedTest
  @MethodSource("names")
  void whatFollowsFromAnUnverifiedFigureIsUnverified(String name) {
    List<String> unverified = Catalogue.load(name).machine().unverified();

    followsFrom(unverified, "nodeGroups.compute.links.in", "nodeGroups.compute.nics");
    followsFrom(unverified, "nodeGroups.compute.links.out", "nodeGroups.compute.nics");
  }

  private static void followsFrom(List<String> unverified, String figure, String base) {
    if (unverified.contains(base)) {
      assertThat(unverified).contains(figure);
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void itHasRoomForSixtyFourRanks(String name) {
    Machine machine = Catalogue.load(name).machine();

    Placement placement =
        Placements.roundRobin(machine, 64, OptionalInt.empty(), Oversubscription.REFUSE);

    int coresPerNode = machine.groups().get(0).coresPerNode();
    assertThat(placement.nodesUsed()).isEqualTo((63 + coresPerNode) / coresPerNode);
  }

  @Test
  void whatIsNotSourcedIsUnverified() {
    assertThat(Catalogue.load("jaguar-xt5").machine().unverified())
        .containsExactly(
            "nodeGroups.compute.intraNode.latency",
            "nodeGroups.compute.intraNode.bandwidth",
            "nodeGroups.compute.streamBandwidth",
            "nodeGroups.compute.coreStreamBandwidth",
            "nodeGroups.compute.power.node",
            "nodeGroups.compute.power.coreBusy",
            "nodeGroups.compute.power.coreWaiting",
            "nodeGroups.compute.power.coreIdle",
            "nodeGroups.compute.power.interface",
            "network.latency",
            "network.buses",
            "topology.sizes",
            "topology.links",
            "topology.nodeLink",
            "fileSystem.server.latency",
            "fileSystem.client.latency",
            "fileSystem.servers",
            "fileSystem.metadataLatency",
            "modelParameters.collectives",
            "modelParameters.loggops.o");
  }

  @Test
  void anUnknownNameIsAnsweredWithTheNearestOrWithAll() {
    assertThatThrownBy(() -> Catalogue.load("jaguar-x5"))
        .isInstanceOf(MachineFileException.class)
        .hasMessage(
            "machine file jaguar-x5: found no such machine in the catalogue; allowed:"
                + " \"jaguar-xt5\" (did you mean that?), or the path of a file");
    assertThatThrownBy(() -> Catalogue.load("roadrunner"))
        .isInstanceOf(MachineFileException.class)
        .hasMessage(
            "machine file roadrunner: found no such machine in the catalogue; allowed: "
                + String.join(", ", Catalogue.names())
                + ", or the path of a file");
  }

  @Test
  void theBeginningOfANameIsCompleted() {
    assertThatThrownBy(() -> Catalogue.load("jaguar"))
        .hasMessageContaining("\"jaguar-xk6\" or \"jaguar-xt5\" (did you mean one of those?)");
    assertThatThrownBy(() -> Catalogue.load("lumi"))
        .hasMessageContaining("\"lumi-c\" or \"lumi-g\" (did you mean one of those?)");
  }
}
