package org.foretell.study.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.foretell.study.build.OfferBuilder.offer;
import static org.foretell.study.build.ProgramBuilder.program;
import static org.foretell.study.build.SiteBuilder.site;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import org.foretell.study.build.Figure;
import org.foretell.study.build.StudyBuilder;
import org.foretell.study.description.Estimate.Distribution;
import org.foretell.study.description.RankBy;
import org.foretell.study.evaluation.Evaluation;
import org.foretell.study.evaluation.RunTimes;

/** What has to hold for any study, whatever its prices and times are. */
class StudyProperties {
  private static final int TRIES = 25;

  /** Of what draws three thousand times. */
  private static final int FEW_TRIES = 10;

  /** An offer: its price, by how much that may be less or more, and the time of the program. */
  record Bid(String name, double price, double spread, double seconds) {
    Bid dearer(String other) {
      return new Bid(other, 3 * price, spread, 2 * seconds);
    }

    Bid times(double factor) {
      return new Bid(name, factor * price, spread, seconds);
    }
  }

  @Provide
  Arbitrary<List<Bid>> bids() {
    return Combinators.combine(
            Arbitraries.doubles().between(1e5, 1e6),
            Arbitraries.doubles().between(0.01, 0.4),
            Arbitraries.doubles().between(10, 100))
        .as((price, spread, seconds) -> new Bid("", price, spread, seconds))
        .list()
        .ofMinSize(2)
        .ofMaxSize(4)
        .map(
            bids -> {
              List<Bid> named = new ArrayList<>();
              for (Bid bid : bids) {
                named.add(new Bid("offer " + named.size(), bid.price, bid.spread, bid.seconds));
              }
              return named;
            });
  }

  private static StudyAnswer answer(List<Bid> bids, RankBy by, int draws) {
    StudyBuilder study =
        StudyBuilder.study("any", "EUR")
            .models("simple")
            .rankBy(by)
            .sample(draws, 1)
            .site(
                site()
                    .pue(Figure.of(1))
                    .electricity(Figure.of(0))
                    .utilisation(Figure.of(1))
                    .availability(Figure.of(1)))
            .program(program("p", Path.of("p.bin")));
    for (Bid bid : bids) {
      study.offer(
          offer(bid.name, "jaguar-xt5", 10)
              .price(
                  Figure.of(bid.price)
                      .between(bid.price * (1 - bid.spread), bid.price * (1 + bid.spread))
                      .distributed(Distribution.PERT)));
    }
    RunTimes times =
        (program, offered, figures) ->
            List.of(
                new RunTimes.Run(
                    1,
                    1,
                    bids.stream()
                        .filter(bid -> bid.name.equals(offered.name()))
                        .findFirst()
                        .orElseThrow()
                        .seconds,
                    1));
    return Decision.of(new Evaluation(study.build(), times), Map.of(), List.of());
  }

  private static Place place(StudyAnswer answer, String offer) {
    return answer.places().stream()
        .filter(one -> one.offer().equals(offer))
        .findFirst()
        .orElseThrow();
  }

  private static double beats(StudyAnswer answer, String one, String other) {
    List<String> order = answer.places().stream().map(Place::offer).toList();
    return place(answer, one).beats().get(order.indexOf(other)).share();
  }

  @Property(tries = TRIES)
  void orderOfOffersIsIrrelevant(@ForAll("bids") List<Bid> bids) {
    List<Bid> reversed = new ArrayList<>(bids);
    Collections.reverse(reversed);
    StudyAnswer one = answer(bids, RankBy.COST_PER_DEMAND, 200);
    StudyAnswer other = answer(reversed, RankBy.COST_PER_DEMAND, 200);
    for (Bid bid : bids) {
      assertThat(place(other, bid.name).first()).isEqualTo(place(one, bid.name).first());
      assertThat(place(other, bid.name).metric().mean())
          .isEqualTo(place(one, bid.name).metric().mean());
      assertThat(place(other, bid.name).dominatedBy())
          .containsExactlyInAnyOrderElementsOf(place(one, bid.name).dominatedBy());
      for (Bid rival : bids) {
        assertThat(beats(other, bid.name, rival.name)).isEqualTo(beats(one, bid.name, rival.name));
      }
    }
    assertThat(other.worthOfAll()).isEqualTo(one.worthOfAll(), within(1e-6 * bids.get(0).price));
  }

  @Property(tries = TRIES)
  void dominatedOfferChangesNoPair(@ForAll("bids") List<Bid> bids) {
    List<Bid> more = new ArrayList<>(bids);
    more.add(0, bids.get(0).dearer("worst"));
    StudyAnswer before = answer(bids, RankBy.COST_PER_DEMAND, 200);
    StudyAnswer after = answer(more, RankBy.COST_PER_DEMAND, 200);
    assertThat(place(after, "worst").dominatedBy()).contains("offer 0");
    assertThat(place(after, "worst").first().share()).isZero();
    for (Bid bid : bids) {
      assertThat(place(after, bid.name).first()).isEqualTo(place(before, bid.name).first());
      for (Bid rival : bids) {
        assertThat(beats(after, bid.name, rival.name))
            .isEqualTo(beats(before, bid.name, rival.name));
      }
    }
  }

  @Property(tries = TRIES)
  void scalingAllPricesChangesNoRanking(
      @ForAll("bids") List<Bid> bids, @ForAll @DoubleRange(min = 0.5, max = 64) double by) {
    StudyAnswer one = answer(bids, RankBy.TOTAL_COST, 200);
    StudyAnswer scaled =
        answer(bids.stream().map(bid -> bid.times(by)).toList(), RankBy.TOTAL_COST, 200);
    for (Bid bid : bids) {
      assertThat(place(scaled, bid.name).first().share())
          .isEqualTo(place(one, bid.name).first().share(), within(1.0 / 200));
      assertThat(place(scaled, bid.name).metric().mean())
          .isEqualTo(by * place(one, bid.name).metric().mean(), within(1e-6 * by * bid.price));
    }
    assertThat(scaled.worthOfAll())
        .isEqualTo(by * one.worthOfAll(), within(1e-6 * by * bids.get(0).price));
  }

  /**
   * Wilson's limits narrow with the root of the number of draws. Shares far from one half are left
   * out: there the width follows the share, which further draws change.
   */
  @Property(tries = FEW_TRIES)
  void twiceTheDrawsNarrowTheLimits(@ForAll("bids") List<Bid> bids) {
    StudyAnswer few = answer(bids, RankBy.COST_PER_DEMAND, 1000);
    StudyAnswer many = answer(bids, RankBy.COST_PER_DEMAND, 2000);
    for (Bid bid : bids) {
      var wide = place(few, bid.name).first();
      var narrow = place(many, bid.name).first();
      if (wide.share() > 0.05 && wide.share() < 0.95) {
        assertThat(narrow.high() - narrow.low()).isLessThan(wide.high() - wide.low());
      }
      if (wide.share() > 0.4 && wide.share() < 0.6) {
        assertThat((narrow.high() - narrow.low()) / (wide.high() - wide.low()))
            .isEqualTo(Math.sqrt(0.5), within(0.04));
      }
    }
  }
}
