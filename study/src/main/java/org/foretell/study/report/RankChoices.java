package org.foretell.study.report;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.foretell.study.campaign.CampaignResult;
import org.foretell.study.decision.Place;
import org.foretell.study.decision.StudyAnswer;
import org.foretell.study.description.Offer;
import org.foretell.study.description.Program;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.evaluation.Figures;
import org.foretell.study.evaluation.RunTimes;

/**
 * The numbers of ranks per node that a program may have on an offer: the one that the study takes,
 * and the cost of the others. All figures are as stated, under the first model.
 *
 * @param program name of it
 * @param offer name of it
 * @param taken number of ranks per node that the study takes
 * @param others the other numbers, the next best first: those in time before late ones, then by
 *     node hours. Numbers that cannot be replayed, or that take more nodes than the offer has, are
 *     left out
 */
public record RankChoices(String program, String offer, int taken, List<Other> others) {
  private static final double SECONDS_PER_HOUR = 3600;

  /** Copies. */
  public RankChoices {
    others = List.copyOf(others);
  }

  /**
   * A number of ranks per node that the study does not take.
   *
   * @param ranksPerNode the number
   * @param nodes of a run, at least 1
   * @param seconds of a run, above 0
   * @param nodeHours of a run
   * @param moreNodeHours by which share that is more than with the number that the study takes:
   *     0.12 is 12 %. Below 0 only if the time limit is the reason against it
   * @param meetsTimeLimit whether a run ends in time
   */
  public record Other(
      int ranksPerNode,
      long nodes,
      double seconds,
      double nodeHours,
      double moreNodeHours,
      boolean meetsTimeLimit) {}

  /**
   * {@return the choices of a program on an offer}
   *
   * @param answer of the study
   * @param campaign the run times behind it
   * @param place of the offer
   * @param program its number, from 0, in the order of the study
   */
  public static RankChoices of(
      StudyAnswer answer, CampaignResult campaign, Place place, int program) {
    StudyDescription study = answer.study();
    Offer offer =
        study.offers().stream()
            .filter(one -> one.name().equals(place.offer()))
            .findFirst()
            .orElseThrow();
    return of(
        study.programs().get(program),
        offer,
        place.values().programs().get(program).ranksPerNode(),
        campaign.times(),
        Figures.stated(study.models().get(0)));
  }

  /** The choices by times of traced runs, of which one has the number that is taken. */
  static RankChoices of(Program program, Offer offer, int taken, RunTimes times, Figures figures) {
    List<RunTimes.Run> runs = times.of(program, offer, figures);
    double least =
        runs.stream()
            .filter(run -> run.ranksPerNode() == taken)
            .mapToDouble(run -> run.nodes() * run.seconds())
            .findFirst()
            .orElseThrow();
    double scale = program.scale().value();
    List<Other> others =
        runs.stream()
            .filter(run -> run.ranksPerNode() != taken && run.nodes() <= offer.nodes())
            .map(run -> other(program, run, scale, run.nodes() * run.seconds() / least - 1))
            .sorted(
                Comparator.comparing((Other one) -> !one.meetsTimeLimit())
                    .thenComparingDouble(Other::nodeHours))
            .toList();
    return new RankChoices(program.name(), offer.name(), taken, others);
  }

  private static Other other(Program program, RunTimes.Run run, double scale, double more) {
    double seconds = run.seconds() * scale;
    return new Other(
        run.ranksPerNode(),
        run.nodes(),
        seconds,
        run.nodes() * seconds / SECONDS_PER_HOUR,
        more,
        program.timeLimitSeconds().isEmpty()
            || seconds <= program.timeLimitSeconds().getAsDouble());
  }

  /** {@return the next best number; empty if the study tried no other} */
  public Optional<Other> next() {
    return others.stream().findFirst();
  }
}
