package org.foretell.study.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.foretell.study.description.Estimate;
import org.foretell.study.description.ProgramTraces;
import org.foretell.study.description.RankBy;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.evaluation.Evaluation;
import org.foretell.study.evaluation.FigureNames;
import org.foretell.study.evaluation.Figures;
import org.foretell.study.evaluation.StudyFigure;
import org.foretell.trace.Extrapolated;
import org.junit.jupiter.api.Test;

/** The error of a hold-out is an uncertain figure like any other. */
class ExtrapolatedDecisionTest {
  private static final String FIGURE = "programs.p.extrapolation";

  private static ProgramTraces traces(OptionalDouble error, int openLaws) {
    return ProgramTraces.of(List.of(Path.of("p4"), Path.of("p16"), Path.of("p64")), 1024, true)
        .choose(
            Path.of("p1024"),
            1024,
            Optional.of(
                new Extrapolated(
                    List.of(4, 16, 64), error.isEmpty() ? 0 : 64, error, false, openLaws)));
  }

  private static StudyDescription study(ProgramTraces traces) {
    return TwoOffers.study(
            RankBy.TOTAL_COST,
            TwoOffers.site(Estimate.exactly(0)),
            List.of(),
            TwoOffers.offer("A", Estimate.exactly(1e6)),
            TwoOffers.offer("B", Estimate.exactly(1.1e6)))
        .withPrograms(List.of(TwoOffers.program("p").withTraces(traces)));
  }

  private static StudyAnswer answer(StudyDescription study) {
    return Decision.of(new Evaluation(study, TwoOffers.HUNDRED_SECONDS), Map.of(), List.of());
  }

  @Test
  void timesOfDrawsAreWithinTheErrorOfTheHoldOut() {
    for (double error : new double[] {-0.2, 0.2}) {
      StudyDescription study = study(traces(OptionalDouble.of(error), 0));
      Place place = answer(study).places().get(0);
      Range seconds = place.programSeconds().get(0);
      // Uniform from 80 to 120 s, of which 95 % are kept.
      assertThat(seconds.value()).isEqualTo(100);
      assertThat(seconds.mean()).isEqualTo(100, within(0.1));
      assertThat(seconds.low()).isEqualTo(81, within(0.2));
      assertThat(seconds.high()).isEqualTo(119, within(0.2));
      assertThat(place.commitmentSeconds().get(0)).isEqualTo(118, within(0.2));
      StudyFigure figure = FigureNames.all(study).get(FIGURE);
      assertThat(figure).isNotNull();
      assertThat(figure.estimate().source()).contains("hold-out of 64 ranks");
      assertThat(figure.estimate().lacksSource()).isFalse();
      Evaluation evaluation = new Evaluation(study, TwoOffers.HUNDRED_SECONDS);
      Figures slow = Figures.stated("simple").with(FIGURE, 1.2);
      assertThat(
              evaluation.of(study.offers().get(0), slow).orElseThrow().programs().get(0).seconds())
          .isEqualTo(120, within(1e-9));
    }
  }

  @Test
  void theErrorAndItsRanksAreADoubt() {
    assertThat(answer(study(traces(OptionalDouble.of(0.031), 0))).doubts())
        .filteredOn(doubt -> doubt.kind() == Doubt.Kind.EXTRAPOLATED)
        .extracting(Doubt::text)
        .containsExactly("p is extrapolated from 4, 16, 64 to 1,024 ranks; hold-out error +3.1 %");
  }

  @Test
  void withoutAHoldOutNoBoundsAreInvented() {
    StudyDescription study = study(traces(OptionalDouble.empty(), 2));
    assertThat(FigureNames.all(study)).doesNotContainKey(FIGURE);
    StudyAnswer answer = answer(study);
    Range seconds = answer.places().get(0).programSeconds().get(0);
    assertThat(seconds.low()).isEqualTo(seconds.high());
    assertThat(answer.doubts())
        .extracting(Doubt::text)
        .contains(
            "p is extrapolated from 4, 16, 64 to 1,024 ranks; no hold-out, so its run times have no"
                + " bounds for that; the traces leave 2 laws open, of which the simplest was"
                + " taken");
  }
}
