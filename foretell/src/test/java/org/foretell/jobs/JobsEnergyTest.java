package org.foretell.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.foretell.Foretell;
import org.foretell.JobsSetup;
import org.foretell.machine.JobPolicy;
import org.foretell.report.EnergyUse;
import org.foretell.report.JobsResult;
import org.foretell.report.JobsResult.Tenancy;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The energy of jobs of two ranks, of which one computes three seconds and the other one, by hand.
 */
class JobsEnergyTest {
  private static final long SECOND = 1_000_000_000_000L;

  /** Of two nodes in use: boards and interfaces, and half of the switches. */
  private static final double CONSTANT_WATTS = 2 * 100 + 2 * 5 + 100;

  /** 3 s and 1 s at 10 W, 2 s of waiting at 6 W, one core of each node idle at 2 W. */
  private static final double ALONE_JOULES = 3 * CONSTANT_WATTS + 4 * 10 + 2 * 6 + 2 * 3 * 2;

  @TempDir private Path folder;
  private Path machine;
  private Path trace;

  @BeforeEach
  void files() throws IOException {
    machine = machine("unlimited");
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

  private Path machine(String bandwidth) throws IOException {
    return write(
        "four.json",
        """
        {"formatVersion": 1, "name": "four", "eagerThreshold": "unlimited",
         "nodeGroups": [{"name": "compute", "nodes": 4, "coresPerNode": 2, "cpuRatio": 1,
           "intraNode": {"latency": "0us", "bandwidth": "unlimited"},
           "power": {"node": "100W", "coreBusy": "10W", "coreWaiting": "6W", "coreIdle": "2W",
             "interface": "5W"}}],
         "network": {"latency": "0us", "bandwidth": "%s",
           "power": {"switch": "50W", "switches": 4}}}
        """
            .formatted(bandwidth));
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private JobsSetup two(JobPolicy policy) {
    return Foretell.jobs()
        .machine(machine.toString())
        .model("simple")
        .ranksPerNode(1)
        .jobPlacement(policy, 1)
        .job(trace, 0)
        .job(trace, SECOND);
  }

  /** The time until a job starts counts nothing: neither its nodes nor its cores. */
  @Test
  void eachJobHasItsNodesFromStartToEnd() {
    JobsResult result = two(JobPolicy.PACKED).run();
    assertThat(result.tenancies())
        .extracting(Tenancy::jobs)
        .containsExactly(List.of(1), List.of(2));
    assertThat(result.tenancies())
        .allSatisfy(
            one -> {
              assertThat(one.energy().total().value()).isCloseTo(ALONE_JOULES, within(1e-9));
              assertThat(one.energy().seconds()).isEqualTo(3);
              assertThat(one.energy().nodes()).isEqualTo(2);
            });
    assertThat(result.energy().orElseThrow().value()).isCloseTo(2 * ALONE_JOULES, within(1e-9));
  }

  @Test
  void jobsThatShareNodesHaveThemTogether() {
    Tenancy both = two(JobPolicy.SHARED).run().tenancies().get(0);
    assertThat(both.jobs()).containsExactly(1, 2);
    assertThat(both.energy().seconds()).isEqualTo(4);
    assertThat(both.energy().uses().get(EnergyUse.CORES_BUSY).value())
        .isCloseTo(8 * 10, within(1e-9));
    assertThat(both.energy().uses().get(EnergyUse.CORES_WAITING).value())
        .isCloseTo(4 * 6, within(1e-9));
    assertThat(both.energy().uses().get(EnergyUse.CORES_IDLE).value())
        .as("of 16 core seconds")
        .isCloseTo((16 - 8 - 4) * 2, within(1e-9));
    assertThat(both.energy().total().value())
        .isCloseTo(4 * CONSTANT_WATTS + 80 + 24 + 8, within(1e-9));
  }

  @Test
  void severalCoresOfARankCompute() {
    Tenancy first = two(JobPolicy.PACKED).coresPerRank(2).run().tenancies().get(0);
    assertThat(first.energy().uses().get(EnergyUse.CORES_BUSY).value())
        .isCloseTo(2 * 4 * 10, within(1e-9));
  }

  /** Traffic of others takes no energy of the jobs, wherever it is. */
  @Test
  void backgroundIsNotCounted() throws IOException {
    machine = machine("1GB/s");
    JobsResult result =
        Foretell.jobs()
            .machine(machine.toString())
            .model("max-rate")
            .ranksPerNode(1)
            .job(trace, 0)
            .background("uniform:1%:2")
            .run();
    assertThat(result.tenancies()).hasSize(1);
    assertThat(result.energy().orElseThrow().value()).isCloseTo(ALONE_JOULES, within(1e-6));
  }

  @Test
  void aJobThatNeverEndsHasNoEnergy() throws IOException {
    Path stuck =
        write(
            "stuck.txt",
            """
            foretell-trace 1
            ranks 2
            program 0 {
              recv peer=1 receive_bytes=0
            }
            program 1 {
              compute duration=1s
            }
            """);
    JobsResult lost =
        Foretell.jobs()
            .machine(machine.toString())
            .model("simple")
            .ranksPerNode(1)
            .job(trace, 0)
            .job(stuck, 0)
            .run();
    assertThat(lost.completed()).isFalse();
    assertThat(lost.tenancies()).isEmpty();
    assertThat(lost.energy()).isEmpty();
  }
}
