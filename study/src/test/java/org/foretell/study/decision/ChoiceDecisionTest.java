package org.foretell.study.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.foretell.study.build.NoiseBuilder.noise;
import static org.foretell.study.build.OfferBuilder.offer;
import static org.foretell.study.build.ProgramBuilder.program;
import static org.foretell.study.build.SiteBuilder.site;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.foretell.study.build.Figure;
import org.foretell.study.build.ProgramBuilder;
import org.foretell.study.build.StudyBuilder;
import org.foretell.study.description.RankBy;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.evaluation.Evaluation;
import org.foretell.study.evaluation.OfferValues;
import org.foretell.study.evaluation.ProgramValues;
import org.foretell.study.evaluation.RunTimes;
import org.junit.jupiter.api.Test;

/** Choices, noise and figures of merit, of which the answers are known by hand. */
class ChoiceDecisionTest {
  private static final double HOURS_OF_LIFE = 5 * 8760.0;

  private static StudyBuilder study(ProgramBuilder program) {
    return StudyBuilder.study("by hand", "EUR")
        .models("simple")
        .site(
            site()
                .pue(Figure.of(1))
                .electricity(Figure.of(0))
                .utilisation(Figure.of(0.8))
                .availability(Figure.of(0.9)))
        .program(program.runsPerDay(Figure.of(1000)))
        .offer(offer("A", "jaguar-xt5", 100).price(Figure.of(10e6)))
        .offer(offer("B", "jaguar-xt5", 100).price(Figure.of(12e6)));
  }

  private static ProgramBuilder p() {
    return program("p", Path.of("p.bin"));
  }

  private static StudyAnswer answer(StudyDescription study, RunTimes times) {
    return Decision.of(new Evaluation(study, times), Map.of(), List.of());
  }

  private static Place place(StudyAnswer answer, String offer) {
    return answer.places().stream()
        .filter(one -> one.offer().equals(offer))
        .findFirst()
        .orElseThrow();
  }

  /** B has one interface, and is 1.2 times dearer; with a second one it is 1.5 times faster. */
  private static StudyAnswer interfaces() {
    StudyDescription study =
        study(p())
            .choice(
                "nics",
                "nodeGroups.compute.nics",
                Figure.oneOf("1", "2").withProbabilities(0.7, 0.3),
                "B")
            .build();
    return answer(
        study,
        (program, offer, figures) ->
            List.of(
                new RunTimes.Run(
                    1,
                    1,
                    offer.name().equals("B") && figures.number("variables.nics").orElse(0) == 1
                        ? 100 / 1.5
                        : 100,
                    1)));
  }

  @Test
  void probabilityOfTheFirstPlaceIsThatOfTheOption() {
    StudyAnswer answer = interfaces();
    assertThat(place(answer, "B").first().share()).isEqualTo(0.3, within(0.001));
    assertThat(place(answer, "A").dominatedBy()).isEmpty();
    assertThat(place(answer, "B").dominatedBy()).isEmpty();
  }

  @Test
  void eachOptionIsAWorldOfItsOwn() {
    List<OtherWorld> worlds = interfaces().otherWorlds();
    assertThat(worlds).extracting(OtherWorld::name).containsExactly("nics 2");
    assertThat(worlds.get(0).isFirstElsewhere()).isTrue();
    assertThat(worlds.get(0).offers()).extracting(OfferValues::offer).containsExactly("B", "A");
  }

  /** A costs 10, B 12 or 8 for the same work: knowing saves 2 of 10 in 30 % of all cases. */
  @Test
  void worthOfKnowingTheOptionHasAClosedForm() {
    StudyAnswer answer = interfaces();
    double demand = place(answer, "A").values().costOfDemandInLife();
    assertThat(answer.worths()).extracting(Worth::figure).containsExactly("variables.nics");
    assertThat(answer.worths().get(0).money())
        .isEqualTo(demand * 0.2 * 0.3, within(demand * 0.002));
    assertThat(answer.worthOfAll()).isEqualTo(demand * 0.06, within(demand * 0.0005));
  }

  /** Noisy replay i takes 100 + 10 i seconds on A and on B; both have the same one in each draw. */
  @Test
  void noiseIsInIntervalsAndCommitmentsAndChangesNoOrder() {
    StudyDescription study = study(p().noise(noise().compute("lognormal:5%").replays(20))).build();
    RunTimes times =
        (program, offer, figures) ->
            List.of(
                new RunTimes.Run(
                    1, 1, 100 + 10 * figures.number("programs.p.noise").orElse(10), 1));
    Place a = place(answer(study, times), "A");
    assertThat(a.first().share()).isEqualTo(1);
    assertThat(place(answer(study, times), "B").dominatedBy()).containsExactly("A");
    assertThat(a.programSeconds().get(0).low()).isEqualTo(100);
    assertThat(a.programSeconds().get(0).high()).isEqualTo(290);
    assertThat(a.programSeconds().get(0).mean()).isEqualTo(195, within(1e-9));
    assertThat(a.commitmentSeconds().get(0)).isBetween(280.0, 290.0);
    assertThat(answer(study, times).worths()).isEmpty();
  }

  /** A run of 1,000 units in 100 s has a merit of 10 a second, twice the reference. */
  @Test
  void figureOfMeritGivesTheSpeedUpOfTheTimeThatIsAsGood() {
    RunTimes times = (program, offer, figures) -> List.of(new RunTimes.Run(1, 2, 100, 1));
    ProgramBuilder byMerit = p().referenceMerit(4, Figure.of(5).between(4, 10), 1000);
    ProgramBuilder byTime = p().reference(4, Figure.of("200s").between("100s", "250s"));
    for (RankBy by : new RankBy[] {RankBy.SSI, RankBy.GEOMETRIC_MEAN}) {
      StudyAnswer merit = answer(study(byMerit).rankBy(by).referenceNodes(50).build(), times);
      StudyAnswer time = answer(study(byTime).rankBy(by).referenceNodes(50).build(), times);
      assertThat(place(merit, "A").metric().value())
          .isEqualTo(place(time, "A").metric().value(), within(1e-12));
      assertThat(place(merit, "A").values().programs().get(0).speedUp()).hasValue(2);
      assertThat(place(merit, "A").values().ssi())
          .hasValueCloseTo(2 * (4 / 2.0) * (100 / 50.0), within(1e-12));
      // A better reference makes the improvement smaller: of 4 to 10, at 10 it is 1.
      assertThat(place(merit, "A").metric().low()).isLessThan(place(merit, "A").metric().value());
    }
  }

  @Test
  void costOfARunIsTheCostOfOwnershipOverTheRunsOfALife() {
    RunTimes times = (program, offer, figures) -> List.of(new RunTimes.Run(1, 3, 250, 0.5));
    OfferValues values = place(answer(study(p()).build(), times), "A").values();
    ProgramValues run = values.programs().get(0);
    double jobs = HOURS_OF_LIFE * 0.9 * 0.8 * 100 / (3 * 250 / 3600.0);
    assertThat(run.cost()).isEqualTo(values.totalCost() / jobs, within(1e-12));
    assertThat(run.runsPerDay() * 5 * 365).isEqualTo(jobs, within(1e-6));
    assertThat(run.nodeHours()).isEqualTo(3 * 250 / 3600.0, within(1e-12));
  }
}
