package org.foretell.study.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.foretell.study.decision.TwoOffers.HUNDRED_SECONDS;
import static org.foretell.study.decision.TwoOffers.between;
import static org.foretell.study.decision.TwoOffers.offer;
import static org.foretell.study.decision.TwoOffers.site;
import static org.foretell.study.decision.TwoOffers.study;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.foretell.study.description.Estimate;
import org.foretell.study.description.Estimate.Distribution;
import org.foretell.study.description.Offer;
import org.foretell.study.description.Polling;
import org.foretell.study.description.RankBy;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.description.Variable;
import org.foretell.study.evaluation.Evaluation;
import org.foretell.study.evaluation.OfferValues;
import org.foretell.study.evaluation.RunTimes;
import org.junit.jupiter.api.Test;

class DecisionTest {
  private static final double DEMAND_PER_DAY = 100 * 86_400.0 / (1000 * 100);

  private static StudyAnswer answer(StudyDescription study, RunTimes times) {
    return Decision.of(new Evaluation(study, times), Map.of(), List.of());
  }

  private static Place place(StudyAnswer answer, String offer) {
    return answer.places().stream()
        .filter(one -> one.offer().equals(offer))
        .findFirst()
        .orElseThrow();
  }

  private static double worth(StudyAnswer answer, String figure) {
    return answer.worths().stream()
        .filter(one -> one.figure().equals(figure))
        .mapToDouble(Worth::money)
        .findFirst()
        .orElseThrow();
  }

  /** A costs 10 million; B costs 9.5 to 11 million, 10.25 as stated: P(B first) = 1/3. */
  private static StudyDescription onePrice() {
    return study(
        RankBy.TOTAL_COST,
        site(Estimate.exactly(0)),
        List.of(),
        offer("A", Estimate.exactly(10e6)),
        offer("B", between(9.5e6, 10.25e6, 11e6)));
  }

  @Test
  void probabilityOfTheFirstPlaceIsTheShareOfThePrices() {
    StudyAnswer answer = answer(onePrice(), HUNDRED_SECONDS);
    assertThat(answer.places()).extracting(Place::offer).containsExactly("A", "B");
    assertThat(place(answer, "B").first().share()).isEqualTo(1 / 3.0, within(0.001));
    assertThat(place(answer, "A").beats().get(1).share()).isEqualTo(2 / 3.0, within(0.001));
    assertThat(place(answer, "B").dominatedBy()).isEmpty();
    assertThat(answer.lead().orElseThrow().mean()).isEqualTo(0.25e6, within(2e3));
  }

  @Test
  void firstPlaceChangesAtThePriceOfTheOther() {
    List<FlipPoint> flips = answer(onePrice(), HUNDRED_SECONDS).flips();
    assertThat(flips).hasSize(2);
    FlipPoint ofB =
        flips.stream()
            .filter(one -> one.figure().equals("offers.B.price"))
            .findFirst()
            .orElseThrow();
    assertThat(ofB.at()).isEqualTo(10e6, within(20.0));
    assertThat(ofB.then()).isEqualTo("B");
    assertThat(ofB.isWithinBounds()).isTrue();
    FlipPoint ofA =
        flips.stream()
            .filter(one -> one.figure().equals("offers.A.price"))
            .findFirst()
            .orElseThrow();
    assertThat(ofA.at()).isEqualTo(10.25e6, within(20.0));
    assertThat(ofA.isWithinBounds()).isFalse();
  }

  /**
   * Knowing the price of B saves {@code E max(0, 10 - b) = 1/3 x 0.25} million on the machine, and
   * in proportion on one that serves just the demand.
   */
  @Test
  void worthOfKnowingThePriceIsThatOfTheClosedForm() {
    StudyAnswer answer = answer(onePrice(), HUNDRED_SECONDS);
    double saved = 0.25e6 / 3 / DEMAND_PER_DAY;
    assertThat(answer.worthOfAll()).isEqualTo(saved, within(saved * 0.005));
    assertThat(worth(answer, "offers.B.price")).isEqualTo(saved, within(saved * 0.05));
  }

  /**
   * A takes 1 kW a node and B 2 kW; electricity at which they cost the same: a million over 4.38
   * GWh.
   */
  @Test
  void breakEvenPriceOfElectricityIsThatOfTheClosedForm() {
    Offer a = withPower(offer("A", Estimate.exactly(10e6)), 1000);
    Offer b = withPower(offer("B", Estimate.exactly(9e6)), 2000);
    Estimate same = between(0.1, 0.2, 0.4);
    StudyDescription study = study(RankBy.TOTAL_COST, site(same), List.of(), a, b);
    StudyAnswer answer = answer(study, HUNDRED_SECONDS);
    OfferValues ofA = place(answer, "A").values();
    assertThat(ofA.averageKilowatts()).isEqualTo(100, within(1e-9));
    assertThat(ofA.totalCost()).isEqualTo(10e6 + 5 * 876_000 * 0.2, within(1e-3));
    assertThat(ofA.electricityCost()).isEqualTo(5 * 876_000 * 0.2, within(1e-3));
    // One year alone, while the others are drawn, 0.25 on average, all the same in a draw:
    // 0.25 x 4 x 876,000 + x 876,000 = 1,000,000.
    FlipPoint flip =
        answer.flips().stream()
            .filter(one -> one.figure().equals("site.electricity.year1"))
            .findFirst()
            .orElseThrow();
    assertThat(flip.at()).isEqualTo(1e6 / 876_000 - 1, within(1e-3));
    // All years: 5 x 876,000 x = 1,000,000.
    FlipPoint all =
        answer.flips().stream()
            .filter(one -> one.figure().equals("site.electricity"))
            .findFirst()
            .orElseThrow();
    assertThat(all.at()).isEqualTo(1e6 / (5 * 876_000), within(1e-6));
    assertThat(all.isWithinBounds()).isTrue();
  }

  private static Offer withPower(Offer offer, double watts) {
    Estimate power = Estimate.exactly(watts);
    Estimate nothing = Estimate.exactly(0);
    return new Offer(
        offer.name(),
        offer.machine(),
        List.of(),
        offer.nodes(),
        offer.price(),
        nothing,
        nothing,
        nothing,
        power,
        power,
        nothing,
        Polling.NONE);
  }

  @Test
  void offerThatIsBetterAtAllBoundsIsReportedAsBetter() {
    StudyDescription study =
        study(
            RankBy.TOTAL_COST,
            site(Estimate.exactly(0)),
            List.of(),
            offer("A", between(8e6, 9e6, 9.4e6)),
            offer("B", between(9.5e6, 10.25e6, 11e6)));
    StudyAnswer answer = answer(study, HUNDRED_SECONDS);
    assertThat(place(answer, "B").dominatedBy()).containsExactly("A");
    assertThat(place(answer, "A").first().share()).isEqualTo(1);
    assertThat(answer.worthOfAll()).isZero();
    assertThat(worth(answer, "offers.A.price")).isZero();
  }

  /** A latency that both share moves both alike, so that it cannot change the choice. */
  @Test
  void sharedFigureHasTheSameDrawForAllOffers() {
    Variable latency =
        Variable.factor("latency", List.of("network.latency"), between(0.5, 1, 2), List.of());
    RunTimes times =
        (program, offer, figures) -> {
          double factor = figures.changed().getOrDefault("variables.latency", 1.0);
          return List.of(new RunTimes.Run(1, 1, 100 * factor, 1));
        };
    StudyDescription study =
        study(
            RankBy.COST_PER_DEMAND,
            site(Estimate.exactly(0)),
            List.of(latency),
            offer("A", Estimate.exactly(10e6)),
            offer("B", Estimate.exactly(10.1e6)));
    StudyAnswer answer = answer(study, times);
    assertThat(place(answer, "A").first().share()).isEqualTo(1);
    assertThat(place(answer, "A").metric().high()).isGreaterThan(place(answer, "B").metric().low());
    assertThat(worth(answer, "variables.latency")).isZero();
  }

  @Test
  void scalingAllPricesChangesNoProbability() {
    StudyAnswer cheap = answer(onePrice(), HUNDRED_SECONDS);
    StudyDescription dear =
        study(
            RankBy.TOTAL_COST,
            site(Estimate.exactly(0)),
            List.of(),
            offer("A", Estimate.exactly(30e6)),
            offer("B", between(28.5e6, 30.75e6, 33e6)));
    StudyAnswer scaled = answer(dear, HUNDRED_SECONDS);
    assertThat(place(scaled, "B").first()).isEqualTo(place(cheap, "B").first());
    assertThat(scaled.worthOfAll()).isEqualTo(3 * cheap.worthOfAll(), within(1.0));
  }

  @Test
  void furtherOfferThatIsAlwaysWorseChangesNoPair() {
    StudyDescription three =
        study(
            RankBy.TOTAL_COST,
            site(Estimate.exactly(0)),
            List.of(),
            offer("C", between(20e6, 21e6, 22e6)),
            offer("B", between(9.5e6, 10.25e6, 11e6)),
            offer("A", Estimate.exactly(10e6)));
    StudyAnswer two = answer(onePrice(), HUNDRED_SECONDS);
    StudyAnswer more = answer(three, HUNDRED_SECONDS);
    assertThat(more.places()).extracting(Place::offer).containsExactly("A", "B", "C");
    assertThat(place(more, "A").beats().get(1)).isEqualTo(place(two, "A").beats().get(1));
    assertThat(place(more, "B").first()).isEqualTo(place(two, "B").first());
    assertThat(place(more, "C").dominatedBy()).containsExactlyInAnyOrder("A", "B");
  }

  @Test
  void twiceTheDrawsNarrowTheLimits() {
    StudyDescription many =
        study(
            RankBy.TOTAL_COST,
            site(Estimate.exactly(0)),
            List.of(),
            2000,
            offer("A", Estimate.exactly(10e6)),
            offer("B", between(9.5e6, 10.25e6, 11e6)));
    var few = place(answer(onePrice(), HUNDRED_SECONDS), "B").first();
    var narrow = place(answer(many, HUNDRED_SECONDS), "B").first();
    assertThat((narrow.high() - narrow.low()) / (few.high() - few.low()))
        .isEqualTo(Math.sqrt(0.5), within(0.005));
  }

  @Test
  void offerOnWhichAProgramCannotRunIsExcluded() {
    RunTimes times =
        (program, offer, figures) ->
            offer.name().equals("B") ? List.of() : List.of(new RunTimes.Run(1, 1, 100, 1));
    StudyAnswer answer = answer(onePrice(), times);
    assertThat(answer.places()).extracting(Place::offer).containsExactly("A");
    assertThat(answer.excluded()).extracting(StudyAnswer.Excluded::offer).containsExactly("B");
    assertThat(answer.lead()).isEmpty();
    assertThat(answer.flips()).isEmpty();
  }

  @Test
  void ranksPerNodeWithTheLeastNodeHoursOfThoseInTimeAreChosen() {
    RunTimes times =
        (program, offer, figures) ->
            List.of(
                new RunTimes.Run(16, 4, 10, 1),
                new RunTimes.Run(32, 2, 15, 1),
                new RunTimes.Run(64, 1, 40, 1));
    OfferValues values = place(answer(onePrice(), times), "A").values();
    assertThat(values.programs().get(0).ranksPerNode()).isEqualTo(32);
    assertThat(values.programs().get(0).nodeHours()).isEqualTo(30 / 3600.0, within(1e-12));
    assertThat(values.nodesForDemand()).isEqualTo(1000 * 30 / 86_400.0, within(1e-9));
  }

  @Test
  void triangleIsMostLikelyAroundTheStatedPrice() {
    Estimate price = new Estimate(10.25e6, 9.5e6, 11e6, Distribution.TRIANGULAR, Optional.empty());
    StudyDescription study =
        study(
            RankBy.TOTAL_COST,
            site(Estimate.exactly(0)),
            List.of(),
            offer("A", Estimate.exactly(10e6)),
            offer("B", price));
    // Below 10: half of (2/3) squared.
    assertThat(place(answer(study, HUNDRED_SECONDS), "B").first().share())
        .isEqualTo(2 / 9.0, within(0.001));
  }

  private static RunTimes inProportionToLatency(double seconds) {
    return (program, offer, figures) ->
        List.of(
            new RunTimes.Run(
                1, 1, seconds * figures.changed().getOrDefault("variables.latency", 1.0), 1));
  }

  /** Times are spread evenly from 50 to 200 s, so 95 % of them are below 192.5 s. */
  @Test
  void commitmentIsTheQuantileOfTheDraws() {
    Variable latency =
        Variable.factor("latency", List.of("network.latency"), between(0.5, 1, 2), List.of());
    RunTimes times = inProportionToLatency(100);
    StudyDescription study =
        study(
            RankBy.COST_PER_DEMAND,
            site(Estimate.exactly(0)),
            List.of(latency),
            offer("A", Estimate.exactly(10e6)));
    Place place = place(answer(study, times), "A");
    assertThat(place.commitmentSeconds().get(0)).isEqualTo(192.5, within(0.3));
  }

  @Test
  void doubtsNameWhatTheStudyLeavesOpen() {
    StudyAnswer answer = answer(onePrice(), HUNDRED_SECONDS);
    assertThat(answer.doubts())
        .extracting(Doubt::kind)
        .containsExactly(Doubt.Kind.ONE_MODEL, Doubt.Kind.NO_SOURCE);
    assertThat(answer.doubts().get(1).subject()).contains("offers.A.price");
  }

  @Test
  void offerThatIsTooSmallForTheDemandIsDoubtful() {
    Variable latency =
        Variable.factor("latency", List.of("network.latency"), between(1, 1, 4), List.of());
    // 1000 runs of 4320 s a day take 50 nodes of 100, and up to 200.
    RunTimes times = inProportionToLatency(4320);
    StudyDescription study =
        study(
            RankBy.COST_PER_DEMAND,
            site(Estimate.exactly(0)),
            List.of(latency),
            offer("A", Estimate.exactly(10e6)));
    StudyAnswer answer = answer(study, times);
    assertThat(place(answer, "A").servesDemand().share()).isEqualTo(1 / 3.0, within(0.001));
    assertThat(place(answer, "A").nodesForDemand().value()).isEqualTo(50, within(1e-9));
    assertThat(place(answer, "A").nodesForDemand().mean()).isEqualTo(125, within(0.1));
    assertThat(answer.doubts())
        .filteredOn(doubt -> doubt.kind() == Doubt.Kind.DEMAND)
        .extracting(Doubt::text)
        .containsExactly(
            "A is too small for the demand in 66.7 % of the draws: it has 100 nodes, and the demand"
                + " needs 50 as stated");
    StudyAnswer larger =
        answer(study, (program, offer, figures) -> List.of(new RunTimes.Run(1, 3, 4320, 1)));
    assertThat(larger.doubts())
        .extracting(Doubt::text)
        .contains("A is too small for the demand: it has 100 nodes, and the demand needs 150");
  }
}
