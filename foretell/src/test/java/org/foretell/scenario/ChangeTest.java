package org.foretell.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.foretell.Foretell;
import org.foretell.PredictionSetup;
import org.foretell.failure.ForetellException;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.topology.ScaledLinks;
import org.foretell.machines.Catalogue;
import org.foretell.machines.file.MachineFileException;
import org.foretell.model.FigureValue;
import org.foretell.setting.ModelRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a scenario by changes, as text or as values. */
class ChangeTest {
  private static final ModelRegistry MODELS = ModelRegistry.load(List.of());
  private static final TraceContent TRACE = new TraceContent("00".repeat(32), "", 4);

  @TempDir private Path folder;

  private static Scenario on(String machine, String model) {
    return Scenario.of(TRACE, model(model)).withMachine(Optional.of(machine(machine)));
  }

  private static ModelContent model(String name) {
    return ModelContent.of(MODELS.get(name), MODELS);
  }

  private static MachineContent machine(String name) {
    return MachineContent.of(Catalogue.load(name), (machine, mistakes) -> {});
  }

  private static Machine made(double bytesPerSecond) {
    return Machine.builder("made")
        .nodes(
            NodeGroup.builder("n")
                .nodes(4)
                .coresPerNode(1)
                .intraNode(new LinkSpeed(300_000, 1e10))
                .build())
        .network(new LinkSpeed(2_000_000, bytesPerSecond))
        .eagerThresholdBytes(1 << 20)
        .build();
  }

  private Path pingPong(long bytes) throws IOException {
    return Files.writeString(
        folder.resolve("pingpong" + bytes + ".txt"),
        """
        foretell-trace 1
        ranks 2
        program 0 {
          send peer=1 bytes=SIZE
          recv peer=1 receive_bytes=SIZE
        }
        program 1 {
          recv peer=0 receive_bytes=SIZE
          send peer=0 bytes=SIZE
        }
        """
            .replace("SIZE", Long.toString(bytes)));
  }

  /** L is what o leaves of the latency at both ends: 2 us less twice a quarter of it. */
  @Test
  void relativeFiguresOfAModelStartFromWhatTheRunTakes() {
    Scenario base =
        Scenario.of(TRACE, model("loggops")).withMachine(Optional.of(MachineContent.of(made(1e9))));
    assertThat(figure(base, "L")).isEqualTo(new FigureValue.Time(1_000_000));
    for (Scenario half :
        List.of(
            base.with(Change.parse("model.L=x0.5")),
            base.with(Change.parse("model.L=-50%")),
            base.with(Change.times("model.L", 0.5)),
            base.with(Change.to("model.L", new FigureValue.Time(500_000))),
            base.with(Change.parse("model.L=0.5us")))) {
      assertThat(figure(half, "L")).isEqualTo(new FigureValue.Time(500_000));
      assertThat(figure(half, "o")).isEqualTo(new FigureValue.Time(500_000));
    }
    Scenario slower = base.with(Change.parse("model.L=x0.5"), Change.parse("network.latency=4us"));
    assertThat(figure(slower, "L")).isEqualTo(new FigureValue.Time(1_000_000));
    assertThat(slower)
        .isEqualTo(base.with(Change.parse("network.latency=4us"), Change.parse("model.L=x0.5")));
    // g follows from o, and is moved from what it was.
    Scenario both = base.with(Change.parse("model.o=x3"), Change.parse("model.g=x3"));
    assertThat(figure(both, "g")).isEqualTo(new FigureValue.Time(1_500_000));
  }

  private static FigureValue figure(Scenario scenario, String name) {
    return scenario.model().provider().effective(scenario.experiment().context()).stream()
        .filter(figure -> figure.name().equals(name))
        .findFirst()
        .orElseThrow()
        .value();
  }

  @Test
  void valuesAndTheirTextAreTheSameScenario() {
    Scenario base = on("frontier", "loggops");
    Scenario typed = base.with(Change.to("model.G", new FigureValue.PsPerByte(123.25)));
    assertThat(typed)
        .isEqualTo(base.with(new Change("model.G", "0.12325ns/B")))
        .isEqualTo(base.withParameters(Map.of("loggops.G", "0.12325ns/B")));
    assertThat(typed.experiment().context().values())
        .containsEntry("G", new FigureValue.PsPerByte(123.25));
    Scenario written = typed.with(new Change("model.G", "1ns/B"));
    assertThat(written.experiment().context().values()).isEmpty();
    assertThat(figure(written, "G")).isEqualTo(new FigureValue.PsPerByte(1000));
    assertThat(figure(typed.withSeed(7), "G")).isEqualTo(new FigureValue.PsPerByte(123.25));
    assertThat(typed.withModel(model("simple")).experiment().context().parameters()).isEmpty();
    assertThat(
            base.with(Change.to("collectives.reduceTimePerByte", new FigureValue.PsPerByte(250)))
                .parameters())
        .containsEntry("collectives.reduceTimePerByte", "0.25ns/B");
  }

  @Test
  void figuresThatOnlyAProgramReachesAreMovedToo() {
    Scenario base = on("frontier", "flow");
    Change moved =
        new Change(
            "links",
            new Change.Moved(
                "latency x2",
                machine ->
                    machine.withTopology(
                        new ScaledLinks(machine.topology().orElseThrow(), link -> true, 2, 1))));
    Scenario slower = base.with(moved);
    assertThat(slower).isNotEqualTo(base).isEqualTo(base.with(moved));
    assertThat(slower.machine().orElseThrow().machine().topology().orElseThrow().latencyPs(0))
        .isEqualTo(
            2 * base.machine().orElseThrow().machine().topology().orElseThrow().latencyPs(0));
    Change eager =
        new Change(
            "eagerThreshold",
            new Change.Moved("5B", machine -> machine.toBuilder().eagerThresholdBytes(5).build()));
    assertThat(base.with(eager)).isEqualTo(base.with(new Change("eagerThreshold", "5B")));
    assertThatThrownBy(() -> base.with(moved, moved)).hasMessageContaining("contradict each other");
    assertThatThrownBy(() -> base.withMachine(Optional.empty()).with(moved))
        .hasMessageContaining("a machine is needed");
  }

  @Test
  void factorsOfAnyLengthAreTaken() {
    Scenario base = on("frontier", "loggops");
    assertThat(
            base.with(Change.times("network.latency", 1.0 / 3))
                .machine()
                .orElseThrow()
                .machine()
                .buses()
                .speed()
                .latencyPs())
        .isEqualTo(733_333);
    for (double factor : new double[] {Double.MIN_VALUE, 1e-9, 0.1, 1e10, Double.MAX_VALUE}) {
      assertThat(Change.parse(Change.times("network", factor).toString()).isRelative()).isTrue();
    }
  }

  /** Messages of 1000 bytes at 1 GB/s after a latency; each way one. */
  @Test
  void networkMovesOnlySettingsOfModelsForMessagesBetweenNodes() throws IOException {
    Machine plain = made(5e9);
    NodeGroup twoCores = plain.groups().get(0).toBuilder().coresPerNode(2).build();
    Machine machine =
        plain.withGroup(0, twoCores).toBuilder()
            .modelParameter("simple.latency", "3us")
            .modelParameter("simple.bandwidth", "1GB/s")
            .modelParameter("simple.intraLatency", "1us")
            .modelParameter("simple.intraBandwidth", "1GB/s")
            .modelParameter("max-rate.memoryBandwidth", "9GB/s")
            .modelParameter("max-rate.gamma", "2ns/B")
            .build();
    assertThat(timePs(machine, 1, "x1")).isEqualTo(2 * (3_000_000 + 1_000_000));
    assertThat(timePs(machine, 1, "x2")).isEqualTo(2 * (1_500_000 + 500_000));
    assertThat(timePs(machine, 2, "x1")).isEqualTo(2 * (1_000_000 + 1_000_000));
    assertThat(timePs(machine, 2, "x2")).isEqualTo(2 * (1_000_000 + 1_000_000));
    assertThat(
            pingPongOn(machine, 1)
                .set("network", "x2")
                .scenario()
                .machine()
                .orElseThrow()
                .machine()
                .modelParameters())
        .containsEntry("simple.latency", "1.5us")
        .containsEntry("max-rate.memoryBandwidth", "9GB/s")
        .containsEntry("max-rate.gamma", "2ns/B");
    // Neither follows the network, so neither contradicts it.
    assertThat(
            pingPongOn(machine, 2)
                .set("network", "x2")
                .parameter("intraLatency", "2us")
                .run()
                .prediction()
                .makespanPs())
        .isEqualTo(2 * (2_000_000 + 1_000_000));
  }

  private PredictionSetup pingPongOn(Machine machine, int ranksPerNode) throws IOException {
    return Foretell.prediction()
        .machine(machine)
        .model("simple")
        .trace(pingPong(1000))
        .ranksPerNode(ranksPerNode)
        .interval(false);
  }

  private long timePs(Machine machine, int ranksPerNode, String network) throws IOException {
    return pingPongOn(machine, ranksPerNode)
        .set("network", network)
        .run()
        .prediction()
        .makespanPs();
  }

  @Test
  void wrongChangesAreRefusedInOneMessage() {
    Scenario base = on("frontier", "loggops");
    assertRefused(base, "model.l", "model loggops has no parameter l; did you mean L?", "1us");
    assertRefused(base, "model.nic", "which is not a number", "x2");
    assertRefused(base, "model.L", "expected at least -100%", "-101%");
    assertRefused(base, "collectives.exactUpTo", "neither you nor the machine state", "x2");
    Machine plain = made(1e9);
    NodeGroup threeLinks = plain.groups().get(0).toBuilder().inputLinks(3).build();
    Scenario counting =
        Scenario.of(TRACE, model("bus-link"))
            .withMachine(Optional.of(MachineContent.of(plain.withGroup(0, threeLinks))));
    assertRefused(counting, "model.inputLinks", "it is 3, but must be a whole number", "x0.5");
    assertThat(figure(counting.with(Change.parse("model.inputLinks=x2")), "inputLinks"))
        .isEqualTo(new FigureValue.Count(6));
    assertRefused(base, "placement.nodes", "there is placement.ranksPerNode", "2");
    assertRefused(base, "placement.ranksPerNode", "a whole number of ranks", "2.5");
    assertRefused(
        base.withMachine(Optional.empty()), "network.latency", "a machine is needed", "1us");
    assertThatThrownBy(
            () ->
                base.with(Change.parse("network.latency=1us"), Change.parse("network.latency=2us")))
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("network.latency=1us and network.latency=2us contradict each other");
    assertThatThrownBy(() -> base.with(Change.parse("network=x2"), Change.parse("model.L=2us")))
        .hasMessageContainingAll("L=2us", "network=x2", "contradict each other");
    assertThatThrownBy(() -> base.with(Change.parse("network=x2"), Change.parse("model.L=x2")))
        .hasMessageContainingAll("L=x2", "network=x2", "contradict each other");
    assertThatThrownBy(() -> base.with(Change.parse("network=x2"), Change.parse("network=x3")))
        .hasMessageContaining("contradict each other");
    assertThatThrownBy(() -> base.with(Change.parse("network.latancy=x2")))
        .isInstanceOf(MachineFileException.class)
        .hasMessageContaining("did you mean that?");
    assertThatThrownBy(() -> Change.parse("network")).hasMessageContaining("ADDRESS=VALUE");
    assertThatThrownBy(() -> Change.parse("=2")).hasMessageContaining("the address is missing");
    assertThatThrownBy(() -> Change.times("network", 0)).hasMessageContaining("above 0");
  }

  private static void assertRefused(Scenario base, String address, String part, String value) {
    assertThatThrownBy(() -> base.with(new Change(address, value)))
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining(part);
  }

  @Test
  void addressesOfTheModelAndOfPlacesAreChangesToo() {
    Scenario base = on("frontier", "max-rate");
    Scenario given = base.with(new Change("model.L", "2us"));
    assertThat(given.experiment().context().parameters()).containsEntry("L", "2us");
    assertThat(given.with(Change.times("model.L", 0.5)).experiment().context().parameters())
        .containsEntry("L", "1us");
    assertThat(
            base.with(Change.parse("placement.ranksPerNode=2"))
                .with(Change.parse("placement.ranksPerNode=x2"))
                .placement()
                .ranksPerNode())
        .isEqualTo(4);
    assertThat(base.with(Change.parse("collectives.exactUpTo=5")).parameters())
        .containsEntry("collectives.exactUpTo", "5");
    assertThat(base.with(List.of())).isEqualTo(base);
  }

  @Test
  void profileOfCollectivesIsWhatTheOptionTakes() {
    Scenario base = on("hopper", "loggops");
    Scenario other = base.with(Change.parse("collectives=ompi5,bcast=binomial"));
    assertThat(other.collectives().profile()).isEqualTo("ompi5,bcast=binomial");
    assertThat(other.hash()).isNotEqualTo(base.hash());
    assertThat(other)
        .isEqualTo(base.withCollectives(base.collectives().withProfile("ompi5,bcast=binomial")));
    assertThat(base.with(Change.parse("collectives=formula")).collectives().profile())
        .isEqualTo("formula");
    assertThatThrownBy(() -> base.with(Change.parse("collectives=ompi")))
        .isInstanceOf(ForetellException.class)
        .hasMessage(
            "collectives ompi: no profile of collectives ompi; there are mpich4, mpich3, ompi4,"
                + " ompi5, simgrid-default, loggopsim, dimemas");
  }
}
