package org.foretell.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.foretell.Foretell;
import org.foretell.input.OpenTrace;
import org.foretell.input.TraceReading;
import org.foretell.scenario.Experiment;
import org.foretell.scenario.Scenario;
import org.foretell.trace.Capability;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What moves a figure is a scenario of its own: a runner that remembers outcomes by hash would
 * otherwise answer with those of another figure.
 */
class TunableFiguresTest {
  private static final Path TRACE = Path.of("../examples/mg.S.64.bin");

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "frontier, max-rate, 20",
    "frontier, loggops, 15",
    "frontier, simple, 10",
    "summit, flow, 15",
    "hopper, flow, 15",
    "arc, bus-link, 5"
  })
  void eachMoveIsAScenarioOfItsOwn(String machine, String model, int least) {
    assertThat(
            scenarios(
                Foretell.prediction()
                    .trace(TRACE)
                    .machine(machine)
                    .model(model)
                    .ranksPerNode(8)
                    .parameter("collectives.reduceTimePerByte", "0.2ns/B")
                    .scenario()))
        .isGreaterThanOrEqualTo(least);
  }

  @Test
  void soAreThoseOfSites() throws IOException {
    Path machine =
        Files.writeString(
            folder.resolve("sites.json"),
            """
            {"formatVersion": 1, "name": "sites", "title": "two sites",
             "nodeGroups": [{"name": "all", "nodes": 40, "coresPerNode": 2,
               "intraNode": {"latency": "300ns", "bandwidth": "10GB/s"}}],
             "network": {"latency": "2us", "bandwidth": "1GB/s"}, "eagerThreshold": "64KiB",
             "busLinks": {
               "mapping": {"kind": "per-node", "ranksPerNode": 2},
               "sites": [
                 {"name": "here", "bandwidth": "1GB/s", "buses": 2, "sharing": "fifo",
                  "collectives": "logarithmic", "nodes": [
                   {"count": 20, "cpus": 2, "cpuRatio": 2, "latency": "2us",
                    "wideAreaLatency": "20us",
                    "intraNode": {"latency": "300ns", "bandwidth": "10GB/s"},
                    "links": {"in": 1, "out": 1}}]},
                 {"name": "there", "bandwidth": "1.5GB/s", "buses": 1, "sharing": "fifo",
                  "collectives": "logarithmic", "nodes": [
                   {"count": 20, "cpus": 2, "cpuRatio": 1, "latency": "3us",
                    "wideAreaLatency": "30us",
                    "intraNode": {"latency": "700ns", "bandwidth": "4GB/s"},
                    "links": {"in": 2, "out": 1}}]}],
               "wideArea": {"bandwidth": "200MB/s", "traffic": "none", "collectives": "constant",
                 "flightTimes": [{"from": 0, "to": 1, "time": "50us"},
                   {"from": 1, "to": 0, "time": "60us"}],
                 "dedicated": [{"from": 0, "to": 1, "bandwidth": "300MB/s", "latency": "10us",
                   "flightTime": "5us", "sizes": {"first": "below", "firstBytes": 4096,
                   "join": "and", "second": "below", "secondBytes": 4096}}]}}}
            """);
    assertThat(
            scenarios(
                Foretell.prediction()
                    .trace(TRACE)
                    .machine(machine.toString())
                    .model("bus-link")
                    .scenario()))
        .isGreaterThan(15);
  }

  /** All that levers and steps make of a run; no two are equal, and each is equal to itself. */
  private static int scenarios(Scenario scenario) {
    Map<String, String> moves = new HashMap<>();
    try (OpenTrace trace = new TraceReading().open(TRACE)) {
      Experiment.Ready ready = scenario.experiment().simulation(trace.source(), 1);
      TunableFigures levers = new TunableFigures(scenario, ready, EnumSet.allOf(Capability.class));
      Scenario still = levers.still();
      add(moves, "still", still);
      for (TunableFigure lever : levers.all()) {
        if (lever.changes() != null) {
          for (double cost : List.of(0.99, 1.01)) {
            Scenario moved = lever.costing(still, cost);
            add(moves, lever.name() + " x" + cost, moved);
            assertThat(lever.costing(still, cost).hash()).isEqualTo(moved.hash());
          }
        }
      }
      for (PlannedStep step :
          new FiniteSteps(scenario.experiment(), levers.parameters(), ready.model().mpi().traits())
              .all()) {
        for (PlannedStep.Other other : step.others()) {
          add(moves, step.parameter() + "=" + other.value(), scenario.with(other.changes()));
        }
      }
    }
    return moves.size();
  }

  private static void add(Map<String, String> moves, String move, Scenario scenario) {
    String other = moves.put(scenario.hash(), move);
    assertThat(other).as("what has the hash of " + move).isNull();
  }
}
