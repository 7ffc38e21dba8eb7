package org.foretell.study.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;
import static org.foretell.study.build.MixBuilder.mix;
import static org.foretell.study.build.SiteBuilder.site;
import static org.foretell.study.build.WorkflowBuilder.workflow;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.foretell.Foretell;
import org.foretell.input.MachineArgument;
import org.foretell.machine.Machine;
import org.foretell.study.StudyResult;
import org.foretell.study.build.Figure;
import org.foretell.study.build.MixBuilder;
import org.foretell.study.build.OfferBuilder;
import org.foretell.study.build.ProgramBuilder;
import org.foretell.study.build.StudyBuilder;
import org.foretell.study.decision.Doubt;
import org.foretell.study.decision.Place;
import org.foretell.study.description.RankBy;
import org.foretell.study.evaluation.ProgramValues;
import org.foretell.workflow.WorkflowSetup;
import org.foretell.workflow.file.PipelineFile;
import org.foretell.workflow.report.WorkflowResult;
import org.foretell.workload.Mix;
import org.foretell.workload.report.MixResult;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Metrics that mixes and workflows have, and others do not. */
class SimulatedMetricsTest extends SimulatedStudies {
  private void writeSwitches(String name, String bandwidth) throws IOException {
    Files.writeString(
        folder.resolve(name),
        """
        {"formatVersion": 1, "name": "four", "title": "Four nodes", "eagerThreshold": "unlimited",
         "nodeGroups": [{"name": "compute", "nodes": 4, "coresPerNode": 1, "coreSpeed": "1Gflop/s",
                         "intraNode": {"latency": "0us", "bandwidth": "unlimited"}}],
         "network": {"latency": "0us", "bandwidth": "1GB/s"},
         "topology": {"kind": "graph", "nodes": 4, "routing": "deterministic", "cables": [
                        {"between": ["0", "a"], "latency": "0us", "bandwidth": "1GB/s"},
                        {"between": ["1", "a"], "latency": "0us", "bandwidth": "1GB/s"},
                        {"between": ["2", "b"], "latency": "0us", "bandwidth": "1GB/s"},
                        {"between": ["3", "b"], "latency": "0us", "bandwidth": "1GB/s"},
                        {"between": ["a", "b"], "latency": "0us", "bandwidth": "%s"}]}}
        """
            .formatted(bandwidth));
  }

  /**
   * One job keeps node 0 until 3 ms, so that two messages of 10 MB cross the link between two
   * switches: 7 MB of the first are left when the second begins, both go at half the speed until
   * the first ends at 17 ms, and the second ends at 20 ms. A link twice as fast holds both.
   */
  @Test
  void slowDownByNeighboursHasTheClosedFormAndRanks() throws IOException {
    writeSwitches("narrow.json", "1GB/s");
    writeSwitches("wide.json", "2GB/s");
    Files.writeString(
        folder.resolve("message.txt"),
        """
        foretell-trace 1
        ranks 2
        program 0 {
          send peer=1 bytes=10000000
        }
        program 1 {
          recv peer=0 receive_bytes=10000000
        }
        """);
    Files.writeString(
        folder.resolve("three.json"),
        """
        {"formatVersion": 1, "jobs": [
          {"name": "keep", "duration": "3ms", "nodes": 1},
          {"trace": "message.txt", "nodes": 2},
          {"trace": "message.txt", "nodes": 2, "submit": "1ms"}]}
        """);
    StudyResult result =
        run(
            StudyBuilder.study("links", "EUR")
                .models("flow")
                .rankBy(RankBy.SLOW_DOWN_BY_NEIGHBOURS)
                .site(
                    site()
                        .pue(Figure.of(1))
                        .electricity(Figure.of(0.2))
                        .utilisation(Figure.of(1))
                        .availability(Figure.of(1)))
                .program(
                    ProgramBuilder.mix(
                        "three", mix(Path.of("three.json")).together().demand("1us")))
                .offer(OfferBuilder.offer("narrow", "narrow.json", 4).price(Figure.of(1)))
                .offer(OfferBuilder.offer("wide", "wide.json", 4).price(Figure.of(2)))
                .build());
    assertThat(result.answer().places()).extracting(Place::offer).containsExactly("wide", "narrow");
    ProgramValues wide = values(result, "wide", 0);
    assertThat(wide.slowDownByNeighbours().orElseThrow()).isCloseTo(1, within(1e-3));
    ProgramValues narrow = values(result, "narrow", 0);
    assertThat(narrow.seconds()).isCloseTo(0.020, within(1e-5));
    assertThat(narrow.slowDownByNeighbours().orElseThrow())
        .isCloseTo((1 + 1.7 + 1.7) / 3, within(0.01));
    assertThat(narrow.slowDownByNeighboursWorst().orElseThrow()).isCloseTo(1.7, within(0.01));
    // The third job waits 2 ms for one of all the nodes that the machine has.
    assertThat(narrow.nodesNeeded()).isEmpty();
    assertThat(narrow.meetsTimeLimit()).isFalse();
    // 3 jobs in 20 ms.
    assertThat(narrow.runsPerDay()).isCloseTo(3 / 0.020 * DAY, within(1e4));
  }

  @Test
  void offersAreRankedByWhatUsersSee() {
    for (RankBy by :
        List.of(RankBy.RUNS_PER_DAY, RankBy.NODES_NEEDED, RankBy.SLOW_DOWN_BY_NEIGHBOURS)) {
      StudyResult result =
          run(
              study(
                      ProgramBuilder.mix(
                          "queue", mix(Path.of("jobs.json")).together().demand("10ms")),
                      ProgramBuilder.program("halo", Path.of("halo.64.txt"))
                          .ranksPerNode(8)
                          .runsPerDay(Figure.of(1e7)))
                  .rankBy(by)
                  .build());
      List<Double> metrics =
          result.answer().places().stream()
              .map(place -> place.values().metric(by).orElseThrow())
              .toList();
      assertThat(metrics).hasSize(2);
      if (by.isLessBetter()) {
        assertThat(metrics.get(0)).as(by.label()).isLessThanOrEqualTo(metrics.get(1));
      } else {
        assertThat(metrics.get(0)).as(by.label()).isGreaterThanOrEqualTo(metrics.get(1));
      }
      Place place = result.answer().places().get(0);
      ProgramValues queue = place.values().programs().get(0);
      ProgramValues halo = place.values().programs().get(1);
      double expected =
          switch (by) {
            case RUNS_PER_DAY -> Math.sqrt(queue.runsPerDay() * halo.runsPerDay());
            case NODES_NEEDED ->
                queue.nodesNeeded().orElseThrow() + 1e7 * 8 * halo.seconds() / (DAY * 0.72);
            default -> queue.slowDownByNeighbours().orElseThrow();
          };
      assertThat(place.values().metric(by).orElseThrow())
          .isCloseTo(expected, within(1e-9 * expected));
    }
  }

  /** On an offer without a power of its own; a run of a program has no share of the switches. */
  @Test
  void energyIsThatOfTheCommands() {
    StudyResult result =
        run(
            StudyBuilder.study("energies", "EUR")
                .models("max-rate")
                .site(
                    site()
                        .pue(Figure.of(1))
                        .electricity(Figure.of(0.2))
                        .utilisation(Figure.of(1))
                        .availability(Figure.of(1)))
                .program(ProgramBuilder.mix("queue", mix(Path.of("jobs.json"))))
                .program(ProgramBuilder.workflow("knees", workflow(Path.of("ksrt.json"), 12, 4)))
                .offer(OfferBuilder.offer("A", "hopper", 20).price(Figure.of(1)))
                .build());
    Machine machine = MachineArgument.load("hopper", Map.of()).machine();
    double switchesOfANode =
        (machine.idlePower(20).orElseThrow().value()
                - 20 * machine.groupOf(0).idlePower().orElseThrow().value())
            / 20;
    MixResult queue =
        Mix.of(folder.resolve("jobs.json"), Foretell.jobs().machine("hopper").model("max-rate"))
            .nodes(OptionalInt.of(20))
            .run();
    double seconds = queue.summary().makespanSeconds();
    assertThat(values(result, "A", 0).kilowattHours() * 3.6e6)
        .isCloseTo(
            queue.energy().orElseThrow().total().value() - 20 * switchesOfANode * seconds,
            withPercentage(1e-6));
    WorkflowResult knees =
        new WorkflowSetup()
            .machine("hopper")
            .model("max-rate")
            .pipeline(PipelineFile.read(folder.resolve("ksrt.json")), 1)
            .workers(12, 4)
            .run();
    assertThat(knees.coresWaitingShare()).isPositive();
    assertThat(values(result, "A", 1).kilowattHours() * 3.6e6)
        .isCloseTo(
            knees.energy().joules() - 3 * switchesOfANode * knees.makespanSeconds(),
            withPercentage(1e-6));
  }

  @Test
  void answerAndTablesHaveTheMetrics() throws IOException {
    StudyResult result =
        run(
            study(
                    ProgramBuilder.mix(
                        "queue", mix(Path.of("jobs.json")).together().demand("10ms")),
                    ProgramBuilder.workflow("knees", workflow(Path.of("ksrt.json"), 4, 4))
                        .timeLimit("1h"))
                .build());
    JsonNode place =
        JsonMapper.builder()
            .build()
            .readTree(Files.readString(folder.resolve("results/answer.json")))
            .path("ranking")
            .path(0);
    JsonNode queue = place.path("programs").path(0);
    assertThat(queue.has("ranksPerNode")).isFalse();
    assertThat(queue.path("nodesNeeded").asDouble()).isEqualTo(16);
    assertThat(queue.path("slowDownByNeighbours").asDouble()).isEqualTo(1);
    assertThat(queue.path("slowDownByNeighboursWorst").asDouble()).isEqualTo(1);
    JsonNode knees = place.path("programs").path(1);
    assertThat(knees.path("ranksPerNode").asInt()).isEqualTo(4);
    assertThat(knees.path("nodesNeeded").asDouble()).isEqualTo(3);
    assertThat(knees.has("slowDownByNeighbours")).isFalse();
    assertThat(place.path("nodesNeeded").asDouble()).isEqualTo(19);
    assertThat(place.path("runsPerDay").asDouble())
        .isEqualTo(
            result.answer().places().get(0).values().metric(RankBy.RUNS_PER_DAY).orElseThrow());
    List<String> lines = Files.readAllLines(folder.resolve("results/programs.csv"));
    assertThat(lines.get(0))
        .endsWith(",nodesNeeded,slowDownByNeighbours,slowDownByNeighboursWorst");
    assertThat(lines.get(1)).contains(",queue,,20,").endsWith(",16.0,1.0,1.0");
    assertThat(lines.get(2)).contains(",knees,4,1,").endsWith(",3.0,,");
    assertThat(result.answer().doubts())
        .filteredOn(doubt -> doubt.kind() == Doubt.Kind.COUNTED_TWICE)
        .singleElement()
        .extracting(Doubt::subject)
        .isEqualTo("queue");
  }

  @Test
  void mixWithoutNeighboursIsDoubted() {
    for (boolean together : List.of(false, true)) {
      MixBuilder half = mix(Path.of("half.json"));
      StudyResult result =
          run(
              study(ProgramBuilder.mix("half", together ? half.together() : half)).build(),
              "together " + together,
              CampaignProgress.NONE);
      assertThat(result.answer().doubts())
          .filteredOn(doubt -> doubt.kind() == Doubt.Kind.NO_NEIGHBOURS)
          .singleElement()
          .extracting(Doubt::text)
          .isEqualTo(
              "half has no slow-down by neighbours: "
                  + (together
                      ? "none of its jobs has a trace"
                      : "its jobs are not replayed together"));
    }
  }

  @Test
  void metricThatAProgramDoesNotHaveIsNoMetric() {
    StudyResult result =
        run(
            study(ProgramBuilder.workflow("knees", workflow(Path.of("ksrt.json"), 4, 4)))
                .rankBy(RankBy.NODES_NEEDED)
                .build());
    assertThat(result.answer().places()).isEmpty();
    assertThat(result.answer().excluded().get(0).reason())
        .isEqualTo(
            "it has no nodesNeeded: a mix has no demand, a workflow no timeLimit, or the machine"
                + " has too few nodes for it");
  }
}
