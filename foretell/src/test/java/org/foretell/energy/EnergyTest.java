package org.foretell.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.foretell.EnergySetup;
import org.foretell.Foretell;
import org.foretell.failure.ForetellException;
import org.foretell.report.EnergyResult;
import org.foretell.report.EnergyResult.AtClock;
import org.foretell.report.EnergyResult.Slack;
import org.foretell.report.EnergyUse;
import org.foretell.report.Joules;
import org.foretell.report.RunEnergy;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The energy of two ranks, of which one computes three times as long, by hand. */
class EnergyTest {
  /** Of two nodes in use: boards and interfaces, and half of the switches. */
  private static final double CONSTANT_WATTS = 2 * 100 + 2 * 5 + 100;

  private static final Joules NOTHING = new Joules(0, 0, 0);

  @TempDir private Path folder;
  private Path machine;
  private Path trace;

  @BeforeEach
  void files() throws IOException {
    machine =
        write(
            "four.json",
            """
            {"formatVersion": 1, "name": "four", "eagerThreshold": "unlimited",
             "nodeGroups": [{"name": "compute", "nodes": 4, "coresPerNode": 2, "cpuRatio": 1,
               "intraNode": {"latency": "0us", "bandwidth": "unlimited"},
               "power": {"node": {"value": "100W", "from": "90W", "to": "120W"}, "coreBusy": "10W",
                 "coreWaiting": "6W", "coreIdle": "2W", "interface": "5W",
                 "clocks": {"lowest": 0.5, "exponent": 2}}}],
             "network": {"latency": "0us", "bandwidth": "unlimited",
               "power": {"switch": "50W", "switches": 4}}}
            """);
    trace =
        write(
            "uneven.txt",
            """
            foretell-trace 1
            ranks 2
            program 0 {
              compute duration=3s
              send peer=1 bytes=0
            }
            program 1 {
              compute duration=1s
              recv peer=0 receive_bytes=0
            }
            """);
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private EnergySetup setup() {
    return Foretell.energy()
        .machine(machine.toString())
        .model("simple")
        .ranksPerNode(1)
        .trace(trace);
  }

  @Test
  void eachUseIsAddedUp() {
    EnergyResult result = setup().run();
    RunEnergy energy = result.run().energy().orElseThrow();
    assertThat(energy.seconds()).isEqualTo(3);
    assertThat(energy.nodes()).isEqualTo(2);
    assertThat(energy.uses())
        .containsEntry(EnergyUse.CORES_BUSY, new Joules(40, 40, 40))
        .containsEntry(EnergyUse.CORES_WAITING, new Joules(12, 12, 12))
        .containsEntry(EnergyUse.CORES_IDLE, new Joules(12, 12, 12))
        .containsEntry(EnergyUse.NODES, new Joules(600, 540, 720))
        .containsEntry(EnergyUse.INTERFACES, new Joules(30, 30, 30))
        .containsEntry(EnergyUse.SWITCHES, new Joules(300, 300, 300));
    assertThat(energy.total()).isEqualTo(new Joules(994, 934, 1114));
    assertThat(energy.meanWatts()).isCloseTo(994.0 / 3, within(1e-9));
    assertThat(energy.edpJouleSeconds()).isCloseTo(3 * 994, within(1e-9));
  }

  @Test
  void powerFallsWhenARankWaits() {
    EnergyResult result = setup().run();
    List<Double> watts = result.profile().orElseThrow().watts();
    double span = result.profile().orElseThrow().spanSeconds();
    assertThat(watts.get(0)).isCloseTo(CONSTANT_WATTS + 2 * 10 + 2 * 2, within(1e-6));
    assertThat(watts.get(watts.size() - 1))
        .isCloseTo(CONSTANT_WATTS + 10 + 6 + 2 * 2, within(1e-6));
    double last = 3 - span * (watts.size() - 1);
    double joules = 0;
    for (int index = 0; index < watts.size(); index++) {
      joules += watts.get(index) * (index == watts.size() - 1 ? last : span);
    }
    assertThat(joules).isCloseTo(994, within(1e-6));
  }

  @Test
  void aSlowerClockTakesLongerAndLess() {
    EnergyResult result = setup().clocks(List.of(0.5)).run();
    assertThat(result.clocks()).extracting(AtClock::clock).containsExactly(1.0, 0.5);
    RunEnergy half = result.clocks().get(1).energy();
    assertThat(half.seconds()).isEqualTo(6);
    // A core takes a quarter of what it takes above idle at the nominal clock.
    assertThat(half.uses().get(EnergyUse.CORES_BUSY).value()).isCloseTo(8 * 4, within(1e-9));
    assertThat(half.uses().get(EnergyUse.CORES_WAITING).value()).isCloseTo(4 * 3, within(1e-9));
    assertThat(half.uses().get(EnergyUse.CORES_IDLE).value()).isCloseTo(12 * 2, within(1e-9));
    assertThat(result.clocks().get(0).energy()).isEqualTo(result.run().energy().orElseThrow());
    assertThat(result.leastEnergy().map(AtClock::clock)).hasValue(1.0);
    assertThat(result.leastEdp().map(AtClock::clock)).hasValue(1.0);
  }

  @Test
  void burstsBoundByMemoryDoNotTakeLonger() {
    EnergyResult result = setup().clocks(List.of(0.5)).clockBoundShare(0.25).run();
    assertThat(result.clocks().get(1).energy().seconds()).isEqualTo(3 * 1.25);
    EnergyResult memory = setup().clocks(List.of(0.5)).clockBoundShare(0).run();
    assertThat(memory.clocks().get(1).energy().seconds()).isEqualTo(3);
    assertThat(memory.slack().orElseThrow().leastClock()).isEqualTo(0.5);
  }

  @Test
  void aRankWithSlackIsSlowedAsFarAsItsClockGoes() {
    Slack slack = setup().run().slack().orElseThrow();
    assertThat(slack.share()).isEqualTo(1);
    assertThat(slack.slowedRanks()).isEqualTo(1);
    assertThat(slack.leastClock()).isEqualTo(0.5);
    assertThat(slack.meanClock()).isEqualTo(0.75);
    assertThat(slack.energy().seconds()).isEqualTo(3);
    // Two seconds at 4 W and one at 3 W, instead of one at 10 W and two at 6 W.
    assertThat(slack.energy().total().value()).isCloseTo(994 - 11, within(1e-9));
  }

  @Test
  void slackIsUsedOnlyAsFarAsTheRunAllows() throws IOException {
    trace =
        write(
            "chain.txt",
            """
            foretell-trace 1
            ranks 2
            program 0 {
              recv peer=1 receive_bytes=0
              compute duration=3s
            }
            program 1 {
              compute duration=2s
              send peer=0 bytes=0
            }
            """);
    assertThat(setup().tolerance(0).run().slack().orElseThrow().share()).isZero();
    // 0.25 s more of everything cost more than a core saves.
    assertThat(setup().tolerance(0.05).run().slack().orElseThrow().share()).isZero();
    Files.writeString(
        machine,
        Files.readString(machine)
            .replace("{\"value\": \"100W\", \"from\": \"90W\", \"to\": \"120W\"}", "\"0W\"")
            .replace("\"interface\": \"5W\"", "\"interface\": \"0W\"")
            .replace(
                "\"coreWaiting\": \"6W\", \"coreIdle\": \"2W\"",
                "\"coreWaiting\": \"0W\", \"coreIdle\": \"0W\"")
            .replace("\"switches\": 4", "\"switches\": 0"));
    Slack some = setup().tolerance(0.05).run().slack().orElseThrow();
    // Rank 1 may take 0.25 s more, a quarter of the way from 2 s to 3 s.
    assertThat(some.share()).isEqualTo(0.25);
    assertThat(some.energy().seconds()).isEqualTo(2.25 + 3);
  }

  @Test
  void aProgramThatDoesNotEndAtAClockIsNeverTheBest() throws IOException {
    trace =
        write(
            "any.txt",
            """
            foretell-trace 1
            ranks 3
            program 0 {
              recv peer=any receive_bytes=0
              recv peer=1 receive_bytes=0
            }
            program 1 {
              elapse duration=2s
              send peer=0 bytes=0
            }
            program 2 {
              compute duration=1500ms
              send peer=0 bytes=0
            }
            """);
    EnergyResult result = setup().clocks(List.of(0.9, 0.5)).capWatts(600.0).run();
    assertThat(result.clocks()).extracting(AtClock::isCompleted).containsExactly(true, true, false);
    assertThat(result.leastEnergy().map(AtClock::clock))
        .hasValueSatisfying(clock -> assertThat(clock).isGreaterThan(0.5));
    AtClock fastest = result.cap().orElseThrow().fastest().orElseThrow();
    assertThat(fastest.isCompleted()).isTrue();
  }

  @Test
  void coresAreLimitedByNode() throws IOException {
    trace =
        write(
            "three.txt",
            """
            foretell-trace 1
            ranks 3
            program 0-2 {
              compute duration=1s
            }
            """);
    RunEnergy energy = setup().ranksPerNode(2).coresPerRank(2).run().run().energy().orElseThrow();
    // Two ranks share two cores, and one has two.
    assertThat(energy.uses().get(EnergyUse.CORES_BUSY).value()).isCloseTo(40, within(1e-9));
    assertThat(setup().ranksPerNode(2).run().run().energy().orElseThrow().uses())
        .containsEntry(EnergyUse.CORES_BUSY, new Joules(30, 30, 30))
        .containsEntry(EnergyUse.CORES_IDLE, new Joules(2, 2, 2));
  }

  @Test
  void theFastestClockUnderALimitIsFound() {
    EnergyResult.Cap cap = setup().capWatts(330.0).run().cap().orElseThrow();
    AtClock fastest = cap.fastest().orElseThrow();
    // Both cores compute at the peak: 318 W + 16 W c^2.
    assertThat(fastest.clock()).isBetween(Math.sqrt(0.75) - 1 / 128.0, Math.sqrt(0.75));
    assertThat(fastest.peakWatts())
        .isCloseTo(318 + 16 * fastest.clock() * fastest.clock(), within(1e-6));
    assertThat(setup().capWatts(334.1).run().cap().orElseThrow().fastest().orElseThrow().clock())
        .isEqualTo(1);
    EnergyResult.Cap tooLow = setup().capWatts(300.0).run().cap().orElseThrow();
    assertThat(tooLow.fastest()).isEmpty();
    assertThat(tooLow.leastWatts()).isCloseTo(322, within(1e-6));
  }

  @Test
  void threadsKeepMoreCoresBusyButNoMoreThanThereAre() {
    RunEnergy two = setup().coresPerRank(2).run().run().energy().orElseThrow();
    assertThat(two.uses().get(EnergyUse.CORES_BUSY).value()).isCloseTo(80, within(1e-9));
    assertThat(two.uses().getOrDefault(EnergyUse.CORES_IDLE, NOTHING).value())
        .isCloseTo(0, within(1e-9));
    RunEnergy nine = setup().coresPerRank(9).run().run().energy().orElseThrow();
    assertThat(nine.total()).isEqualTo(two.total());
  }

  @Test
  void aPredictionHasTheSameEnergy() {
    RunEnergy energy = setup().run().run().energy().orElseThrow();
    assertThat(
            Foretell.prediction()
                .machine(machine.toString())
                .model("simple")
                .ranksPerNode(1)
                .trace(trace)
                .run()
                .energy())
        .contains(energy);
  }

  @Test
  void aLimitOfPowerChangesNoInterval() {
    var result =
        Foretell.prediction()
            .machine(machine.toString())
            .model("simple")
            .ranksPerNode(1)
            .trace(trace)
            .interval(true)
            .run();
    assertThat(result.interval().map(found -> found.figures()).orElse(List.of())).isEmpty();
  }

  @Test
  void whatIsMissingOrWrongIsSaid() throws IOException {
    assertThatThrownBy(() -> setup().machine("arc").run())
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("machine arc does not state the power of all nodes");
    String text = Files.readString(machine);
    Path fixed =
        write(
            "fixed.json",
            text.replace("\"interface\": \"5W\",", "\"interface\": \"5W\"")
                .replace("\"clocks\": {\"lowest\": 0.5, \"exponent\": 2}", ""));
    EnergyResult result = setup().machine(fixed.toString()).run();
    assertThat(result.clocks()).isEmpty();
    assertThat(result.slack()).isEmpty();
    assertThatThrownBy(() -> setup().machine(fixed.toString()).capWatts(300.0).run())
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("does not state what slower clocks do");
    assertThatThrownBy(() -> setup().clocks(List.of(0.4)).run())
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining(
            "the clock 40% of the nominal one is below the lowest of the machine, 50%");
    assertThatThrownBy(() -> setup().clocks(List.of(1.5))).isInstanceOf(ForetellException.class);
    assertThatThrownBy(() -> setup().tolerance(-1)).isInstanceOf(ForetellException.class);
    assertThatThrownBy(() -> setup().clockBoundShare(2)).isInstanceOf(ForetellException.class);
    assertThatThrownBy(() -> setup().capWatts(0.0)).isInstanceOf(ForetellException.class);
    assertThatThrownBy(() -> setup().coresPerRank(0)).isInstanceOf(ForetellException.class);
  }
}
