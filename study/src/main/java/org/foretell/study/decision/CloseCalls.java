package org.foretell.study.decision;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.foretell.study.description.Offer;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.evaluation.Evaluation;
import org.foretell.study.evaluation.Figures;

/**
 * States of the world in which the first place depends on exact run times: where it changes as a
 * figure of the machines moves, and draws in which the lead of the first offer over the second is
 * less than the errors of their times. For one thread.
 */
public final class CloseCalls {
  private final Evaluation evaluation;
  private final StudyDescription study;
  private final List<Offer> offers;
  private final Means means;
  private final List<Call> draws = new ArrayList<>();
  private final Map<String, Double> shares = new TreeMap<>();

  /**
   * A state of the world, and the offers between which it decides.
   *
   * @param figures the state
   * @param offers the first, and the one that might be
   * @param lead the relative lead of the first over the other, over the sum of the greatest
   *     relative errors of their times; 0 where they change places
   */
  public record Call(Figures figures, List<Offer> offers, double lead) {
    /** Copies. */
    public Call {
      offers = List.copyOf(offers);
    }
  }

  /**
   * Looks at all draws.
   *
   * @param evaluation of the study, with the times as they are known
   */
  public CloseCalls(Evaluation evaluation) {
    this.evaluation = evaluation;
    study = evaluation.study();
    offers =
        study.offers().stream()
            .filter(offer -> Decision.reasonAgainst(evaluation, offer).isEmpty())
            .toList();
    means = Means.of(evaluation, offers);
    if (offers.size() > 1) {
      lookAtDraws();
    }
  }

  private void lookAtDraws() {
    for (int draw = 0; draw < means.draws(); draw++) {
      Call call = call(draw);
      shares.merge(call.offers().get(0).name(), 1.0 / means.draws(), Double::sum);
      if (call.lead() < 1) {
        draws.add(call);
      }
    }
    draws.sort(Comparator.comparingDouble(Call::lead));
  }

  private Call call(int draw) {
    int first = -1;
    int second = -1;
    for (int offer = 0; offer < offers.size(); offer++) {
      double goodness = means.goodness(offer, draw);
      if (first < 0 || goodness > means.goodness(first, draw)) {
        second = first;
        first = offer;
      } else if (second < 0 || goodness > means.goodness(second, draw)) {
        second = offer;
      }
    }
    double best = means.goodness(first, draw);
    double next = means.goodness(second, draw);
    Figures world = means.world(draw);
    double errors =
        evaluation.error(offers.get(first), world) + evaluation.error(offers.get(second), world);
    return new Call(
        world,
        List.of(offers.get(first), offers.get(second)),
        (best - next) / ((Math.abs(best) + Math.abs(next)) / 2 * errors));
  }

  /** {@return the draws that errors of times might decide, the closest first} */
  public List<Call> draws() {
    return List.copyOf(draws);
  }

  /** {@return the share of the draws in which an offer is first, by name; none if it never is} */
  public Map<String, Double> shares() {
    return Map.copyOf(shares);
  }

  /** {@return where a figure of the machines changes the first place, and no replay is near} */
  public List<Call> flips() {
    if (offers.size() < 2) {
      return List.of();
    }
    Figures stated = Figures.stated(study.models().get(0));
    List<Call> open = new ArrayList<>();
    for (FlipPoint flip : new FlipSearch(evaluation, offers, means).ofMachines()) {
      if (!flip.isConfirmed().orElse(true)) {
        open.add(
            new Call(
                stated.with(flip.figure(), flip.at()),
                offers.stream()
                    .filter(
                        one -> one.name().equals(flip.first()) || one.name().equals(flip.then()))
                    .toList(),
                0));
      }
    }
    return open;
  }
}
