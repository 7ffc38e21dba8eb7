package org.foretell.study.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.foretell.runner.Runner;
import org.foretell.scenario.Change;
import org.foretell.study.Study;
import org.foretell.study.StudyResult;
import org.foretell.study.build.Figure;
import org.foretell.study.build.OfferBuilder;
import org.foretell.study.build.ProgramBuilder;
import org.foretell.study.build.SiteBuilder;
import org.foretell.study.build.StudyBuilder;
import org.foretell.study.campaign.CampaignProgress;
import org.foretell.study.campaign.CampaignSettings;
import org.foretell.study.decision.Doubt;
import org.foretell.study.decision.Place;
import org.foretell.study.evaluation.FigureNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Numbers of an answer that follow from others of the same answer. */
class AnswerNumbersTest {
  @TempDir private Path folder;

  private StudyResult result(Figure electricity) {
    return Study.of(
            StudyBuilder.study("numbers", "EUR")
                .site(
                    SiteBuilder.site()
                        .lifeYears(4)
                        .pue(Figure.of(1.2).source("operator"))
                        .electricity(electricity)
                        .utilisation(Figure.of(0.5).source("accounting"))
                        .availability(Figure.of(1)))
                .program(
                    ProgramBuilder.program("ring", Path.of("ring.4.goal"))
                        .ranksPerNode(1, 2)
                        .runsPerDay(Figure.of(1e6).source("users")))
                .program(ProgramBuilder.program("halo", Path.of("halo.64.txt")).ranksPerNode(4))
                .offer(
                    OfferBuilder.offer("A", "jaguar-xt5", 100)
                        .price(Figure.of(1e6).source("A"))
                        .nodePower(Figure.of("200W").source("A"), Figure.of("300W").source("A")))
                .offer(
                    OfferBuilder.offer("B", "hopper", 100)
                        .price(Figure.of(1e6).source("B"))
                        .nodePower(Figure.of("300W").source("B"), Figure.of("400W").source("B")))
                .whatIf("network twice as fast", Change.parse("network=x2"))
                .build(),
            Path.of("../examples").toAbsolutePath())
        .run(folder, CampaignSettings.whole(Runner.builder(), CampaignProgress.NONE));
  }

  private static JsonNode json(StudyResult result) {
    return JsonMapper.builder()
        .build()
        .readTree(AnswerJson.text(result.answer(), result.campaign()));
  }

  private static double ratio(JsonNode numerator, JsonNode denominator, String member) {
    return numerator.get(member).asDouble() / denominator.get(member).asDouble();
  }

  @Test
  void whatIfsAndOtherRanksAreSharesOfWhatIsStated() {
    JsonNode answer = json(result(Figure.of(0.2).source("contract")));
    assertThat(answer.path("ranking").size()).isEqualTo(2);
    for (JsonNode place : answer.get("ranking")) {
      JsonNode changed = null;
      for (JsonNode offer : answer.get("whatIfs").get(0).get("offers")) {
        changed = offer.get("offer").equals(place.get("offer")) ? offer : changed;
      }
      assertThat(changed).isNotNull();
      assertThat(changed.get("metricChange").asDouble())
          .isEqualTo(ratio(changed, place, "costPerDemand") - 1, within(1e-12))
          .isNegative();
      List<Double> times = new ArrayList<>();
      for (int i = 0; i < place.get("programs").size(); i++) {
        times.add(ratio(changed.get("programs").get(i), place.get("programs").get(i), "seconds"));
      }
      assertThat(changed.get("leastTimeChange").asDouble())
          .isEqualTo(Math.min(times.get(0), times.get(1)) - 1, within(1e-12));
      assertThat(changed.get("mostTimeChange").asDouble())
          .isEqualTo(Math.max(times.get(0), times.get(1)) - 1, within(1e-12));
      JsonNode ring = place.get("programs").get(0);
      JsonNode other = ring.get("otherRanksPerNode").get(0);
      assertThat(ring.get("ranksPerNode").asInt() + other.get("ranksPerNode").asInt()).isEqualTo(3);
      assertThat(other.get("moreNodeHours").asDouble())
          .isNotNegative()
          .isEqualTo(ratio(other, ring, "nodeHours") - 1, within(1e-12));
      assertThat(place.get("programs").get(1).get("otherRanksPerNode").size()).isZero();
    }
  }

  @Test
  void aDayOfDemandIsChargedForTheNodesThatItNeeds() {
    StudyResult result = result(Figure.of(0.2));
    for (Place place : result.answer().places()) {
      ChargedNodes charged = ChargedNodes.of(result.answer().study(), place);
      double share = place.values().nodesForDemand() / charged.offered();
      assertThat(charged.wholeCostPerDay() * share)
          .isEqualTo(place.values().costPerDemand(), within(1e-9));
      assertThat(charged.sentence("EUR"))
          .isEqualTo(
              "A day of demand is charged for the nodes it needs: with all figures as stated, on "
                  + place.offer()
                  + " "
                  + charged.nodes()
                  + ". The whole machine then costs "
                  + MetricText.number(charged.wholeCostPerDay())
                  + " EUR a day.");
    }
    assertThat(new ChargedNodes("A", 800, 900, 1).nodes()).isEqualTo("800 of 900");
    assertThat(new ChargedNodes("A", 1080, 900, 1).nodes()).isEqualTo("1,080, more than its 900");
  }

  @Test
  void onePriceOfElectricityIsOneFigureWithoutSource() {
    StudyResult result = result(Figure.of(0.2));
    assertThat(FigureNames.withoutSource(result.answer().study()))
        .containsExactly("site.electricity");
    assertThat(result.answer().doubts())
        .filteredOn(doubt -> doubt.kind() == Doubt.Kind.NO_SOURCE)
        .extracting(Doubt::text)
        .containsExactly("1 figure has no source: site.electricity");
  }
}
