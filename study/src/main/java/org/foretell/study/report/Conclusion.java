package org.foretell.study.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.foretell.procurement.decision.Proportion;
import org.foretell.study.decision.Place;
import org.foretell.study.decision.StudyAnswer;
import org.foretell.study.description.RankBy;
import org.foretell.study.description.StudyDescription;

/** The conclusion of a study in two sentences. */
public final class Conclusion {
  private static final double PERCENT = 100;

  private Conclusion() {}

  /**
   * {@return the sentences: the best offer and its lead, and the probability of that}
   *
   * @param answer of the study
   */
  public static List<String> of(StudyAnswer answer) {
    List<String> sentences = new ArrayList<>();
    if (answer.places().isEmpty()) {
      sentences.add("No offer can run all programs.");
      answer.excluded().forEach(one -> sentences.add(one.offer() + ": " + one.reason() + "."));
      return sentences;
    }
    Place first = answer.places().get(0);
    StudyDescription study = answer.study();
    RankBy by = study.rankBy();
    String name = first.offer();
    String metric = MetricText.sentence(by, first.metric().mean(), study.currency());
    if (answer.places().size() == 1) {
      sentences.add(name + " is the only offer that can run all programs: " + metric + ".");
      return sentences;
    }
    Place second = answer.places().get(1);
    double share = Math.abs(1 - first.metric().mean() / second.metric().mean());
    sentences.add(
        name
            + " is first: "
            + metric
            + " on average, "
            + percent(share)
            + (by.isLessBetter() ? " less than " : " more than ")
            + second.offer()
            + ".");
    boolean isAlways =
        answer.places().stream()
            .skip(1)
            .allMatch(other -> other.dominatedBy().contains(first.offer()));
    sentences.add(isAlways ? always(study) : probably(answer, study));
    return sentences;
  }

  private static String always(StudyDescription study) {
    String models =
        study.models().size() > 1
            ? " and under each of the " + study.models().size() + " models"
            : " under " + study.models().get(0);
    return "It is better than every other offer for all figures within their bounds" + models + ".";
  }

  private static String probably(StudyAnswer answer, StudyDescription study) {
    Proportion first = answer.places().get(0).first();
    return String.format(
        Locale.ROOT,
        "It is first in %s of %,d draws of all uncertain figures together (%s limits: %s to %s).",
        WholeShares.of(answer.places().stream().map(one -> one.first().share()).toList()).get(0),
        study.sample().draws(),
        percent(study.sample().confidence()),
        percent(first.low()),
        percent(first.high()));
  }

  /** {@return a share in percent, with one digit behind the point below 10} */
  static String percent(double share) {
    double percent = PERCENT * share;
    return String.format(Locale.ROOT, percent < 10 ? "%.1f %%" : "%.0f %%", percent);
  }
}
