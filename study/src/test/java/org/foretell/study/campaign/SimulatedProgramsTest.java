package org.foretell.study.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.foretell.study.build.MixBuilder.mix;
import static org.foretell.study.build.WorkflowBuilder.workflow;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.foretell.Foretell;
import org.foretell.JobsSetup;
import org.foretell.failure.ForetellException;
import org.foretell.models.noise.Replications;
import org.foretell.runner.Runner;
import org.foretell.scenario.Change;
import org.foretell.study.Study;
import org.foretell.study.StudyResult;
import org.foretell.study.build.Figure;
import org.foretell.study.build.OfferBuilder;
import org.foretell.study.build.ProgramBuilder;
import org.foretell.study.decision.Place;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.evaluation.ProgramValues;
import org.foretell.workflow.WorkflowSetup;
import org.foretell.workflow.file.PipelineFile;
import org.foretell.workflow.report.WorkflowResult;
import org.foretell.workload.Mix;
import org.foretell.workload.report.MixResult;
import org.junit.jupiter.api.Test;

/** Mixes and workflows as programs of a study. */
class SimulatedProgramsTest extends SimulatedStudies {
  private JobsSetup jobs(String machine) {
    return Foretell.jobs().machine(machine).model("max-rate");
  }

  @Test
  void mixIsThatOfTheCommandOnTheNodesOfTheOffer() {
    StudyResult result =
        run(
            study(ProgramBuilder.mix("queue", mix(Path.of("jobs.json")).together().demand("1us")))
                .build());
    assertThat(result.campaign().failures()).isEmpty();
    for (Map.Entry<String, String> offer : Map.of("A", "stampede", "B", "hopper").entrySet()) {
      MixResult command =
          Mix.of(folder.resolve("jobs.json"), jobs(offer.getValue()))
              .together(true)
              .nodes(OptionalInt.of(20))
              .demand(1e-6)
              .run();
      ProgramValues values = values(result, offer.getKey(), 0);
      double seconds = command.summary().makespanSeconds();
      assertThat(values.seconds()).isCloseTo(seconds, within(1e-12));
      assertThat(values.nodes()).isEqualTo(20);
      assertThat(values.ranksPerNode()).isZero();
      assertThat(values.runsPerDay()).isCloseTo(8 * DAY / seconds * 0.72, within(1e-3));
      assertThat(values.nodesNeeded())
          .hasValue(command.nodesNeeded().orElseThrow().nodes().orElseThrow());
      assertThat(values.nodesNeeded().orElseThrow()).isGreaterThan(20);
      assertThat(values.meetsTimeLimit()).isFalse();
      assertThat(values.slowDownByNeighbours()).hasValue(command.summary().runSlowDown());
      double watts = 100 + 300 * command.coresBusyShare();
      assertThat(values.kilowattHours())
          .isCloseTo(1.5 * 20 * seconds * watts / 3.6e6, within(1e-12));
    }
  }

  /** The cores of a job that takes a fixed time compute; half of the nodes are free. */
  @Test
  void busyShareOfAMixIsByHand() {
    StudyResult result = run(study(ProgramBuilder.mix("half", mix(Path.of("half.json")))).build());
    Replay replay = result.campaign().replays().get(0);
    assertThat(replay.predictedPs()).isEqualTo(10_000_000_000_000L);
    assertThat(replay.busyShare()).isEqualTo(0.5);
    assertThat(replay.nodes()).isEqualTo(20);
    assertThat(values(result, "A", 0).slowDownByNeighbours()).isEmpty();
    assertThat(values(result, "A", 0).nodesNeeded()).isEmpty();
    assertThat(values(result, "A", 0).meetsTimeLimit()).isTrue();
  }

  @Test
  void workflowIsThatOfTheCommandWithItsReplications() {
    StudyResult result =
        run(
            study(
                    ProgramBuilder.workflow(
                            "knees", workflow(Path.of("ksrt.json"), 12, 4).replications(5))
                        .timeLimit("3h"))
                .build());
    WorkflowSetup setup =
        new WorkflowSetup()
            .machine("hopper")
            .model("max-rate")
            .pipeline(PipelineFile.read(folder.resolve("ksrt.json")), 1)
            .workers(12, 4)
            .replications(5);
    WorkflowResult command = setup.run();
    ProgramValues values = values(result, "B", 0);
    assertThat(values.seconds()).isCloseTo(command.replications().meanSeconds(), within(1e-6));
    assertThat(values.nodes()).isEqualTo(3);
    assertThat(values.nodesNeeded()).hasValue(setup.fewestNodes(3 * 3600).nodes());
    assertThat(values.slowDownByNeighbours()).isEmpty();
    Place place = result.answer().places().get(0);
    assertThat(place.programSeconds().get(0).low())
        .isCloseTo(command.replications().leastSeconds(), within(1e-6));
    assertThat(place.programSeconds().get(0).high())
        .isCloseTo(command.replications().mostSeconds(), within(1e-6));
    // The first replication is the run as stated.
    assertThat(result.campaign().replays()).hasSize(10);
  }

  @Test
  void changesVariablesAndWhatIfsMoveAMix() {
    StudyDescription study =
        study(ProgramBuilder.mix("queue", mix(Path.of("jobs.json"))))
            .factor("bandwidth", "network.bandwidth", Figure.of(1).between(0.5, 2))
            .choice("nics", "nodeGroups.compute.nics", Figure.oneOf("1", "2"))
            .whatIf("slow", Change.parse("network=x0.1"))
            .whatIf("eager", Change.parse("model.S=1B"))
            .sample(50, 1)
            .build();
    StudyResult result = run(study);
    assertThat(result.campaign().failures()).isEmpty();
    assertThat(seconds(result, "slow", Map.of()))
        .isCloseTo(makespan("network", "x0.1"), within(1e-12))
        .isGreaterThan(seconds(result, null, Map.of()));
    assertThat(seconds(result, null, Map.of("variables.bandwidth", 2.0)))
        .isCloseTo(makespan("network.bandwidth", "x2"), within(1e-12))
        .isLessThan(seconds(result, null, Map.of()));
    MixResult eager =
        Mix.of(folder.resolve("jobs.json"), jobs("stampede").parameter("S", "1B"))
            .nodes(OptionalInt.of(20))
            .run();
    assertThat(seconds(result, "eager", Map.of()))
        .isCloseTo(eager.summary().makespanSeconds(), within(1e-12));
  }

  private double makespan(String address, String value) {
    return Mix.of(folder.resolve("jobs.json"), jobs("stampede").set(address, value))
        .nodes(OptionalInt.of(20))
        .run()
        .summary()
        .makespanSeconds();
  }

  /** Of a replay on the first offer with one interface. */
  private static double seconds(StudyResult result, String world, Map<String, Double> moved) {
    return result.campaign().replays().stream()
        .filter(one -> one.offer().equals("A"))
        .filter(one -> world == null ? one.whatIf() == null : world.equals(one.whatIf()))
        .filter(one -> one.options() == null || one.options().containsValue("1"))
        .filter(
            one ->
                one.factors().entrySet().stream()
                    .allMatch(
                        each -> each.getValue().equals(moved.getOrDefault(each.getKey(), 1.0))))
        .mapToDouble(Replay::seconds)
        .findFirst()
        .orElseThrow();
  }

  /** Jobs and tasks have their own places; a program beside them is moved. */
  @Test
  void placementOfRanksIsOfTraces() {
    StudyResult result =
        run(
            study(
                    ProgramBuilder.mix("queue", mix(Path.of("half.json"))),
                    ProgramBuilder.program("halo", Path.of("halo.64.txt")).ranksPerNode(8))
                .whatIf("half of the ranks", Change.parse("placement.ranksPerNode=x0.5"))
                .build());
    assertThat(result.campaign().failures()).isEmpty();
    assertThat(seconds(result, "half of the ranks", Map.of())).isNotNaN();
    assertThat(result.answer().otherWorlds().get(0).offers().get(0).programs().get(0).seconds())
        .isEqualTo(10);
  }

  /** Arrivals at random are the same on all offers; each replication has its own. */
  @Test
  void arrivalsOfReplicationsAreCommonToOffers() throws IOException {
    Files.writeString(
        folder.resolve("random.json"),
        """
        {"formatVersion": 1, "arrivals": {"perHour": 60, "jobs": 20,
          "of": [{"name": "a", "duration": "5min", "nodes": 2}]}}
        """);
    StudyResult result =
        run(
            study(ProgramBuilder.mix("queue", mix(Path.of("random.json")).replications(4)))
                .build());
    Map<String, List<Long>> times = new TreeMap<>();
    result
        .campaign()
        .replays()
        .forEach(
            one ->
                times
                    .computeIfAbsent(one.offer(), any -> new ArrayList<>())
                    .add(one.predictedPs()));
    times.values().forEach(Collections::sort);
    assertThat(times.get("A")).hasSize(4).doesNotHaveDuplicates().isEqualTo(times.get("B"));
    double mean =
        IntStream.range(0, 4)
            .mapToDouble(
                replication ->
                    Mix.of(folder.resolve("random.json"), jobs("hopper"))
                        .nodes(OptionalInt.of(20))
                        .seed(Replications.seedOf(1, replication))
                        .run()
                        .summary()
                        .makespanSeconds())
            .average()
            .orElseThrow();
    assertThat(values(result, "B", 0).seconds()).isCloseTo(mean, within(1e-6));
  }

  @Test
  void replaysAreKeptUntilAFileInsideChanges() throws IOException {
    StudyDescription study =
        study(
                ProgramBuilder.mix("queue", mix(Path.of("jobs.json"))),
                ProgramBuilder.workflow("knees", workflow(Path.of("ksrt.json"), 4, 4)))
            .build();
    assertThat(run(study).campaign().made()).isEqualTo(4);
    byte[] lines = Files.readAllBytes(folder.resolve("results/replays.jsonl"));
    assertThat(run(study).campaign().made()).isZero();
    assertThat(folder.resolve("results/replays.jsonl")).hasBinaryContent(lines);
    assertThat(
            Study.of(study, folder)
                .verify(
                    folder.resolve("results"),
                    10,
                    CampaignSettings.whole(Runner.builder(), CampaignProgress.NONE))
                .isSame())
        .isTrue();
    Files.writeString(
        folder.resolve("halo.64.txt"),
        Files.readString(folder.resolve("halo.64.txt")) + "# the same, other bytes\n");
    assertThat(run(study).campaign().made()).isEqualTo(2);
    Files.writeString(
        folder.resolve("ksrt.json"),
        Files.readString(folder.resolve("ksrt.json")).replace("30min", "31min"));
    assertThat(run(study).campaign().made()).isEqualTo(2);
  }

  @Test
  void whatCannotRunIsNamedAndNotRanked() throws IOException {
    Files.writeString(
        folder.resolve("wide.json"),
        """
        {"formatVersion": 1, "jobs": [{"name": "wide", "duration": "10s", "nodes": 15}]}
        """);
    StudyDescription study =
        study(ProgramBuilder.mix("queue", mix(Path.of("wide.json"))))
            .offer(OfferBuilder.offer("small", "hopper", 10).price(Figure.of(1)))
            .build();
    StudyResult result = run(study);
    assertThat(result.answer().places()).extracting(Place::offer).containsOnly("A", "B");
    assertThat(result.answer().excluded().get(0).reason()).contains("cannot run queue");
    assertThat(result.campaign().failures())
        .singleElement()
        .asString()
        .contains("queue on small under max-rate", "wide", "needs 15 nodes, but there are 10");
    assertThat(
            run(
                    study(ProgramBuilder.workflow("knees", workflow(Path.of("ksrt.json"), 100, 4)))
                        .build(),
                    "workers",
                    CampaignProgress.NONE)
                .answer()
                .excluded()
                .get(0)
                .reason())
        .isEqualTo("the workers of knees take 25 nodes, and it has 20");
  }

  @Test
  void missingFilesAreReportedBeforeAnythingRuns() {
    AtomicLong made = new AtomicLong();
    CampaignProgress progress =
        new CampaignProgress() {
          @Override
          public void planned(long replays) {}

          @Override
          public void done(long replays) {
            made.set(replays);
          }
        };
    for (ProgramBuilder program :
        List.of(
            ProgramBuilder.mix("queue", mix(Path.of("none.json"))),
            ProgramBuilder.workflow("flow", workflow(Path.of("none.json"), 1, 1)))) {
      assertThatThrownBy(() -> run(study(program).build(), "none", progress))
          .isInstanceOf(ForetellException.class)
          .hasMessageContaining("none.json")
          .hasMessageContaining("no such file");
    }
    assertThat(made).hasValue(0);
  }
}
