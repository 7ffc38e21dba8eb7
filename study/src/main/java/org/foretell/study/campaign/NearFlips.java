package org.foretell.study.campaign;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.foretell.study.campaign.PursuedCase.Wanted;
import org.foretell.study.decision.CloseCalls;
import org.foretell.study.description.Choice;
import org.foretell.study.description.Offer;
import org.foretell.study.description.Program;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.evaluation.Evaluation;
import org.foretell.study.evaluation.FigureNames;
import org.foretell.study.evaluation.Figures;
import org.foretell.study.surface.Surface;

/**
 * Which replays are worth making after all surfaces are done: where the first place changes as a
 * figure of the machines moves, until a replay is near each such value; and in draws in which the
 * errors of the surfaces decide, until the probabilities stand still. For one thread.
 */
final class NearFlips {
  private static final int DRAWS_IN_A_ROUND = 8;

  /** Half of the last digit that is printed. */
  private static final double STILL = 0.005;

  private final StudyDescription study;
  private final List<PursuedCase> cases;
  private final Map<Name, PursuedCase> byName = new HashMap<>();
  private int left;
  private Map<String, Double> shares = Map.of();
  private boolean drawsAreDone;

  /**
   * Nothing is known yet.
   *
   * @param study whose decision it is
   * @param cases all of it, done
   */
  NearFlips(StudyDescription study, List<PursuedCase> cases) {
    this.study = study;
    this.cases = cases;
    left = study.sample().mostNearFlips();
    for (PursuedCase one : cases) {
      ReplayCase which = one.prepared().which();
      if (which.whatIf().isEmpty()) {
        Map<String, Integer> options = new TreeMap<>();
        which
            .options()
            .forEach(option -> options.put(FigureNames.of(option.choice()), option.number()));
        int ranks = one.prepared().ranksPerNode();
        byName.put(new Name(which.program(), which.offer(), ranks, which.model(), options), one);
      }
    }
  }

  /** What tells cases in the world of the study apart. */
  private record Name(
      Program program, Offer offer, int ranksPerNode, String model, Map<String, Integer> options) {}

  /** {@return the replays of the next round; none when the limit or the goal is reached} */
  List<Wanted> next() {
    if (left == 0 || study.offers().size() < 2) {
      return List.of();
    }
    Evaluation evaluation = new Evaluation(study, times());
    CloseCalls calls = new CloseCalls(evaluation);
    Map<String, Wanted> round = new LinkedHashMap<>();
    drawsAreDone |= isStill(calls.shares());
    shares = calls.shares();
    int draws = 0;
    for (CloseCalls.Call draw : drawsAreDone ? List.<CloseCalls.Call>of() : calls.draws()) {
      int before = round.size();
      if (draws < DRAWS_IN_A_ROUND) {
        add(draw, false, evaluation, round);
      }
      draws += round.size() > before ? 1 : 0;
    }
    if (round.isEmpty()) {
      // Last, since each further replay moves them a little, and to search them takes longest.
      for (CloseCalls.Call flip : calls.flips()) {
        add(flip, true, evaluation, round);
      }
    }
    List<Wanted> wanted = new ArrayList<>(round.values());
    List<Wanted> allowed = wanted.subList(0, Math.min(left, wanted.size()));
    left -= allowed.size();
    return allowed;
  }

  private boolean isStill(Map<String, Double> now) {
    return !shares.isEmpty()
        && study.offers().stream()
            .map(Offer::name)
            .allMatch(
                offer ->
                    Math.abs(now.getOrDefault(offer, 0.0) - shares.getOrDefault(offer, 0.0))
                        < STILL);
  }

  private void add(
      CloseCalls.Call call, boolean isAlone, Evaluation evaluation, Map<String, Wanted> round) {
    Figures figures = call.figures();
    for (Offer offer : call.offers()) {
      for (Program program : study.programs()) {
        int ranks = evaluation.ranksPerNode(program, offer).orElseThrow();
        PursuedCase one =
            Objects.requireNonNull(
                byName.get(
                    new Name(program, offer, ranks, figures.model(), options(offer, figures))));
        Optional<Wanted> further = one.further(figures.changed(), isAlone);
        further.ifPresent(wanted -> round.putIfAbsent(wanted.key(), wanted));
      }
    }
  }

  private Map<String, Integer> options(Offer offer, Figures figures) {
    Map<String, Integer> options = new TreeMap<>();
    for (Choice choice : study.choices()) {
      if (choice.concerns(offer.name())) {
        String name = FigureNames.of(choice);
        options.put(name, figures.number(name).orElse(0));
      }
    }
    return options;
  }

  private CampaignTimes times() {
    CampaignTimes.Collector stated = new CampaignTimes.Collector();
    for (PursuedCase one : cases) {
      if (one.failure().isEmpty() && one.prepared().which().whatIf().isEmpty()) {
        Surface surface = one.prepared().search().surface();
        stated.add(one.prepared().times(surface, one.middle(), one.noisy()));
      }
    }
    return stated.times(study);
  }
}
