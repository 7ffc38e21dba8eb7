package org.foretell.study.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.foretell.study.decision.TwoOffers.HUNDRED_SECONDS;
import static org.foretell.study.decision.TwoOffers.between;
import static org.foretell.study.decision.TwoOffers.offer;
import static org.foretell.study.decision.TwoOffers.site;
import static org.foretell.study.decision.TwoOffers.study;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.foretell.study.description.Estimate;
import org.foretell.study.description.Offer;
import org.foretell.study.description.RankBy;
import org.foretell.study.description.Variable;
import org.foretell.study.evaluation.Evaluation;
import org.foretell.study.evaluation.RunTimes;
import org.junit.jupiter.api.Test;

class LeadTest {
  private static final Offer CHEAP = offer("cheap", between(8e6, 9e6, 9.4e6));
  private static final Offer MIDDLE = offer("middle", between(9.3e6, 9.5e6, 9.7e6));
  private static final Offer DEAR = offer("dear", between(9.6e6, 10e6, 11e6));

  private final AtomicInteger replays = new AtomicInteger();

  private Lead lead() {
    RunTimes counted =
        (program, offer, figures) -> {
          replays.incrementAndGet();
          return HUNDRED_SECONDS.of(program, offer, figures);
        };
    List<Variable> none = List.of();
    Lead lead =
        new Lead(
            new Evaluation(
                study(RankBy.TOTAL_COST, site(Estimate.exactly(0)), none, CHEAP, MIDDLE, DEAR),
                counted));
    replays.set(0);
    return lead;
  }

  @Test
  void offerThatIsCheaperAtAllBoundsIsAlwaysBetter() {
    assertThat(lead().isAlwaysBetter(CHEAP, DEAR)).isTrue();
    assertThat(lead().isAlwaysBetter(DEAR, CHEAP)).isFalse();
  }

  /** 9.4 against 9.3 million, though 9 against 9.3 and 9.4 against 9.5 are better. */
  @Test
  void offerThatOnlyTwoBoundsTogetherMakeWorseIsNotAlwaysBetter() {
    assertThat(lead().isAlwaysBetter(CHEAP, MIDDLE)).isFalse();
  }

  @Test
  void equalOffersAreNotBetterThanEachOther() {
    assertThat(lead().isAlwaysBetter(CHEAP, CHEAP)).isFalse();
  }

  @Test
  void offerThatIsWorseAsStatedIsLookedAtOnce() {
    Lead lead = lead();
    lead.isAlwaysBetter(DEAR, CHEAP);
    assertThat(replays).hasValue(2);
  }
}
