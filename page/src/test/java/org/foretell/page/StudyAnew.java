package org.foretell.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.foretell.procurement.decision.JointSample;
import org.foretell.procurement.decision.Ranking;
import org.foretell.study.StudyResult;
import org.foretell.study.decision.DrawnFigures;
import org.foretell.study.description.Estimate;
import org.foretell.study.description.Offer;
import org.foretell.study.description.RankBy;
import org.foretell.study.description.Site;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.evaluation.Evaluation;
import org.foretell.study.evaluation.FigureNames;
import org.foretell.study.evaluation.Figures;
import org.foretell.study.evaluation.OfferValues;
import org.foretell.study.evaluation.RunTimes;

/** A study with some figures fixed, computed in Java: what the page has to show. */
record StudyAnew(List<Row> rows) {
  /** An offer, from the best to the worst: as stated, and the mean of its metric. */
  record Row(OfferValues values, double metric, double first) {}

  /**
   * Computes.
   *
   * @param result of the study
   * @param fixed figures by name
   * @param life in years
   * @param world another one, if any
   * @param by what ranks
   */
  static StudyAnew of(
      StudyResult result, Map<String, Double> fixed, int life, Optional<String> world, RankBy by) {
    StudyDescription asked = result.answer().study();
    StudyDescription study = withLife(asked, life);
    RunTimes times =
        world
            .map(name -> result.campaign().otherWorlds().get(name))
            .orElse(result.campaign().times());
    Evaluation evaluation = new Evaluation(study, times);
    DrawnFigures drawn = new DrawnFigures(asked);
    List<Offer> offers =
        study.offers().stream()
            .filter(
                offer ->
                    result.answer().places().stream()
                        .anyMatch(place -> place.offer().equals(offer.name())))
            .toList();
    double[][] goodness = new double[drawn.count()][offers.size()];
    for (int draw = 0; draw < goodness.length; draw++) {
      Figures own = drawn.world(draw);
      Map<String, Double> changed = new HashMap<>(own.changed());
      int years = asked.site().lifeYears();
      for (int year = years + 1; year <= life; year++) {
        Double last = changed.get(FigureNames.electricity(years));
        if (last != null) {
          changed.put(FigureNames.electricity(year), last);
        }
      }
      changed.putAll(fixed);
      String model = world.isPresent() ? asked.models().get(0) : own.model();
      for (int i = 0; i < offers.size(); i++) {
        double metric =
            evaluation
                .of(offers.get(i), new Figures(model, changed))
                .orElseThrow()
                .metric(by)
                .orElseThrow();
        goodness[draw][i] = by.isLessBetter() ? -metric : metric;
      }
    }
    Ranking ranking =
        new Ranking(
            JointSample.of(offers.stream().map(Offer::name).toList(), goodness),
            asked.sample().confidence());
    List<Row> rows = new ArrayList<>();
    for (int offer : ranking.order()) {
      OfferValues values =
          evaluation.of(offers.get(offer), new Figures(asked.models().get(0), fixed)).orElseThrow();
      double mean =
          Arrays.stream(goodness).mapToDouble(draw -> draw[offer]).average().orElseThrow();
      rows.add(new Row(values, by.isLessBetter() ? -mean : mean, ranking.first(offer).share()));
    }
    return new StudyAnew(rows);
  }

  /** Years after the last one with a price have that price. */
  private static StudyDescription withLife(StudyDescription study, int life) {
    Site site = study.site();
    List<Estimate> prices = new ArrayList<>(site.pricesPerKilowattHour());
    if (life > prices.size()) {
      prices.addAll(Collections.nCopies(life - prices.size(), prices.get(prices.size() - 1)));
    }
    return new StudyDescription(
        study.name(),
        study.title(),
        study.currency(),
        new Site(
            site.pue(),
            prices.subList(0, life),
            life,
            site.discountRate(),
            site.utilisation(),
            site.availability(),
            site.staffPerYear(),
            site.budget(),
            site.powerCapWatts()),
        study.programs(),
        study.offers(),
        study.whatIfs(),
        study.variables(),
        study.choices(),
        study.models(),
        study.rankBy(),
        study.referenceNodes(),
        study.points(),
        study.sample());
  }
}
