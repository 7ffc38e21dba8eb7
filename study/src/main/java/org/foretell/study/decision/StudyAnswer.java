package org.foretell.study.decision;

import java.util.List;
import java.util.Optional;
import org.foretell.procurement.decision.Ranking;
import org.foretell.study.description.StudyDescription;

/**
 * The answer of a study.
 *
 * @param study the question
 * @param places the offers from the best to the worst
 * @param lead of the first over the second, in the metric of the ranking; more is better. Empty if
 *     there is one offer
 * @param excluded offers that cannot run all programs, with the reason
 * @param flips where the first place changes, the nearest to the stated values first
 * @param worths of knowing each figure, the greatest first
 * @param worthOfAll of knowing all figures
 * @param weighings the offers under all weights
 * @param machinesAsStated the world without changes that the other worlds are compared with
 * @param otherWorlds the effects of the named sets of changes
 * @param doubts reasons to doubt the answer
 */
public record StudyAnswer(
    StudyDescription study,
    List<Place> places,
    Optional<Ranking.Difference> lead,
    List<Excluded> excluded,
    List<FlipPoint> flips,
    List<Worth> worths,
    double worthOfAll,
    List<Weighing> weighings,
    OtherWorld machinesAsStated,
    List<OtherWorld> otherWorlds,
    List<Doubt> doubts) {
  /** Copies. */
  public StudyAnswer {
    places = List.copyOf(places);
    excluded = List.copyOf(excluded);
    flips = List.copyOf(flips);
    worths = List.copyOf(worths);
    weighings = List.copyOf(weighings);
    otherWorlds = List.copyOf(otherWorlds);
    doubts = List.copyOf(doubts);
  }

  /**
   * An offer that is not ranked.
   *
   * @param offer name of it
   * @param reason in a sentence
   */
  public record Excluded(String offer, String reason) {}
}
