package org.foretell.study.campaign;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.foretell.study.build.NoiseBuilder.noise;
import static org.foretell.study.build.SiteBuilder.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.foretell.Foretell;
import org.foretell.PredictionSetup;
import org.foretell.failure.ForetellException;
import org.foretell.models.noise.Noise;
import org.foretell.runner.Runner;
import org.foretell.scenario.Change;
import org.foretell.scenario.Scenario;
import org.foretell.study.build.Figure;
import org.foretell.study.build.OfferBuilder;
import org.foretell.study.build.ProgramBuilder;
import org.foretell.study.build.StudyBuilder;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.evaluation.Figures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChoicesAndNoiseTest {
  private static final Path EXAMPLES = Path.of("../examples").toAbsolutePath();

  @TempDir private Path folder;

  private CampaignResult run(StudyDescription study, String results) {
    return campaign(study, results, CampaignProgress.NONE).run();
  }

  private Campaign campaign(StudyDescription study, String results, CampaignProgress progress) {
    return new Campaign(
        study,
        EXAMPLES,
        folder.resolve(results),
        CampaignSettings.whole(Runner.builder().threads(2), progress));
  }

  private byte[] bytes(String results) throws IOException {
    return Files.readAllBytes(folder.resolve(results).resolve(ReplayLog.FILE));
  }

  /** All that a study may have of figures, choices and noise. */
  private static StudyBuilder various() {
    return StudyBuilder.study("various", "EUR")
        .models("max-rate")
        .site(
            site()
                .pue(Figure.of(1))
                .electricity(Figure.of(0.2))
                .utilisation(Figure.of(1))
                .availability(Figure.of(1)))
        .program(
            ProgramBuilder.program("halo", Path.of("halo.64.txt"))
                .ranksPerNode(8)
                .noise(noise().compute("lognormal:20%").network("exponential:5us").replays(6)))
        .offer(OfferBuilder.offer("A", "jaguar-xt5", 100).price(Figure.of(1e6)))
        .offer(OfferBuilder.offer("B", "hopper", 100).price(Figure.of(1e6)))
        .offer(OfferBuilder.offer("A again", "jaguar-xt5", 100).price(Figure.of(1e6)));
  }

  private double seconds(String... changes) {
    PredictionSetup setup =
        Foretell.prediction()
            .trace(EXAMPLES.resolve("halo.64.txt"))
            .machine("jaguar-xt5")
            .model("max-rate")
            .ranksPerNode(8);
    Scenario scenario = setup.scenario();
    for (String change : changes) {
      scenario = scenario.with(Change.parse(change));
    }
    try (Runner runner = Runner.builder().threads(1).build()) {
      runner.open(EXAMPLES.resolve("halo.64.txt"));
      return runner.run(scenario).seconds();
    }
  }

  private static double seconds(CampaignResult result, StudyDescription study, Figures figures) {
    return result
        .times()
        .of(study.programs().get(0), study.offers().get(0), figures)
        .get(0)
        .seconds();
  }

  @Test
  void valuesOfAListAreReplayedAndNotInterpolated() {
    StudyDescription study =
        various()
            .choice("nics", "nodeGroups.compute.nics", Figure.oneOf("1", "2", "4"))
            .choice("library", "collectives", Figure.oneOf("mpich3", "ompi5"), "A")
            .value("latency", "network.latency", Figure.of("5us").between("4us", "8us"), "A")
            .whatIf("another library", Change.parse("collectives=formula"))
            .whatIf("four NICs", Change.parse("nodeGroups.compute.nics=4"))
            .build();
    CampaignResult result = run(study, "a");
    assertThat(result.failures()).isEmpty();
    Figures stated = Figures.stated("max-rate");
    double noise =
        result.cases().stream()
            .filter(one -> one.offer().equals("A") && one.whatIf().isEmpty())
            .mapToDouble(CaseTimes::meanNoise)
            .findFirst()
            .orElseThrow();
    assertThat(noise).isGreaterThan(1.001);
    assertThat(seconds(result, study, stated))
        .isEqualTo(
            noise
                * seconds("nodeGroups.compute.nics=1", "collectives=mpich3", "network.latency=5us"),
            within(1e-12));
    for (int option = 0; option < 3; option++) {
      Figures figures =
          stated
              .with("variables.nics", option)
              .with("variables.library", 1)
              .with("variables.latency", 8)
              .with("programs.halo.noise", 0);
      double first =
          result.cases().stream()
              .filter(one -> one.offer().equals("A") && one.whatIf().isEmpty())
              .filter(one -> one.options().equals(options(figures)))
              .mapToDouble(one -> one.noise().get(0))
              .findFirst()
              .orElseThrow();
      assertThat(seconds(result, study, figures))
          .isEqualTo(
              first
                  * seconds(
                      "nodeGroups.compute.nics=" + (1 << option),
                      "collectives=ompi5",
                      "network.latency=8us"),
              within(1e-9));
    }
    // B does not have the library of A, so it has fewer cases.
    assertThat(result.cases().stream().filter(one -> one.whatIf().isEmpty()))
        .extracting(CaseTimes::offer)
        .containsOnly("A", "B", "A again")
        .hasSize(6 + 3 + 3);
    assertThat(result.otherWorlds()).containsOnlyKeys("another library", "four NICs");
    Replay four =
        result.replays().stream()
            .filter(one -> "four NICs".equals(one.whatIf()))
            .findFirst()
            .orElseThrow();
    assertThat(four.options()).containsEntry("variables.nics", "1");
  }

  private static Map<String, Integer> options(Figures figures) {
    return Map.of(
        "variables.nics", figures.number("variables.nics").orElseThrow(),
        "variables.library", figures.number("variables.library").orElseThrow());
  }

  @Test
  void noiseIsThatOfTheCommandAndTheSameForAllOffers() {
    StudyDescription study = various().build();
    CampaignResult result = run(study, "a");
    List<CaseTimes> cases = result.cases();
    assertThat(cases).extracting(one -> one.noise().size()).containsOnly(6);
    // The same random numbers: what differs is the machine alone.
    assertThat(cases.get(2).noise()).isEqualTo(cases.get(0).noise());
    Scenario scenario =
        Foretell.prediction()
            .trace(EXAMPLES.resolve("halo.64.txt"))
            .machine("jaguar-xt5")
            .model("max-rate")
            .ranksPerNode(8)
            .computeNoise("lognormal:20%")
            .networkNoise("exponential:5us")
            .scenario();
    try (Runner runner = Runner.builder().threads(1).build()) {
      runner.open(EXAMPLES.resolve("halo.64.txt"));
      double calm = runner.run(scenario.withNoise(Noise.NONE)).seconds();
      for (int number = 1; number <= 6; number++) {
        assertThat(cases.get(0).noise().get(number - 1))
            .isEqualTo(runner.run(scenario.withSeed(1 + number)).seconds() / calm, within(1e-12));
      }
    }
    CampaignResult other = run(various().sample(1000, 2).build(), "b");
    assertThat(other.cases().get(0).noise()).isNotEqualTo(cases.get(0).noise());
  }

  private static String key(String line) {
    return line.substring(0, Math.min(line.length(), "{'key':'".length() + 64));
  }

  /** Also if the kept lines are those in the middle of a round. */
  @Test
  void answerDoesNotDependOnWhatWasKnown() throws IOException {
    StudyDescription study =
        various()
            .choice("nics", "nodeGroups.compute.nics", Figure.oneOf("1", "2"))
            .factor("latency", "network.latency", Figure.of(1).between(0.5, 2))
            .build();
    CampaignResult whole = run(study, "whole");
    List<String> lines = Files.readAllLines(folder.resolve("whole").resolve(ReplayLog.FILE));
    for (int part = 0; part < 3; part++) {
      Files.createDirectories(folder.resolve("part" + part));
      List<String> kept = new ArrayList<>(List.of(lines.get(0)));
      for (int line = 1 + part; line < lines.size(); line += 3) {
        kept.add(lines.get(line));
      }
      Files.write(folder.resolve("part" + part).resolve(ReplayLog.FILE), kept);
      CampaignResult rest = run(study, "part" + part);
      // Equal machines share their replays.
      Set<String> keys = kept.stream().map(ChoicesAndNoiseTest::key).collect(toSet());
      assertThat(rest.made())
          .isEqualTo(lines.stream().filter(line -> !keys.contains(key(line))).count());
      assertThat(bytes("part" + part)).isEqualTo(bytes("whole"));
      for (int i = 0; i < whole.cases().size(); i++) {
        CaseTimes one = whole.cases().get(i);
        CaseTimes again = rest.cases().get(i);
        assertThat(again.key()).isEqualTo(one.key());
        assertThat(again.noise()).isEqualTo(one.noise());
        assertThat(again.busyShare()).isEqualTo(one.busyShare());
        assertThat(again.surface().interpolation().weights())
            .isEqualTo(one.surface().interpolation().weights());
      }
    }
  }

  @Test
  void noisyReplaysAreCountedBeforehand() {
    StudyDescription noisy = various().build();
    Forecast forecast = campaign(noisy, "none", CampaignProgress.NONE).forecast();
    assertThat(forecast.leastReplays()).isEqualTo(3 * (1 + 6));
    assertThat(forecast.mostReplays()).isEqualTo(forecast.leastReplays());
    assertThat(run(noisy, "a").replays()).hasSize(3 * (1 + 6));
  }

  @Test
  void impossibleChangesAreNamedBeforeAnyReplay() {
    StudyBuilder wrong =
        various().value("nics", "nodeGroups.compute.nics", Figure.of(2).between(1, 4));
    assertThatThrownBy(() -> run(wrong.build(), "a"))
        .hasMessageContaining("the figure variables.nics of the study, on A: ")
        .hasMessageContaining("a whole number from 1")
        .hasMessageContaining("if it must be a whole number, list its \"values\"");
    assertThatThrownBy(
            () ->
                run(various().whatIf("new library", Change.parse("collectives=ompi")).build(), "a"))
        .hasMessageContaining("the what-if \"new library\" of the study, on A: ")
        .hasMessageContaining("there are mpich4");
    assertThatThrownBy(
            () ->
                run(
                    various()
                        .choice("n", "network.latenzy", Figure.oneOf("1us", "2us"))
                        .offer(OfferBuilder.offer("C", "hoper", 100).price(Figure.of(1e6)))
                        .build(),
                    "a"))
        .hasMessageContaining("has 3 mistakes:")
        .hasMessageContaining("halo on A: the variable n: ")
        .hasMessageContaining("\"latency\" (did you mean that?)")
        .hasMessageContaining("halo on C: machine file hoper: found no such machine");
    assertThat(ReplayLog.read(folder.resolve("a").resolve(ReplayLog.FILE))).isEmpty();
  }

  @Test
  void fileThatChangesMeanwhileIsRefusedAndReplaysAreKept() throws IOException {
    Path machine = folder.resolve("own.json");
    Files.copy(
        Path.of("../machines/src/main/resources/org/foretell/machines/catalogue/hopper.json"),
        machine);
    StudyDescription study =
        various()
            .offer(OfferBuilder.offer("own", machine.toString(), 50).price(Figure.of(1e6)))
            .build();
    Campaign campaign =
        campaign(
            study,
            "a",
            new CampaignProgress() {
              @Override
              public void planned(long replays) {}

              @Override
              public void done(long replays) {
                try {
                  Files.writeString(machine, Files.readString(machine) + " ");
                } catch (IOException failure) {
                  throw new UncheckedIOException(failure);
                }
              }
            });
    assertThatThrownBy(campaign::run)
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("own.json: has changed while the study ran; replays so far are kept");
    // Equal machines share their replays until the file is sorted: there are two.
    assertThat(Files.readAllLines(folder.resolve("a").resolve(ReplayLog.FILE))).hasSize(1 + 2 * 7);
  }

  @Test
  void combinationsOfManyListsAreCountedBeforeTheyAreMade() {
    StudyBuilder many = various();
    String[] values = IntStream.rangeClosed(1, 100).mapToObj(i -> "x" + i).toArray(String[]::new);
    for (int i = 0; i < 20; i++) {
      many.choice("v" + i, "network.latency", Figure.oneOf(values));
    }
    assertThatThrownBy(() -> run(many.build(), "a"))
        .hasMessageContaining("has 9223372036854775807 or more combinations")
        .hasMessageContaining("leave out some values of the variable v0 (100)");
  }
}
