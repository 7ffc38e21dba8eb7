package org.foretell.study.decision;

import java.util.List;
import org.foretell.procurement.metric.Points;
import org.foretell.study.description.Offer;
import org.foretell.study.evaluation.Evaluation;
import org.foretell.study.evaluation.Figures;

/** Offers as points see them: quality is the capacity, and the price is that of the machine. */
final class Bids {
  private Bids() {}

  static List<Points.Bid> of(Evaluation evaluation, List<Offer> offers) {
    Figures stated = Figures.stated(evaluation.study().models().get(0));
    return offers.stream()
        .map(
            offer ->
                new Points.Bid(
                    evaluation.of(offer, stated).orElseThrow().demandsPerDay(),
                    offer.price().value()))
        .toList();
  }
}
